// The names of the web and of Node that every program finds.
const names = [
  "AbortController AbortSignal Blob BroadcastChannel Buffer ByteLengthQueuingStrategy CompressionStream",
  "CountQueuingStrategy Crypto CustomEvent DOMException DecompressionStream Event EventTarget File FormData Headers",
  "MessageChannel MessageEvent MessagePort Performance PerformanceEntry PerformanceMark PerformanceMeasure",
  "PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming ReadableByteStreamController",
  "ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController",
  "ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoder TextDecoderStream TextEncoder",
  "TextEncoderStream TransformStream TransformStreamDefaultController URL URLSearchParams WebAssembly WritableStream",
  "WritableStreamDefaultController WritableStreamDefaultWriter atob btoa clearImmediate clearInterval clearTimeout",
  "console crypto fetch global performance process queueMicrotask setImmediate setInterval setTimeout structuredClone",
].join(" ").split(" ");
for (const name of names) {
  const value = globalThis[name];
  const { enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  console.log(name, typeof value, /^[A-Z]/.test(name) ? value.name : "", configurable, typeof enumerable);
}
const streams = new ReadableStream();
console.log(streams.getReader() instanceof ReadableStreamDefaultReader, new MessageEvent("message", { data: 1 }).data);
const channels = [new BroadcastChannel("x"), new BroadcastChannel("x")];
channels[1].onmessage = ({ data }) => {
  console.log(data);
  for (const it of channels) it.close();
};
channels[0].postMessage("to all");
