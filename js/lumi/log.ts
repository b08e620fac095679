// The public module `log`.

export { debug, error, info, warn } from "./resource/log.ts";
