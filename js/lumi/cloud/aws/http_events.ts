// Requests of API Gateway, and answers to it, in version 2.0 of their format. This code is a part of bundles.

import type { HttpReply, RouteHandler } from "../contract.ts";
import { decoded } from "../http.ts";

interface GatewayRequest {
  /** Decoded by API Gateway, so that an encoded slash is a slash. */
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly requestContext: { readonly http: { readonly method: string } };
  readonly body?: string;
  readonly isBase64Encoded: boolean;
}

interface GatewayAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** Lambda answers no more, in bytes. */
const MAX_ANSWER = 6 * 1024 * 1024;

/** The handler for all requests of an API. */
export function fromGateway({ handler, match }: Pick<RouteHandler, "handler" | "match">) {
  return async function answer(request: GatewayRequest): Promise<GatewayAnswer> {
    const { rawPath, rawQueryString, cookies, requestContext: { http: { method } } } = request;
    const matched = match(method, rawPath.split("/").slice(1));
    if (matched === undefined) return notFound();
    const headers = cookies === undefined ? request.headers : { ...request.headers, cookie: cookies.join("; ") };
    const path = encodedPath(rawPath);
    return answerOf(
      await handler({ method, path, ...matched, query: queryOf(rawQueryString), headers, ...bodyOf(request) }),
    );
  };
}

function notFound(): GatewayAnswer {
  return {
    statusCode: 404,
    headers: { "content-type": "application/json" },
    body: '{"error":"there is no such route"}',
  };
}

/** The path as clients write it. */
const encodedPath = (path: string) => encodeURI(path).replace(/\?/g, "%3F").replace(/#/g, "%23");

function queryOf(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = Object.hasOwn(query, name) ? query[name] : undefined;
    const values = known === undefined ? value : [known, value].flat();
    Object.defineProperty(query, name, { value: values, enumerable: true, configurable: true, writable: true });
  }
  return query;
}

/** API Gateway decides by the type of the content whether it sends text or base64; a handler gets text if there is text. */
function bodyOf({ body = "", isBase64Encoded }: GatewayRequest): { body: string; isBase64Encoded: boolean } {
  if (!isBase64Encoded) return { body, isBase64Encoded };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(decoded(body));
    return { body: text, isBase64Encoded: false };
  } catch {
    return { body, isBase64Encoded };
  }
}

function answerOf({ status, headers, body, isBase64Encoded = false }: HttpReply): GatewayAnswer {
  if (body !== undefined && body.length > MAX_ANSWER) {
    throw new RangeError(`an answer has ${body.length} characters, but Lambda answers at most ${MAX_ANSWER} bytes`);
  }
  const { "set-cookie": cookies, ...others } = headers;
  const single = Object.entries(others).map(([name, value]) => [name, [value].flat().join(", ")]);
  return {
    statusCode: status,
    headers: Object.fromEntries(single),
    ...cookies === undefined ? {} : { cookies: [cookies].flat() },
    ...body === undefined ? {} : { body, isBase64Encoded },
  };
}
