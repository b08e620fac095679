// The native ops behind dynamic providers.

import { ops, type Serial, type Wire } from "../protocol/ops.ts";

/** @internal */
export type Serve = (number: number, method: string, urn: string, type: string, args: Wire[]) => boolean;

/** @internal */
export interface DynamicOps {
  /** Registers a new provider object, and `serve`, which calls all of them. */
  op_lumi_dynamic_offer(serve: Serve): void;
  /** Writes the module of a captured provider; returns its imports by name: see `ClosureWire`. */
  op_lumi_dynamic_write(number: number): [string, Serial, string][];
  /**
   * Sets the module and its values as the provider of a resource that is about to be registered.
   */
  op_lumi_dynamic_keep(serial: Serial, number: number, environment: Wire): void;
  op_lumi_dynamic_answer(number: number, answer: Wire): void;
  /** Reports an object that exists but is not ready. */
  op_lumi_dynamic_partial(number: number, id: string, outs: Wire, reasons: string[]): void;
  /** Reports that the method threw `error`; `unknown`: it may have taken effect nevertheless. */
  op_lumi_dynamic_fail(number: number, unknown: boolean, error: unknown): void;
}

/** @internal */
export const dynamicOps = (): DynamicOps => ops() as unknown as DynamicOps;
