// Ports whose other end closed are handed on with the messages that are left: at once, a turn later, and when the end is known.
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

/** Many short waits: one long one may be over before anything else had its turn. */
async function settled() {
  for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setTimeout(resolve, 10));
}
const moments = { "at once": () => {}, "a turn later": () => new Promise(setImmediate), later: settled };
const kinds = {
  text: (port, number) => port.postMessage(`text ${number}`),
  bytes: (port, number) => {
    const bytes = new Uint8Array([number]);
    port.postMessage(bytes, [bytes.buffer]);
  },
  port: (port, number) => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(`inner ${number}`);
    port.postMessage(port2, [port2]);
  },
};

function shown(message) {
  if (message instanceof Uint8Array) return `bytes ${[...message]}`;
  if (typeof message?.postMessage !== "function") return String(message);
  const inner = receiveMessageOnPort(message)?.message;
  message.close();
  return `port with ${inner}`;
}

async function handedOn(count, moment, kind, isTaken, isHeard) {
  const log = [];
  const { port1, port2 } = new MessageChannel();
  const through = new MessageChannel();
  if (isHeard) port2.on("close", () => log.push("closed here"));
  for (let number = 0; number < count; number++) kinds[kind](port1, number);
  port1.close();
  await moments[moment]();
  if (isTaken) log.push(`taken ${shown(receiveMessageOnPort(port2)?.message)}`);
  try {
    through.port1.postMessage(port2, [port2]);
  } catch (error) {
    log.push(error.name);
  }
  await moments[moment]();
  const port = receiveMessageOnPort(through.port2)?.message;
  port?.on("message", (message) => log.push(shown(message)));
  await settled();
  through.port1.close();
  // The event comes in a turn of its own.
  const messages = log.filter((it) => it !== "closed here");
  return messages.length === log.length ? messages : [...messages, "closed here"];
}

for (const moment of Object.keys(moments)) {
  for (const kind of Object.keys(kinds)) {
    const cases = [[0, false, true], [1, false, true], [2, true, false], [3, true, true], [3, false, false]];
    const logs = cases.map(([count, isTaken, isHeard]) => handedOn(count, moment, kind, isTaken, isHeard));
    for (const log of await Promise.all(logs)) console.log(`${moment}, ${kind}: ${log.join(", ")}`);
  }
}

const { port1, port2 } = new MessageChannel();
for (const number of [1, 2, 3]) port1.postMessage(number);
port1.close();
await settled();
const code = `const { parentPort } = require("node:worker_threads");
parentPort.once("message", (port) => {
  const heard = [];
  port.on("message", (it) => heard.push(it));
  port.on("close", () => parentPort.postMessage(heard));
});`;
const worker = new Worker(code, { eval: true });
worker.postMessage(port2, [port2]);
console.log("a worker:", await new Promise((resolve) => worker.once("message", resolve)));
await worker.terminate();
