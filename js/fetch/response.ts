// The class `Response`: the answer of a server, or one that a program made.

import type { FetchResponse } from "../web/ops.ts";
import { Body, type BodyInit, contentOf, type Source } from "./body.ts";
import { Headers, type HeadersInit } from "./headers.ts";
import { OwnURL } from "./own_url.ts";

export interface ResponseInit {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}

const reasonPhrase = /^[\t\x20-\x7e\x80-\xff]*$/;
export const withoutBody = [101, 103, 204, 205, 304];
const redirects = [301, 302, 303, 307, 308];

export class Response extends Body {
  readonly headers: Headers;
  #status: number;
  readonly #statusText: string;
  #url = "";
  #type = "default";
  #redirected = false;

  constructor(body?: BodyInit | null, init?: ResponseInit | null) {
    super();
    const { status = 200, statusText = "", headers } = init ?? {};
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError(`the status of a response is from 200 to 599, not ${status}`);
    }
    if (!reasonPhrase.test(String(statusText))) {
      throw new TypeError("the statusText of a response is one line of Latin-1");
    }
    this.#status = status;
    this.#statusText = String(statusText);
    this.headers = new Headers(headers);
    if (body === undefined || body === null) return;
    if (withoutBody.includes(status)) throw new TypeError(`a response with status ${status} cannot have a body`);
    this.fill(contentOf(body));
  }

  /** Makes the answer of a server; `body` is null if an answer has none, as to HEAD. */
  static received(answer: FetchResponse, body: Source): Response {
    const { status, statusText } = answer;
    const pairs = answer.headers.flatMap((name, i, all) => i % 2 === 0 ? [[name, all[i + 1]!] as const] : []);
    const response = new Response(null, { statusText, headers: pairs });
    // Servers may answer what programs may not.
    response.#status = status;
    response.fill({ source: body, type: null });
    response.#url = answer.url;
    response.#type = "basic";
    response.#redirected = answer.redirected;
    return response;
  }

  static json(data: unknown, init: ResponseInit = {}): Response {
    const text = JSON.stringify(data);
    if (text === undefined) throw new TypeError("the value is not JSON");
    const response = new Response(text, init);
    if (!new Headers(init.headers).has("content-type")) response.headers.set("content-type", "application/json");
    return response;
  }

  /** Makes the response that stands for a failed request. */
  static error(): Response {
    const response = new Response();
    response.#status = 0;
    response.#type = "error";
    return response;
  }

  static redirect(url: string | URL, status = 302): Response {
    if (!redirects.includes(status)) throw new RangeError(`${status} is not the status of a redirect`);
    return new Response(null, { status, headers: { location: new OwnURL(url).href } });
  }

  get status(): number {
    return this.#status;
  }

  get statusText(): string {
    return this.#statusText;
  }

  get ok(): boolean {
    return this.#status >= 200 && this.#status <= 299;
  }

  /** Of the answer after redirects, without fragment. */
  get url(): string {
    return this.#url;
  }

  get redirected(): boolean {
    return this.#redirected;
  }

  get type(): string {
    return this.#type;
  }

  clone(): Response {
    const copy = new Response(null, { statusText: this.#statusText, headers: this.headers });
    copy.#status = this.#status;
    copy.fill(this.copyContent());
    copy.#url = this.#url;
    copy.#type = this.#type;
    copy.#redirected = this.#redirected;
    return copy;
  }

  get [Symbol.toStringTag](): string {
    return "Response";
  }

  [Symbol.for("Deno.customInspect")](inspect: (value: unknown, options: unknown) => string, options: unknown): string {
    const { status, statusText, ok, url, redirected, headers, bodyUsed } = this;
    return `Response ${inspect({ status, statusText, ok, url, redirected, headers, bodyUsed }, options)}`;
  }
}
