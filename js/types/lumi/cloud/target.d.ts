import type { Components, InfraClass } from "./contract.js";
type AnyInfraClass = InfraClass<any, any>;
/**
 * Defines a target, or adds components to one: an infra class for each component. `lumi config set lumi:target NAME` chooses
 * the target of a stack.
 */
export declare function defineTarget(name: string, components: Partial<Components> & Record<string, AnyInfraClass>): void;
/** Defines a component by others: the infra class serves all targets that have none of their own for it. */
export declare function defineComposed(component: string, infraClass: AnyInfraClass): void;
/** The name of the target of the stack. */
export declare function targetName(): string;
/** The infra class of a component named `name` on the target of the stack. */
export declare function infraClassOf(component: string, name: string): AnyInfraClass;
/** Refuses what a component of the target cannot do. `feature` is the option that asks for it. */
export declare function requireFeature(component: string, name: string, feature: string): void;
export {};
