// Listeners of ports, those of Node beside those of the web, in generated orders of what adds and removes them.
import { MessageChannel } from "node:worker_threads";

/** Numbers from 0 to `limit` - 1, the same in each run. */
function generator(seed) {
  let state = Math.imul(seed, 2654435761);
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

const actions = {
  on: (port, listener) => port.on("message", listener),
  once: (port, listener) => port.once("message", listener),
  off: (port, listener) => port.off("message", listener),
  addEventListener: (port, listener) => port.addEventListener("message", listener),
  addOnce: (port, listener) => port.addEventListener("message", listener, { once: true }),
  addObject: (port, listener) => port.addEventListener("message", { handleEvent: listener }),
  removeEventListener: (port, listener) => port.removeEventListener("message", listener),
  removeAllListeners: (port) => port.removeAllListeners("message"),
  removeOthers: (port) => port.removeAllListeners("other"),
  other: (port, listener) => port.on("other", listener),
  emit: (port) => port.emit("message", "emitted"),
};
const names = Object.keys(actions);

/** Many short waits: one long one may be over before anything else had its turn. */
async function settled() {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 1));
}

async function run(seed) {
  const next = generator(seed);
  const { port1, port2 } = new MessageChannel();
  let heard = [];
  const shown = (value) => value instanceof Event ? `${value.type} of ${value.data}` : value;
  const listeners = ["a", "b", "c"].map((name) => (value) => heard.push(`${name} ${shown(value)}`));
  for (let step = 0; step < 10; step++) {
    const name = names[next(names.length)];
    actions[name](port1, listeners[next(listeners.length)]);
    const count = `${port1.listenerCount("message")} ${port1.listenerCount("other")}`;
    if (next(4) === 0) {
      port2.postMessage(step);
      await settled();
    }
    console.log(seed, name, count, heard.join());
    heard = [];
  }
  port1.removeAllListeners();
  console.log(port1.listenerCount("message"), port1.listenerCount("other"));
  port1.close();
}

for (let seed = 1; seed <= 100; seed++) await run(seed);
