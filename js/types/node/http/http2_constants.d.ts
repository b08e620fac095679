export declare const constants: Record<string, string | number>;
