// The package @grpc/grpc-js of the program, for servers and clients that are not of this process.

import { createRequire } from "../node/module/commonjs.ts";
import { core } from "../web/ops.ts";

// deno-lint-ignore no-explicit-any
export type Grpc = Record<string, any>;

let real: Grpc | undefined;

/** Loads it when first called. The file is named, because the name of the package means Lumi's module. */
export function realGrpc(): Grpc {
  real ??= requireOfSdk("@grpc/grpc-js/build/src/index.js") as Grpc;
  return real;
}

/** Loads a module as the SDK does, which may be behind a link, as with pnpm. */
export function requireOfSdk(name: string): unknown {
  const entry = core.ops.op_lumi_entry();
  const { realpathSync } = createRequire(entry)("node:fs") as { realpathSync(path: string): string };
  return createRequire(realpathSync(entry))(name);
}

/** The credentials of connections on this machine, which is all that the SDK has. */
export const insecure = { createInsecure: (): unknown => insecureMark };
const insecureMark = { isInsecure: true };

/** Whether credentials are those of connections without encryption. */
export const isInsecure = (credentials: unknown): boolean => credentials === insecureMark;

/** Credentials as the real package takes them. */
export const realCredentials = (kind: "credentials" | "ServerCredentials", credentials: unknown): unknown =>
  credentials === insecureMark ? realGrpc()[kind].createInsecure() : credentials;
