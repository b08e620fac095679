import { type PathLike } from "./arguments.js";
import type { Steps } from "./request.js";
export interface CopyOptions {
    dereference?: boolean;
    errorOnExist?: boolean;
    /** Whether an entry is copied. The synchronous form takes the answer as it is. */
    filter?: (source: string, destination: string) => boolean | Promise<boolean>;
    force?: boolean;
    mode?: number;
    preserveTimestamps?: boolean;
    recursive?: boolean;
    verbatimSymlinks?: boolean;
}
export declare function cp(source: PathLike, destination: PathLike, options?: CopyOptions): Steps<void>;
