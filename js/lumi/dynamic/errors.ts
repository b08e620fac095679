// What a method throws to say more than that nothing happened.

/** The object exists, but is not ready: it is recorded, and the next run repairs it by an update. */
export class PartialInitError extends Error {
  /**
   * @param id What the object is called.
   * @param outs All there is to know about the object.
   * @param reasons Why it is not ready.
   */
  constructor(readonly id: string, readonly outs: Record<string, any>, readonly reasons: readonly string[]) {
    super(`it exists, but is not ready: ${reasons.join("; ")}`);
  }

  override get name(): string {
    return "PartialInitError";
  }
}

/**
 * The outcome is unknown, after a time-out for example: the operation stays pending until the object
 * has been looked up.
 */
export class UnknownOutcomeError extends Error {
  override get name(): string {
    return "UnknownOutcomeError";
  }
}
