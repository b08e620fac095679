// Closes message ports that were started or not, with messages and ports in them that have no receiver.
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

/** Many short waits: one long one may be over before anything else had its turn. */
async function settled() {
  for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setTimeout(resolve, 3));
}

/** Makes a channel whose ends log when they close; the second one only if it is not `sent` elsewhere. */
function channel(log, name, sent = false) {
  const { port1, port2 } = new MessageChannel();
  port1.on("close", () => log.push(`${name}1 closed`));
  if (!sent) port2.on("close", () => log.push(`${name}2 closed`));
  return [port1, port2];
}

const cases = {
  "an end of a channel that was not started": (log) => channel(log, "a")[1].close(),
  "an end with an unread message": (log) => {
    const [one] = channel(log, "a");
    one.postMessage(1);
    one.close();
  },
  "an end whose unread message is read": async (log) => {
    const [one, two] = channel(log, "a");
    one.postMessage(1);
    one.close();
    await settled();
    log.push(receiveMessageOnPort(two)?.message);
    log.push(receiveMessageOnPort(two)?.message);
  },
  "an end that is started late": async (log) => {
    const [one, two] = channel(log, "a");
    one.postMessage(1);
    one.close();
    await settled();
    two.on("message", (message) => log.push(message));
  },
  "a listener that closes its port": (log) => {
    const [one, two] = channel(log, "a");
    two.on("message", (message) => {
      log.push(message);
      two.close();
    });
    for (const message of [1, 2, 3]) one.postMessage(message);
  },
  "a port in a message without a receiver": (log) => {
    const [one, two] = channel(log, "a");
    const [inner, sent] = channel(log, "b", true);
    inner.on("message", () => {});
    one.postMessage(sent, [sent]);
    two.close();
  },
  "a port in a message of a port in a message": (log) => {
    const [one, two] = channel(log, "a");
    const [middle, sent] = channel(log, "b", true);
    const [inner, deep] = channel(log, "c", true);
    for (const port of [middle, inner]) port.on("message", () => {});
    middle.postMessage(deep, [deep]);
    one.postMessage(sent, [sent]);
    two.close();
  },
  "a channel that is closed twice": (log) => {
    const [one, two] = channel(log, "a");
    one.start();
    one.close();
    two.close();
  },
};

for (const [name, run] of Object.entries(cases)) {
  const log = [];
  await run(log);
  await settled();
  // Events of several ports have no order.
  const closed = log.filter((it) => String(it).endsWith("closed")).sort();
  const messages = log.filter((it) => !closed.includes(it));
  console.log(`${name}: ${JSON.stringify([...messages, ...closed])}`);
}
