type Codes = [begin: number, end: number];
/** Escape codes that begin and end a style. */
export declare const colors: Record<string, Codes>;
/** The styles of kinds of values. */
export declare const styles: Record<string, string>;
interface StyleOptions {
    /** Whether a stream that is no terminal gets plain text. */
    validateStream?: boolean;
    stream?: {
        isTTY?: boolean;
        write?: unknown;
    };
}
export declare function styleText(format: string | string[], text: string, options?: StyleOptions): string;
export {};
