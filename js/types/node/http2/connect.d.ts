import type { Socket } from "../net/socket.js";
import { ClientHttp2Session, type SessionOptions } from "./session.js";
export interface ConnectOptions extends SessionOptions {
    protocol?: string;
    createConnection?(authority: URL, options: ConnectOptions): Socket;
    ALPNProtocols?: string[];
    servername?: string;
}
type Listener = (session: ClientHttp2Session, socket: Socket) => void;
interface Authority {
    protocol?: string;
    hostname?: string;
    host?: string;
    port?: string | number;
}
export declare function connect(given: string | URL | Authority, options?: ConnectOptions | Listener, listener?: Listener): ClientHttp2Session;
export {};
