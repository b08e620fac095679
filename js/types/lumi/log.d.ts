export { debug, error, info, warn } from "./resource/log.js";
