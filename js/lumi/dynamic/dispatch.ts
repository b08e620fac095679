// Calls a method of a provider object for the host, checks its result and returns it.

import { Cell } from "../cell/cell.ts";
import type { Wire } from "../protocol/ops.ts";
import type { PlainObject } from "../data/plain_object.ts";
import { session } from "../session/session.ts";
import { settledWire } from "../resource/settled_wire.ts";
import { fromWire } from "../property/wire.ts";
import { dynamicOps } from "./dynamic_ops.ts";
import { PartialInitError, UnknownOutcomeError } from "./errors.ts";
import type { CreateResult, ResourceProvider } from "./resource_provider.ts";

/** A request of the host. */
export interface Call {
  readonly number: number;
  readonly method: string;
  readonly urn: string;
  readonly type: string;
  readonly args: Wire[];
}

/** Settles when the host has its answer; never rejects. */
export async function serve(provider: ResourceProvider, call: Call): Promise<void> {
  const { number, method, urn, args } = call;
  const name = urn.slice(urn.lastIndexOf("::") + 2);
  const form = new Form(`resource "${name}" (${call.type})`, method);
  const ops = dynamicOps();
  try {
    const values = args.map((arg) => fromWire(arg, new Cell(), session()));
    const answer = await methods[method]!(provider, values as any[], form);
    ops.op_lumi_dynamic_answer(number, answer);
  } catch (error) {
    try {
      fail(number, error, form);
    } catch (again) {
      ops.op_lumi_dynamic_fail(number, true, again);
    }
  }
}

function fail(number: number, error: unknown, form: Form): void {
  const ops = dynamicOps();
  if (!(error instanceof PartialInitError)) {
    return ops.op_lumi_dynamic_fail(number, error instanceof UnknownOutcomeError, error);
  }
  const id = form.id(error.id);
  ops.op_lumi_dynamic_partial(number, id, form.outputs(id, error.outs), [...error.reasons].map(String));
}

type Method = (provider: ResourceProvider, args: any[], form: Form) => Promise<Wire>;

/** Each method converts the host's arguments and the result: see `provider/dynamic`. */
const methods: Record<string, Method> = {
  async check(provider, [olds, news], form) {
    if (provider.check === undefined) return {};
    const result = form.object(await provider.check(olds ?? undefined, news));
    const { inputs, failures } = result;
    return {
      inputs: inputs === undefined ? undefined : form.data("input", inputs),
      failures: form.failures(failures),
    };
  },

  async diff(provider, [id, olds, news], form) {
    const canUpdate = typeof provider.update === "function";
    if (provider.diff === undefined) return { canUpdate };
    const result = form.object(await provider.diff(id, olds, news));
    const { changes, replaces, stables, deleteBeforeReplace } = result;
    return {
      canUpdate,
      changes: form.flag("changes", changes),
      replaces: form.texts("replaces", replaces),
      stables: form.texts("stables", stables),
      deleteBeforeReplace: form.flag("deleteBeforeReplace", deleteBeforeReplace),
    };
  },

  async create(provider, [inputs], form) {
    const result = await provider.create(inputs);
    const id = form.id((result as Partial<CreateResult> | undefined)?.id);
    return { id, outs: form.outputs(id, result.outs) };
  },

  async read(provider, [id, props, isKnown], form) {
    if (provider.read === undefined) {
      if (isKnown) return { id, props: form.data("output", props) };
      throw new TypeError('it cannot be looked at: its provider has no method "read"');
    }
    const result = await provider.read(id, props);
    if (result === undefined || result === null) return null;
    const { id: now, props: outputs, inputs } = form.object(result);
    if (now === undefined || now === null || now === "") return null;
    return {
      id: form.id(now),
      props: form.data("output", outputs ?? {}),
      inputs: inputs === undefined ? undefined : form.data("input", inputs),
    };
  },

  async recover(provider, [inputs], form) {
    if (provider.recover === undefined) return { isKnown: false };
    const result = await provider.recover(inputs);
    const { id, props: outputs, inputs: now } = form.object(result);
    if (id === undefined || id === null || id === "") return { isKnown: true };
    return {
      isKnown: true,
      id: form.id(id),
      props: form.data("output", outputs ?? {}),
      inputs: now === undefined ? undefined : form.data("input", now),
    };
  },

  async update(provider, [id, olds, news], form) {
    if (provider.update === undefined) {
      throw new TypeError(
        'its provider has no method "update", and its "diff" names no input that replaces it',
      );
    }
    const result = await provider.update(id, olds, news);
    return { outs: form.outputs(id, result?.outs) };
  },

  async delete(provider, [id, props]) {
    await provider.delete?.(id, props);
    return null;
  },

  async list(provider, [place], form) {
    if (provider.list === undefined) return null;
    return form.objects(await provider.list(place ?? undefined));
  },
};

/** The most objects of a list. */
const mostObjects = 100_000;

/** Checks the form of a method's result. */
class Form {
  constructor(private readonly owner: string, private readonly method: string) {}

  object(value: unknown): PlainObject {
    if (value === undefined || value === null) return {};
    if (typeof value === "object" && !Array.isArray(value)) return value as PlainObject;
    throw new TypeError(`"${this.method}" of its provider must return an object`);
  }

  /** After `create` the error must say that the object exists. */
  id(value: unknown): string {
    if (typeof value === "string" && value !== "") return value;
    throw new UnknownOutcomeError(
      `"${this.method}" of its provider must return { id }, a text that is not empty: without it, ` +
        "the object could not be found again",
    );
  }

  /** Plain data, whose members may be `secret(...)`. */
  data(noun: "input" | "output", value: unknown): Wire {
    return settledWire(value, { noun, owner: this.owner });
  }

  /** The outputs of an object that exists; reports unusable outputs. */
  outputs(id: string, value: unknown): Wire {
    try {
      return this.data("output", value ?? {});
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new PartialInitError(id, {}, [reason]);
    }
  }

  /** The objects of a list, which may be any iterable, also an asynchronous one that reads page by page. */
  async objects(list: unknown): Promise<Wire> {
    const objects: Wire[] = [];
    if (list === undefined || list === null) return objects;
    const isIterable = typeof list === "object" && (Symbol.iterator in list || Symbol.asyncIterator in list);
    if (!isIterable) throw new TypeError('"list" of its provider must return an array of { id, name, props, inputs }');
    for await (const item of list as AsyncIterable<unknown>) {
      if (objects.length === mostObjects) throw new RangeError(`there are more than ${mostObjects} objects`);
      objects.push(this.listed(item, objects.length));
    }
    return objects;
  }

  private listed(item: unknown, index: number): Wire {
    const { id, name, props, inputs } = this.object(item);
    if (typeof id !== "string" || id === "") {
      throw new TypeError(`the object with index ${index} in the result of "list" of its provider has no id, a text`);
    }
    return {
      id,
      name: typeof name === "string" ? name : undefined,
      props: props === undefined ? undefined : this.data("output", props),
      inputs: inputs === undefined ? undefined : this.data("input", inputs),
    };
  }

  flag(name: string, value: unknown): boolean | undefined {
    if (value === undefined || typeof value === "boolean") return value;
    throw this.wrong(`"${name}"`, "true or false");
  }

  texts(name: string, value: unknown): string[] {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value) && value.every((it) => typeof it === "string")) return value;
    throw this.wrong(`"${name}"`, "a list of property names");
  }

  failures(value: unknown): Wire {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.wrong('"failures"', "a list of { property, reason }");
    return value.map((it) => ({ property: String(it?.property ?? ""), reason: String(it?.reason ?? "") }));
  }

  private wrong(what: string, wanted: string): TypeError {
    return new TypeError(`${what} in the result of "${this.method}" of its provider must be ${wanted}`);
  }
}
