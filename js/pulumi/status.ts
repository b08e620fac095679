// The codes of gRPC, and failures as the SDK of Pulumi gets them from a server.

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

/** The headers of an answer in this process: there are none. */
const noMetadata = {
  get: (): unknown[] => [],
  getMap: (): object => ({}),
  clone: (): object => noMetadata,
  toJSON: (): object => ({}),
};

/** An error as a client of gRPC throws it. */
export interface ServiceError extends Error {
  code: number;
  details: string;
  metadata: unknown;
}

export function serviceError(code: number, details: string): ServiceError {
  const error = new Error(`${code} ${status[code] ?? "UNKNOWN"}: ${details}`);
  return Object.assign(error, { code, details, metadata: noMetadata });
}

/** Code and text of anything that a function of the program failed with. */
export function failureOf(error: unknown): [code: number, details: string] {
  const { code, details, message } = (error ?? {}) as { code?: unknown; details?: unknown; message?: unknown };
  const text = details ?? message ?? error;
  return [typeof code === "number" ? code : codes.UNKNOWN, String(text)];
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
