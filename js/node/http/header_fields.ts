// Headers as an object, from the flat list that a message has.

export type HeaderFields = Record<string, string | string[] | undefined>;
export type DistinctFields = Record<string, string[] | undefined>;

/** Headers of which only the first one counts. */
const SINGLE = new Set([
  "age",
  "authorization",
  "content-length",
  "content-type",
  "etag",
  "expires",
  "from",
  "host",
  "if-modified-since",
  "if-unmodified-since",
  "last-modified",
  "location",
  "max-forwards",
  "proxy-authorization",
  "referer",
  "retry-after",
  "server",
  "user-agent",
]);

export function addField(fields: HeaderFields, rawName: string, value: string, joinsDuplicates: boolean): void {
  const name = rawName.toLowerCase();
  const before = fields[name];
  if (name === "set-cookie") {
    if (before === undefined) fields[name] = [value];
    else (before as string[]).push(value);
  } else if (before === undefined) fields[name] = value;
  else if (name === "cookie") fields[name] = `${before as string}; ${value}`;
  else if (joinsDuplicates || !SINGLE.has(name)) fields[name] = `${before as string}, ${value}`;
}

export function addDistinctField(fields: DistinctFields, rawName: string, value: string): void {
  const name = rawName.toLowerCase();
  const before = fields[name];
  if (before === undefined) fields[name] = [value];
  else before.push(value);
}
