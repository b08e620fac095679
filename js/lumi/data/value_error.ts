// Errors about values that are not data.

/** Marks errors that already contain the path of the value. */
export class ValueError extends TypeError {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
  }

  override get name(): string {
    return "TypeError";
  }
}

export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "an error that cannot be shown";
  }
}

type Capture = (error: Error, above: unknown) => void;

/**
 * Cuts the stack of an error about a value at the caller of `entry`, however deep the value was.
 */
export function captureCallerStack(error: unknown, entry: unknown): unknown {
  if (error instanceof ValueError) {
    (Error as unknown as { captureStackTrace: Capture }).captureStackTrace(error, entry);
  }
  return error;
}
