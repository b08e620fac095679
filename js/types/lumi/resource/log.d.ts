import type { Resource } from "./resource.js";
/** Shown with `-v`. */
export declare function debug(message: string, resource?: Resource): void;
export declare function info(message: string, resource?: Resource): void;
export declare function warn(message: string, resource?: Resource): void;
/** Shows an error. The run goes on; throw to stop it. */
export declare function error(message: string, resource?: Resource): void;
