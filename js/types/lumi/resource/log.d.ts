import type { Resource } from "./resource.js";
/** Shows a message if the run is verbose (`-v`). */
export declare function debug(message: string, resource?: Resource): void;
export declare function info(message: string, resource?: Resource): void;
export declare function warn(message: string, resource?: Resource): void;
/** Shows an error. The run continues; throw to stop it. */
export declare function error(message: string, resource?: Resource): void;
