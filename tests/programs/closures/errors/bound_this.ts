import { refused } from "../check.ts";
const holder = { cache: new WeakMap(), run(this: any) { return this.cache; } };
refused("bound-this", holder.run.bind(holder));
