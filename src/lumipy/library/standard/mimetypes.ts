// The module `mimetypes`: the types of Python's own table, whatever the system knows.

import { define } from "../calls.ts";
import { Tuple } from "../values.ts";

const TYPES: Record<string, string> = {
  ".js": "application/javascript",
  ".mjs": "application/javascript",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".doc": "application/msword",
  ".dot": "application/msword",
  ".wiz": "application/msword",
  ".nq": "application/n-quads",
  ".nt": "application/n-triples",
  ".bin": "application/octet-stream",
  ".a": "application/octet-stream",
  ".dll": "application/octet-stream",
  ".exe": "application/octet-stream",
  ".o": "application/octet-stream",
  ".obj": "application/octet-stream",
  ".so": "application/octet-stream",
  ".oda": "application/oda",
  ".pdf": "application/pdf",
  ".p7c": "application/pkcs7-mime",
  ".ps": "application/postscript",
  ".ai": "application/postscript",
  ".eps": "application/postscript",
  ".trig": "application/trig",
  ".m3u": "application/vnd.apple.mpegurl",
  ".m3u8": "application/vnd.apple.mpegurl",
  ".xls": "application/vnd.ms-excel",
  ".xlb": "application/vnd.ms-excel",
  ".ppt": "application/vnd.ms-powerpoint",
  ".pot": "application/vnd.ms-powerpoint",
  ".ppa": "application/vnd.ms-powerpoint",
  ".pps": "application/vnd.ms-powerpoint",
  ".pwz": "application/vnd.ms-powerpoint",
  ".wasm": "application/wasm",
  ".bcpio": "application/x-bcpio",
  ".cpio": "application/x-cpio",
  ".csh": "application/x-csh",
  ".dvi": "application/x-dvi",
  ".gtar": "application/x-gtar",
  ".hdf": "application/x-hdf",
  ".h5": "application/x-hdf5",
  ".latex": "application/x-latex",
  ".mif": "application/x-mif",
  ".cdf": "application/x-netcdf",
  ".nc": "application/x-netcdf",
  ".p12": "application/x-pkcs12",
  ".pfx": "application/x-pkcs12",
  ".ram": "application/x-pn-realaudio",
  ".pyc": "application/x-python-code",
  ".pyo": "application/x-python-code",
  ".sh": "application/x-sh",
  ".shar": "application/x-shar",
  ".swf": "application/x-shockwave-flash",
  ".sv4cpio": "application/x-sv4cpio",
  ".sv4crc": "application/x-sv4crc",
  ".tar": "application/x-tar",
  ".tcl": "application/x-tcl",
  ".tex": "application/x-tex",
  ".texi": "application/x-texinfo",
  ".texinfo": "application/x-texinfo",
  ".roff": "application/x-troff",
  ".t": "application/x-troff",
  ".tr": "application/x-troff",
  ".man": "application/x-troff-man",
  ".me": "application/x-troff-me",
  ".ms": "application/x-troff-ms",
  ".ustar": "application/x-ustar",
  ".src": "application/x-wais-source",
  ".xsl": "application/xml",
  ".rdf": "application/xml",
  ".wsdl": "application/xml",
  ".xpdl": "application/xml",
  ".zip": "application/zip",
  ".3gp": "audio/3gpp",
  ".3gpp": "audio/3gpp",
  ".3g2": "audio/3gpp2",
  ".3gpp2": "audio/3gpp2",
  ".aac": "audio/aac",
  ".adts": "audio/aac",
  ".loas": "audio/aac",
  ".ass": "audio/aac",
  ".au": "audio/basic",
  ".snd": "audio/basic",
  ".mp3": "audio/mpeg",
  ".mp2": "audio/mpeg",
  ".opus": "audio/opus",
  ".aif": "audio/x-aiff",
  ".aifc": "audio/x-aiff",
  ".aiff": "audio/x-aiff",
  ".ra": "audio/x-pn-realaudio",
  ".wav": "audio/x-wav",
  ".avif": "image/avif",
  ".bmp": "image/bmp",
  ".gif": "image/gif",
  ".ief": "image/ief",
  ".jpg": "image/jpeg",
  ".jpe": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".heic": "image/heic",
  ".heif": "image/heif",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".tiff": "image/tiff",
  ".tif": "image/tiff",
  ".ico": "image/vnd.microsoft.icon",
  ".ras": "image/x-cmu-raster",
  ".pnm": "image/x-portable-anymap",
  ".pbm": "image/x-portable-bitmap",
  ".pgm": "image/x-portable-graymap",
  ".ppm": "image/x-portable-pixmap",
  ".rgb": "image/x-rgb",
  ".xbm": "image/x-xbitmap",
  ".xpm": "image/x-xpixmap",
  ".xwd": "image/x-xwindowdump",
  ".eml": "message/rfc822",
  ".mht": "message/rfc822",
  ".mhtml": "message/rfc822",
  ".nws": "message/rfc822",
  ".css": "text/css",
  ".csv": "text/csv",
  ".html": "text/html",
  ".htm": "text/html",
  ".n3": "text/n3",
  ".txt": "text/plain",
  ".bat": "text/plain",
  ".c": "text/plain",
  ".h": "text/plain",
  ".ksh": "text/plain",
  ".pl": "text/plain",
  ".srt": "text/plain",
  ".rtx": "text/richtext",
  ".tsv": "text/tab-separated-values",
  ".vtt": "text/vtt",
  ".py": "text/x-python",
  ".etx": "text/x-setext",
  ".sgm": "text/x-sgml",
  ".sgml": "text/x-sgml",
  ".vcf": "text/x-vcard",
  ".xml": "text/xml",
  ".mp4": "video/mp4",
  ".mpeg": "video/mpeg",
  ".m1v": "video/mpeg",
  ".mpa": "video/mpeg",
  ".mpe": "video/mpeg",
  ".mpg": "video/mpeg",
  ".mov": "video/quicktime",
  ".qt": "video/quicktime",
  ".webm": "video/webm",
  ".avi": "video/x-msvideo",
  ".movie": "video/x-sgi-movie",
};

/** Types that are in use, but not registered. */
const LOOSE: Record<string, string> = {
  ".rtf": "application/rtf",
  ".midi": "audio/midi",
  ".mid": "audio/midi",
  ".jpg": "image/jpg",
  ".pict": "image/pict",
  ".pct": "image/pict",
  ".pic": "image/pict",
  ".webp": "image/webp",
  ".xul": "text/xul",
};

const ENCODINGS: Record<string, string> = {
  ".gz": "gzip",
  ".Z": "compress",
  ".bz2": "bzip2",
  ".xz": "xz",
  ".br": "br",
};

/** Extensions that stand for two: `.tgz` is `.tar.gz`. */
const SUFFIXES: Record<string, string> = {
  ".svgz": ".svg.gz",
  ".tgz": ".tar.gz",
  ".taz": ".tar.gz",
  ".tz": ".tar.gz",
  ".tbz2": ".tar.bz2",
  ".txz": ".tar.xz",
};

function split(path: string): [string, string] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const point = name.lastIndexOf(".");
  const isName = point > 0 && /[^.]/.test(name.slice(0, point));
  return isName ? [name.slice(0, point), name.slice(point)] : [name, ""];
}

function guess(url: string, strict = true): Tuple {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:(?!\d)/i, "");
  let [base, extension] = split(path);
  for (let long = SUFFIXES[extension]; long !== undefined; long = SUFFIXES[extension]) {
    [base, extension] = split(base + long);
  }
  const encoding = ENCODINGS[extension] ?? null;
  if (encoding !== null) [base, extension] = split(base);
  const small = extension.toLowerCase();
  const type = TYPES[small] ?? (strict ? undefined : LOOSE[small]) ?? null;
  return new Tuple([type, encoding]);
}

function extensions(type: string, strict = true): string[] {
  const wanted = type.toLowerCase();
  const tables = strict ? [TYPES] : [TYPES, LOOSE];
  return tables.flatMap((it) => Object.entries(it)).filter((it) => it[1] === wanted).map((it) => it[0]);
}

export const mimetypes = {
  $name: "mimetypes",
  guess_all_extensions: define("guess_all_extensions", "type, strict=", extensions),
  guess_extension: define("guess_extension", "type, strict=",
    (type: string, strict = true) => extensions(type, strict)[0] ?? null),
  guess_type: define("guess_type", "url, strict=", guess),
};
