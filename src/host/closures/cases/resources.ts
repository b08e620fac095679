//# a resource, its client, its properties
import * as lumi from "lumi";
class Queue extends lumi.CustomResource<{ url: string }> {
  static client = lumi.defineClient({
    bindings: ["url"],
    create: (values) => ({ push: (message: string) => fetch(values.url, { method: "POST", body: message }) }),
  });
  constructor(name: string) { super("test:index:Queue", name, { visible: 1 }); }
}
const queue = new Queue("jobs");
const url = queue.url;
const deep = (queue as any).a.b;
const known = new lumi.Property({ a: [1] });
const hidden = lumi.secret("s3cret");
export const handler = () => [queue.push("x"), url, deep, known, hidden, queue];
//# a component
import * as lumi from "lumi";
class Site extends lumi.ComponentResource { url = "u"; constructor(name: string) { super("test:index:Site", name); } }
const site = new Site("s");
export const handler = () => site.url;
//# decides for itself
const pool = { socket: new WeakMap(), [Symbol.for("lumi.capture")]() { return { size: 3 }; } };
class Lazy { [Symbol.for("lumi.capture")]() { return "text"; } }
const lazy = new Lazy();
export const handler = () => [pool, pool, lazy];
//# a hook that throws
const pool = { [Symbol.for("lumi.capture")]() { throw new RangeError("not now"); } };
export const handler = () => pool;
//# a hook without end
const make = (): any => ({ [Symbol.for("lumi.capture")]: make });
const pool = make();
export const handler = () => pool;
