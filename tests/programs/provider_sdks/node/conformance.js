import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { compare, Failure, isUnknown, plain } from "lumi-sdk/provider";
import { functions } from "./functions.js";
import { Note } from "./note.js";
import { Store } from "./store.js";
import { greet, Thing } from "./thing.js";

const settings = ["folder", "prefix", "token"];

export class Conformance {
  #store = new Store();

  describe() {
    return {
      name: "conformance",
      version: "0.1.0",
      description: "Objects that are files, to try out a library for providers.",
      keepsSecrets: true,
      configuration: [
        { name: "folder", type: "string", required: true, replaces: true },
        { name: "prefix", type: "string" },
        { name: "token", type: "string", secret: true },
      ],
      resources: [
        {
          type: "conformance:index:Thing",
          inputs: [
            { name: "value", type: "any", required: true },
            { name: "color", type: "string" },
            { name: "label", type: "string" },
            { name: "size", type: "number" },
            { name: "place", type: "string", replaces: true },
            { name: "slot", type: "string", replaces: true },
            { name: "comment", type: "string" },
            { name: "rules", type: "array" },
            { name: "content", type: "asset" },
            { name: "files", type: "archive" },
            { name: "tags", type: "object" },
            { name: "fault", type: "string" },
          ],
          outputs: [
            { name: "kind", type: "string", required: true },
            { name: "serial", type: "number", required: true },
            { name: "password", type: "string", required: true, secret: true },
            { name: "text", type: "string" },
            { name: "entries", type: "array" },
          ],
          handler: new Thing(this.#store),
        },
        {
          type: "conformance:index:Note",
          inputs: [{ name: "text", type: "string", required: true }],
          outputs: [{ name: "text", type: "string" }],
          handler: new Note(this.#store),
        },
      ],
      functions: functions(this.#store),
      methods: [{ token: "conformance:index:Thing/greet", call: greet }],
    };
  }

  checkConfig(config) {
    const failures = [];
    if (!("prefix" in config)) config.prefix = "c-";
    if (!("folder" in config)) failures.push({ path: "folder", reason: "a folder for the objects is required" });
    else if (!isUnknown(config.folder) && typeof plain(config.folder) !== "string") {
      failures.push({ path: "folder", reason: "it must be a text" });
    }
    for (const name of Object.keys(config).sort()) {
      if (!settings.includes(name)) failures.push({ path: name, reason: "there is no such setting" });
    }
    return { inputs: config, failures };
  }

  diffConfig(old, config) {
    const changes = compare(old, config).filter(({ path }) => settings.includes(path));
    return { changes: changes.map((change) => ({ ...change, replaces: change.path === "folder" })) };
  }

  async configure(config) {
    const folder = plain(config.folder);
    if (folder === "forbidden") throw new Failure("PERMISSION_DENIED", "the folder `forbidden` may not be used");
    this.#store.config = config;
    await mkdir(folder, { recursive: true });
  }

  async close() {
    if (this.#store.config !== undefined) await appendFile(join(this.#store.folder, "ended"), "closed\n");
  }
}
