import { type BufferEncoding } from "./buffer.js";
export declare class StringDecoder {
    readonly encoding: BufferEncoding;
    private readonly utf8;
    private rest;
    constructor(encoding?: string);
    write(bytes: string | Uint8Array): string;
    end(bytes?: string | Uint8Array): string;
}
declare const _default: {
    StringDecoder: typeof StringDecoder;
};
export default _default;
