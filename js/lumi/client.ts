// Clients: what a resource is to the code that runs elsewhere. A class of resources declares one as
// its static member `client`.

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
export function defineClient<Client extends object, const Name extends string = never>(
  declaration: ClientDeclaration<Client, Name>,
): ClientDeclaration<Client, Name> {
  const { bindings, create } = declaration;
  const names: unknown = bindings;
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
    throw new TypeError("the bindings of a client are a list of names of outputs");
  }
  if (typeof create !== "function") throw new TypeError("a client needs a function create()");
  return { bindings, create };
}

/** What a captured resource of this class is inside a closure. */
export type ClientOf<Class> = Class extends { readonly client: ClientDeclaration<infer Client> } ? Client : object;

/** @internal The client of a resource's class; no function if it declares none. */
export function clientOf(resource: object): { create: unknown; bindings: readonly string[] } {
  const declared = (resource.constructor as { client?: Partial<ClientDeclaration> }).client;
  if (typeof declared?.create !== "function") return { create: undefined, bindings: [] };
  return { create: declared.create, bindings: declared.bindings ?? [] };
}
