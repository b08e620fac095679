import { constants } from "./http/http2_constants.js";
/** Members of headers with this name list headers that are not put into tables of the protocol. */
export declare const sensitiveHeaders: symbol;
export declare function connect(): never;
export declare function createServer(): never;
export declare function createSecureServer(): never;
export declare function getDefaultSettings(): Record<string, number | boolean>;
export { constants };
declare const _default: {
    connect: typeof connect;
    constants: Record<string, string | number>;
    createSecureServer: typeof createSecureServer;
    createServer: typeof createServer;
    getDefaultSettings: typeof getDefaultSettings;
    sensitiveHeaders: symbol;
};
export default _default;
