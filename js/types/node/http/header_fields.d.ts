export type HeaderFields = Record<string, string | string[] | undefined>;
export type DistinctFields = Record<string, string[] | undefined>;
export declare function addField(fields: HeaderFields, rawName: string, value: string, joinsDuplicates: boolean): void;
export declare function addDistinctField(fields: DistinctFields, rawName: string, value: string): void;
