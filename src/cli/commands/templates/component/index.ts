// A component: a class that groups resources, with a name and outputs of its own.

import { ComponentResource, type ComponentResourceOptions, type Input, interpolate, type Property } from "lumi";
import { fs, random } from "lumi/std";

interface AccountArgs {
  /** The folder for the files of the account. */
  folder: Input<string>;
  /** How long the password is. */
  passwordLength?: number;
}

/** A user of some service: a password that is made once, and a file that has both. */
class Account extends ComponentResource {
  declare readonly file: Property<string>;
  declare readonly password: Property<string>;

  constructor(name: string, args: AccountArgs, options?: ComponentResourceOptions) {
    super("acme:users:Account", name, {}, options);
    const password = new random.Password(`${name}-password`, { length: args.passwordLength ?? 24 }, { parent: this });
    const file = new fs.File(
      `${name}-file`,
      {
        path: interpolate`${args.folder}/${name}.conf`,
        content: interpolate`user=${name}\npassword=${password.result}\n`,
        mode: "0600",
      },
      { parent: this },
    );
    this.registerOutputs({ file: file.path, password: password.result });
  }
}

const accounts = ["ada", "grace"].map((name) => new Account(name, { folder: "out/accounts" }));

export const files = accounts.map((account) => account.file);
