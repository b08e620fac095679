// Texts of messages in SQS and SNS. This code is a part of bundles.

import { messageText } from "../message.ts";

/** The JSON text of a message, without the two characters that SQS refuses besides those that JSON escapes. */
export function bodyOf(what: string, message: unknown): string {
  return messageText(what, message).replace(/[\ufffe\uffff]/g, (it) => `\\u${it.charCodeAt(0).toString(16)}`);
}
