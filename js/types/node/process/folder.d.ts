export declare function chdir(directory: string): void;
