// How code that runs on the platform reaches its services. This is part of the bundles.

import process from "node:process";

/** A request to the platform; answers nothing if there is no such thing. */
export async function service(method: string, path: string, body?: string | Uint8Array): Promise<Response | undefined> {
  const { LUMI_PLATFORM, LUMI_PLATFORM_TOKEN } = process.env;
  const answer = await fetch(`${LUMI_PLATFORM}/_lumi/${path}`, {
    method,
    body: body as BodyInit | undefined,
    headers: { authorization: `Bearer ${LUMI_PLATFORM_TOKEN}` },
  });
  if (answer.ok) return answer;
  if (answer.status === 404 && method === "GET") return undefined;
  const problem = await answer.text();
  throw new Error(`${method} ${path} failed: ${reason(problem)}`);
}

function reason(text: string): string {
  try {
    return JSON.parse(text).error;
  } catch {
    return text;
  }
}

/** A key as a part of a URL. */
export const escaped = (key: string) => encodeURIComponent(key);
