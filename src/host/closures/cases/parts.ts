//# only what is used
const config = { region: "eu", pool: new WeakMap() };
export const handler = () => config.region;
//# two functions use different parts
const config = { a: 1, b: 2, c: new WeakMap() };
const other = () => config.b;
export const handler = () => config.a + other();
//# one of them needs all
const config = { a: 1, b: 2 };
const other = () => JSON.stringify(config);
export const handler = () => config.a + other();
//# through this
const service = { base: 1, add(n: number) { return this.base + n; }, unused: 3 };
export const handler = () => service.add(1);
//# without this
const service = { base: 1, add: (n: number) => n, unused: 3 };
export const handler = () => service.add(1);
//# through a getter
const service = { base: 1, get twice() { return this.base * 2; }, unused: 3 };
export const handler = () => service.twice;
//# destructured inside
const config = { a: 1, b: new WeakMap() };
export const handler = () => { const { a } = config; return a; };
//# computed
const config: any = { a: 1, b: 2 };
export const handler = (key: string) => config[key];
//# reached twice
const config = { a: 1, b: 2 };
const alias = { config };
export const handler = () => [config.a, alias];
//# instances are whole
class K { a = 1; b = 2; }
const k = new K();
export const handler = () => k.a;
