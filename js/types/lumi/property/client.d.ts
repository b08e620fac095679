/** Values by name, as strings unless `create` says otherwise. */
type Texts<Names extends string> = {
    readonly [Name in Names]: string;
};
/** What `defineClient` takes. */
export interface ClientDefinition<Names extends string, Values extends {
    readonly [Name in Names]: unknown;
}, Client> {
    /** The outputs of the resource that the client is made of. */
    bindings: readonly Names[];
    /** Makes the client where the code runs; `values` are what the outputs are there. */
    create(values: Values): Client;
}
/** How code that runs elsewhere uses a resource. Made by `defineClient`. */
export declare class ResourceClient<Client = unknown> {
    /** The outputs of the resource that the client is made of. */
    readonly bindings: readonly string[];
    /** Makes the client. */
    readonly create: (values: any) => Client;
}
/**
 * Says how code that captures a resource of a class uses it, as the static member `client` of the
 * class:
 *
 *     static client = lumi.defineClient({
 *       bindings: ["url"],
 *       create: (values) => ({ push: (message: string) => fetch(values.url, { method: "POST", body: message }) }),
 *     });
 */
export declare function defineClient<const Names extends string, Client extends object, Values extends {
    readonly [Name in Names]: unknown;
} = Texts<Names>>(definition: ClientDefinition<Names, Values, Client>): ResourceClient<Client>;
/** What a captured resource of this class is inside a closure. */
export type ClientOf<Class> = Class extends {
    readonly client: ResourceClient<infer Client>;
} ? Client : object;
export {};
