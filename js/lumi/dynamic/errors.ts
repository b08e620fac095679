// Errors of provider methods with a defined meaning.

/**
 * The object exists, but is not ready: the state records it, and the next run repairs it by an
 * update.
 */
export class PartialInitError extends Error {
  /**
   * @param id The id of the object.
   * @param outs All known outputs of the object.
   * @param reasons Why the object is not ready.
   */
  constructor(readonly id: string, readonly outs: Record<string, any>, readonly reasons: readonly string[]) {
    super(`it exists, but is not ready: ${reasons.join("; ")}`);
  }

  override get name(): string {
    return "PartialInitError";
  }
}

/**
 * The outcome is unknown, for example after a time-out: the operation stays pending until the
 * object has been looked up.
 */
export class UnknownOutcomeError extends Error {
  override get name(): string {
    return "UnknownOutcomeError";
  }
}
