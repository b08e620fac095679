// A plugin whose component is found among the exports of its program.
import * as pulumi from "@pulumi/pulumi";

class File extends pulumi.CustomResource {
  declare public readonly path: pulumi.Output<string>;

  constructor(
    name: string,
    args: { path: pulumi.Input<string>; content: pulumi.Input<string> },
    opts?: pulumi.CustomResourceOptions,
  ) {
    super("std:fs:File", name, args, opts);
  }
}

export interface ShedArgs {
  /** The text on its door. */
  text: pulumi.Input<string>;
  code?: pulumi.Input<string>;
  failure?: pulumi.Input<string>;
}

/** A shed for bicycles. */
export class Shed extends pulumi.ComponentResource {
  /** The file of its door. */
  public readonly path: pulumi.Output<string>;
  public readonly code: pulumi.Output<string>;

  constructor(name: string, args: ShedArgs, opts?: pulumi.ComponentResourceOptions) {
    super("sheds:index:Shed", name, args, opts);
    if ((args.failure as unknown) === "throw") throw new Error("the shed has burnt down");
    if ((args.failure as unknown) === "exit") process.exit(3);
    const door = new File(`${name}-door`, { path: `${name}.txt`, content: args.text }, { parent: this });
    this.path = door.path;
    this.code = pulumi.interpolate`${args.code ?? "none"}-${door.path}`;
    pulumi.log.info(`the shed ${name} stands in ${pulumi.getStack()}`, this);
    this.registerOutputs({ path: this.path, code: this.code });
  }
}
