import { type Duplex, type DuplexOptions } from "../../npm/readable-stream.js";
/** A pair of connected streams, as the two ends of a socket. */
export declare function duplexPair(options?: DuplexOptions): [Duplex, Duplex];
