// Classifies values other than plain data, and explains those that cannot be inputs.

import { cellOf } from "./cell.ts";
import { className } from "../data/plain_object.ts";

/** A problem with a value, and advice. */
export interface Objection {
  problem: string;
  advice: string;
}

export function isSafeBigInt(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
}

export function isValidDate(value: object): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

export function base64(bytes: Uint8Array): string {
  return (bytes as Uint8Array & { toBase64(): string }).toBase64();
}

export function describeObject(value: object): string {
  if (Array.isArray(value)) return "an array";
  if (cellOf(value) !== undefined) return "a Property";
  return `an instance of ${className(value)}`;
}

export function objectionTo(value: unknown): Objection {
  switch (typeof value) {
    case "bigint":
      return { problem: "is a bigint beyond 2^53", advice: "numbers cannot hold it: pass it as text" };
    case "function":
      return {
        problem: "is a function",
        advice: "only inputs of resources can be functions: call it, or pass plain data",
      };
    case "object":
      return objectionToObject(value!);
    default:
      return { problem: "is a symbol", advice: "pass its description instead" };
  }
}

function objectionToObject(value: object): Objection {
  if (value instanceof Date) return { problem: "is an invalid Date", advice: "check how it was made" };
  return { problem: `is ${describeObject(value)}, which is not plain data`, advice: adviceFor(value) };
}

function adviceFor(value: object): string {
  if (value instanceof Map) return "use Object.fromEntries(map)";
  if (value instanceof Set) return "use [...set]";
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    return "use a Uint8Array, which becomes an asset, or an array of numbers";
  }
  return "copy what matters into a plain object, as in { ...value }";
}
