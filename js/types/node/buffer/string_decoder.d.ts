import { Buffer, type BufferEncoding } from "./buffer.js";
declare class Decoder {
    encoding: BufferEncoding;
    private state;
    write(bytes: string | ArrayBufferView): string;
    end(bytes?: string | ArrayBufferView): string;
    text(bytes: Uint8Array, offset: number): string;
    /** The bytes of an incomplete character, at the start of a buffer for the longest one. */
    get lastChar(): Buffer;
    get lastNeed(): number;
    get lastTotal(): number;
}
export type StringDecoder = Decoder;
interface StringDecoderConstructor {
    new (encoding?: string): StringDecoder;
    (this: unknown, encoding?: string): void;
    prototype: StringDecoder;
}
/** A function instead of a class, because older packages call it on their own objects. */
export declare const StringDecoder: StringDecoderConstructor;
declare const _default: {
    StringDecoder: StringDecoderConstructor;
};
export default _default;
