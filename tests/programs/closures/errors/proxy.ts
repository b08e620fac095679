import { refused } from "../check.ts";
const settings = { inner: new Proxy({ a: 1 }, {}) };
refused("proxy", () => settings.inner.a);
