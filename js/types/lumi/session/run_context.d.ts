/** The name of the project. */
export declare function getProject(): string;
/** The name of the stack. */
export declare function getStack(): string;
/** The project folder, as an absolute path. */
export declare function getRootDirectory(): string;
/** True if nothing is deployed: values that only a deployment can tell are unknown. */
export declare function isDryRun(): boolean;
/** What stood behind `--` on the command line. */
export declare function args(): string[];
