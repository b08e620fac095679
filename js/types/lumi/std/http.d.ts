import type { Input, Property } from "../property/property_types.js";
import { ProviderResource } from "../resource/provider_resource.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
import { StdResource } from "./std_resource.js";
/** A request and its criterion of success. Redirects are not followed. */
export interface Request {
    /**
     * The absolute URL. `{id}` is replaced by the id of the object, escaped as a path segment;
     * `{+id}` by the unescaped id.
     */
    url: Input<string>;
    /** The HTTP method in capitals; the default depends on the operation. */
    method?: Input<string>;
    /** Headers that extend or replace those of the resource. */
    headers?: Input<Record<string, Input<string>>>;
    /** The body: a string is sent unchanged, anything else as JSON. */
    body?: Input<any>;
    /** The status codes of success. The default is 200 to 299. */
    expectStatus?: Input<number | number[]>;
}
/** Finds an object that may exist although the response to `create` was lost. */
export interface Search extends Request {
    /** A JSON pointer to the list of objects in the response. The default is the whole response. */
    items?: Input<string>;
    /**
     * Identifies the object in the list: values by JSON pointer, such as `{ "/name": "web" }`. No
     * other program may create an object with these values.
     */
    match: Input<Record<string, any>>;
}
/** The inputs of a `Resource`. */
export interface ResourceArgs {
    /** The request that creates the object, `POST` by default. Another `url` replaces it. */
    create: Input<Request>;
    /**
     * Reads the object; `GET` by default. Status 404 or 410 means that it is gone. Without it, drift
     * is not detected, and objects cannot be imported.
     */
    read?: Input<Request>;
    /** Updates the object; `PUT` by default. Without it, another `body` replaces the object. */
    update?: Input<Request>;
    /** Deletes the object; `DELETE` by default. Without it, the object is kept. */
    delete?: Input<Request>;
    /**
     * The desired object: sent by `create` and `update` unless these have their own `body`, and
     * compared with the response to `read`. Members that either side lacks are not compared. The
     * default is the body of `create`.
     */
    body?: Input<any>;
    /** Headers of every request. */
    headers?: Input<Record<string, Input<string>>>;
    /** The id of the object, if the caller chooses it. Another id replaces the object. */
    id?: Input<string>;
    /**
     * A JSON pointer to the id in the response to `create`. The default is `/id`, or else the
     * `Location` header.
     */
    idPointer?: Input<string>;
    /** The header of that response with the id; for `Location`, the last segment of the path. */
    idHeader?: Input<string>;
    /**
     * The `values` of the resource, by name: JSON pointers into the object, such as `{ url:
     * "/links/0" }`.
     */
    outputs?: Input<Record<string, Input<string>>>;
    /** JSON pointers into `body` at which the object may differ. */
    ignore?: Input<Input<string>[]>;
    /**
     * With `find`, or with `id` and `read`, an interrupted run finds out whether `create` was
     * successful.
     */
    find?: Input<Search>;
    /** The time limit of an operation in seconds, including retries. The default is 60. */
    timeout?: Input<number>;
}
/**
 * An object behind an HTTP API.
 *
 * Requests are retried while the server is unreachable or returns 429 or 503. Methods other than
 * `POST` and `PATCH` are also retried after 502, 504 or a lost connection.
 */
export declare class Resource<Values extends object = Record<string, any>> extends StdResource {
    /**
     * The last part of the type in plans and URNs: `static override readonly type = "Zone"` in a
     * subclass makes it `std:http:Zone`. Objects that were deployed under another type need an alias
     * with that type.
     */
    static readonly type: string;
    /** The values selected by the input `outputs`; null where the object has none. */
    readonly values: Property<Values>;
    /**
     * The last response that describes the object: JSON, or a text. If it contains secrets, use the
     * option `additionalSecretOutputs: ["response"]`.
     */
    readonly response: Property<any>;
    /**
     * @param name The name of the resource in the program; its URN is made of it.
     * @param args The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    constructor(name: string, args: ResourceArgs, options?: CustomResourceOptions);
}
/** The inputs of a `Provider`. */
export interface ProviderArgs {
    /**
     * Headers for all requests to an origin, such as `{ "https://api.example.com": { authorization:
     * interpolate`Bearer ${token}` } }`. They replace headers of a resource with the same names.
     */
    headers: Input<Record<string, Input<Record<string, Input<string>>>>>;
}
/**
 * Credentials of requests, which belong to the user who runs Lumi rather than to an object.
 * Resources with this `provider` do not change when a token does, and all their operations,
 * including deletions, use the new token.
 */
export declare class Provider extends ProviderResource {
    /**
     * @param name The name of the resource in the program; its URN is made of it.
     * @param args The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    constructor(name: string, args: ProviderArgs, options?: CustomResourceOptions);
}
