// The native ops behind dynamic providers.

import { ops, type Serial, type Wire } from "../protocol/ops.ts";

/** @internal */
export type Serve = (number: number, method: string, urn: string, type: string, args: Wire[]) => boolean;

/** @internal */
export interface DynamicOps {
  /** There is one more provider object, and `serve` calls them all. */
  op_lumi_dynamic_offer(serve: Serve): void;
  /** The module of a captured provider, and what it imports by name: see `ClosureWire`. */
  op_lumi_dynamic_write(number: number): [string, Serial, string][];
  /** A resource that is about to be registered is managed by that module with these values. */
  op_lumi_dynamic_keep(serial: Serial, number: number, environment: Wire): void;
  op_lumi_dynamic_answer(number: number, answer: Wire): void;
  /** The object exists but is not ready. */
  op_lumi_dynamic_partial(number: number, id: string, outs: Wire, reasons: string[]): void;
  /** The method threw `error`; `unknown`: it may have done its work all the same. */
  op_lumi_dynamic_fail(number: number, unknown: boolean, error: unknown): void;
}

/** @internal */
export const dynamicOps = (): DynamicOps => ops() as unknown as DynamicOps;
