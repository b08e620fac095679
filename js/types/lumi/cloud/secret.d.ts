import type { Input } from "../property/property_types.js";
import type { ComponentResourceOptions } from "../resource/resource_options.js";
import { Component } from "./component.js";
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
export declare class Secret extends Component {
    constructor(name: string, { value }?: SecretArgs, options?: ComponentResourceOptions);
}
export interface Secret extends SecretClient {
}
