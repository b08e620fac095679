// The interface between the SDK and its environment: native ops in a run, mocks in a test.

import type { Kind, OptionsWire, Registered, RunContext, Serial, Serve, Wire } from "./ops.ts";
import { ops } from "./ops.ts";

export type WireObject = Record<string, Wire>;
export type EdgeList = (string | Serial)[];

/** One declared resource with settled inputs, ready to be registered or read. */
export interface Request {
  serial: Serial;
  inputs: WireObject;
  edges: EdgeList;
  options: OptionsWire | null;
}

export interface ConfigEntry {
  value: string;
  secret: boolean;
}

export interface Monitor {
  context(): RunContext;
  config(): Record<string, ConfigEntry>;
  declare(type: string, name: string, kind: Kind, parent: Serial, classes: string[]): Serial;
  urn(serial: Serial): string;
  /** The position `file:line:column` of the innermost frame of the program, if any. */
  position?(): string;
  register(request: Request): Promise<Registered>;
  read(request: Request, id: Wire): Promise<Registered>;
  /** See `op_lumi_abandon`; called if `continuesOnError` of the context is set. */
  abandon?(serial: Serial, options: OptionsWire | null, cause: string): void;
  /** Registers plan-only resources, if the context allows that; see plan.ts. */
  plan?(registrations: string): void;
  /** Makes a function known to the engine: see `op_lumi_hook`. */
  registerHook?(name: string, ofErrors: boolean, onDryRun: boolean, ignoreErrors: boolean, serve: Serve): Promise<void>;
  registerOutputs(serial: Serial, outputs: WireObject): Promise<void>;
  invoke(token: string, args: WireObject, provider: Serial, version: string): Promise<Wire>;
  call(token: string, self: Serial, args: WireObject): Promise<Wire>;
  /** `opened`: the texts in outputs that `unsecret` opened. */
  setOutputs(outputs: WireObject, opened: string[]): void;
  /** Reports texts that the program made secret. */
  noteSecrets?(texts: string[]): void;
  /** Takes note that a deployment of the program may differ from its plan. */
  noteUnrepeatable?(): void;
  /** Takes note that the program has used the planned outputs of a change. */
  notePlannedOutputs?(): void;
  log(level: number, message: string, serial: Serial): void;
  assetHash(isArchive: boolean, kind: string, body: unknown): string;
}

/** The engine of this run. */
export const nativeMonitor: Monitor = {
  context: () => ops().op_lumi_context(),
  config: () => ops().op_lumi_config(),
  // The op itself: each function between it and `new` makes finding the position slower.
  get declare() {
    return ops().op_lumi_declare;
  },
  position: () => ops().op_lumi_position(),
  urn: (serial) => ops().op_lumi_urn(serial),
  register: ({ serial, inputs, edges, options }) => ops().op_lumi_register(serial, inputs, edges, options),
  read: ({ serial, inputs, edges, options }, id) => ops().op_lumi_read(serial, id, inputs, edges, options),
  abandon: (serial, options, cause) => ops().op_lumi_abandon(serial, options, cause),
  plan: (registrations) => ops().op_lumi_plan(registrations),
  registerHook: (...hook) => ops().op_lumi_hook(...hook),
  registerOutputs: (serial, outputs) => ops().op_lumi_register_outputs(serial, outputs),
  invoke: (token, args, provider, version) => ops().op_lumi_invoke(token, args, provider, version),
  call: (token, self, args) => ops().op_lumi_call(token, self, args),
  setOutputs: (outputs, opened) => ops().op_lumi_set_outputs(outputs, opened),
  noteSecrets: (texts) => ops().op_lumi_note_secrets(texts),
  noteUnrepeatable: () => ops().op_lumi_note_unrepeatable(),
  notePlannedOutputs: () => ops().op_lumi_note_planned_outputs(),
  log: (level, message, serial) => ops().op_lumi_log(level, message, serial),
  assetHash: (isArchive, kind, body) => ops().op_lumi_asset_hash(isArchive, kind, body),
};
