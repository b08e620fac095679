// node:timers and node:timers/promises

import { promisify } from "node:util";
import timers from "node:timers";
import promises, { scheduler, setImmediate as immediately, setInterval as repeat, setTimeout as wait } from "node:timers/promises";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));
const order = [];
setImmediate((a) => order.push(`immediate ${a}`), "z");
process.nextTick(() => order.push("tick"));
await wait(5);
setTimeout((a, b) => order.push(`timeout ${a} ${b}`), 1, "x", "y");
await wait(20);
log(order);

const timer = setTimeout(() => log("never"), 5);
log(typeof timer, timer.hasRef(), timer.unref() === timer, timer.hasRef(), timer.ref() === timer, timer.refresh() === timer);
log(typeof timer[Symbol.toPrimitive](), Number.isInteger(+timer));
clearTimeout(timer);
clearTimeout(undefined);
clearTimeout(null);
const byNumber = setTimeout(() => log("never"), 1);
clearTimeout(+byNumber);
clearTimeout(`${+setTimeout(() => log("never"), 1)}`);
const immediate = setImmediate(() => log("never"));
log(immediate.hasRef(), immediate.unref().hasRef());
clearImmediate(immediate);
let count = 0;
await new Promise((resolve) => {
  const interval = setInterval(function () {
    if (++count === 3) {
      clearInterval(this);
      resolve();
    }
  }, 1);
});
log(count);
const again = setTimeout(() => count++, 1);
await wait(5);
again.refresh();
await wait(5);
log(count);

log(await promisify(setTimeout)(1, "promised"), await promisify(setImmediate)("now"));
log(await wait(1, "value"), await immediately("immediate"), await scheduler.wait(1) === undefined);
const values = [];
for await (const it of repeat(1, "v")) if (values.push(it) === 3) break;
log(values);
const controller = new AbortController();
controller.abort("why");
log(await wait(1, 0, { signal: controller.signal }).catch((e) => [e.name, e.code, e.message, e.cause]));
const later = new AbortController();
setTimeout(() => later.abort(), 1);
log(await wait(10_000, 0, { signal: later.signal }).catch((e) => e.name));
try {
  setTimeout("code", 1);
} catch (error) {
  log(error.code, error.message);
}
log(timers.setTimeout === setTimeout, timers.promises === promises, Object.keys(promises).sort());
setTimeout(() => log("never"), 100_000).unref();
await Promise.all([1, 2].map((it) => new Promise((resolve) => setImmediate(() => (log("immediate", it), resolve())))));

{
  const [timer, interval, immediate] = [setTimeout(() => {}, 1000), setInterval(() => {}, 1000), setImmediate(() => {})];
  console.log(timer._destroyed, interval._destroyed, immediate._destroyed);
  timer[Symbol.dispose]?.();
  clearTimeout(timer);
  clearInterval(interval);
  clearImmediate(immediate);
  console.log(timer._destroyed, interval._destroyed, immediate._destroyed);
}
