import { getDefaultAutoSelectFamily, getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamily, setDefaultAutoSelectFamilyAttemptTimeout } from "./net_connect.js";
import { isIP, isIPv4, isIPv6 } from "./net_ip.js";
import { Server, type ServerOptions } from "./net_server.js";
import { Socket } from "./net_socket.js";
/** A socket that is being connected: options, a port and a host, or a path; then a callback. */
export declare function connect(...args: unknown[]): Socket;
export declare const createConnection: typeof connect;
export declare function createServer(options?: ServerOptions | ((socket: Socket) => void), listener?: (socket: Socket) => void): Server;
export declare const Stream: import("./net_socket.js").SocketConstructor;
export { getDefaultAutoSelectFamily, getDefaultAutoSelectFamilyAttemptTimeout, isIP, isIPv4, isIPv6, Server, setDefaultAutoSelectFamily, setDefaultAutoSelectFamilyAttemptTimeout, Socket, };
export type { AddressInfo, SocketOptions } from "./net_socket.js";
export type { ListenOptions, ServerOptions } from "./net_server.js";
declare const _default: {
    connect: typeof connect;
    createConnection: typeof connect;
    createServer: typeof createServer;
    getDefaultAutoSelectFamily: typeof getDefaultAutoSelectFamily;
    getDefaultAutoSelectFamilyAttemptTimeout: typeof getDefaultAutoSelectFamilyAttemptTimeout;
    isIP: typeof isIP;
    isIPv4: typeof isIPv4;
    isIPv6: typeof isIPv6;
    Server: import("./net_server.js").ServerConstructor;
    setDefaultAutoSelectFamily: typeof setDefaultAutoSelectFamily;
    setDefaultAutoSelectFamilyAttemptTimeout: typeof setDefaultAutoSelectFamilyAttemptTimeout;
    Socket: import("./net_socket.js").SocketConstructor;
    Stream: import("./net_socket.js").SocketConstructor;
};
export default _default;
