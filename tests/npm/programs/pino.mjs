import { show } from "../show.mjs";
import pino from "pino";
import { Writable } from "node:stream";

const lines = [];
const stream = new Writable({ write: (chunk, _encoding, done) => { lines.push(JSON.parse(chunk)); done(); } });
const logger = pino({ base: { name: "n" }, timestamp: false, redact: ["password", "*.token"], level: "debug", serializers: { it: (value) => value * 2 } }, stream);
logger.info({ password: "p", a: { token: "t" }, it: 4 }, "hello %s", "w");
logger.child({ child: true }).debug("below");
logger.error(Object.assign(new TypeError("failed"), { code: "E" }));
logger.trace("not shown");
for (const line of lines) {
  if (line.err) line.err.stack = typeof line.err.stack;
  show(line);
}
const file = pino.destination({ dest: `/tmp/pino-${process.pid}.log`, sync: true });
pino({ timestamp: false, base: null }, file).info("to a file");
const { readFileSync, rmSync } = await import("node:fs");
show(readFileSync(`/tmp/pino-${process.pid}.log`, "utf8"));
rmSync(`/tmp/pino-${process.pid}.log`);
