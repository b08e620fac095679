// The codes of gRPC, and failures as the SDK of Pulumi gets them from a server.

import { Buffer } from "../node/buffer/buffer.ts";

/** Codes by name. */
const codes = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;

/** Both directions, as an enumeration of TypeScript has them. */
export const status: Record<string, number | string> = { ...codes };
for (const [name, code] of Object.entries(codes)) status[code] = name;

/** The header with details of a failure. */
const DETAILS = "grpc-status-details-bin";

/** The headers of an answer: details of a failure, if it has some. */
class Metadata {
  internalRepr: Map<string, unknown[]> = new Map();
  options: object = {};

  constructor(details: Uint8Array | null) {
    if (details !== null) this.internalRepr.set(DETAILS, [Buffer.from(details)]);
  }

  get(name: string): unknown[] {
    return this.internalRepr.get(name) ?? [];
  }

  getMap(): object {
    const all: Record<string, unknown> = {};
    for (const [name, values] of this.internalRepr) all[name] = values[0];
    return all;
  }

  clone(): Metadata {
    return new Metadata((this.internalRepr.get(DETAILS)?.[0] as Uint8Array | undefined) ?? null);
  }

  toJSON(): object {
    return Object.fromEntries(this.internalRepr);
  }
}

/** An error as a client of gRPC throws it. */
export interface ServiceError extends Error {
  code: number;
  details: string;
  metadata: unknown;
}

/** `path` is that of the method, which stands for the frames of the caller: an answer has none. */
export function serviceError(
  code: number,
  text: string,
  path: string,
  details: Uint8Array | null = null,
): ServiceError {
  const error = new Error(`${code} ${status[code] ?? "UNKNOWN"}: ${text}`);
  error.stack = `Error: ${error.message}\n    at ${path}`;
  return Object.assign(error, { code, details: text, metadata: new Metadata(details) });
}

/** Code, text and encoded details of a failure. */
export type Failure = [code: number, text: string, details: Uint8Array];

interface Thrown {
  code?: unknown;
  details?: unknown;
  message?: unknown;
  metadata?: unknown;
}

/** The failure for anything that a function of the program failed with, and the headers that it sends. */
export function failureOf(error: unknown, metadata?: unknown): Failure {
  const { code, metadata: own } = (error ?? {}) as Thrown;
  return [typeof code === "number" ? code : codes.UNKNOWN, textOf(error), detailsOf(metadata ?? own)];
}

/** The text that the real package sends; it has none for values that are no objects. */
function textOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  const { code, details, message } = error as Thrown;
  if (typeof code === "number" && typeof details === "string") return details;
  return "message" in error ? String(message) : "Unknown Error";
}

function detailsOf(metadata: unknown): Uint8Array {
  const { get } = (metadata ?? {}) as { get?: unknown };
  const [details] = typeof get === "function" ? Reflect.apply(get, metadata, [DETAILS]) as unknown[] : [];
  return details instanceof Uint8Array ? details : new Uint8Array();
}

/** Builds a status by parts. */
export class StatusBuilder {
  #status: { code?: number; details?: string; metadata?: unknown } = {};

  withCode(code: number): this {
    this.#status.code = code;
    return this;
  }

  withDetails(details: string): this {
    this.#status.details = details;
    return this;
  }

  withMetadata(metadata: unknown): this {
    this.#status.metadata = metadata;
    return this;
  }

  build(): { code?: number; details?: string; metadata?: unknown } {
    return { ...this.#status };
  }
}
