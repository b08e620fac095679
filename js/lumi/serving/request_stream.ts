// The body of a request that comes in parts, as a stream of the web.

import { ops } from "../protocol/ops.ts";

/** @internal The body of the request with this number, which is read as it is asked for. */
export function requestStream(number: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      for (;;) {
        const part = await ops().op_lumi_call_read(number);
        if (part === null) {
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        if (part.length > 0) return controller.enqueue(part);
      }
    },
    cancel: () => ops().op_lumi_call_cancel(number),
  }, { highWaterMark: 0 });
}
