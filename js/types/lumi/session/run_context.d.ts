/** The name of the project. */
export declare function getProject(): string;
/** The name of the stack. */
export declare function getStack(): string;
/** The project folder, as an absolute path. */
export declare function getRootDirectory(): string;
/** Whether this run deploys nothing, so that values known only to a deployment are unknown. */
export declare function isDryRun(): boolean;
/** The arguments after `--` on the command line. */
export declare function args(): string[];
