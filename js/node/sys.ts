// node:sys: the former name of node:util.

export * from "./util.ts";
export { default } from "./util.ts";
