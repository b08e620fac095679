import { EventEmitter } from "./events.js";
export declare class Socket extends EventEmitter {
    constructor();
}
export declare function createSocket(): never;
declare const _default: {
    createSocket: typeof createSocket;
    Socket: typeof Socket;
};
export default _default;
