import { check } from "../check.ts";

const url = new URL("https://user:pass@example.com:8080/a%20b?x=1&x=2#frag");
const parameters = new URLSearchParams("b=2&a=1&b=3&c=%20");
const headers = new Headers({ "X-B": "1", a: "\"caf\u00e9\"" });
headers.append("set-cookie", "x=1");
headers.append("set-cookie", "y=2");
const both = { url, parameters: url.searchParams };
const encoder = () => new TextEncoder().encode("é").length;

await check("url", () => [url.href, url.host, url instanceof URL, url.searchParams.getAll("x")]);
await check("url-changes", () => {
  url.searchParams.append("y", "3");
  return url.search;
});
await check("search-parameters", () => [parameters.toString(), parameters.getAll("b"), parameters.get("c"), parameters instanceof URLSearchParams]);
await check("parameters-of-url", () => [both.parameters.get("x"), both.url.hash]);
await check("text-encoder", () => encoder());
await check("headers", () => {
  const before = [...headers];
  headers.set("later", "2");
  return [before, headers.get("x-b"), headers.getSetCookie(), headers.has("later"), headers instanceof Headers];
});
