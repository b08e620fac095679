/** Errors that say what is known about the world. Other errors have no known outcome: it may have happened. */
import grpc from "@grpc/grpc-js";
import { encoded, type Message } from "../wire/protocol.js";
import { toObject } from "../wire/wire_value.js";
import type { InputFailure, Outputs } from "./package.js";

/** What is known by a code of gRPC; `proto/lumirpc/errors.proto` says what each means. */
export type Code = keyof typeof grpc.status;

interface Detail {
  type: string;
  message: Message;
}

export class Failure extends Error {
  readonly code: Code;
  /** Messages for lumi. */
  readonly parts: readonly Detail[];

  constructor(code: Code, message: string, parts: readonly Detail[] = []) {
    super(message);
    this.name = "Failure";
    this.code = code;
    this.parts = parts;
  }

  /** Nothing has happened. */
  static refused(message: string): Failure {
    return new Failure("FAILED_PRECONDITION", message);
  }

  /** It may have happened: the operation stays pending, and the next run looks the object up. */
  static uncertain(message: string): Failure {
    return new Failure("UNAVAILABLE", message);
  }

  /** Nothing has happened, because of inputs. */
  static invalid(message: string, ...inputs: InputFailure[]): Failure {
    const fieldViolations = inputs.map(({ path, reason }) => ({ field: path, description: reason }));
    return new Failure("INVALID_ARGUMENT", message, [{ type: "google.rpc.BadRequest", message: { fieldViolations } }]);
  }

  /** The object was made or changed, but is not what it should be, for at least one reason. The next run repairs it with an update. */
  static partial(id: string, outputs: Outputs, ...reasons: string[]): Failure {
    const message = { id, outputs: toObject(outputs), reasons };
    return new Failure("ABORTED", "the object is not what it should be", [{ type: "lumirpc.PartialInit", message }]);
  }
}

/** The answer to a call that failed. */
export function answerOf(error: unknown): { code: grpc.status; details: string; metadata?: grpc.Metadata } {
  if (!(error instanceof Failure)) return { code: grpc.status.UNKNOWN, details: String(error) };
  const code = grpc.status[error.code];
  if (error.parts.length === 0) return { code, details: error.message };
  const details = error.parts.map(({ type, message }) => ({
    typeUrl: `type.googleapis.com/${type}`,
    value: encoded(type, message),
  }));
  const metadata = new grpc.Metadata();
  metadata.set("grpc-status-details-bin", encoded("google.rpc.Status", { code, message: error.message, details }));
  return { code, details: error.message, metadata };
}
