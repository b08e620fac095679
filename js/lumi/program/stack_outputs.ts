// The outputs of the stack: the exports of the entry module.

import { cellOf } from "../cell/cell.ts";
import { attachExport, type Failure } from "../data/failure.ts";
import { heldFailures, isHeldRun } from "./held_failures.ts";
import { Flattening, type Subject } from "../resource/flattening.ts";
import { warn } from "../resource/log.ts";
import type { Serial, Wire } from "../protocol/ops.ts";
import { isPlainObject, type PlainObject, setMember } from "../data/plain_object.ts";
import { isResource } from "../cell/resource_key.ts";
import { type Session, session } from "../session/session.ts";
import { ValueError } from "../data/value_error.ts";
import { PendingOperation } from "../resource/pending_operation.ts";

/**
 * Calls a default export that is a function, and sets the outputs once all of them have settled.
 */
export async function publishOutputs(namespace: Record<string, unknown>): Promise<void> {
  const outputs = namedOutputs(namespace);
  const named = new Set(Object.keys(outputs));
  if (Object.hasOwn(namespace, "default")) {
    const members = await defaultOutputs(namespace.default);
    for (const key of Object.keys(members)) {
      if (named.has(key)) {
        const message = `output "${key}" is exported by name and is in the default export, too`;
        throw about("default", new ValueError(message));
      }
      setMember(outputs, key, members[key]);
    }
  }
  const current = session();
  const exportOf = (key: string) => named.has(key) ? key : "default";
  await new Promise<void>((resolve, reject) => new StackOutputs(current, outputs, exportOf, resolve, reject).start());
}

function namedOutputs(namespace: Record<string, unknown>): PlainObject {
  const outputs: PlainObject = {};
  for (const key of Object.keys(namespace)) {
    const value = namespace[key];
    if (key === "default") continue;
    if (typeof value !== "function" || cellOf(value) !== undefined) setMember(outputs, key, value);
    else {warn(
        `export "${key}" is a ${isClass(value) ? "class" : "function"}, so it is not an output of the stack`,
      );}
  }
  return outputs;
}

async function defaultOutputs(value: unknown): Promise<PlainObject> {
  if (typeof value === "function" && cellOf(value) === undefined) {
    if (!isClass(value)) return membersOf(await value());
    warn("the default export is a class, so it is not an output of the stack");
    return {};
  }
  return membersOf(value);
}

function membersOf(value: unknown): PlainObject {
  if (value === undefined || value === null) return {};
  return isPlainObject(value) && !isResource(value) ? value : { default: value };
}

/** Whether a function is a class, whose `prototype` is read-only. */
function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
}

const subject: Subject = { noun: "output", owner: "the stack" };

/** The first export that cannot be an output. */
function invalidOutput(outputs: PlainObject): string | undefined {
  return Object.keys(outputs).find((key) => {
    const one: PlainObject = {};
    setMember(one, key, outputs[key]);
    try {
      new Flattening(subject).members(one);
      return false;
    } catch {
      return true;
    }
  });
}

function about(name: string, error: unknown): unknown {
  attachExport(error, name);
  return error;
}

class StackOutputs extends PendingOperation {
  readonly serial: Serial = -1;
  private readonly wire: Record<string, Wire>;

  constructor(
    session: Session,
    outputs: PlainObject,
    exportOf: (key: string) => string,
    private readonly resolve: () => void,
    private readonly reject: (error: unknown) => void,
  ) {
    super(session, new Flattening(subject));
    try {
      this.wire = this.flattening.members(outputs);
    } catch (error) {
      const key = invalidOutput(outputs);
      throw key === undefined ? error : about(exportOf(key), error);
    }
  }

  override describe(path: string): string {
    return `outputs.${path}`;
  }

  protected override proceed(): void {
    this.session.monitor.setOutputs(this.wire, [...this.flattening.opened]);
    this.resolve();
  }

  protected override fail(failure: Failure): void {
    failure.handle();
    if (!isHeldRun()) return this.reject(failure.error);
    // The rest of the program is planned.
    heldFailures.hold(failure.error);
    this.resolve();
  }
}
