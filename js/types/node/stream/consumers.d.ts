import { Buffer } from "../buffer/buffer.js";
type Chunks = AsyncIterable<unknown> | Iterable<unknown>;
/** All bytes of a stream; texts among its chunks are encoded as UTF-8. */
export declare function buffer(stream: Chunks): Promise<Buffer>;
export declare function arrayBuffer(stream: Chunks): Promise<ArrayBuffer>;
export declare function blob(stream: Chunks): Promise<Blob>;
export declare function text(stream: Chunks): Promise<string>;
export declare function json(stream: Chunks): Promise<unknown>;
declare const _default: {
    arrayBuffer: typeof arrayBuffer;
    blob: typeof blob;
    buffer: typeof buffer;
    json: typeof json;
    text: typeof text;
};
export default _default;
