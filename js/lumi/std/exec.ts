// Commands of the machine that Lumi runs on.

import type { Input, Property } from "../property/property_types.ts";
import { markSdkClass } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { StdResource } from "./std_resource.ts";

/** A text for the interpreter, or a program and its arguments as they are. */
export type CommandLine = string | Input<string>[];

/** The inputs of a `Command`. */
export interface CommandArgs {
  /** What makes the thing. If it fails, nothing is taken to exist. */
  create: Input<CommandLine>;
  /**
   * What changes the thing; it runs when `create`, `stdin`, `environment`, `directory` or
   * `interpreter` has changed. Without it `create` runs again.
   */
  update?: Input<CommandLine>;
  /** What removes the thing. Without it nothing runs. */
  delete?: Input<CommandLine>;
  /**
   * What looks at the thing: it exits with 0 if the thing exists, with anything else if it is gone.
   * What it prints, if anything, becomes `stdout`. With it, drift is noticed and an interrupted run
   * finds out whether `create` has come to its end.
   */
  read?: Input<CommandLine>;
  /** What `create` and `update` read from their standard input. */
  stdin?: Input<string>;
  /** Variables for all commands, beside those that Lumi itself was started with. */
  environment?: Input<Record<string, Input<string>>>;
  /** Where all commands run; relative paths start at the project folder, the default. */
  directory?: Input<string>;
  /** Any value, such as an array of them: if it changes, the thing is deleted and created anew. */
  triggers?: any;
  /** What runs commands that are texts, with its arguments. The default is `["/bin/sh", "-c"]`. */
  interpreter?: Input<Input<string>[]>;
}

/**
 * A thing that commands make, change and remove.
 *
 * `update`, `delete` and `read` find what the last command printed in the variables
 * `LUMI_COMMAND_STDOUT` and `LUMI_COMMAND_STDERR`, up to 64 KiB each.
 */
export class Command extends StdResource {
  /** What the last of `create` and `update` printed, without one line break at its end. */
  declare readonly stdout: Property<string>;
  /** What it wrote to its standard error, without one line break at its end. */
  declare readonly stderr: Property<string>;

  constructor(name: string, args: CommandArgs, options?: CustomResourceOptions) {
    super("std:exec:Command", name, args, options);
  }
}

markSdkClass(Command);
