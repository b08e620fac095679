export declare const ByteLengthQueuingStrategy: {
    new (init: QueuingStrategyInit): ByteLengthQueuingStrategy;
    prototype: ByteLengthQueuingStrategy;
}, CountQueuingStrategy: {
    new (init: QueuingStrategyInit): CountQueuingStrategy;
    prototype: CountQueuingStrategy;
}, ReadableByteStreamController: {
    new (): ReadableByteStreamController;
    prototype: ReadableByteStreamController;
}, ReadableStream: {
    new (underlyingSource: UnderlyingByteSource, strategy?: {
        highWaterMark?: number;
    }): ReadableStream<Uint8Array<ArrayBuffer>>;
    new <R = any>(underlyingSource: UnderlyingDefaultSource<R>, strategy?: QueuingStrategy<R>): ReadableStream<R>;
    new <R = any>(underlyingSource?: UnderlyingSource<R>, strategy?: QueuingStrategy<R>): ReadableStream<R>;
    prototype: ReadableStream;
}, ReadableStreamBYOBReader: {
    new (stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader;
    prototype: ReadableStreamBYOBReader;
}, ReadableStreamBYOBRequest: {
    new (): ReadableStreamBYOBRequest;
    prototype: ReadableStreamBYOBRequest;
}, ReadableStreamDefaultController: {
    new (): ReadableStreamDefaultController;
    prototype: ReadableStreamDefaultController;
}, ReadableStreamDefaultReader: {
    new <R = any>(stream: ReadableStream<R>): ReadableStreamDefaultReader<R>;
    prototype: ReadableStreamDefaultReader;
}, TransformStream: {
    new <I = any, O = any>(transformer?: Transformer<I, O>, writableStrategy?: QueuingStrategy<I>, readableStrategy?: QueuingStrategy<O>): TransformStream<I, O>;
    prototype: TransformStream;
}, TransformStreamDefaultController: {
    new (): TransformStreamDefaultController;
    prototype: TransformStreamDefaultController;
}, WritableStream: {
    new <W = any>(underlyingSink?: UnderlyingSink<W>, strategy?: QueuingStrategy<W>): WritableStream<W>;
    prototype: WritableStream;
}, WritableStreamDefaultController: {
    new (): WritableStreamDefaultController;
    prototype: WritableStreamDefaultController;
}, WritableStreamDefaultWriter: {
    new <W = any>(stream: WritableStream<W>): WritableStreamDefaultWriter<W>;
    prototype: WritableStreamDefaultWriter;
};
export declare const TextDecoderStream: {
    new (label?: string, options?: TextDecoderOptions): TextDecoderStream;
    prototype: TextDecoderStream;
}, TextEncoderStream: {
    new (): TextEncoderStream;
    prototype: TextEncoderStream;
};
export declare const CompressionStream: {
    new (format: CompressionFormat): CompressionStream;
    prototype: CompressionStream;
}, DecompressionStream: {
    new (format: CompressionFormat): DecompressionStream;
    prototype: DecompressionStream;
};
declare const _default: {
    ByteLengthQueuingStrategy: {
        new (init: QueuingStrategyInit): ByteLengthQueuingStrategy;
        prototype: ByteLengthQueuingStrategy;
    };
    CompressionStream: {
        new (format: CompressionFormat): CompressionStream;
        prototype: CompressionStream;
    };
    CountQueuingStrategy: {
        new (init: QueuingStrategyInit): CountQueuingStrategy;
        prototype: CountQueuingStrategy;
    };
    DecompressionStream: {
        new (format: CompressionFormat): DecompressionStream;
        prototype: DecompressionStream;
    };
    ReadableByteStreamController: {
        new (): ReadableByteStreamController;
        prototype: ReadableByteStreamController;
    };
    ReadableStream: {
        new (underlyingSource: UnderlyingByteSource, strategy?: {
            highWaterMark?: number;
        }): ReadableStream<Uint8Array<ArrayBuffer>>;
        new <R = any>(underlyingSource: UnderlyingDefaultSource<R>, strategy?: QueuingStrategy<R>): ReadableStream<R>;
        new <R = any>(underlyingSource?: UnderlyingSource<R>, strategy?: QueuingStrategy<R>): ReadableStream<R>;
        prototype: ReadableStream;
    };
    ReadableStreamBYOBReader: {
        new (stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader;
        prototype: ReadableStreamBYOBReader;
    };
    ReadableStreamBYOBRequest: {
        new (): ReadableStreamBYOBRequest;
        prototype: ReadableStreamBYOBRequest;
    };
    ReadableStreamDefaultController: {
        new (): ReadableStreamDefaultController;
        prototype: ReadableStreamDefaultController;
    };
    ReadableStreamDefaultReader: {
        new <R = any>(stream: ReadableStream<R>): ReadableStreamDefaultReader<R>;
        prototype: ReadableStreamDefaultReader;
    };
    TextDecoderStream: {
        new (label?: string, options?: TextDecoderOptions): TextDecoderStream;
        prototype: TextDecoderStream;
    };
    TextEncoderStream: {
        new (): TextEncoderStream;
        prototype: TextEncoderStream;
    };
    TransformStream: {
        new <I = any, O = any>(transformer?: Transformer<I, O>, writableStrategy?: QueuingStrategy<I>, readableStrategy?: QueuingStrategy<O>): TransformStream<I, O>;
        prototype: TransformStream;
    };
    TransformStreamDefaultController: {
        new (): TransformStreamDefaultController;
        prototype: TransformStreamDefaultController;
    };
    WritableStream: {
        new <W = any>(underlyingSink?: UnderlyingSink<W>, strategy?: QueuingStrategy<W>): WritableStream<W>;
        prototype: WritableStream;
    };
    WritableStreamDefaultController: {
        new (): WritableStreamDefaultController;
        prototype: WritableStreamDefaultController;
    };
    WritableStreamDefaultWriter: {
        new <W = any>(stream: WritableStream<W>): WritableStreamDefaultWriter<W>;
        prototype: WritableStreamDefaultWriter;
    };
};
export default _default;
