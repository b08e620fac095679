// The global `fetch`. Answers are read whole: what programs fetch is configuration, not films.

import { core } from "../web/ops.ts";
import { dataResponse } from "./data_url.ts";
import { FormData } from "./form_data.ts";
import { Headers } from "./headers.ts";
import { Request, type RequestInit } from "./request.ts";
import { Response } from "./response.ts";
import { OwnURL } from "./own_url.ts";

let lastId = 0;

export async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  request.signal.throwIfAborted();
  const url = new OwnURL(request.url);
  if (url.protocol === "data:") return Response.received(dataResponse(url));
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`cannot fetch ${request.url}: only http:, https: and data: URLs can be fetched`);
  }
  return Response.received(await send(request));
}

async function send(request: Request) {
  const hasBody = request.body !== null;
  const body = await request.bytes();
  const { method, url, headers, redirect, signal } = request;
  signal.throwIfAborted();
  const id = ++lastId;
  const abort = () => core.ops.op_lumi_fetch_abort(id);
  signal.addEventListener("abort", abort);
  try {
    return await core.ops.op_lumi_fetch(id, { method, url, headers: [...headers].flat(), redirect, hasBody }, body);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

export { FormData, Headers, Request, Response };
