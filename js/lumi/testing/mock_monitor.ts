// The monitor of a test: answers like an engine with mocked providers, and records all requests.

import { Cell, cellOf } from "../cell/cell.ts";
import type { MockLog, MockOptions, MockResourceResult } from "./mock_options.ts";
import {
  type ConfigEntry,
  type EdgeList,
  type Monitor,
  nativeMonitor,
  type Request,
  type WireObject,
} from "../protocol/monitor.ts";
import {
  isGroup,
  Kind,
  type OptionsWire,
  type Registered,
  type RunContext,
  type Serial,
  unknown,
  type Wire,
} from "../protocol/ops.ts";
import type { Session } from "../session/session.ts";
import { RESOURCE_REFERENCE } from "../resource/resource_state.ts";
import { fromWire } from "../property/wire.ts";
import { toWire } from "./mock_wire.ts";
import { stdOutputs } from "./std_mocks.ts";

export interface MockRecord {
  readonly type: string;
  readonly name: string;
  readonly kind: Kind;
  readonly parent: Serial;
  readonly urn: string;
  inputs: WireObject | null;
  edges: EdgeList;
  options: OptionsWire | null;
  id: Wire;
  outputs: WireObject | null;
}

const levels = ["debug", "info", "warn", "error"] as const;
const typeToken = /^[^:\s]+:[^:\s]*:[^:\s]+$/;
/** The module of a component may have several parts. */
const componentToken = /^[^:\s]+(?::[^:\s]+)*:[^:\s]*:[^:\s]+$/;

/** The defaults of `Lumi.yaml` and the values of `-c`, for a project that is called otherwise. */
function defaults(project: string): Record<string, ConfigEntry> {
  const { mode, project: real } = nativeMonitor.context();
  if (mode !== "test") return {};
  const entries = Object.entries(nativeMonitor.config());
  return Object.fromEntries(entries.map(([key, entry]) => {
    const isOwn = key.startsWith(`${real}:`);
    return [isOwn ? `${project}:${key.slice(real.length + 1)}` : key, entry];
  }));
}

export class MockMonitor implements Monitor {
  readonly records: MockRecord[] = [];
  readonly logs: MockLog[] = [];
  private readonly urns = new Set<string>();
  outputs: WireObject = {};
  /** The number of unanswered requests. */
  open = 0;
  /** Set by the caller after both objects are created. */
  session!: Session;

  constructor(private readonly options: MockOptions) {}

  context(): RunContext {
    const { project = "project", stack = "test", dryRun = false, args = [] } = this.options;
    return { project, stack, dryRun, args, directory: "/", mode: "test" };
  }

  config(): Record<string, ConfigEntry> {
    const { project } = this.context();
    const entries = defaults(project);
    for (const [key, given] of Object.entries(this.options.config ?? {})) {
      const cell = cellOf(given);
      const value = cell === undefined ? given : cell.value;
      const text = typeof value === "string" ? value : JSON.stringify(value);
      entries[key.includes(":") ? key : `${project}:${key}`] = {
        value: text,
        secret: cell?.isSecret ?? false,
      };
    }
    return entries;
  }

  declare(type: string, name: string, kind: Kind, parent: Serial): Serial {
    if (!(kind === Kind.Component ? componentToken : typeToken).test(type)) {
      throw new Error(`"${type}" is not a type token; it should look like "aws:ec2:Instance"`);
    }
    const urn = this.urnOf(type, name, parent);
    if (this.urns.has(urn)) {
      throw new Error(`resource "${name}" (${type}) is declared twice: ${urn}`);
    }
    this.urns.add(urn);
    this.records.push({
      type,
      name,
      kind,
      parent,
      urn,
      inputs: null,
      edges: [],
      options: null,
      id: undefined,
      outputs: null,
    });
    return this.records.length - 1;
  }

  urn(serial: Serial): string {
    return this.records[serial]!.urn;
  }

  register(request: Request): Promise<Registered> {
    const record = this.record(request);
    if (record.kind === Kind.Component) return this.answer(record, {}, undefined);
    if (this.context().dryRun) return this.answer(record, {}, unknown);
    return this.ask(record, undefined);
  }

  read(request: Request, id: Wire): Promise<Registered> {
    const record = this.record(request);
    return id === unknown ? this.answer(record, {}, unknown) : this.ask(record, this.value(id) as string);
  }

  async registerOutputs(serial: Serial, outputs: WireObject): Promise<void> {
    this.records[serial]!.outputs = outputs;
  }

  invoke(token: string, args: WireObject, provider: Serial): Promise<Wire> {
    const { invoke } = this.options.mocks ?? {};
    if (invoke === undefined) {
      throw new Error(`invoke "${token}" needs a mock: pass mocks: { invoke(args) { ... } }`);
    }
    return this.track(async () => {
      const given = {
        token,
        args: this.values(args),
        provider: provider < 0 ? undefined : this.urn(provider),
      };
      return toWire(await invoke(given));
    });
  }

  call(token: string, self: Serial, args: WireObject): Promise<Wire> {
    const { call } = this.options.mocks ?? {};
    if (call === undefined) {
      throw new Error(`call "${token}" needs a mock: pass mocks: { call(args) { ... } }`);
    }
    return this.track(async () => {
      const resource = this.session.resources[self]!.resource as never;
      return toWire(await call({ token, resource, args: this.values(args) }));
    });
  }

  setOutputs(outputs: WireObject): void {
    this.outputs = outputs;
  }

  log(level: number, message: string, serial: Serial): void {
    this.logs.push({ level: levels[level]!, message, resource: serial < 0 ? undefined : this.urn(serial) });
  }

  /** Mocks do not read content. */
  assetHash(): string {
    return "0".repeat(64);
  }

  /** The value of `wire`, with secrets in clear. */
  value(wire: Wire): unknown {
    return fromWire(wire, new Cell(), this.session);
  }

  values(wire: WireObject): Record<string, unknown> {
    return this.value(wire) as Record<string, unknown>;
  }

  private record({ serial, inputs, edges, options }: Request): MockRecord {
    return Object.assign(this.records[serial]!, { inputs, edges, options });
  }

  private ask(record: MockRecord, id: string | undefined): Promise<Registered> {
    return this.track(async () => {
      const { type, name, urn, kind, options } = record;
      const provider = options?.provider === undefined ? undefined : this.urn(options.provider);
      const inputs = this.values(record.inputs!);
      const custom = !isGroup(kind);
      const result = await this.options.mocks?.resource?.({ type, name, urn, custom, inputs, id, provider });
      const made = kind === Kind.Remote ? undefined : result?.id ?? options?.import ?? `${name}-id`;
      const outputs = { ...stdOutputs(type, name, inputs), ...result?.outputs };
      // A reference is read by a URN, which is not its id.
      const referred = type === RESOURCE_REFERENCE ? result?.id : undefined;
      return this.answer(record, { outputs }, referred ?? id ?? made);
    });
  }

  private async answer(record: MockRecord, { outputs }: MockResourceResult, id: Wire): Promise<Registered> {
    record.id = id;
    const isComponent = record.kind === Kind.Component;
    if (!isComponent) record.outputs = { ...record.inputs, ...(toWire(outputs ?? {}) as WireObject) };
    return { id, outputs: record.outputs, complete: !this.context().dryRun };
  }

  private async track<T>(work: () => Promise<T>): Promise<T> {
    this.open++;
    try {
      return await work();
    } finally {
      this.open--;
    }
  }

  private urnOf(type: string, name: string, parent: Serial): string {
    const { stack, project } = this.context();
    let module = "index";
    const types: string[] = [];
    for (let above = parent; above >= 0; above = this.records[above]!.parent) {
      types.unshift(this.records[above]!.type);
    }
    if (types.length > 0) module = [module, ...types].join("$");
    return `urn:lumi:${stack}::${project}::${module}::${type}::${name}`;
  }
}
