export interface WarningOptions {
    type?: string;
    code?: string;
    detail?: string;
}
export type Warning = Error & {
    code?: string;
    detail?: string;
};
/** The warning from either form of a call. */
export declare function warningOf(warning: string | Error, options?: string | WarningOptions | (() => void), code?: string | (() => void)): Warning;
/** The text that the console shows. */
export declare function warningText(warning: Warning): string;
