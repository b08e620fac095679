// What this program uses of Node's modules. The package @types/node describes all of them.

declare module "node:fs" {
  interface Entry {
    readonly name: string;
    readonly parentPath: string;
    isFile(): boolean;
  }
  export function readdirSync(path: string, options: { recursive?: boolean; withFileTypes: true }): Entry[];
}

declare module "node:path" {
  export function extname(path: string): string;
  export function join(...parts: string[]): string;
  export function relative(from: string, to: string): string;
}
