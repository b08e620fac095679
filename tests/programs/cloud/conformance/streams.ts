// The behaviours of `Router` with `streaming`.

import { KVStore, Router } from "lumi/cloud";
import { type Behaviours, equal, eventually, fresh, optional } from "./checks.ts";

const signals = new KVStore<boolean>("stream-signals");

/** Waits until the other end has given the signal of this name. */
const signalled = (name: string) => eventually(() => signals.get(name));

/** Two parts, of which the second waits for a signal. */
function parts(signal: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode("first "));
      await signalled(signal);
      controller.enqueue(encoder.encode("second"));
      controller.close();
    },
  });
}

/** Reads to the end; `onPart` is called with what has come so far. */
async function read(body: ReadableStream<Uint8Array>, onPart: (text: string) => Promise<void>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for (const reader = body.getReader();;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    await onPart(text);
  }
}

const signalOf = (request: Request) => new URL(request.url).pathname.split("/").at(-1)!;

let router: Router | undefined;
optional(["Router: answers are streamed", "Router: bodies of requests are streamed"], () => {
  router = new Router("streams", { streaming: true });
  router.mount("/answers/*",
    (request) => new Response(parts(signalOf(request)), { status: 201, headers: { "content-type": "text/x-parts" } }));
  router.mount("/bodies/*",
    async (request) => new Response(await read(request.body!, () => signals.set(signalOf(request), true))));
});

export const streams: Behaviours = {
  "answers are streamed": async () => {
    const signal = fresh();
    const { status, headers, body } = await router!.fetch(`/answers/${signal}`);
    const text = await read(body!, async (text) => {
      if (text === "first ") await signals.set(signal, true);
    });
    equal([status, headers.get("content-type"), text], [201, "text/x-parts", "first second"]);
  },
  "bodies of requests are streamed": async () => {
    const signal = fresh();
    const init = { method: "POST", body: parts(signal), duplex: "half" };
    const response = await router!.fetch(`/bodies/${signal}`, init as RequestInit);
    equal([response.status, await response.text()], [200, "first second"]);
  },
};
