/** How a resource is used from inside a closure. */
export interface ClientDeclaration<Client extends object = object, Name extends string = string> {
    /** Outputs of the resource that the client needs, given to `create` when the code starts. */
    readonly bindings: readonly Name[];
    /** Makes the client; it is serialised as any other function. */
    readonly create: (values: Record<Name, any>) => Client;
}
/**
 * Declares the client of a class of resources:
 *
 * ```ts
 * class Queue extends CustomResource {
 *   static client = defineClient({
 *     bindings: ["url"],
 *     create: ({ url }) => ({ push: (message: string) => fetch(url, { method: "POST", body: message }) }),
 *   });
 * }
 * ```
 *
 * In a closure a captured queue is what `create` answers. Intersect the class with `ClientOf<typeof
 * Queue>` to use its methods there.
 */
export declare function defineClient<Client extends object, const Name extends string = never>(declaration: ClientDeclaration<Client, Name>): ClientDeclaration<Client, Name>;
/** What a captured resource of this class is inside a closure. */
export type ClientOf<Class> = Class extends {
    readonly client: ClientDeclaration<infer Client>;
} ? Client : object;
