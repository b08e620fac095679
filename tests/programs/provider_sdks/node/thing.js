import { compare, Failure, isObject, isUnknown, pathOf, plain } from "lumi-sdk/provider";
import { put } from "./faults.js";
import { outputsOf } from "./outputs.js";
import { randomDigits } from "./store.js";

const pageSize = 100;

/** Manages the type that has everything. */
export class Thing {
  #store;

  constructor(store) {
    this.#store = store;
  }

  check({ target, oldInputs = {}, inputs }) {
    if (!("color" in inputs)) inputs.color = "red";
    if (!("label" in inputs)) {
      inputs.label = "label" in oldInputs ? oldInputs.label : `${target.name}-${randomDigits()}`;
    }
    return { inputs, failures: failuresOf(inputs) };
  }

  diff({ oldInputs, inputs }) {
    const changes = compare(oldInputs, inputs, "comment", "fault");
    const isIn = (names) => changes.some(({ path }) => names.includes(path));
    return {
      changes: changes.map((change) => ({ ...change, replaces: ["place", "slot"].includes(change.path) })),
      deleteBeforeReplace: isIn(["slot"]),
    };
  }

  async preview({ id = "", oldOutputs, inputs }) {
    const outputs = await outputsOf(id, (oldOutputs?.serial ?? 0) + 1, inputs);
    outputs.password = oldOutputs?.password;
    if (oldOutputs === undefined && plain(inputs.fault ?? null) === "lie") outputs.kind = "promised";
    return outputs;
  }

  async create({ target, inputs }, context) {
    const id = this.#idOf(target, inputs);
    if (this.#store.has(id, "Thing")) throw new Failure("ALREADY_EXISTS", `there is an object \`${id}\` already`);
    const outputs = await put(this.#store, id, 1, inputs, context);
    return { id: plain(inputs.fault ?? null) === "no-id" ? "" : id, outputs };
  }

  read({ id }) {
    return this.#state(id);
  }

  async update({ id, inputs }, context) {
    const object = await this.#store.load(id, "Thing");
    if (object === undefined) throw new Failure("NOT_FOUND", `there is no object \`${id}\``);
    return put(this.#store, id, object.serial + 1, inputs, context);
  }

  async delete({ id, inputs }) {
    if (plain(inputs.fault ?? null) === "undeletable") throw Failure.refused("the object is in use");
    await this.#store.remove(id, "Thing");
  }

  recover({ target, inputs }) {
    return this.#state(this.#idOf(target, inputs));
  }

  async list({ place, page = "" }) {
    if (place === "nowhere") throw new Failure("NOT_FOUND", "there is no such place");
    const objects = [];
    for (const id of await this.#store.ids()) {
      if (id <= page) continue;
      const state = await this.#state(id);
      if (state === undefined || (place !== undefined && plain(state.inputs.place ?? null) !== place)) continue;
      if (objects.length === pageSize) return { objects, next: objects[pageSize - 1].id };
      const { prefix } = this.#store;
      const name = id.startsWith(prefix) ? id.slice(prefix.length) : id;
      objects.push({ id, name, state: id.endsWith("-bare") ? undefined : state });
    }
    return { objects };
  }

  /** Another place is another object. */
  #idOf({ name }, inputs) {
    const id = this.#store.prefix + name;
    return "place" in inputs ? `${id}-${plain(inputs.place)}` : id;
  }

  async #state(id) {
    const object = await this.#store.load(id, "Thing");
    if (object === undefined) return undefined;
    return { id, inputs: object.inputs, outputs: await outputsOf(id, object.serial, object.inputs) };
  }
}

export function greet({ urn, arguments: { greeting } }) {
  if (greeting === undefined) {
    throw Failure.invalid("the greeting is missing", { path: "greeting", reason: "it is required" });
  }
  return { text: `${plain(greeting)}, ${urn.slice(urn.lastIndexOf("::") + 2)}`, urn };
}

/** Unknown values pass, and a secret is checked by what is in it. */
function failuresOf(inputs) {
  const failures = [];
  const fail = (path, reason) => failures.push({ path, reason });
  if (!("value" in inputs)) fail("value", "it is required");
  if (!isUnknown(inputs.color) && !["red", "green", "blue"].includes(plain(inputs.color))) {
    fail("color", "it must be red, green or blue");
  }
  if ("size" in inputs && !isUnknown(inputs.size) && !isWhole(inputs.size, 0, 100)) {
    fail("size", "it must be a whole number from 0 to 100");
  }
  const rules = plain(inputs.rules ?? null);
  for (const [index, rule] of (Array.isArray(rules) ? rules : []).entries()) {
    if (isObject(rule) && !isUnknown(rule.port) && !isWhole(rule.port ?? null, 1, 65535)) {
      fail(pathOf("rules", index, "port"), "it must be a port");
    }
  }
  const tags = plain(inputs.tags ?? null);
  for (const [name, tag] of isObject(tags) ? Object.entries(tags) : []) {
    if (!isUnknown(tag) && typeof tag !== "string") fail(pathOf("tags", name), "it must be a text");
  }
  if (plain(inputs.fault ?? null) === "whole") fail("", "these inputs do not fit together");
  return failures;
}

function isWhole(value, least, most) {
  const number = plain(value);
  return Number.isInteger(number) && number >= least && number <= most;
}
