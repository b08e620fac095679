// The web's basics as global names. What every program touches is made here, in the snapshot; the
// rest is compiled on first use from the table that build.rs embeds.

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

/** Defines names whose script is loaded when one of them is first read. */
function defineLazily(file: string, names: string[]): void {
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      get() {
        const value = web(file)[name];
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

interface ConsoleScript {
  Console: new (print: (text: string, level: number) => void) => Console;
  setNoColorFns(output: () => boolean, errors: () => boolean): void;
}

/** A native object, so it cannot be in the snapshot: made when first read. */
Object.defineProperty(globalThis, "console", {
  get() {
    const { Console, setNoColorFns } = web("01_console.js") as unknown as ConsoleScript;
    const isPlain = !core.ops.op_lumi_console_color();
    setNoColorFns(() => isPlain, () => isPlain);
    const console = new Console(print);
    define("console", console);
    return console;
  },
  set(value: unknown) {
    define("console", value);
  },
  enumerable: false,
  configurable: true,
});

defineLazily("00_url.js", ["URL", "URLSearchParams"]);
defineLazily("01_dom_exception.js", ["DOMException"]);
defineLazily("01_urlpattern.js", ["URLPattern"]);
defineLazily("02_event.js", ["CustomEvent", "ErrorEvent", "Event", "EventTarget", "reportError"]);
defineLazily("03_abort_signal.js", ["AbortController", "AbortSignal"]);
defineLazily("05_base64.js", ["atob", "btoa"]);
defineLazily("06_streams.js", [
  "ByteLengthQueuingStrategy",
  "CountQueuingStrategy",
  "ReadableStream",
  "TransformStream",
  "WritableStream",
]);
defineLazily("08_text_encoding.js", [
  "TextDecoder",
  "TextDecoderStream",
  "TextEncoder",
  "TextEncoderStream",
]);
defineLazily("09_file.js", ["Blob", "File"]);
defineLazily("13_message_port.js", ["MessageChannel", "MessagePort", "structuredClone"]);
defineLazily("14_compression.js", ["CompressionStream", "DecompressionStream"]);
defineLazily("15_performance.js", ["Performance", "performance"]);
defineLazily("02_timers.js", ["clearInterval", "clearTimeout", "setInterval", "setTimeout"]);
