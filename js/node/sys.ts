// node:sys: the former name of node:util.

export * from "./util/util.ts";
export { default } from "./util/util.ts";
