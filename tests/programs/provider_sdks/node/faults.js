import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, plain, unknown } from "lumi-sdk/provider";
import { outputsOf } from "./outputs.js";

/** Writes a Thing, with the fault that its inputs ask for. */
export async function put(store, id, serial, inputs, context) {
  const fault = plain(inputs.fault ?? null);
  await before(store, fault, id, inputs, context);
  const isFirst = ["partial", "lost", "crash"].includes(fault) && await store.once(id, fault);
  await store.write(id, "Thing", serial, inputs);
  const outputs = await outputsOf(id, serial, inputs);
  if (fault === "unknown") outputs.kind = unknown;
  if (!isFirst) return outputs;
  if (fault === "partial") throw Failure.partial(id, outputs, "it does not answer", "it is red");
  if (fault === "lost") throw Failure.uncertain("the connection was lost");
  process.exit(9);
}

/** Does what a fault does before the object is written. */
async function before(store, fault, id, inputs, { log, signal }) {
  switch (fault) {
    case "refuse":
      throw Failure.refused("the object was refused");
    case "invalid":
      throw Failure.invalid("the service does not take it", { path: "value", reason: "it is too loud" });
    case "exception":
      if (await store.once(id, fault)) throw new Error("an error of the provider");
      break;
    case "slow":
      process.stderr.write("waiting\n");
      if (!signal.aborted) await once(signal, "abort");
      throw Failure.refused("it was cancelled");
    case "hang":
      process.stderr.write("waiting\n");
      await sleep(60_000);
      break;
    case "meet":
      await meet(store, id);
      break;
    case "log":
      log.debug("a debug message");
      log.info("an info message");
      log.warning("a warning");
      log.error("an error");
      process.stdout.write("printed\n");
      process.stderr.write("complained\n");
      break;
    case "leak":
      log.info(`value: ${plain(inputs.value)}`);
  }
}

/** Waits until another call is under way, for ten seconds. */
async function meet(store, id) {
  await store.once(id, "meet");
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(10)) {
    const names = await readdir(store.folder);
    if (names.filter((name) => name.endsWith(".meet")).length > 1) return;
  }
  throw Failure.refused("no other call came");
}
