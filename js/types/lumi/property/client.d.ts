/** Values by name, as strings unless `create` says otherwise. */
type Texts<Names extends string> = {
    readonly [Name in Names]: string;
};
/** The argument of `defineClient`. */
export interface ClientDefinition<Names extends string, Values extends {
    readonly [Name in Names]: unknown;
}, Client> {
    /** The outputs of the resource that the client needs. */
    bindings: readonly Names[];
    /** Creates the client where the code runs, from the values of the outputs. */
    create(values: Values): Client;
}
/** The client of a resource class, made by `defineClient`. */
export declare class ResourceClient<Client = unknown> {
    /** The outputs of the resource that the client needs. */
    readonly bindings: readonly string[];
    /** Creates the client. */
    readonly create: (values: any) => Client;
}
/**
 * Defines the client that replaces a captured resource in code that runs elsewhere, as the static
 * member `client` of the class:
 *
 *     static client = lumi.defineClient({
 *       bindings: ["url"],
 *       create: (values) => ({ push: (message: string) => fetch(values.url, { method: "POST", body: message }) }),
 *     });
 */
export declare function defineClient<const Names extends string, Client extends object, Values extends {
    readonly [Name in Names]: unknown;
} = Texts<Names>>(definition: ClientDefinition<Names, Values, Client>): ResourceClient<Client>;
/** The type of a captured resource of this class inside a closure. */
export type ClientOf<Class> = Class extends {
    readonly client: ResourceClient<infer Client>;
} ? Client : object;
export {};
