import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, fromJSON, isObject, plain, toJSON } from "lumi-sdk/provider";

/** The folder with the objects. */
export class Store {
  /** The configuration, once the provider has one. */
  config;

  get folder() {
    return plain(this.config.folder);
  }

  get prefix() {
    return plain(this.config.prefix);
  }

  file(id, type) {
    return join(this.folder, `${id}.${type}.json`);
  }

  has(id, type) {
    return existsSync(this.file(id, type));
  }

  write(id, type, serial, inputs) {
    return writeFile(this.file(id, type), toJSON({ serial, inputs }), { mode: 0o600 });
  }

  remove(id, type) {
    return rm(this.file(id, type), { force: true });
  }

  /** The serial number and the inputs of an object; undefined if it is gone. */
  async load(id, type) {
    try {
      const { serial, inputs } = fromJSON(await readFile(this.file(id, type), "utf8"));
      if (typeof serial === "number" && isObject(inputs)) return { serial, inputs };
    } catch (error) {
      if (error.code === "ENOENT") return undefined;
    }
    throw new Failure("DATA_LOSS", `the object \`${id}\` cannot be read`);
  }

  /** The ids of all Things, sorted. */
  async ids() {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(".Thing.json"));
    return names.map((name) => name.slice(0, -".Thing.json".length)).sort();
  }

  /** Whether a fault happens for the first time. */
  async once(id, fault) {
    try {
      await (await open(join(this.folder, `${id}.${fault}`), "wx", 0o600)).close();
      return true;
    } catch {
      return false;
    }
  }
}

export function randomDigits() {
  return randomBytes(3).toString("hex");
}
