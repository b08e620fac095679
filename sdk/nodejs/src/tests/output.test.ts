import assert from "node:assert/strict";
import { test } from "node:test";
import { Cell } from "../program/cell.js";
import { Draft } from "../program/draft.js";
import { Failure, LumiError, noteOfEngine, ResourceError } from "../program/failure.js";
import type { Monitor } from "../program/monitor.js";
import { cellOf, output, type OutputOf, outputOf, secret, unsecret } from "../program/output.js";
import { Reporter } from "../program/report.js";
import { enter, Session } from "../program/session.js";
import { pathOf, unknown, type Value } from "../value/value.js";
import { toObject, toValue } from "../wire/wire_value.js";

/** Enters a session that asks nothing of lumi. */
function started(): Session {
  const facts = { project: "p", stack: "s", isPreview: false, folder: "/", urnPrefix: "", config: new Map() };
  const session = new Session(facts, undefined as unknown as Monitor);
  enter(session);
  return session;
}

/** All callbacks are microtasks, which run before this one goes on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const bad = (text: unknown): string => {
  throw new Error(`bad ${text}`);
};
const message = (error: unknown) => (error as Error).message;

test("handled failures of secrets stay secret", async () => {
  started();
  const hidden = secret("hunter2");
  const inside = hidden.apply((text) => output(1).apply(() => bad(text)));
  const failed: OutputOf<any>[] = [
    hidden.apply(bad),
    hidden.apply(bad).apply((it) => it),
    hidden.apply(async (text) => bad(text)),
    inside,
    inside.apply((it) => it),
    output<any>([inside]) as OutputOf<any>,
    (inside as any).member,
    unsecret(inside) as OutputOf<any>,
  ];
  for (const [index, it] of failed.entries()) {
    const handled = cellOf(it.apply((value) => value, message));
    const again = cellOf(it.apply((value) => value, (error) => bad(message(error))));
    await settled();
    assert.deepEqual([handled.value, handled.isSecret], ["bad hunter2", true], `${index}`);
    assert.deepEqual([again.failure?.isSecret, again.isSecret], [true, true], `${index}`);
  }
});

test("handled failures of other values are open", async () => {
  started();
  const handled = cellOf(output("x").apply(bad).apply((it) => it, message));
  await settled();
  assert.deepEqual([handled.value, handled.isSecret], ["bad x", false]);
});

test("awaited failures of secrets are not quoted", async () => {
  const session = started();
  const reporter = new Reporter("/");
  const caught = async (it: OutputOf<unknown>): Promise<Error> => {
    try {
      await it;
    } catch (error) {
      return error as Error;
    }
    return assert.fail("it has a value");
  };
  const error = await caught(secret("hunter2").apply(bad));
  const round = new Error(`round ${error.message}`, { cause: error });
  error.cause = round;
  const text = await caught(secret("hunter2").apply((it) => {
    throw it;
  }));
  for (const it of [error, round, new AggregateError([error], `some ${error.message}`), text]) {
    const report = JSON.stringify(reporter.crash(it, session.failures));
    assert.ok(!report.includes("hunter2") && report.includes("may quote a secret"), report);
  }
  const open = await caught(output("x").apply(bad));
  assert.equal(reporter.crash(open, session.failures).message, "Error: bad x");
});

test("the report of a thrown value without a stack names the line of the await", () => {
  const session = started();
  const at = { file: "/program.js", line: 7, column: 3 };
  new Failure(session, "text", at);
  assert.deepEqual(new Reporter("/").crash("text", session.failures).at, { file: "program.js", line: 7, column: 3 });
});

const half = "a\ud800";

test("text with half a surrogate pair is refused with its path", () => {
  const cases: [{ [name: string]: Value }, string][] = [
    [{ a: [{ b: half }] }, "a[0].b"],
    [{ a: { [half]: 1 } }, pathOf("a", half)],
    [{ [half]: null }, pathOf(half)],
  ];
  for (const [data, path] of cases) {
    const has = (error: Error) => error.message.includes(path) && error.message.includes("half a surrogate pair");
    assert.throws(() => new Draft(started(), data, "input", "it"), has, path);
    assert.throws(() => toObject(data), has, path);
    assert.throws(() => toValue([data]), has, path);
  }
  toObject({ "😀": ["😀", unknown] });
});

test("deep text with half a surrogate pair is refused", () => {
  let value: Value = half;
  for (let level = 0; level < 400; level++) value = [value];
  assert.throws(() => toValue(value), /half a surrogate pair/);
});

test("members may have any name", async () => {
  const data = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
  const seen = new Draft(started(), { data }, "input", "it").finish();
  assert.deepEqual(Object.entries(seen.data as object), [["__proto__", { a: 1 }], ["constructor", 2]]);
});

/** What a callback makes of a text and does not answer: all of it fails, at once or when `later` has a value. */
const makers = (later: Cell): { [name: string]: (text: string) => unknown } => ({
  "at once": (text) => output(1).apply(() => bad(text)),
  later: (text) => outputOf(later).apply(() => bad(text)),
  nested: (text) => output(1).apply(() => void output(2).apply(() => bad(text))),
  "of a recovery": (text) => output(1).apply(() => bad("x")).apply(String, () => bad(text)),
  "of a promise": (text) => output(1).apply(async () => bad(text)),
  "by a name": (text) => (output(null) as any)[text],
  encoded: (text) => output(1).apply(() => bad(Buffer.from(text).toString("base64"))),
  "of its parts": (text) => output([outputOf(later), output(1).apply(() => bad(text))]),
});

/** The report of all that fails where callbacks of a text make outputs, at once or in a promise. */
async function reported(text: OutputOf<string>): Promise<{ session: Session; report: string }> {
  const session = started();
  const later = new Cell();
  for (const make of Object.values(makers(later))) {
    text.apply((it) => void make(it));
    text.apply(async (it) => {
      await settled();
      make(it);
    });
  }
  for (let turns = 0; turns < 3; turns++) await settled();
  later.settle(1);
  await settled();
  const told = session.failures.filter((it) => it.isReported);
  assert.equal(told.length, 2 * Object.keys(makers(later)).length);
  return { session, report: JSON.stringify(new Reporter("/").failures(told)) };
}

test("outputs that a callback of a secret makes do not quote it", async () => {
  started();
  const { report } = await reported(secret("hunter2") as OutputOf<string>);
  for (const form of ["hunter2", Buffer.from("hunter2").toString("base64")]) {
    assert.ok(!report.includes(form), report);
  }
  assert.match(report, /may quote a secret/);
});

test("outputs that other callbacks make are quoted", async () => {
  started();
  secret("x").apply(() => 1);
  const { session, report } = await reported(output("hunter2") as OutputOf<string>);
  assert.match(report, /bad hunter2/);
  assert.deepEqual(session.failures.filter((it) => it.isSecret), []);
});

test("only texts of lumi are shown about a secret", async () => {
  const session = started();
  secret("hunter2").apply((text) => {
    throw new ResourceError(text as string, text as string);
  });
  secret("x").apply(() => void new Failure(session, noteOfEngine(new LumiError("full"))));
  await settled();
  const [own, ofEngine] = session.failures.map((it) => JSON.stringify(new Reporter("/").failures([it])));
  assert.ok(!own.includes("hunter2"), own);
  assert.match(ofEngine, /full/);
});
