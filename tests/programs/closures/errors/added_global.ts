import { refused } from "../check.ts";
(globalThis as any).settings = { a: 1 };
declare const settings: { a: number };
refused("added-global", () => settings.a);
