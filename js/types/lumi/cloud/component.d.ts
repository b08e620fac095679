import type { Inputs } from "../property/property_types.js";
import { ComponentResource } from "../resource/component_resource.js";
import type { ComponentResourceOptions } from "../resource/resource_options.js";
import type { Infra } from "./contract.js";
/**
 * A component of an application, which the infra class of the stack's target makes real. The classes of `lumi/cloud` extend
 * it, and so can others: the constructor ends with `this.realise(...)`.
 */
export declare class Component extends ComponentResource {
    #private;
    constructor(component: string, name: string, inputs?: Inputs, options?: ComponentResourceOptions);
    /** Lets the target make the component real. `spec` is what its infra classes get besides the name and the component. */
    protected realise<Made extends Infra>(spec?: object): Made;
}
/** The component of a short type and a name; undefined if there is none. */
export declare function componentOf(shortType: string, name: string): object | undefined;
/** The infra object of a component; undefined for other resources. */
export declare function infraOf(component: object): Infra | undefined;
/** The methods that the client of a component may have. */
export declare function methodsOf(component: object): readonly string[];
/**
 * Declares the methods of a component's client. They are for code that runs on the target; called by the program, which only
 * describes what is to be there, they say so.
 */
export declare function onlyInFunctions<Class extends {
    readonly prototype: object;
    readonly name: string;
}>(type: Class, ...names: (keyof Class["prototype"] & string)[]): void;
/** Declares the methods of the clients of one component, or of all that inherit from a prototype. */
export declare function declareMethods(owner: object, component: string, names: readonly string[]): void;
/** Throws an error about a component, whose sentence ends with `problem`. */
export type Refusal = (problem: string) => never;
/** The refusal of a component, such as the Site `name`. */
export declare const refusalOf: (component: string, name: string) => Refusal;
/** Names are part of URLs, files and names of the platform; these are valid on every target. */
export declare function checkName(component: string, name: string): void;
