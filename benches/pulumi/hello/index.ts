// The smallest program that is more than nothing: two components, and an output that needs one of them.
import * as pulumi from "@pulumi/pulumi";

class Greeting extends pulumi.ComponentResource {
  readonly text: pulumi.Output<string>;

  constructor(name: string, to: pulumi.Input<string>, options?: pulumi.ComponentResourceOptions) {
    super("bench:index:Greeting", name, {}, options);
    this.text = pulumi.interpolate`Hello, ${to}!`;
    this.registerOutputs({ text: this.text });
  }
}

const outer = new Greeting("outer", pulumi.getProject());
const inner = new Greeting("inner", outer.text, { parent: outer });

export const text = inner.text;
