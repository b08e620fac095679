// Sandboxes of functions: a worker for each, with an environment of its own. Each line of stdin starts one, or ends those of a
// function.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** The workers by entry module. */
const workers = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const { start, end, env } = JSON.parse(line);
  if (end !== undefined) {
    for (const worker of workers.get(end) ?? []) worker.terminate();
    workers.delete(end);
    continue;
  }
  const worker = new Worker(pathToFileURL(start), { env });
  worker.on("error", (error) => console.error(`${start} ended:`, error));
  workers.set(start, [...workers.get(start) ?? [], worker]);
}
process.exit();
