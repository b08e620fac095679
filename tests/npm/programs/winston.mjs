import { show } from "../show.mjs";
import { readFileSync, rmSync } from "node:fs";
import { Writable } from "node:stream";
import winston from "winston";

const lines = [];
const file = `/tmp/winston-${process.pid}.log`;
const logger = winston.createLogger({
  level: "debug",
  format: winston.format.combine(winston.format.errors({ stack: false }), winston.format.splat(), winston.format.json()),
  defaultMeta: { service: "s" },
  transports: [
    new winston.transports.Stream({ stream: new Writable({ write: (chunk, _encoding, done) => { lines.push(String(chunk)); done(); } }) }),
    new winston.transports.File({ filename: file, level: "warn" }),
  ],
});
logger.info("hello %s", "world", { a: 1 });
logger.warn(new Error("failed").message);
logger.child({ request: 7 }).debug("child");
await new Promise((resolve) => logger.transports[1].on("finish", resolve) && logger.end());
show(lines.join(""), readFileSync(file, "utf8"));
rmSync(file);
