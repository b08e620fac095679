// Commands on the machine that runs Lumi.

import type { Input, Property } from "../property/property_types.ts";
import { markSdkClass } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { StdResource } from "./std_resource.ts";

/** A text for the interpreter, or a program with its arguments. */
export type CommandLine = string | Input<string>[];

/** The inputs of a `Command`. */
export interface CommandArgs {
  /** The command that creates the object. If it fails, the object does not exist. */
  create: Input<CommandLine>;
  /**
   * Updates the object; runs when `create`, `stdin`, `environment`, `directory` or `interpreter`
   * has changed. Without it, `create` runs again.
   */
  update?: Input<CommandLine>;
  /** Deletes the object. Without it, deletion does nothing. */
  delete?: Input<CommandLine>;
  /**
   * Reads the object: exit code 0 means that it exists, any other that it is gone, but for 126 and
   * 127 (it cannot be run) and those above 128 up to 192 (a signal ended it), which are errors. Its
   * output, if any, becomes `stdout`. With it, drift is detected, and an interrupted run finds out
   * whether `create` has finished.
   */
  read?: Input<CommandLine>;
  /** The standard input of `create` and `update`. */
  stdin?: Input<string>;
  /** Variables for all commands, in addition to the environment of Lumi. */
  environment?: Input<Record<string, Input<string>>>;
  /**
   * The working folder of all commands; relative paths start at the project folder, the default.
   */
  directory?: Input<string>;
  /** Any value, such as an array of them: if it changes, the object is replaced. */
  triggers?: any;
  /**
   * The program that runs commands given as text, with its arguments. The default is `["/bin/sh",
   * "-c"]`.
   */
  interpreter?: Input<Input<string>[]>;
}

/**
 * An object that commands create, update and delete.
 *
 * `update`, `delete` and `read` get the output of the last command in the variables
 * `LUMI_COMMAND_STDOUT` and `LUMI_COMMAND_STDERR`, up to 64 KiB each.
 */
export class Command extends StdResource {
  /** The standard output of the last `create` or `update`, without one trailing line break. */
  declare readonly stdout: Property<string>;
  /** The standard error of the same command, without one trailing line break. */
  declare readonly stderr: Property<string>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: CommandArgs, options?: CustomResourceOptions) {
    super("std:exec:Command", name, args, options);
  }
}

markSdkClass(Command, "std:exec:Command");
