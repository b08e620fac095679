// Secret: a value that functions read where they run.

import { secret } from "../property/combinators.ts";
import { Config } from "../program/config.ts";
import type { Input } from "../property/property_types.ts";
import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { Component, onlyInFunctions } from "./component.ts";

/** The methods of a secret for functions. */
export interface SecretClient {
  /** The value; it is in no bundle, and in no plan. */
  value(): Promise<string>;
}

export interface SecretArgs {
  /** The value; by default that of the configuration with the name of the secret. */
  value?: Input<string>;
}

/** A value that functions read where they run. `lumi config set NAME --secret` sets it. */
export class Secret extends Component {
  constructor(name: string, { value }: SecretArgs = {}, options?: ComponentResourceOptions) {
    super("Secret", name, {}, options);
    this.realise({ value: value === undefined ? new Config().requireSecret(name) : secret(value) });
  }
}

export interface Secret extends SecretClient {}

onlyInFunctions(Secret, "value");
