// Answers of routers that stream, as `lumi closure serve` takes them, on this machine and in pods. This code is a part of bundles.

import type { HttpEvent, RouteHandler, WebSocketHandlers } from "../contract.ts";

/** A request of the platform that may become a WebSocket. */
interface StreamedEvent extends HttpEvent {
  accept(handlers: WebSocketHandlers): unknown;
}

/** The platform streams what a `Response` has, and takes WebSockets from the request. */
export function streamReplies(handler: RouteHandler["handler"]) {
  return async function stream(event: StreamedEvent): Promise<unknown> {
    const reply = await handler(event);
    if (reply.webSocket !== undefined) return event.accept(reply.webSocket);
    return reply.response ?? reply;
  };
}
