//# kinds
async function a() {} function* b() {} async function* c() {}
const d = async () => {}; const { e } = { e() {} }; const { f } = { async *f() {} };
const g = Object.getOwnPropertyDescriptor({ get g() { return 1; } }, "g")!.get;
export const handler = () => [a, b, c, d, e, f, g];
//# members and names
function tagged() {} tagged.extra = { a: 1 };
const renamed = () => 1; Object.defineProperty(renamed, "name", { value: "other" });
const nameless = (() => () => 1)();
export const handler = () => [tagged, renamed, nameless, Object.freeze(function frozen() {})];
//# bound
function add(this: any, a: number, b: number) { return this.base + a + b; }
const bound = add.bind({ base: 1 }, 2);
const twice = bound.bind(null, 3);
const native = Math.max.bind(null, 5);
export const handler = () => [bound, twice, native];
//# old classes
function Old(this: any) { this.x = 1; }
Old.prototype.method = function () { return this.x; };
const old = new (Old as any)();
function Sub() {} Object.setPrototypeOf(Sub.prototype, Old.prototype);
function Other() {} Other.prototype = { replaced: true };
export const handler = () => [old, Sub, Other];
//# super in an object
const base = { hi() { return "base"; } };
const object = { __proto__: base, hi() { return super.hi() + "!"; } };
export const handler = () => object.hi();
//# super in an object, taken out
const object = { hi() { return super.toString(); } };
const { hi } = object;
export const handler = () => [hi, object];
//# tagged templates, destructuring, defaults
const tag = (parts: TemplateStringsArray, ...values: any[]) => parts.raw.join() + values;
const data = { a: 1, b: { c: 2 } };
export const handler = ({ a = data.a, ...rest }: any = {}) => tag`x${a}y${rest}`;
//# the same unit twice
const make = (n: number) => () => n;
const one = make(1), two = make(2), again = make(1);
export const handler = () => [one, two, again];
