// The web's basics as global names. What every program touches is made here, in the snapshot; the
// rest is compiled on first use from the table that src/host/build embeds.

import "./errors.ts";
import "./source_text.ts";
import { endOfProgram } from "./end_of_program.ts";
import { core, web } from "./ops.ts";
import { print } from "./print.ts";

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, {
    value,
    enumerable: false,
    configurable: true,
    writable: true,
  });
}

/** Defines names that `load` answers when one of them is first read. */
function defineLazily(load: () => Record<string, unknown>, names: string[]): void {
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      get() {
        const value = load()[name];
        define(name, value);
        return value;
      },
      set(value: unknown) {
        define(name, value);
      },
      enumerable: false,
      configurable: true,
    });
  }
}

/** Names from a script of the web extension. */
function defineFrom(file: string, names: string[]): void {
  defineLazily(() => web(file), names);
}

/** Lets a decoder throw the error of Node at bytes that are not of its encoding. */
function codeErrorsOf(prototype: TextDecoder): void {
  const { decode } = prototype;
  const members = {
    decode(this: TextDecoder, ...args: unknown[]): string {
      try {
        return Reflect.apply(decode, this, args);
      } catch (error) {
        if ((error as Error).message !== "The encoded data is not valid") throw error;
        const message = `The encoded data was not valid for encoding ${this.encoding}`;
        throw Object.assign(new TypeError(message), { code: "ERR_ENCODING_INVALID_ENCODED_DATA" });
      }
    },
  };
  Object.defineProperty(members.decode, "length", { value: decode.length, configurable: true });
  Object.defineProperty(prototype, "decode", {
    value: members.decode,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Sees to it that errors of listeners end the program. */
function prepareEvents(): void {
  const { saveGlobalThisReference } = web("02_event.js") as { saveGlobalThisReference(target: object): void };
  saveGlobalThisReference(errorTarget);
}

/** Names from a script that deals with events. */
function defineFromEvents(file: string, names: string[]): void {
  defineLazily(() => {
    prepareEvents();
    return web(file);
  }, names);
}

/** Target of errors that listeners throw. Its answer is whether the error ends the program. */
const errorTarget = { dispatchEvent: ({ error }: ErrorEvent) => !endOfProgram.takeOfListener(error) };

/** Names from one of Lumi's own modules that are not in the snapshot. */
function defineLate(module: string, names: string[]): void {
  defineLazily(core.createLazyLoader(`lumi:/${module}`), names);
}

interface ConsoleScript {
  Console: new (print: (text: string, level: number) => void) => Console;
  setNoColorFns(output: () => boolean, errors: () => boolean): void;
}

// Most programs print: with its script in the snapshot the first line comes a millisecond sooner.
web("01_console.js");

/** A native object, so it cannot be in the snapshot: made when first read. */
Object.defineProperty(globalThis, "console", {
  get() {
    const { Console, setNoColorFns } = web("01_console.js") as unknown as ConsoleScript;
    const isPlain = !core.ops.op_lumi_console_color();
    setNoColorFns(() => isPlain, () => isPlain);
    const console = new Console(print);
    // Debuggers get values from V8's own console.
    if (core.ops.op_lumi_is_inspected()) core.wrapConsole(console, core.v8Console);
    define("console", console);
    return console;
  },
  set(value: unknown) {
    define("console", value);
  },
  enumerable: false,
  configurable: true,
});

const loadUrls = core.createLazyLoader("lumi:/fetch/url.ts");
defineLazily(() => {
  const script = web("00_url.js") as { URL: Record<string, unknown> };
  for (const name of ["createObjectURL", "revokeObjectURL"]) {
    // The script of files defines both again, unless it has run before.
    if (script.URL[name] !== undefined) continue;
    const value = (...args: unknown[]) => {
      web("09_file.js");
      return (script.URL[name] as (...args: unknown[]) => unknown)(...args);
    };
    Object.defineProperty(script.URL, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return loadUrls();
}, ["URL", "URLSearchParams"]);
defineFrom("01_dom_exception.js", ["DOMException"]);
defineFrom("01_urlpattern.js", ["URLPattern"]);
defineFromEvents("02_event.js", [
  "CloseEvent",
  "CustomEvent",
  "ErrorEvent",
  "Event",
  "EventTarget",
  "MessageEvent",
  "ProgressEvent",
  "PromiseRejectionEvent",
]);
defineFromEvents("03_abort_signal.js", ["AbortController", "AbortSignal"]);
defineFrom("05_base64.js", ["atob", "btoa"]);
defineFrom("06_streams.js", [
  "ByteLengthQueuingStrategy",
  "CountQueuingStrategy",
  "ReadableByteStreamController",
  "ReadableStream",
  "ReadableStreamBYOBReader",
  "ReadableStreamBYOBRequest",
  "ReadableStreamDefaultController",
  "ReadableStreamDefaultReader",
  "TransformStream",
  "TransformStreamDefaultController",
  "WritableStream",
  "WritableStreamDefaultController",
  "WritableStreamDefaultWriter",
]);
defineLazily(() => {
  const script = web("08_text_encoding.js") as { TextDecoder: { prototype: TextDecoder } };
  codeErrorsOf(script.TextDecoder.prototype);
  return script;
}, [
  "TextDecoder",
  "TextDecoderStream",
  "TextEncoder",
  "TextEncoderStream",
]);
defineFrom("09_file.js", ["Blob", "File"]);
defineFromEvents("13_message_port.js", ["MessageChannel", "MessagePort", "structuredClone"]);
defineFrom("14_compression.js", ["CompressionStream", "DecompressionStream"]);
defineFrom("15_performance.js", [
  "Performance",
  "PerformanceEntry",
  "PerformanceMark",
  "PerformanceMeasure",
  "PerformanceObserver",
  "PerformanceObserverEntryList",
]);
defineLazily(() => {
  const script = web("15_performance.js") as { setTimeOrigin(): void; performance: Performance };
  script.setTimeOrigin();
  return { performance: script.performance };
}, ["performance"]);

defineLate("crypto/crypto.ts", ["Crypto", "SubtleCrypto", "crypto"]);
defineLate("crypto/crypto_key.ts", ["CryptoKey"]);
defineLate("fetch/fetch.ts", ["FormData", "Headers", "Request", "Response", "fetch"]);
const loadWebSocket = core.createLazyLoader("lumi:/web_socket/web_socket.ts");
defineLazily(() => {
  prepareEvents();
  return loadWebSocket();
}, ["WebSocket"]);
defineLate("node/buffer/buffer.ts", ["Buffer"]);
defineLate("node/perf_hooks.ts", ["PerformanceResourceTiming"]);
defineLate("node/process/process.ts", ["process"]);
defineLate("node/timers/timeout.ts", [
  "clearImmediate",
  "clearInterval",
  "clearTimeout",
  "setImmediate",
  "setInterval",
  "setTimeout",
]);

defineLate("node/worker/worker_threads.ts", ["BroadcastChannel"]);

/** The name of the global object in packages made for Node. */
define("global", globalThis);

/** Ends the program with `error`, unless it has ended before. */
define("reportError", (error: unknown) => core.reportUnhandledException(error));
