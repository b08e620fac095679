// What programs import as `log`.

export { debug, error, info, warn } from "./resource/log.ts";
