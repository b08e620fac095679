// Workers of node:worker_threads.

import { once } from "node:events";
import { fileURLToPath } from "node:url";
import {
  BroadcastChannel,
  getEnvironmentData,
  isMainThread,
  MessageChannel,
  parentPort,
  receiveMessageOnPort,
  setEnvironmentData,
  threadId,
  Worker,
  workerData,
} from "node:worker_threads";

const show = (...args) => console.log(...args.map((it) => typeof it === "object" ? JSON.stringify(it) : it));
const code = (text, options) => new Worker(text, { ...options, eval: true });
const exit = (worker) => new Promise((done) => worker.on("exit", done));
/** Everything that a worker says, in its order. */
async function told(worker) {
  const events = [];
  for (const name of ["online", "message", "messageerror", "error"]) {
    worker.on(name, (value) => {
      const shown = value instanceof Error ? [value.constructor.name, value.name, value.message, value.code] : value;
      events.push([name, shown]);
    });
  }
  events.push(["exit", await exit(worker)]);
  return JSON.stringify(events);
}

show(isMainThread, threadId, parentPort, workerData);

// Files, by URL and by path, with data, arguments and variables.
const data = { list: [1, new Date(5), new Map([["a", new Set([1])]])], text: "é\u{1f600}", big: 10n, nothing: undefined };
const echo = new Worker(new URL("workers/echo.mjs", import.meta.url), {
  workerData: data,
  argv: ["x", 5],
  env: { OWN: "mine" },
});
show(echo.threadId > 0, typeof echo.stdout.on, echo.stdin, (await once(echo, "online")).length);
const [main, number, got, args, variable] = (await once(echo, "message"))[0];
show(main, number, got.list[1].getTime(), got.list[2].get("a").has(1), got.text, got.big, "nothing" in got, args, variable);
echo.postMessage({ nested: [1, [2, /x/g]], error: new TypeError("kept") });
const [{ answer }] = await once(echo, "message");
show(answer.nested[1][1] instanceof RegExp, answer.error instanceof TypeError, answer.error.message);
const bytes = new Uint8Array([1, 2, 3]);
echo.postMessage(bytes, [bytes.buffer]);
show(bytes.length, [...(await once(echo, "message"))[0].answer]);
echo.postMessage("stop");
show(await exit(echo), echo.threadId, await echo.terminate());
echo.postMessage("too late");
show(await told(new Worker(fileURLToPath(new URL("workers/old.cjs", import.meta.url)), { workerData: 7 })));
show(await told(new Worker(new URL('data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.postMessage("data")'))));

// Code, its ends and errors.
const say = 'const { parentPort, workerData } = require("worker_threads"); parentPort.postMessage';
show(await told(code(`${say}(typeof require + typeof module + process.argv.length)`)));
show(await told(code(`${say}(1); process.exit(7); parentPort.postMessage(2)`)));
show(await told(code("process.exitCode = 4")));
show(await told(code("process.on('exit', (code) => process.exitCode = code + 3)")));
show(await told(code("throw Object.assign(new RangeError('mine'), { code: 'OWN' })")));
show(await told(code("setTimeout(() => { throw new Error('later') }, 1); setInterval(() => {}, 1000)")));
show(await told(code("Promise.reject(new SyntaxError('rejected'))")));
show(await told(code("throw 'text'")), await told(code("throw { a: [1] }")));
show(await told(code("process.on('uncaughtException', ({ message }) => require('worker_threads').parentPort.postMessage(message)); throw new Error('heard')")));
show((await told(code("let let"))).includes('"SyntaxError"'));
show((await told(new Worker(new URL("workers/missing.mjs", import.meta.url)))).includes('"exit",1'));
show(await told(code("const all = 1; const Worker = 2; let process_ = 3; require('worker_threads').parentPort.postMessage(all + Worker)")));

// An end from outside: of a loop, of a wait, of a program that listens.
for (const text of ["for (;;);", "setInterval(() => {}, 1000)", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)",
  "require('worker_threads').parentPort.on('message', () => {})"]) {
  const worker = code(text);
  await once(worker, "online");
  show(await worker.terminate(), await worker.terminate());
}

// Memory of several threads.
const shared = new Int32Array(new SharedArrayBuffer(8));
const adders = Array.from({ length: 4 }, () => code("const { workerData } = require('worker_threads'); for (let i = 0; i < 1000; i++) Atomics.add(workerData, 0, 1); Atomics.notify(workerData, 1)", { workerData: shared }));
await Promise.all(adders.map(exit));
show(shared[0]);

// Ports go from thread to thread.
const { port1, port2 } = new MessageChannel();
const [one, two] = [0, 1].map(() => code("require('worker_threads').parentPort.once('message', ({ port, text }) => { if (text) { port.postMessage(text); port.close() } else port.once('message', (it) => { require('worker_threads').parentPort.postMessage(it) }) })"));
const [heard, ended] = [once(two, "message"), Promise.all([one, two].map(exit))];
one.postMessage({ port: port1, text: "from one to two" }, [port1]);
two.postMessage({ port: port2 }, [port2]);
show((await heard)[0], await ended);
const own = new MessageChannel();
shared[1] = 0;
const asking = code("const { workerData } = require('worker_threads'); workerData.port.postMessage('sync'); Atomics.store(workerData.flag, 0, 1); Atomics.notify(workerData.flag, 0)",
  { workerData: { port: own.port1, flag: shared.subarray(1) }, transferList: [own.port1] });
const asked = exit(asking);
Atomics.wait(shared, 1, 0, 10_000);
show(receiveMessageOnPort(own.port2), receiveMessageOnPort(own.port2), await asked);
own.port2.close();

// Channels by name.
const channel = new BroadcastChannel("all");
const sender = code("const { BroadcastChannel } = require('worker_threads'); const c = new BroadcastChannel('all'); c.postMessage('to all'); setTimeout(() => c.close(), 50)");
const sent = exit(sender);
show(await new Promise((done) => { channel.onmessage = ({ data }) => done(data); }), await sent);
channel.close();

// Workers in workers, environment data, output.
setEnvironmentData("key", { a: 1 });
const nesting = code("const { Worker, getEnvironmentData, parentPort, workerData } = require('worker_threads'); " +
  "if (workerData === 0) parentPort.postMessage(getEnvironmentData('key')); else { " +
  "const inner = new Worker(workerData.text, { eval: true, workerData: workerData.depth && { ...workerData, depth: workerData.depth - 1 } }); " +
  "inner.on('message', (it) => parentPort.postMessage({ in: it })) }", { workerData: 0 });
show((await once(nesting, "message"))[0], getEnvironmentData("other"));
const text = "const { Worker, parentPort, workerData } = require('worker_threads'); if (workerData.depth === 0) parentPort.postMessage('deep'); " +
  "else new Worker(workerData.text, { eval: true, workerData: { ...workerData, depth: workerData.depth - 1 } }).on('message', (it) => parentPort.postMessage([it]))";
show(await told(code(text, { workerData: { text, depth: 3 } })));
const quiet = code("console.log('out'); console.error('err'); process.stdout.write('more')", { stdout: true, stderr: true });
const texts = ["", ""];
quiet.stdout.setEncoding("utf8").on("data", (it) => (texts[0] += it));
quiet.stderr.setEncoding("utf8").on("data", (it) => (texts[1] += it));
await exit(quiet);
await new Promise((done) => setTimeout(done, 10));
show(texts);
const reader = code("let all = ''; process.stdin.setEncoding('utf8').on('data', (it) => all += it).on('end', () => require('worker_threads').parentPort.postMessage(all))", { stdin: true });
reader.stdin.write("ab");
reader.stdin.end("é");
show(await told(reader));

// Many at once; a worker that nothing waits for.
const many = Array.from({ length: 50 }, (_, index) => code("const { parentPort, workerData } = require('worker_threads'); parentPort.postMessage(workerData * 2)", { workerData: index }));
const answers = await Promise.all(many.map(async (worker) => (await once(worker, "message"))[0]));
show(answers.reduce((sum, it) => sum + it, 0));
await Promise.all(many.map((it) => it.terminate()));

// Limits.
const greedy = code("const kept = []; for (;;) kept.push(new Array(1000).fill(kept.length))", { resourceLimits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 } });
show(greedy.resourceLimits.maxOldGenerationSizeMb, await told(greedy), greedy.resourceLimits);
show((await once(code("require('worker_threads').parentPort.postMessage(require('worker_threads').resourceLimits.maxOldGenerationSizeMb)", { resourceLimits: { maxOldGenerationSizeMb: 64 } }), "message"))[0]);

// Wrong arguments.
const failing = (body) => {
  try {
    body();
    return "not refused";
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message.split("\n")[0]}`;
  }
};
show(failing(() => new Worker("file.mjs")));
show(failing(() => new Worker(5)));
show(failing(() => new Worker("./a.mjs", { argv: 5 })));
show(failing(() => new Worker("./a.mjs", { env: 5 })));
show(failing(() => new Worker("./a.mjs", { execArgv: 5 })));
show(failing(() => new Worker(new URL("https://example.com/a.mjs"))));
show(failing(() => code("", { workerData: () => {} })));
show(failing(() => code("", { workerData: new MessageChannel().port1 })).split(": ")[1]);
const wrong = code("const { parentPort } = require('worker_threads'); try { parentPort.postMessage(() => {}) } catch (error) { parentPort.postMessage(error.name) } try { process.chdir('/') } catch (error) { parentPort.postMessage(error.code) }");
show(await told(wrong));

// Messages that wait where a thread blocks until a notification, as in pools of workers.
const pool = new MessageChannel();
const count = new Int32Array(new SharedArrayBuffer(8));
const blocking = code(
  "const { parentPort, receiveMessageOnPort } = require('worker_threads'); " +
    "let tasks = 0; let seen = 0; parentPort.once('message', ({ port, count }) => { " +
    "parentPort.postMessage('ready'); port.on('message', take); wait(); " +
    "function wait() { while (tasks === 0) { Atomics.wait(count, 0, seen); seen = Atomics.load(count, 0); " +
    "for (let it; (it = receiveMessageOnPort(port)) !== undefined;) take(it.message); } } " +
    "async function take(number) { tasks++; await null; tasks--; port.postMessage(number * 2); wait(); } })",
);
const doubled = [];
const allDoubled = new Promise((done) => pool.port2.on("message", (it) => doubled.push(it) === 20 && done()));
const blockingEnd = exit(blocking);
pool.port2.postMessage(0);
blocking.postMessage({ port: pool.port1, count }, [pool.port1]);
await once(blocking, "message");
for (let number = 1; number < 20; number++) {
  pool.port2.postMessage(number);
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);
  if (number % 5 === 0) await new Promise((done) => setTimeout(done, 5));
}
await allDoubled;
await blocking.terminate();
show(doubled.reduce((sum, it) => sum + it, 0), doubled.length, await blockingEnd);
pool.port2.close();

// An error of a listener keeps its class.
const listening = code("require('worker_threads').parentPort.on('message', () => { " +
  "throw Object.assign(new RangeError('of a listener'), { code: 'OWN' }) })");
const listeningEnd = exit(listening);
listening.postMessage(0);
const [ofListener] = await once(listening, "error");
show(ofListener.name, ofListener.message, ofListener.code, ofListener instanceof RangeError);
show(await listeningEnd);

// It still runs when the program is over.
code("setInterval(() => {}, 1000)").unref();
const last = code("setInterval(() => {}, 1000)");
await once(last, "online");
process.exitCode = 0;
last.unref();
