import * as x from "https://example.com/mod.ts";
console.log(x);
