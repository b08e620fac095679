export declare function workingFolder(): string;
