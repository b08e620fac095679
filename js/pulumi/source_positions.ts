// The place where a resource is declared. The SDK of Pulumi writes the whole stack for it and sends each frame; the engine in this
// process reads the first frame outside of the SDK, so that is all that is looked for.

import { pathToFileURL } from "../node/url/url.ts";

interface Position {
  uri: string;
  line: number;
  column: number;
}

type StackTrace = (skip: number) => (Position | undefined)[];

/** Frames beyond those that the SDK skips: Lumi's own are not written, and may lie between them. */
const MORE = 6;

/** The frame that `skip` counts and the stack lacks: that of the function of the SDK that this module replaces. */
const OF_SDK = 1;

/** The functions of this module below the SDK, which a program's own writer of stacks gets, too. */
const OF_LUMI = 2;

/** As the SDK reads frames. */
const framePosition = /^\s*at .* \((.*):([0-9]+):([0-9]+)\)$/;

/** Changes the module `resource` of the SDK. Older versions find the position in another way, and keep it. */
export function findPositionsFast(exports: Record<string, unknown>): void {
  const { Resource } = exports as { Resource?: { stackTrace?: StackTrace } };
  const own = Resource?.stackTrace;
  if (Resource === undefined || typeof own !== "function") return;
  Resource.stackTrace = (skip) => {
    const frames = firstFrames(skip + MORE);
    const frame = frames?.[skip - OF_SDK + (writesOwnStacks() ? OF_LUMI : 0)];
    return frame === undefined ? Reflect.apply(own, Resource, [skip]) : [positionOf(frame)];
  };
}

function firstFrames(count: number): string[] | undefined {
  const stacks = Error as unknown as { stackTraceLimit: number };
  const { stackTraceLimit } = stacks;
  try {
    stacks.stackTraceLimit = count;
    const { stack } = new Error();
    // The program may have its own writer of stacks.
    return typeof stack === "string" ? stack.split("\n").slice(1) : undefined;
  } finally {
    stacks.stackTraceLimit = stackTraceLimit;
  }
}

/** Packages such as `source-map-support` set it. */
function writesOwnStacks(): boolean {
  return typeof (Error as unknown as { prepareStackTrace?: unknown }).prepareStackTrace === "function";
}

function positionOf(frame: string): Position | undefined {
  const [, file, line, column] = framePosition.exec(frame) ?? [];
  if (!file || file.startsWith("node:")) return undefined;
  return { uri: uriOf(file), line: Number(line), column: Number(column) };
}

/** The URIs of files, one text for all resources of a file. */
const uris = new Map<string, string>();

function uriOf(file: string): string {
  let uri = uris.get(file);
  if (uri === undefined) {
    uri = pathToFileURL(file).href;
    uris.set(file, uri);
  }
  return uri;
}
