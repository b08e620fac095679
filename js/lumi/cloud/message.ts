// Messages of queues and topics. This code is a part of bundles.

/** The largest message on every target, in bytes of UTF-8: some platforms have no more than 256 KB with all attributes. */
export const MAX_MESSAGE_BYTES = 200_000;

/** The longest delay of a message on every target, in seconds. */
export const MAX_DELAY_SECONDS = 900;

/** The JSON text of a message. `what` names the receiver. */
export function messageText(what: string, message: unknown): string {
  const text = JSON.stringify(message);
  if (text === undefined) throw new TypeError(`a message for ${what} must be JSON, but is of type ${typeof message}`);
  // A unit of UTF-16 has at most three bytes.
  if (text.length * 3 <= MAX_MESSAGE_BYTES) return text;
  const size = new TextEncoder().encode(text).length;
  if (size <= MAX_MESSAGE_BYTES) return text;
  throw new RangeError(
    `a message for ${what} has ${size} bytes of JSON, but at most ${MAX_MESSAGE_BYTES} are allowed; put the content into ` +
      "a Bucket, and send its key",
  );
}

/** A delay in seconds; 0 for none. */
export function delayOf(what: string, delay: number | undefined): number {
  if (delay === undefined) return 0;
  if (typeof delay === "number" && delay >= 0 && delay <= MAX_DELAY_SECONDS) return delay;
  throw new RangeError(`the delay of a message for ${what} must be 0 to ${MAX_DELAY_SECONDS} seconds, but is ${delay}`);
}

/** The key of a message of an ordered queue. */
export function keyOf(what: string, key: string | undefined): string {
  if (typeof key === "string" && key !== "" && key.length <= 128) return key;
  throw new TypeError(`a message for ${what}, which is ordered, needs a \`key\` of 1 to 128 characters`);
}
