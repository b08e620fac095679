type Value = string | boolean;
export interface ParseArgsOption {
    type: "string" | "boolean";
    short?: string;
    multiple?: boolean;
    default?: Value | string[] | boolean[];
}
export interface ParseArgsConfig {
    args?: readonly string[];
    options?: Record<string, ParseArgsOption>;
    strict?: boolean;
    allowPositionals?: boolean;
    allowNegative?: boolean;
    tokens?: boolean;
}
interface OptionToken {
    kind: "option";
    name: string;
    rawName: string;
    index: number;
    value: string | undefined;
    inlineValue: boolean | undefined;
}
export type ParseArgsToken = OptionToken | {
    kind: "positional";
    index: number;
    value: string;
} | {
    kind: "option-terminator";
    index: number;
};
export interface ParsedArgs {
    values: Record<string, Value | Value[] | undefined>;
    positionals: string[];
    tokens?: ParseArgsToken[];
}
export declare function parseArgs(config?: ParseArgsConfig): ParsedArgs;
export {};
