// A request before it is sent.

import { Body, type BodyInit, contentOf } from "./body.ts";
import { Headers, type HeadersInit } from "./headers.ts";
import { OwnURL } from "./own_url.ts";

export type Redirect = "follow" | "error" | "manual";

export interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
  redirect?: Redirect;
  signal?: AbortSignal | null;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const standard = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];
const forbidden = ["CONNECT", "TRACE", "TRACK"];

function methodOf(method: string): string {
  const upper = method.toUpperCase();
  if (!token.test(method)) throw new TypeError(`invalid method: ${JSON.stringify(method)}`);
  if (forbidden.includes(upper)) throw new TypeError(`method ${upper} is not allowed`);
  return standard.includes(upper) ? upper : method;
}

function redirectOf(redirect: string): Redirect {
  if (redirect === "follow" || redirect === "error" || redirect === "manual") return redirect;
  throw new TypeError(`redirect must be "follow", "error" or "manual", not ${JSON.stringify(redirect)}`);
}

export class Request extends Body {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly redirect: Redirect;
  readonly signal: AbortSignal;

  constructor(input: string | URL | Request, init: RequestInit = {}) {
    super();
    const base = input instanceof Request ? input : null;
    const url = new OwnURL(base ? base.url : String(input));
    if (url.username !== "" || url.password !== "") {
      throw new TypeError("a URL with a user name or password cannot be fetched; send an authorization header");
    }
    this.url = url.href;
    this.method = methodOf(String(init.method ?? base?.method ?? "GET"));
    this.headers = new Headers(init.headers ?? base?.headers);
    this.redirect = redirectOf(String(init.redirect ?? base?.redirect ?? "follow"));
    this.signal = signalOf(init.signal === undefined ? base?.signal : init.signal);
    const hasBody = init.body !== undefined && init.body !== null;
    const takesBody = !hasBody && base !== null && Request.hasBody(base);
    if ((hasBody || takesBody) && (this.method === "GET" || this.method === "HEAD")) {
      throw new TypeError(`a request with method ${this.method} cannot have a body`);
    }
    if (hasBody) this.fill(contentOf(init.body));
    else if (takesBody) this.fill(base.takeContent());
  }

  clone(): Request {
    const { url, method, headers, redirect, signal } = this;
    const copy = new Request(url, { method, headers, redirect, signal });
    copy.fill(this.copyContent());
    return copy;
  }

  get [Symbol.toStringTag](): string {
    return "Request";
  }
}

function signalOf(signal: unknown): AbortSignal {
  if (signal === undefined || signal === null) return new AbortController().signal;
  if (signal instanceof AbortSignal) return signal;
  throw new TypeError("signal must be an AbortSignal");
}
