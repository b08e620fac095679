import { assert, assertEquals, assertThrows, test } from "lumi/testing";
import EventEmitter, { EventEmitter as Named, once } from "node:events";
import { inherits } from "node:util";

test("listeners are called in order, with what was emitted", () => {
  const emitter = new EventEmitter();
  const log: unknown[] = [];
  emitter.on("a", (...args) => log.push(["first", ...args]));
  emitter.once("a", (...args) => log.push(["once", ...args]));
  emitter.prependListener("a", () => log.push("before"));
  assert(emitter.emit("a", 1, 2));
  assert(emitter.emit("a", 3));
  assert(!emitter.emit("b"));
  assertEquals(log, ["before", ["first", 1, 2], ["once", 1, 2], "before", ["first", 3]]);
});

test("a listener can be taken away, also while it is called", () => {
  const emitter = new Named();
  const log: string[] = [];
  const second = () => log.push("second");
  emitter.on("a", () => emitter.off("a", second)).on("a", second);
  emitter.emit("a");
  emitter.emit("a");
  assertEquals(log, ["second"]);
  emitter.once("b", second).off("b", second);
  assertEquals(emitter.listenerCount("b"), 0);
  emitter.removeAllListeners();
  assertEquals(emitter.eventNames(), []);
});

test("an error without a listener is thrown", () => {
  const emitter = new EventEmitter();
  assertThrows(() => emitter.emit("error", new RangeError("bad")), RangeError, "bad");
  assertThrows(() => emitter.emit("error", "text"), Error, "Unhandled error. ('text')");
  emitter.on("error", () => {});
  assert(emitter.emit("error", new Error("heard")));
});

test("classes and older code inherit from it", () => {
  class Modern extends EventEmitter {
    count = 0;
    constructor() {
      super();
      this.on("up", () => this.count++);
    }
  }
  const modern = new Modern();
  modern.emit("up");
  assertEquals(modern.count, 1);
  assert(modern instanceof EventEmitter);
  function Old(this: unknown) {
    EventEmitter.call(this);
  }
  inherits(Old, EventEmitter);
  const [a, b] = [Reflect.construct(Old, []), Reflect.construct(Old, [])] as EventEmitter[];
  a!.on("x", () => {});
  assertEquals([a!.listenerCount("x"), b!.listenerCount("x")], [1, 0]);
});

test("events can be waited for", async () => {
  const emitter = new EventEmitter();
  queueMicrotask(() => emitter.emit("ready", 1, 2));
  assertEquals(await once(emitter, "ready"), [1, 2]);
  queueMicrotask(() => emitter.emit("error", new Error("broken")));
  assertEquals(await once(emitter, "ready").catch((error) => error.message), "broken");
  assertEquals(emitter.eventNames(), []);
  const seen: unknown[] = [];
  queueMicrotask(() => {
    emitter.emit("tick", 1);
    emitter.emit("tick", 2);
  });
  for await (const [value] of EventEmitter.on(emitter, "tick")) {
    seen.push(value);
    if (value === 2) break;
  }
  assertEquals(seen, [1, 2]);
  assertEquals(emitter.eventNames(), []);
});
