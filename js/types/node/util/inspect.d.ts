import { colors, styles } from "./style.js";
interface ConsoleScript {
    inspect(value: unknown, options?: object): string;
    inspectArgs(args: unknown[], options?: object): string;
    stripVTControlCharacters(text: string): string;
}
/** The script behind the console, which is a part of each start. */
export declare const consoleScript: () => ConsoleScript;
export interface InspectOptions {
    depth?: number | null;
    colors?: boolean;
    compact?: boolean | number;
    showHidden?: boolean;
    sorted?: boolean;
    breakLength?: number;
    maxArrayLength?: number | null;
    maxStringLength?: number | null;
    numericSeparator?: boolean;
}
/**
 * Formats a value like the console. The second argument may also be `showHidden`, the third the
 * depth.
 */
export declare function inspect(value: unknown, options?: InspectOptions | boolean, depth?: number | null): string;
export declare namespace inspect {
    var custom: symbol;
    export { colors };
    export { styles };
    export var defaultOptions: InspectOptions;
}
export {};
