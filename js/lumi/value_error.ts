// Something a program put where only data can stand.

/** Marks errors that already say where they belong. */
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
