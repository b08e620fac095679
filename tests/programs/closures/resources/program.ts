import { compute, ComponentResource, CustomResource, secret, wrapClosure } from "lumi";
import { Bucket, names, Table, viaObject, write } from "./lib.ts";

const f = (name: string, code: (...args: any[]) => unknown) => new CustomResource("test:index:Function", name, { code });
const table: any = new Table("orders");
const second: any = new Table("or-ders");
const bucket: any = new Bucket("files");
const other: any = new Bucket("other");
const password = secret("hunter2-in-plain-sight");
const holder = { db: { table }, bucket };
const { tableName } = table;
const alias = table;
class Store {
  constructor(readonly table: any) {}
  save(key: string) { return this.table.put(key, 2); }
}
const store = new Store(table);
class Site extends ComponentResource {
  readonly files: any;
  constructor(name: string) {
    super("test:index:Site", name, {});
    this.files = new Bucket(`${name}-files`);
    this.handler = () => this.files.url;
  }
  handler: () => unknown;
}
const site = new Site("site");

f("property", () => bucket.bucketName);
f("two-properties", () => [bucket.bucketName, bucket.url, other.url]);
f("method", () => table.get("k"));
f("two-methods", () => [table.get("k"), table.put("k", 1)]);
f("like-names", () => [table.get("k"), second.get("k")]);
f("alias", () => { const t = alias; return t.scan(); });
f("destructured", () => { const { get } = table; return get("k"); });
f("destructured-outside", () => tableName);
f("in-object", () => [holder.db.table.get("k"), holder.bucket.url]);
f("helper", () => write(table, "k"));
f("helper-property", () => names(bucket));
f("helper-object", () => viaObject({ table }));
f("instance", () => store.save("k"));
f("optional", () => table?.get?.("k"));
f("nested-function", () => [1].map((it) => table.put(String(it), it)));
f("escapes", () => { const all: any[] = [table]; return all[0].get("k"); });
f("secret", () => password);
f("derived-property", ((upper) => () => upper)(bucket.bucketName.then((it: string) => it.toUpperCase())));
f("then", ((p) => () => p)(bucket.url.then((it: string) => `<${it}>`)));
f("in-component", site.handler);
f("computed-method", (name: string) => table[name]("k"));
f("nothing", () => 1);
new CustomResource("test:index:Function", "two-inputs", { first: () => table.get("a"), nested: { second: () => bucket.url } });
const made = compute(function handler() { return table.get("c"); });
const wrapped = wrapClosure(made, (inner) => async (event: unknown) => ({ status: 200, body: await inner(event) }));
new CustomResource("test:index:Function", "wrapped", { code: wrapped.code, entry: wrapped.entry });
export const outputs = { hash: made.hash, entry: made.entry, dependencies: made.dependencies, env: made.env, wrapped: wrapped.dependencies, folder: made.folder };
