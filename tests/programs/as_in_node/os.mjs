// node:os

import os, { constants, EOL } from "node:os";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));
log(Object.keys(os).sort().join(), EOL === "\n", os.devNull);
for (const name of ["arch", "endianness", "machine", "platform", "release", "type", "version", "tmpdir"]) {
  log(name, os[name](), `${os[name]}` === os[name]() || name);
}
log(os.totalmem(), os.freemem() > 0, os.availableParallelism(), os.cpus().length, os.uptime() > 0, os.loadavg().length);
log(Object.keys(os.cpus()[0]), Object.keys(os.cpus()[0].times), Object.keys(os.userInfo()).sort());
log(typeof os.hostname(), Array.isArray(os.networkInterfaces().lo), os.getPriority(), os.getPriority(0) === os.getPriority(process.pid));
log(Object.keys(constants), constants.signals, constants.errno, constants.priority);
