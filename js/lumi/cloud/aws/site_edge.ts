// The function of CloudFront that finds the object of a path, as the platform does (`src/platform/sites/lookup.rs`).

import type { SiteSpec } from "../contract.ts";

/** CloudFront takes no larger function, in bytes. */
const MAX_BYTES = 10_240;

/** JavaScript for the runtime `cloudfront-js-2.0`. */
export function edgeCode({ name, files, index }: SiteSpec): string {
  const end = `/${index}`;
  const folders = files.map((it) => it.path).filter((it) => it.endsWith(end)).map((it) => it.slice(0, -end.length));
  const code = EDGE.replace("INDEX", () => JSON.stringify(encodeURIComponent(index)))
    .replace("FOLDERS", () => JSON.stringify(folders));
  const size = new TextEncoder().encode(code).length;
  if (size <= MAX_BYTES) return code;
  throw new RangeError(
    `the Site "${name}" has ${folders.length} folders with ${index}, whose names take ${size} bytes of a function of CloudFront, which has at ` +
      `most ${MAX_BYTES}; have fewer such folders, or make several sites`,
  );
}

/** Objects have no folders: a slash at the end stands for the index, and a folder's name is sent to the one with a slash. */
const EDGE = `var index = INDEX;
var folders = FOLDERS;

function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (uri.endsWith("/")) {
    request.uri = uri + index;
    return request;
  }
  if (!folders.includes(decoded(uri.slice(1)))) return request;
  var location = "./" + uri.slice(uri.lastIndexOf("/") + 1) + "/" + query(request.querystring);
  return { statusCode: 308, statusDescription: "Permanent Redirect", headers: { location: { value: location } } };
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch (_) {
    return path;
  }
}

function query(parameters) {
  var parts = [];
  for (var name in parameters) {
    var values = parameters[name].multiValue || [parameters[name]];
    values.forEach(function (it) { parts.push(it.value === "" ? name : name + "=" + it.value); });
  }
  return parts.length === 0 ? "" : "?" + parts.join("&");
}
`;
