// Media types of files by the endings of their names.

const TEXT = "; charset=utf-8";

const TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  bmp: "image/bmp",
  css: `text/css${TEXT}`,
  csv: `text/csv${TEXT}`,
  eot: "application/vnd.ms-fontobject",
  gif: "image/gif",
  gz: "application/gzip",
  htm: `text/html${TEXT}`,
  html: `text/html${TEXT}`,
  ico: "image/x-icon",
  ics: `text/calendar${TEXT}`,
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: `text/javascript${TEXT}`,
  json: "application/json",
  jsonld: "application/ld+json",
  map: "application/json",
  md: `text/markdown${TEXT}`,
  mjs: `text/javascript${TEXT}`,
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  ogv: "video/ogg",
  otf: "font/otf",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tif: "image/tiff",
  tiff: "image/tiff",
  ttf: "font/ttf",
  txt: `text/plain${TEXT}`,
  wasm: "application/wasm",
  wav: "audio/wav",
  weba: "audio/webm",
  webm: "video/webm",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
  xhtml: "application/xhtml+xml",
  xml: "application/xml",
  zip: "application/zip",
};

/** The ending of a name in small letters; empty without one. */
function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** The media type of a file. */
export function mediaType(path: string): string {
  const ending = endingOf(path);
  return Object.hasOwn(TYPES, ending) ? TYPES[ending]! : "application/octet-stream";
}

/** The media types of the endings that some files have. */
export function mediaTypes(paths: readonly string[]): Record<string, string> {
  const endings = new Set(paths.map(endingOf).filter((it) => Object.hasOwn(TYPES, it)));
  return Object.fromEntries([...endings].sort().map((it) => [it, TYPES[it]!]));
}
