// Ports that were started, or have listeners, are handed on with the messages that wait in them: to another thread and within
// this one, in generated orders of what happens to them.
import { once } from "node:events";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

/** Numbers from 0 to `limit` - 1, the same in each run. */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

const isPort = (message) => typeof message?.postMessage === "function";

function shown(message) {
  if (message instanceof Uint8Array) return `bytes ${[...message]}`;
  if (!isPort(message)) return String(message);
  const inner = receiveMessageOnPort(message)?.message;
  message.close();
  return `port with ${inner}`;
}

const code = `const { parentPort } = require("node:worker_threads");
const ports = new Map();
const shown = (message) => message instanceof Uint8Array ? "bytes " + [...message] :
  typeof message?.postMessage === "function" ? (message.close(), "port") : String(message);
parentPort.on("message", ({ order, port }) => {
  if (order === undefined) return parentPort.postMessage({});
  if (port === undefined) return ports.get(order)?.close();
  ports.set(order, port);
  const tell = (text) => parentPort.postMessage({ order, text });
  port.on("message", (message) => {
    tell(shown(message));
    port.postMessage("answer to " + shown(message));
  });
  port.on("close", () => tell("closed"));
});`;
const worker = new Worker(code, { eval: true });
await once(worker, "online");
const toldThere = new Map();
const waiting = [];
worker.on("message", ({ order, text }) => order === undefined ? waiting.shift()() : toldThere.get(order).push(text));

/** Both threads have had turns enough for all that they have to tell. */
async function settled() {
  for (let turns = 0; turns < 4; turns++) {
    const heard = new Promise((resolve) => waiting.push(resolve));
    worker.postMessage({});
    await heard;
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 2));
  }
}

const posts = {
  text: (port, number) => port.postMessage(`text ${number}`),
  bytes: (port, number) => {
    const bytes = new Uint8Array([number]);
    port.postMessage(bytes, [bytes.buffer]);
  },
  port: (port) => {
    const inner = new MessageChannel();
    port.postMessage(inner.port2, [inner.port2]);
  },
};

/** One order; the port that is handed on may be handed on within this thread first. */
async function run(order) {
  const next = generator(order * 7919 + 1);
  const pick = (list) => list[next(list.length)];
  const steps = [];
  const [near, here, there] = [[], [], []];
  toldThere.set(order, there);
  const { port1, port2 } = new MessageChannel();
  port1.on("message", (message) => near.push(shown(message)));
  port1.on("close", () => near.push("closed"));
  const listeners = [];
  let [port, number] = [port2, 0];
  let [isOver, isClosed, isStarted] = [false, false, false];
  const hear = (it) => {
    isStarted = true;
    const listener = (message) => here.push(shown(message));
    listeners.push(listener);
    it.on("message", listener);
    it.on("close", () => here.push("closed"));
  };
  const handOn = (attempt) => {
    try {
      attempt();
    } catch (error) {
      here.push(error.name);
    }
  };
  const hearAsWeb = (it) => {
    isStarted = true;
    it.addEventListener("message", ({ data }) => here.push(`web ${shown(data)}`));
    it.start();
  };
  const moves = {
    post: () => !isClosed && posts[pick(["text", "text", "bytes", "port"])](port1, number++),
    start: () => {
      if (isOver) return;
      isStarted = true;
      port.start();
    },
    listen: () => !isOver && hear(port),
    web: () => !isOver && hearAsWeb(port),
    mute: () => listeners.splice(0).forEach((it) => port.off("message", it)),
    take: () => !isOver && here.push(`taken ${shown(receiveMessageOnPort(port)?.message)}`),
    unref: () => !isOver && port.unref(),
    ask: () => !isOver && port.postMessage(`asked ${number}`),
    microtask: () => null,
    settle: settled,
    within: () => {
      if (isOver || isClosed) return;
      listeners.length = 0;
      const through = new MessageChannel();
      handOn(() => through.port1.postMessage(port, [port]));
      port = receiveMessageOnPort(through.port2)?.message ?? port;
      isStarted = false;
      through.port1.close();
    },
    transfer: () => {
      if (isOver) return;
      isOver = true;
      handOn(() => worker.postMessage({ order, port }, [port]));
    },
    fail: () => {
      if (isOver) return;
      handOn(() => worker.postMessage({ order, port, code: () => {} }, [port]));
    },
    close: () => {
      // A port that came in a message hears of it once it is started.
      if (isClosed || (port !== port2 && !isOver && !isStarted)) return;
      isClosed = true;
      port1.close();
    },
  };
  const likely = ["post", "post", "post", "start", "listen", "listen", "within", "transfer", "settle"];
  const names = [...likely, "web", "mute", "take", "unref", "ask", "microtask", "close"];
  for (let count = 4 + next(6); count > 0; count--) {
    const name = pick(names);
    steps.push(name);
    await moves[name]();
  }
  if (!isOver) {
    steps.push("transfer");
    moves.transfer();
  }
  moves.post();
  await settled();
  moves.close();
  await settled();
  // The object that is left behind is of no use.
  try {
    port2.postMessage("lost");
    port2.start();
    port2.close();
  } catch (error) {
    here.push(error.name);
  }
  // The event of the object that is left comes in a turn of its own.
  here.sort((one, other) => Number(one === "closed") - Number(other === "closed"));
  return `${order} ${steps.join(" ")}: near ${near.join(", ")}; here ${here.join(", ")}; there ${there.join(", ")}`;
}

// Few at the same time, so that what is settled does not depend on the machine.
const BATCH = 20;
const orders = Number(process.argv[2] ?? 100);
const first = Number(process.argv[3] ?? 0);
for (let from = first; from < first + orders; from += BATCH) {
  const batch = Array.from({ length: Math.min(BATCH, first + orders - from) }, (_, index) => run(from + index));
  for (const result of await Promise.all(batch)) console.log(result);
}
await worker.terminate();
