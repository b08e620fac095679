export * from "./named.ts";
export { helper as otherHelper, default as byDefault } from "./same.ts";
export * as space from "./same.ts";
export { default } from "./same.ts";
