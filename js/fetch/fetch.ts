// The global `fetch`.

import { blobResponse } from "./blob_url.ts";
import { dataResponse } from "./data_url.ts";
import { FormData } from "./form_data.ts";
import { Headers } from "./headers.ts";
import { IncomingBody } from "./incoming_body.ts";
import { Request, type RequestInit } from "./request.ts";
import { Response, withoutBody } from "./response.ts";
import { OwnURL } from "./own_url.ts";

let lastId = 0;

export async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  request.signal.throwIfAborted();
  const url = new OwnURL(request.url);
  if (url.protocol === "data:") return dataResponse(url);
  if (url.protocol === "blob:") return await blobResponse(url);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`cannot fetch ${request.url}: only http:, https:, data: and blob: URLs can be fetched`);
  }
  return await send(request);
}

async function send(request: Request): Promise<Response> {
  const stream = Request.takeStream(request);
  const sent = stream ?? await request.bytes();
  const kind = stream !== null ? "parts" : Request.hasBody(request) ? "whole" : "none";
  const { method, url, headers, redirect, signal } = request;
  signal.throwIfAborted();
  const body = new IncomingBody(++lastId, signal);
  const head = await body.head({ method, url, headers: [...headers].flat(), redirect, body: kind }, sent);
  const isEmpty = method === "HEAD" || withoutBody.includes(head.status);
  if (isEmpty) body.cancel();
  return Response.received(head, isEmpty ? null : body);
}

export { FormData, Headers, Request, Response };
