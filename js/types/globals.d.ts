// The names that programs find besides those of the web (which TypeScript's library "DOM" declares).

declare const process: typeof import("./node/process.js").process;
declare const Buffer: typeof import("./node/buffer.js").Buffer;
type Buffer = import("./node/buffer.js").Buffer;
declare const setImmediate: typeof import("./node/timers.js").setImmediate;
declare const clearImmediate: typeof import("./node/timers.js").clearImmediate;

/** Beside `url` and `resolve`, which the web has, too. */
interface ImportMeta {
  /** Whether this module is the program itself. */
  readonly main: boolean;
  /** The folder of this module, absolute. */
  readonly dirname: string;
  /** The file of this module, absolute. */
  readonly filename: string;
}

// Node's modules can be imported without "node:" as well.
declare module "buffer" {
  export * from "node:buffer";
  export { default } from "node:buffer";
}
declare module "child_process" {
  export * from "node:child_process";
  export { default } from "node:child_process";
}
declare module "crypto" {
  export * from "node:crypto";
  export { default } from "node:crypto";
}
declare module "fs" {
  export * from "node:fs";
  export { default } from "node:fs";
}
declare module "fs/promises" {
  export * from "node:fs/promises";
  export { default } from "node:fs/promises";
}
declare module "os" {
  export * from "node:os";
  export { default } from "node:os";
}
declare module "path" {
  export * from "node:path";
  export { default } from "node:path";
}
declare module "path/posix" {
  export * from "node:path/posix";
  export { default } from "node:path/posix";
}
declare module "process" {
  export * from "node:process";
  export { default } from "node:process";
}
declare module "punycode" {
  export * from "node:punycode";
  export { default } from "node:punycode";
}
declare module "stream" {
  export * from "node:stream";
  export { default } from "node:stream";
}
declare module "stream/consumers" {
  export * from "node:stream/consumers";
  export { default } from "node:stream/consumers";
}
declare module "stream/promises" {
  export * from "node:stream/promises";
  export { default } from "node:stream/promises";
}
declare module "stream/web" {
  export * from "node:stream/web";
  export { default } from "node:stream/web";
}
declare module "url" {
  export * from "node:url";
  export { default } from "node:url";
}
declare module "zlib" {
  export * from "node:zlib";
  export { default } from "node:zlib";
}

// `import text from "./schema.sql" with { type: "text" }` works with any file. TypeScript can only
// be told by name; a program declares further ones in the same way.
declare module "*.conf" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.csv" {
  const text: string;
  export default text;
}
declare module "*.graphql" {
  const text: string;
  export default text;
}
declare module "*.hcl" {
  const text: string;
  export default text;
}
declare module "*.html" {
  const text: string;
  export default text;
}
declare module "*.ini" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.pem" {
  const text: string;
  export default text;
}
declare module "*.ps1" {
  const text: string;
  export default text;
}
declare module "*.pub" {
  const text: string;
  export default text;
}
declare module "*.sh" {
  const text: string;
  export default text;
}
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}
declare module "*.template" {
  const text: string;
  export default text;
}
declare module "*.toml" {
  const text: string;
  export default text;
}
declare module "*.tpl" {
  const text: string;
  export default text;
}
declare module "*.txt" {
  const text: string;
  export default text;
}
declare module "*.xml" {
  const text: string;
  export default text;
}
declare module "*.yaml" {
  const text: string;
  export default text;
}
declare module "*.yml" {
  const text: string;
  export default text;
}
