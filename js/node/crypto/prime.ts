// Prime numbers.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import {
  type AnyBytes,
  type Callback,
  checkCallback,
  checkFlag,
  checkInt32,
  checkObject,
  viewOf,
  whenDone,
} from "./checks.ts";
import { numberBytes, numberOf } from "./key_requests.ts";

export interface PrimeOptions {
  add?: AnyBytes | bigint;
  rem?: AnyBytes | bigint;
  safe?: boolean;
  bigint?: boolean;
}

const KINDS = "an instance of ArrayBuffer, Buffer, TypedArray, DataView, or bigint";

/** The bytes of a number, most significant first. */
function bytesOfNumber(name: string, value: unknown): Uint8Array {
  if (typeof value === "bigint") {
    if (value < 0n) throw outOfRange(name, ">= 0", value);
    return numberBytes(value);
  }
  const bytes = viewOf(value);
  if (bytes === undefined) throw invalidArgType(name, KINDS, value);
  return bytes;
}

function generateRequest(size: number, options: PrimeOptions): object {
  checkInt32("size", size, 1);
  checkObject("options", options);
  const { safe = false, bigint = false, add, rem } = options;
  checkFlag("options.safe", safe);
  checkFlag("options.bigint", bigint);
  const [step, rest] = [add, rem].map((it, index) =>
    it === undefined ? undefined : bytesOfNumber(index === 0 ? "options.add" : "options.rem", it)
  );
  if (step !== undefined) {
    const [stepNumber, restNumber] = [numberOf(step), rest === undefined ? undefined : numberOf(rest)];
    if (stepNumber >= 1n << BigInt(size)) throw coded(RangeError, "ERR_OUT_OF_RANGE", "invalid options.add");
    if (restNumber !== undefined && stepNumber <= restNumber) {
      throw coded(RangeError, "ERR_OUT_OF_RANGE", "invalid options.rem");
    }
  }
  const usual = Buffer.from([safe ? 3 : 1]);
  return {
    prime: { generate: { bits: size, isSafe: safe, add: step ?? null, rest: step && (rest ?? usual) || null } },
  };
}

function shown(bytes: Uint8Array, size: number, options: PrimeOptions): ArrayBuffer | bigint {
  if (options.bigint === true) return numberOf(bytes);
  const padded = new Uint8Array(Math.ceil(size / 8));
  padded.set(bytes, padded.length - bytes.length);
  return padded.buffer;
}

export function generatePrimeSync(size: number, options: PrimeOptions = {}): ArrayBuffer | bigint {
  return shown(core.ops.op_lumi_crypto(generateRequest(size, options)) as Uint8Array, size, options);
}

export function generatePrime(
  size: number,
  options: PrimeOptions | Callback<ArrayBuffer | bigint>,
  last?: Callback<ArrayBuffer | bigint>,
): void {
  const [given, callback] = typeof options === "function" ? [{}, options] : [options, last];
  const request = generateRequest(size, given);
  checkCallback(callback);
  const work = core.ops.op_lumi_crypto_later(request) as Promise<Uint8Array>;
  const done = callback as (error: Error | null, prime?: ArrayBuffer | bigint) => void;
  whenDone(work.then((bytes) => shown(bytes, size, given)), done);
}

function checkRequest(candidate: unknown, options: { checks?: number }): object {
  const bytes = bytesOfNumber("candidate", candidate);
  checkObject("options", options);
  const { checks } = options;
  if (checks !== undefined) checkInt32("options.checks", checks);
  return { prime: { check: { candidate: bytes, isSafe: false } } };
}

/** The tests are always as many as leave no doubt, whatever `checks` says. */
export function checkPrimeSync(candidate: AnyBytes | bigint, options: { checks?: number } = {}): boolean {
  return core.ops.op_lumi_crypto(checkRequest(candidate, options)) as boolean;
}

export function checkPrime(
  candidate: AnyBytes | bigint,
  options: { checks?: number } | Callback<boolean>,
  last?: Callback<boolean>,
): void {
  const [given, callback] = typeof options === "function" ? [{}, options] : [options, last];
  const request = checkRequest(candidate, given);
  checkCallback(callback);
  const done = callback as (error: Error | null, isPrime?: boolean) => void;
  whenDone(core.ops.op_lumi_crypto_later(request) as Promise<boolean>, done);
}
