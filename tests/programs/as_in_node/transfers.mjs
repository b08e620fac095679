import { isAscii, isUtf8 } from "node:buffer";
import { MessageChannel } from "node:worker_threads";

const given = new Uint8Array([1, 2, 3]).buffer;
const taken = structuredClone(given, { transfer: [given] });
console.log(given.byteLength, taken.byteLength, new Uint8Array(taken).join());
const nested = structuredClone({ inner: taken }, { transfer: [taken] });
console.log(taken.byteLength, nested.inner.byteLength);
for (const check of [isAscii, isUtf8]) {
  try {
    check(given);
  } catch (error) {
    console.log(error.code, error.message);
  }
}

const { port1, port2 } = new MessageChannel();
const message = new Uint8Array([7]);
port1.postMessage(message, [message.buffer]);
console.log(message.length);
console.log((await new Promise((resolve) => port2.once("message", resolve)))[0]);
port1.close();
