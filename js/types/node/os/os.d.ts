export declare const EOL = "\n";
export declare const devNull = "/dev/null";
export interface OsConstants {
    readonly UV_UDP_REUSEADDR: number;
    readonly dlopen: Readonly<Record<string, number>>;
    readonly errno: Readonly<Record<string, number>>;
    readonly signals: Readonly<Record<string, number>>;
    readonly priority: Readonly<Record<string, number>>;
}
export declare const constants: OsConstants;
/** Equal to `process.platform`. */
export declare const platform: () => string;
/** Equal to `process.arch`. */
export declare const arch: () => string;
/** The name of the kernel. */
export declare const type: () => string;
export declare const machine: () => string;
export declare const endianness: () => "BE" | "LE";
export declare const release: () => string;
export declare const version: () => string;
export declare const availableParallelism: () => number;
/** Bytes. */
export declare const totalmem: () => number;
/** Bytes. */
export declare const freemem: () => number;
/** Seconds since the machine started. */
export declare const uptime: () => number;
/** Averages of 1, 5 and 15 minutes. */
export declare function loadavg(): number[];
export interface CpuInfo {
    model: string;
    speed: number;
    times: {
        user: number;
        nice: number;
        sys: number;
        idle: number;
        irq: number;
    };
}
/** As many as can run at once; their models and times are not told. */
export declare const cpus: () => CpuInfo[];
/** The name of the machine is not told: a plan must not depend on where it is made. */
export declare const hostname: () => string;
export interface NetworkInterface {
    address: string;
    netmask: string;
    family: string;
    mac: string;
    internal: boolean;
    cidr: string | null;
}
/** The loopback interface alone. */
export declare const networkInterfaces: () => Record<string, NetworkInterface[]>;
/** Requires --allow-env=HOME. */
export declare function homedir(): string;
export interface UserInfo {
    uid: number;
    gid: number;
    username: string;
    homedir: string;
    shell: string | null;
}
/** Requires --allow-env=HOME,SHELL,USER. Numbers of users are not told. */
export declare const userInfo: () => UserInfo;
/** Of TMPDIR, TMP and TEMP, those count that --allow-env allows. */
export declare function tmpdir(): string;
/** The priority of the process itself, whose number may also be written as 0. */
export declare function getPriority(pid?: number): number;
export declare function setPriority(pid: number, _priority?: number): never;
declare const _default: {
    arch: typeof arch;
    availableParallelism: typeof availableParallelism;
    constants: OsConstants;
    cpus: typeof cpus;
    devNull: string;
    endianness: typeof endianness;
    EOL: string;
    freemem: typeof freemem;
    getPriority: typeof getPriority;
    homedir: typeof homedir;
    hostname: typeof hostname;
    loadavg: typeof loadavg;
    machine: typeof machine;
    networkInterfaces: typeof networkInterfaces;
    platform: typeof platform;
    release: typeof release;
    setPriority: typeof setPriority;
    tmpdir: typeof tmpdir;
    totalmem: typeof totalmem;
    type: typeof type;
    uptime: typeof uptime;
    userInfo: typeof userInfo;
    version: typeof version;
};
export default _default;
