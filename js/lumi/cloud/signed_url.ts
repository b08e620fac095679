// The life of a signed URL. This code is a part of bundles.

import type { SignedUrlOptions } from "./bucket.ts";

/** A week, as S3 allows it. */
const MAX_SECONDS = 604_800;
const DEFAULT_SECONDS = 900;

/** The checked life of a URL for an object of this key, in seconds. */
export function lifeOf(key: string, { seconds = DEFAULT_SECONDS }: SignedUrlOptions = {}): number {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_SECONDS) return seconds;
  throw new RangeError(`a URL of ${key} must be good for 1 to ${MAX_SECONDS} whole seconds, but not for ${seconds}`);
}
