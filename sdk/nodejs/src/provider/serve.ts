import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { basename } from "node:path";
import { awaitEnd, listen, newServer, takeEnvironment } from "../transport/transport.js";
import { Logger } from "./logger.js";
import type { Package, Provider } from "./package.js";
import { schemaDocument } from "./schema.js";
import { Service } from "./service.js";

/** Milliseconds that calls may take which are under way when the process is to end. */
const patience = 1000;

/**
 * Serves a provider until lumi wants it to end, and ends the process. It is the whole of a plugin's main module.
 *
 * With `--version` and `--schema`, the process prints what it is.
 */
export async function serve(provider: Provider): Promise<never> {
  const described = provider.describe();
  const name = basename(process.argv[1] ?? "plugin");
  if (process.argv.length > 2) tell(described, process.argv.slice(2), name);
  const environment = takeEnvironment();
  if (environment.token === "") end(2, "", `${name} is a plugin: lumi starts it\n`);
  const service = new Service(provider, described, new Logger(environment));
  const server = newServer(environment.token, "ResourceProvider", service.methods());
  const signal = new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
  await listen(server);
  await Promise.race([awaitEnd(), signal]);
  // No new calls from here on.
  server.tryShutdown(() => undefined);
  await Promise.race([service.whenIdle(), sleep(patience)]);
  await provider.close?.();
  process.exit(0);
}

function tell(described: Package, given: string[], name: string): never {
  if (given.length === 1 && given[0] === "--version") end(0, `${described.name} ${described.version}\n`);
  if (given.length === 1 && given[0] === "--schema") end(0, `${JSON.stringify(schemaDocument(described), null, 2)}\n`);
  end(2, "", `${name} takes no arguments but --version or --schema, not ${JSON.stringify(given.join(" "))}\n`);
}

function end(code: number, out: string, complaint = ""): never {
  writeSync(1, out);
  writeSync(2, complaint);
  process.exit(code);
}
