import type { Input, Property } from "../property/property_types.js";
import { ProviderResource } from "../resource/provider_resource.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
import { StdResource } from "./std_resource.js";
/** A request, and what is a success. Redirects are not followed. */
export interface Request {
    /**
     * Where it goes, a whole URL. `{id}` stands for the id of the object, escaped as a part of a
     * path, `{+id}` for the id as it is.
     */
    url: Input<string>;
    /** The method of HTTP, in capitals; the default depends on what the request is for. */
    method?: Input<string>;
    /** More headers, or others. */
    headers?: Input<Record<string, Input<string>>>;
    /** What is sent: a string as it is, anything else as JSON. */
    body?: Input<any>;
    /** Which status is a success. The default is any from 200 to 299. */
    expectStatus?: Input<number | number[]>;
}
/** How to find an object that may have been made, though the answer was lost. */
export interface Search extends Request {
    /** Where in the answer the objects are, as a JSON pointer. The default is the whole answer. */
    items?: Input<string>;
    /**
     * Which of them it is: values by JSON pointer into one object, such as `{ "/name": "web" }`. No
     * other program may make an object with them.
     */
    match: Input<Record<string, any>>;
}
/** The inputs of a `Resource`. */
export interface ResourceArgs {
    /** Makes the object; `POST` by default. Another `url` replaces the object. */
    create: Input<Request>;
    /**
     * Looks at the object; `GET` by default. The answers 404 and 410 mean that it is gone. Without it
     * drift is not noticed, and nothing can be imported.
     */
    read?: Input<Request>;
    /** Changes the object; `PUT` by default. Without it another `body` replaces the object. */
    update?: Input<Request>;
    /** Removes the object; `DELETE` by default. Without it the object is left where it is. */
    delete?: Input<Request>;
    /**
     * What the object is to look like: sent by `create` and `update`, unless these have a body of
     * their own, and compared with what `read` shows. Members that are not in it, or that `read` does
     * not show, are not compared. Without it the body of `create` is compared.
     */
    body?: Input<any>;
    /** Headers for every request. */
    headers?: Input<Record<string, Input<string>>>;
    /** What the object is called, if that is yours to choose. Another id replaces the object. */
    id?: Input<string>;
    /** Where in the answer to `create` the id is. The default is `/id`, or else the `Location` header. */
    idPointer?: Input<string>;
    /** The header of that answer that holds the id; of `Location`, the last part of the path counts. */
    idHeader?: Input<string>;
    /** Which `values` there are, by name: JSON pointers into the object, such as `{ url: "/links/0" }`. */
    outputs?: Input<Record<string, Input<string>>>;
    /** Places in `body`, as JSON pointers, where the object may differ. */
    ignore?: Input<Input<string>[]>;
    /** With it, or with `id` and `read`, an interrupted run finds out whether `create` was successful. */
    find?: Input<Search>;
    /** How many seconds an operation may take, with all its attempts. The default is 60. */
    timeout?: Input<number>;
}
/**
 * An object behind an HTTP API.
 *
 * Requests are made again while the server cannot be reached, or answers 429 or 503, and unless they
 * are `POST` or `PATCH` also when it answers 502 or 504 or the connection is lost.
 */
export declare class Resource<Values extends object = Record<string, any>> extends StdResource {
    /**
     * What plans and URNs call objects of a class: `static override readonly type = "Zone"` in a subclass
     * makes them `std:http:Zone`. Objects that were deployed under another type need an alias with it.
     */
    static readonly type: string;
    /** What the input `outputs` asks for; null where the object has nothing. */
    readonly values: Property<Values>;
    /**
     * The object as the API last described it: JSON, or a text. If it holds secrets, say so with the
     * option `additionalSecretOutputs: ["response"]`.
     */
    readonly response: Property<any>;
    constructor(name: string, args: ResourceArgs, options?: CustomResourceOptions);
}
/** The inputs of a `Provider`. */
export interface ProviderArgs {
    /**
     * Headers for all requests to an origin, such as
     * `{ "https://api.example.com": { authorization: interpolate`Bearer ${token}` } }`. They take the
     * place of headers that a resource has under the same names.
     */
    headers: Input<Record<string, Input<Record<string, Input<string>>>>>;
}
/**
 * How requests identify themselves: credentials belong to the user who runs Lumi, not to an object.
 * Resources that have it as their `provider` do not change when a token does, and everything that is
 * done with them, also what deletes them, takes the new one.
 */
export declare class Provider extends ProviderResource {
    constructor(name: string, args: ProviderArgs, options?: CustomResourceOptions);
}
