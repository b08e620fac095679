export declare const EOL = "\n";
export declare const devNull = "/dev/null";
/** Equal to `process.platform`. */
export declare const platform: () => string;
/** Equal to `process.arch`. */
export declare const arch: () => string;
/** Requires --allow-env=HOME. */
export declare function homedir(): string;
export declare const tmpdir: () => string;
declare const _default: {
    arch: typeof arch;
    devNull: string;
    EOL: string;
    homedir: typeof homedir;
    platform: typeof platform;
    tmpdir: typeof tmpdir;
};
export default _default;
