import { EventEmitter, type Listener } from "../events/events.js";
/** The source of lines. */
export interface Input {
    on(name: string, listener: Listener): unknown;
    removeListener?(name: string, listener: Listener): unknown;
    pause?(): unknown;
    resume?(): unknown;
}
/** The target of prompts and control sequences. */
export interface Output {
    write(text: string, callback?: () => void): unknown;
}
export interface InterfaceOptions {
    input: Input;
    output?: Output;
    prompt?: string;
    terminal?: boolean;
    crlfDelay?: number;
    historySize?: number;
    signal?: AbortSignal;
}
export interface QuestionOptions {
    signal?: AbortSignal;
}
type Answer = (answer: string) => void;
/** The lines of a stream as events; it does not edit lines as a terminal does. */
declare class LineReader extends EventEmitter {
    #private;
    readonly input: Input;
    readonly output: Output | undefined;
    readonly terminal = false;
    line: string;
    cursor: number;
    constructor(options: InterfaceOptions);
    get closed(): boolean;
    getPrompt(): string;
    setPrompt(prompt: string): void;
    prompt(_preserveCursor?: boolean): void;
    question(query: string, options: QuestionOptions | Answer, answer?: Answer): void;
    pause(): this;
    resume(): this;
    /** Takes text as if it came from the input. */
    write(text: string | Uint8Array | null | undefined, _key?: object): void;
    close(): void;
    getCursorPos(): {
        rows: number;
        cols: number;
    };
    [Symbol.dispose](): void;
    /** The lines from now on. */
    [Symbol.asyncIterator](): AsyncGenerator<string>;
}
/** Lines of a stream, with questions that answer promises. */
export declare class PromisesInterface extends LineReader {
    question(query: string, options?: QuestionOptions): Promise<string>;
}
/** The options from either form of a call. */
export declare function optionsOf(input: Input | InterfaceOptions, output?: Output): InterfaceOptions;
export interface InterfaceConstructor {
    new (input: Input | InterfaceOptions, output?: Output): LineReader;
    (input: Input | InterfaceOptions, output?: Output): LineReader;
    prototype: LineReader;
}
/** A function instead of a class, because packages call it without `new`. */
export declare const Interface: InterfaceConstructor;
export declare function createInterface(input: Input | InterfaceOptions, output?: Output): LineReader;
/** Erases the line to the left (-1), to the right (1) or whole (0). */
export declare const clearLine: (stream: Output, direction: number, callback?: () => void) => boolean;
export declare const clearScreenDown: (stream: Output, callback?: () => void) => boolean;
/** Moves the cursor to a column, and to a row if there is one. */
export declare function cursorTo(stream: Output, x: number, y?: number | (() => void), callback?: () => void): boolean;
export declare function moveCursor(stream: Output, dx: number, dy: number, callback?: () => void): boolean;
/** Without effect: keys are not read. */
export declare function emitKeypressEvents(_stream: Input, _interface?: LineReader): void;
export declare const promises: {
    Interface: typeof PromisesInterface;
    createInterface: (input: Input | InterfaceOptions, output?: Output) => PromisesInterface;
};
export type { LineReader };
declare const _default: {
    clearLine: typeof clearLine;
    clearScreenDown: typeof clearScreenDown;
    createInterface: typeof createInterface;
    cursorTo: typeof cursorTo;
    emitKeypressEvents: typeof emitKeypressEvents;
    Interface: InterfaceConstructor;
    moveCursor: typeof moveCursor;
    promises: {
        Interface: typeof PromisesInterface;
        createInterface: (input: Input | InterfaceOptions, output?: Output) => PromisesInterface;
    };
};
export default _default;
