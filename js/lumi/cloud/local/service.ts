// How code that runs on the platform reaches its services. This is a part of bundles.

import { telemetryRuntime } from "../telemetry.ts";

/** A request to the platform. */
export interface ServiceRequest {
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Statuses of 400 and more that are answers, not failures. */
  expected?: readonly number[];
}

/** Requests a path of the platform's services. */
export async function service(method: string, path: string, request: ServiceRequest = {}): Promise<Response> {
  const { body, headers = {}, expected = [] } = request;
  const { LUMI_PLATFORM, LUMI_PLATFORM_TOKEN } = process.env;
  const response = await fetch(`${LUMI_PLATFORM}/_lumi/${path}`, {
    method,
    body: body as BodyInit | undefined,
    headers: { ...headers, ...originHeaders(), authorization: `Bearer ${LUMI_PLATFORM_TOKEN}` },
  });
  if (response.ok || expected.includes(response.status)) return response;
  throw new Error(`${method} ${path} failed: ${reasonOf(await response.text())}`);
}

/** The headers by which the platform knows what a request is a part of: its trace, its deadline, and whether it comes again. */
export function originHeaders(): Record<string, string> {
  const runtime = telemetryRuntime();
  const headers: Record<string, string> = {};
  const [traceparent, deadline] = [runtime?.traceparent(), runtime?.deadline()];
  if (traceparent !== undefined) headers["traceparent"] = traceparent;
  if (deadline !== undefined) headers["lumi-deadline"] = String(deadline);
  if (runtime?.isRetried()) headers["lumi-retried"] = "1";
  return headers;
}

function reasonOf(text: string): string {
  try {
    return JSON.parse(text).error;
  } catch {
    return text;
  }
}

/** A key as a part of a URL. */
export const escaped = (key: string) => encodeURIComponent(key);

declare const process: { readonly env: Record<string, string | undefined> };
