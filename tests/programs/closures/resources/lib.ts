import { CustomResource, defineClient, Property } from "lumi";

export class Table extends CustomResource {
  declare readonly tableName: Property<string>;
  constructor(name: string, props: Record<string, unknown> = {}, opts: object = {}) {
    super("test:index:Table", name, { ...props, tableName: undefined, arn: undefined }, opts as any);
  }
  static client = defineClient({
    bindings: ["tableName"],
    create: ({ tableName }) => ({
      get: (key: string) => `${tableName}/${key}`,
      put: (key: string, value: unknown) => `${tableName}/${key}=${JSON.stringify(value)}`,
      scan: () => [tableName],
    }),
  });
}
export class Bucket extends CustomResource {
  declare readonly bucketName: Property<string>;
  declare readonly url: Property<string>;
  constructor(name: string, props: Record<string, unknown> = {}) {
    super("test:index:Bucket", name, { ...props, bucketName: undefined, url: undefined });
  }
}
export const write = (table: any, key: string) => table.put(key, 1);
export function viaObject({ table }: { table: any }) {
  return table.get("o");
}
export const names = (bucket: any) => bucket.bucketName;
