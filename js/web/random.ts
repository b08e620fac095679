// The source of random numbers: the system, unless a run checks whether the program depends on it.

import { core } from "./ops.ts";

type Source = (bytes: Uint8Array) => void;

let source: Source = (bytes) => core.ops.op_lumi_random(bytes);

export function fillRandom(bytes: Uint8Array): void {
  source(bytes);
}

export function setRandomSource(next: Source): void {
  source = next;
}
