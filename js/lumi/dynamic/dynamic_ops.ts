// The native ops behind dynamic providers.

import { type Ops, ops, type Serial, type Serve, type Wire } from "../protocol/ops.ts";

/** @internal */
export interface DynamicOps extends Ops {
  /** Registers a new provider object, and `serve`, which calls all of them. */
  op_lumi_dynamic_offer(serve: Serve): void;
  /** Writes the module of a captured provider; returns its imports by name: see `ClosureWire`. */
  op_lumi_dynamic_write(number: number): [string, Serial, string][];
  /**
   * Sets the module and its values as the provider of a resource that is about to be registered.
   */
  op_lumi_dynamic_keep(serial: Serial, number: number, environment: Wire): void;
  /** Reports an object that exists but is not ready. */
  op_lumi_dynamic_partial(number: number, id: string, outs: Wire, reasons: string[]): void;
}

/** @internal */
export const dynamicOps = (): DynamicOps => ops() as DynamicOps;
