import * as pulumi from "@pulumi/pulumi";
import { appendFileSync } from "fs";

interface Inputs {
  name: string;
  loud: boolean;
}

const provider: pulumi.dynamic.ResourceProvider = {
  async check(_: Inputs, news: Inputs): Promise<pulumi.dynamic.CheckResult> {
    const failures: pulumi.dynamic.CheckFailure[] = [];
    if (news.name === "") failures.push({ property: "name", reason: "it is empty" });
    return { inputs: news, failures };
  },
  async create({ name, loud }: Inputs) {
    return { id: `hello-${name}`, outs: { name, loud, text: `hello ${name}${loud ? "!" : ""}` } };
  },
  async delete(id: string) {
    appendFileSync("deleted", `${id}\n`);
  },
};

class Hello extends pulumi.dynamic.Resource {
  /** The greeting. */
  public readonly text!: pulumi.Output<string>;

  constructor(name: string, args: { name: pulumi.Input<string>; loud?: boolean }, opts?: pulumi.CustomResourceOptions) {
    super(provider, name, { text: undefined, loud: false, ...args }, opts);
  }
}

export const text = new Hello("hello", { name: "you", loud: true }).text;
