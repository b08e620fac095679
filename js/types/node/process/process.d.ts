import { env } from "./environment.js";
import { EventEmitter, type EventName } from "../events/events.js";
import { chdir as changeFolder } from "./folder.js";
import { ConsoleOutput } from "./streams.js";
import { type WarningOptions } from "./warnings.js";
declare const platform: string, arch: string;
declare function hrtime(since?: [number, number]): [number, number];
declare namespace hrtime {
    var bigint: () => bigint;
}
export interface MemoryUsage {
    rss: number;
    heapTotal: number;
    heapUsed: number;
    external: number;
    arrayBuffers: number;
}
declare function memoryUsage(): MemoryUsage;
declare namespace memoryUsage {
    export { residentMemory as rss };
}
/** Bytes. */
declare const residentMemory: () => number;
export interface CpuUsage {
    user: number;
    system: number;
}
/** Microseconds, since an earlier answer if there is one. */
declare function cpuUsage(since?: CpuUsage): CpuUsage;
declare function emitWarning(warning: string | Error, options?: string | WarningOptions | (() => void), code?: string | (() => void)): void;
declare function nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void;
/**
 * Ends the program: with another code than 0 it fails. With 0 it has finished, which is an error while resources
 * are being declared, as those that were not would be deleted.
 */
declare function exit(code?: number | string): never;
declare function umask(mask?: number | string): number;
/** A module of Node by its name, without `import`; undefined where there is none. */
declare function getBuiltinModule(name: string): unknown;
/** Native addons cannot be loaded: the file is resolved for the error that `require` throws. */
declare function dlopen(_module: unknown, filename: string): void;
declare const members: {
    abort: () => never;
    allowedNodeEnvironmentFlags: Set<string>;
    argv: string[];
    argv0: string;
    arch: string;
    availableMemory: () => number;
    chdir: typeof changeFolder;
    config: {
        target_defaults: {};
        variables: {
            v8_enable_i18n_support: number;
        };
    };
    constrainedMemory: () => number;
    cpuUsage: typeof cpuUsage;
    cwd: () => string;
    debugPort: number;
    dlopen: typeof dlopen;
    emitWarning: typeof emitWarning;
    env: Record<string, string | undefined>;
    execArgv: string[];
    execPath: string;
    exit: typeof exit;
    exitCode: number | string | undefined;
    features: {
        inspector: boolean;
        debug: boolean;
        uv: boolean;
        ipv6: boolean;
        tls_alpn: boolean;
        tls_sni: boolean;
        tls_ocsp: boolean;
        tls: boolean;
        cached_builtins: boolean;
        require_module: boolean;
        typescript: string;
    };
    getActiveResourcesInfo: () => string[];
    getBuiltinModule: typeof getBuiltinModule;
    hasUncaughtExceptionCaptureCallback: () => boolean;
    hrtime: typeof hrtime;
    kill: () => never;
    memoryUsage: typeof memoryUsage;
    nextTick: typeof nextTick;
    noDeprecation: boolean | undefined;
    pid: number;
    platform: string;
    ppid: number;
    release: {
        name: string;
        lts: string;
    };
    resourceUsage: () => Record<string, number>;
    setSourceMapsEnabled: (_isEnabled: boolean) => void;
    setUncaughtExceptionCaptureCallback: () => never;
    stderr: ConsoleOutput;
    stdin: EventEmitter & {
        fd: number;
        isTTY: boolean;
    };
    stdout: ConsoleOutput;
    title: string;
    umask: typeof umask;
    uptime: () => number;
    version: string;
    versions: {
        lumi: string;
        modules: string;
        node: string;
        v8: string;
    };
};
export declare const process: EventEmitter & typeof members;
export declare const addListener: (event: EventName, listener: (...args: unknown[]) => void) => EventEmitter & {
    abort: () => never;
    allowedNodeEnvironmentFlags: Set<string>;
    argv: string[];
    argv0: string;
    arch: string;
    availableMemory: () => number;
    chdir: typeof changeFolder;
    config: {
        target_defaults: {};
        variables: {
            v8_enable_i18n_support: number;
        };
    };
    constrainedMemory: () => number;
    cpuUsage: typeof cpuUsage;
    cwd: () => string;
    debugPort: number;
    dlopen: typeof dlopen;
    emitWarning: typeof emitWarning;
    env: Record<string, string | undefined>;
    execArgv: string[];
    execPath: string;
    exit: typeof exit;
    exitCode: number | string | undefined;
    features: {
        inspector: boolean;
        debug: boolean;
        uv: boolean;
        ipv6: boolean;
        tls_alpn: boolean;
        tls_sni: boolean;
        tls_ocsp: boolean;
        tls: boolean;
        cached_builtins: boolean;
        require_module: boolean;
        typescript: string;
    };
    getActiveResourcesInfo: () => string[];
    getBuiltinModule: typeof getBuiltinModule;
    hasUncaughtExceptionCaptureCallback: () => boolean;
    hrtime: typeof hrtime;
    kill: () => never;
    memoryUsage: typeof memoryUsage;
    nextTick: typeof nextTick;
    noDeprecation: boolean | undefined;
    pid: number;
    platform: string;
    ppid: number;
    release: {
        name: string;
        lts: string;
    };
    resourceUsage: () => Record<string, number>;
    setSourceMapsEnabled: (_isEnabled: boolean) => void;
    setUncaughtExceptionCaptureCallback: () => never;
    stderr: ConsoleOutput;
    stdin: EventEmitter & {
        fd: number;
        isTTY: boolean;
    };
    stdout: ConsoleOutput;
    title: string;
    umask: typeof umask;
    uptime: () => number;
    version: string;
    versions: {
        lumi: string;
        modules: string;
        node: string;
        v8: string;
    };
};
export declare const off: (event: EventName, listener: (...args: unknown[]) => void) => EventEmitter & {
    abort: () => never;
    allowedNodeEnvironmentFlags: Set<string>;
    argv: string[];
    argv0: string;
    arch: string;
    availableMemory: () => number;
    chdir: typeof changeFolder;
    config: {
        target_defaults: {};
        variables: {
            v8_enable_i18n_support: number;
        };
    };
    constrainedMemory: () => number;
    cpuUsage: typeof cpuUsage;
    cwd: () => string;
    debugPort: number;
    dlopen: typeof dlopen;
    emitWarning: typeof emitWarning;
    env: Record<string, string | undefined>;
    execArgv: string[];
    execPath: string;
    exit: typeof exit;
    exitCode: number | string | undefined;
    features: {
        inspector: boolean;
        debug: boolean;
        uv: boolean;
        ipv6: boolean;
        tls_alpn: boolean;
        tls_sni: boolean;
        tls_ocsp: boolean;
        tls: boolean;
        cached_builtins: boolean;
        require_module: boolean;
        typescript: string;
    };
    getActiveResourcesInfo: () => string[];
    getBuiltinModule: typeof getBuiltinModule;
    hasUncaughtExceptionCaptureCallback: () => boolean;
    hrtime: typeof hrtime;
    kill: () => never;
    memoryUsage: typeof memoryUsage;
    nextTick: typeof nextTick;
    noDeprecation: boolean | undefined;
    pid: number;
    platform: string;
    ppid: number;
    release: {
        name: string;
        lts: string;
    };
    resourceUsage: () => Record<string, number>;
    setSourceMapsEnabled: (_isEnabled: boolean) => void;
    setUncaughtExceptionCaptureCallback: () => never;
    stderr: ConsoleOutput;
    stdin: EventEmitter & {
        fd: number;
        isTTY: boolean;
    };
    stdout: ConsoleOutput;
    title: string;
    umask: typeof umask;
    uptime: () => number;
    version: string;
    versions: {
        lumi: string;
        modules: string;
        node: string;
        v8: string;
    };
};
export declare const on: (event: EventName, listener: (...args: unknown[]) => void) => EventEmitter & {
    abort: () => never;
    allowedNodeEnvironmentFlags: Set<string>;
    argv: string[];
    argv0: string;
    arch: string;
    availableMemory: () => number;
    chdir: typeof changeFolder;
    config: {
        target_defaults: {};
        variables: {
            v8_enable_i18n_support: number;
        };
    };
    constrainedMemory: () => number;
    cpuUsage: typeof cpuUsage;
    cwd: () => string;
    debugPort: number;
    dlopen: typeof dlopen;
    emitWarning: typeof emitWarning;
    env: Record<string, string | undefined>;
    execArgv: string[];
    execPath: string;
    exit: typeof exit;
    exitCode: number | string | undefined;
    features: {
        inspector: boolean;
        debug: boolean;
        uv: boolean;
        ipv6: boolean;
        tls_alpn: boolean;
        tls_sni: boolean;
        tls_ocsp: boolean;
        tls: boolean;
        cached_builtins: boolean;
        require_module: boolean;
        typescript: string;
    };
    getActiveResourcesInfo: () => string[];
    getBuiltinModule: typeof getBuiltinModule;
    hasUncaughtExceptionCaptureCallback: () => boolean;
    hrtime: typeof hrtime;
    kill: () => never;
    memoryUsage: typeof memoryUsage;
    nextTick: typeof nextTick;
    noDeprecation: boolean | undefined;
    pid: number;
    platform: string;
    ppid: number;
    release: {
        name: string;
        lts: string;
    };
    resourceUsage: () => Record<string, number>;
    setSourceMapsEnabled: (_isEnabled: boolean) => void;
    setUncaughtExceptionCaptureCallback: () => never;
    stderr: ConsoleOutput;
    stdin: EventEmitter & {
        fd: number;
        isTTY: boolean;
    };
    stdout: ConsoleOutput;
    title: string;
    umask: typeof umask;
    uptime: () => number;
    version: string;
    versions: {
        lumi: string;
        modules: string;
        node: string;
        v8: string;
    };
};
export declare const once: (event: EventName, listener: (...args: unknown[]) => void) => EventEmitter & {
    abort: () => never;
    allowedNodeEnvironmentFlags: Set<string>;
    argv: string[];
    argv0: string;
    arch: string;
    availableMemory: () => number;
    chdir: typeof changeFolder;
    config: {
        target_defaults: {};
        variables: {
            v8_enable_i18n_support: number;
        };
    };
    constrainedMemory: () => number;
    cpuUsage: typeof cpuUsage;
    cwd: () => string;
    debugPort: number;
    dlopen: typeof dlopen;
    emitWarning: typeof emitWarning;
    env: Record<string, string | undefined>;
    execArgv: string[];
    execPath: string;
    exit: typeof exit;
    exitCode: number | string | undefined;
    features: {
        inspector: boolean;
        debug: boolean;
        uv: boolean;
        ipv6: boolean;
        tls_alpn: boolean;
        tls_sni: boolean;
        tls_ocsp: boolean;
        tls: boolean;
        cached_builtins: boolean;
        require_module: boolean;
        typescript: string;
    };
    getActiveResourcesInfo: () => string[];
    getBuiltinModule: typeof getBuiltinModule;
    hasUncaughtExceptionCaptureCallback: () => boolean;
    hrtime: typeof hrtime;
    kill: () => never;
    memoryUsage: typeof memoryUsage;
    nextTick: typeof nextTick;
    noDeprecation: boolean | undefined;
    pid: number;
    platform: string;
    ppid: number;
    release: {
        name: string;
        lts: string;
    };
    resourceUsage: () => Record<string, number>;
    setSourceMapsEnabled: (_isEnabled: boolean) => void;
    setUncaughtExceptionCaptureCallback: () => never;
    stderr: ConsoleOutput;
    stdin: EventEmitter & {
        fd: number;
        isTTY: boolean;
    };
    stdout: ConsoleOutput;
    title: string;
    umask: typeof umask;
    uptime: () => number;
    version: string;
    versions: {
        lumi: string;
        modules: string;
        node: string;
        v8: string;
    };
};
export declare const removeListener: (event: EventName, listener: (...args: unknown[]) => void) => EventEmitter & {
    abort: () => never;
    allowedNodeEnvironmentFlags: Set<string>;
    argv: string[];
    argv0: string;
    arch: string;
    availableMemory: () => number;
    chdir: typeof changeFolder;
    config: {
        target_defaults: {};
        variables: {
            v8_enable_i18n_support: number;
        };
    };
    constrainedMemory: () => number;
    cpuUsage: typeof cpuUsage;
    cwd: () => string;
    debugPort: number;
    dlopen: typeof dlopen;
    emitWarning: typeof emitWarning;
    env: Record<string, string | undefined>;
    execArgv: string[];
    execPath: string;
    exit: typeof exit;
    exitCode: number | string | undefined;
    features: {
        inspector: boolean;
        debug: boolean;
        uv: boolean;
        ipv6: boolean;
        tls_alpn: boolean;
        tls_sni: boolean;
        tls_ocsp: boolean;
        tls: boolean;
        cached_builtins: boolean;
        require_module: boolean;
        typescript: string;
    };
    getActiveResourcesInfo: () => string[];
    getBuiltinModule: typeof getBuiltinModule;
    hasUncaughtExceptionCaptureCallback: () => boolean;
    hrtime: typeof hrtime;
    kill: () => never;
    memoryUsage: typeof memoryUsage;
    nextTick: typeof nextTick;
    noDeprecation: boolean | undefined;
    pid: number;
    platform: string;
    ppid: number;
    release: {
        name: string;
        lts: string;
    };
    resourceUsage: () => Record<string, number>;
    setSourceMapsEnabled: (_isEnabled: boolean) => void;
    setUncaughtExceptionCaptureCallback: () => never;
    stderr: ConsoleOutput;
    stdin: EventEmitter & {
        fd: number;
        isTTY: boolean;
    };
    stdout: ConsoleOutput;
    title: string;
    umask: typeof umask;
    uptime: () => number;
    version: string;
    versions: {
        lumi: string;
        modules: string;
        node: string;
        v8: string;
    };
};
export declare const emit: (event: EventName, ...args: unknown[]) => boolean;
export declare const listenerCount: (event: EventName) => number;
export declare const abort: () => never, allowedNodeEnvironmentFlags: Set<string>, argv: string[], argv0: string, availableMemory: () => number, chdir: typeof changeFolder, config: {
    target_defaults: {};
    variables: {
        v8_enable_i18n_support: number;
    };
}, constrainedMemory: () => number, cwd: () => string, execArgv: string[], execPath: string, features: {
    inspector: boolean;
    debug: boolean;
    uv: boolean;
    ipv6: boolean;
    tls_alpn: boolean;
    tls_sni: boolean;
    tls_ocsp: boolean;
    tls: boolean;
    cached_builtins: boolean;
    require_module: boolean;
    typescript: string;
}, getActiveResourcesInfo: () => string[], kill: () => never, pid: number, ppid: number, release: {
    name: string;
    lts: string;
}, resourceUsage: () => Record<string, number>, stderr: ConsoleOutput, stdin: EventEmitter & {
    fd: number;
    isTTY: boolean;
}, stdout: ConsoleOutput, uptime: () => number, version: string, versions: {
    lumi: string;
    modules: string;
    node: string;
    v8: string;
};
export { arch, cpuUsage, emitWarning, env, exit, getBuiltinModule, hrtime, memoryUsage, nextTick, platform, umask };
export default process;
