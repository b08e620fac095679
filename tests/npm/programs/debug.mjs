import { show } from "../show.mjs";
import debug from "debug";

const lines = [];
debug.log = (...args) => lines.push(args[0].replace(/\+\d+ms/, "+ms").replace(/^\S+Z /, ""));
debug.enable("app:*,-app:quiet");
debug("app:one")("hello %s %o", "w", { a: 1 });
debug("app:quiet")("hidden");
debug("other")("hidden");
debug("app:two").extend("sub")("number %d", 4);
show(lines, debug.enabled("app:x"), debug.enabled("other"));
