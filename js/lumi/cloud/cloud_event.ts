// Events as the specification CloudEvents 1.0 has them, in JSON and over HTTP. This code is a part of bundles.

import { HttpError, type HttpRequest } from "./http.ts";

/** An event; `docs/cloud.md` says which members `publish` sets. */
export interface CloudEvent<Type extends string = string, Data = unknown> {
  readonly specversion: "1.0";
  /** The same whenever this event comes again. */
  readonly id: string;
  /** The place where it happened, such as `/orders`. */
  readonly source: string;
  readonly type: Type;
  /** ISO text in UTC. */
  readonly time: string;
  readonly subject?: string;
  readonly datacontenttype?: string;
  readonly data: Data;
}

const STRUCTURED = "application/cloudevents+json";
const BATCH = "application/cloudevents-batch+json";

/** The events of a request: in binary mode (headers `ce-type` and others), as one JSON object, or as a batch. */
export function eventsOf(request: HttpRequest): CloudEvent[] {
  const [mediaType] = (request.headers["content-type"] ?? "").split(";", 1) as [string];
  switch (mediaType.trim().toLowerCase()) {
    case STRUCTURED:
      return [checked(request.json())];
    case BATCH: {
      const events = request.json();
      if (!Array.isArray(events)) throw new HttpError(400, "a batch of events must be a JSON list");
      return events.map(checked);
    }
    default:
      return [checked({ ...attributesOf(request.headers), data: dataOf(request) })];
  }
}

/** The attributes in headers; their values are escaped as parts of URLs are. */
function attributesOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const attributes = Object.entries(headers).filter(([name]) => name.startsWith("ce-"));
  if (attributes.length === 0) {
    throw new HttpError(415, `an event has headers such as ce-type, or the content type ${STRUCTURED} or ${BATCH}`);
  }
  return Object.fromEntries(attributes.map(([name, value]) => [name.slice(3), unescaped(name, value)]));
}

function unescaped(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new HttpError(400, `the header ${name} is not escaped as a part of a URL`);
  }
}

function dataOf(request: HttpRequest): unknown {
  return request.body === "" ? null : request.json();
}

/** An event with all members that the specification asks for. */
function checked(event: Partial<CloudEvent> | null): CloudEvent {
  if (typeof event !== "object" || event === null) throw new HttpError(400, "an event must be a JSON object");
  if (event.specversion !== "1.0") throw new HttpError(400, "the `specversion` of an event must be 1.0");
  for (const name of ["id", "source", "type"] as const) {
    if (typeof event[name] !== "string" || event[name] === "") {
      throw new HttpError(400, `an event needs a text \`${name}\``);
    }
  }
  if ("data_base64" in event) throw new HttpError(415, "the `data` of an event must be JSON");
  return { time: new Date().toISOString(), data: null, ...event } as CloudEvent;
}
