// The checked arguments of `new Worker`.

import { core } from "../../web/ops.ts";
import { environmentOf, overrides } from "../process/environment.ts";
import { coded, invalidArgType, invalidArgValue } from "../node_errors.ts";
import { process } from "../process/process.ts";
import type { ResourceLimits } from "./own_thread.ts";

export const SHARE_ENV: symbol = Symbol.for("nodejs.worker_threads.SHARE_ENV");

export interface WorkerOptions {
  argv?: unknown[];
  env?: Record<string, unknown> | symbol | null;
  eval?: boolean;
  execArgv?: string[];
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  workerData?: unknown;
  transferList?: Transferable[];
  resourceLimits?: ResourceLimits;
  name?: string;
}

/** The entry module of a worker: its text, and what is its file to the program. */
export interface Entry {
  text: string;
  file: string;
  code: string | null;
}

/** Evaluated first: it gives the worker its settings. */
const FIRST = 'import "node:worker_threads";';

const importing = (url: string) => `${FIRST} import(${JSON.stringify(url)});`;

const fileUrl = (path: string) => `file://${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;

function pathError(name: string): Error {
  const hint = name.startsWith("file:") ? " Wrap file:// URLs with `new URL`." : "";
  const data = name.startsWith("data:text/javascript") ? " Wrap data: URLs with `new URL`." : "";
  return coded(
    TypeError,
    "ERR_WORKER_PATH",
    "The worker script or module filename must be an absolute path or a relative path starting with './' or '../'." +
      `${hint}${data} Received ${JSON.stringify(name)}`,
  );
}

/** The text of a `data:` URL. */
function dataText(url: URL): string {
  const comma = url.href.indexOf(",");
  const [head, body] = [url.href.slice(5, comma), decodeURIComponent(url.href.slice(comma + 1))];
  if (comma < 0 || !/^(text|application)\/javascript(;|$)/.test(head)) throw pathError(url.href);
  return head.endsWith(";base64") ? core.decode(Uint8Array.from(atob(body), (it) => it.charCodeAt(0))) : body;
}

function ofUrl(url: URL): Entry {
  if (url.protocol === "data:") return { text: `${FIRST} ${dataText(url)}`, file: url.href, code: null };
  if (url.protocol !== "file:") {
    throw coded(TypeError, "ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");
  }
  return { text: importing(url.href), file: decodeURIComponent(url.pathname), code: null };
}

export function entryOf(filename: unknown, options: WorkerOptions): Entry {
  if (options.eval === true) {
    if (typeof filename !== "string") {
      throw invalidArgValue("options.eval", "true", "must be false when 'filename' is not a string");
    }
    return { text: FIRST, file: "[worker eval]", code: filename };
  }
  if (filename instanceof URL) return ofUrl(filename);
  if (typeof filename !== "string") throw invalidArgType("filename", "of type string or an instance of URL", filename);
  const isRelative = /^\.\.?\//.test(filename);
  if (!isRelative && !filename.startsWith("/")) throw pathError(filename);
  const url = new URL(isRelative ? fileUrl(`${process.cwd()}/${filename}`) : fileUrl(filename));
  return ofUrl(url);
}

export function variablesOf(env: WorkerOptions["env"]): [variables: [string, string | null][], hasAll: boolean] {
  // A program and its workers have variables of their own, of which those of a new worker are a copy.
  if (env === undefined || env === null || env === SHARE_ENV || env === process.env) return [[...overrides], false];
  if (typeof env !== "object") {
    throw invalidArgType("options.env", "of type object or one of undefined, null, or worker_threads.SHARE_ENV", env);
  }
  return [environmentOf(env), true];
}

/** Flags that load code first, which a worker cannot do. */
const loading = ["-r", "--require", "--import", "--loader", "--experimental-loader"];

export function flagsOf(flags: unknown): string[] {
  if (flags === undefined || flags === null) return [...process.execArgv];
  if (!Array.isArray(flags)) throw invalidArgType("options.execArgv", "an instance of Array", flags);
  const wrong = flags.filter((it) => typeof it !== "string" || loading.includes(it.split("=")[0]!));
  if (wrong.length > 0) {
    const text = `Initiated Worker with invalid execArgv flags: ${wrong.join(", ")}`;
    throw coded(Error, "ERR_WORKER_INVALID_EXEC_ARGV", text);
  }
  return flags as string[];
}

export function argumentsOf(argv: unknown): string[] {
  if (argv === undefined || argv === null) return [];
  if (!Array.isArray(argv)) throw invalidArgType("options.argv", "an instance of Array", argv);
  return argv.map(String);
}

const MEBIBYTE = 1 << 20;

/** Bytes; null where the options set no limit. */
export function heapOf(
  { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young }: ResourceLimits,
): number | null {
  if (typeof old !== "number" || !(old > 0)) return null;
  return Math.min(Math.ceil((old + (typeof young === "number" && young > 0 ? young : 0)) * MEBIBYTE), 2 ** 40);
}
