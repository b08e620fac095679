export * from "./worker/worker_threads.js";
export { default } from "./worker/worker_threads.js";
