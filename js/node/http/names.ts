// Methods and statuses by name, and which texts may be names and values of headers.

import { coded, received } from "../node_errors.ts";

export const METHODS: string[] = [
  "ACL",
  "BIND",
  "CHECKOUT",
  "CONNECT",
  "COPY",
  "DELETE",
  "GET",
  "HEAD",
  "LINK",
  "LOCK",
  "M-SEARCH",
  "MERGE",
  "MKACTIVITY",
  "MKCALENDAR",
  "MKCOL",
  "MOVE",
  "NOTIFY",
  "OPTIONS",
  "PATCH",
  "POST",
  "PROPFIND",
  "PROPPATCH",
  "PURGE",
  "PUT",
  "QUERY",
  "REBIND",
  "REPORT",
  "SEARCH",
  "SOURCE",
  "SUBSCRIBE",
  "TRACE",
  "UNBIND",
  "UNLINK",
  "UNLOCK",
  "UNSUBSCRIBE",
];

export const STATUS_CODES: Record<number, string> = {
  100: "Continue",
  101: "Switching Protocols",
  102: "Processing",
  103: "Early Hints",
  200: "OK",
  201: "Created",
  202: "Accepted",
  203: "Non-Authoritative Information",
  204: "No Content",
  205: "Reset Content",
  206: "Partial Content",
  207: "Multi-Status",
  208: "Already Reported",
  226: "IM Used",
  300: "Multiple Choices",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  304: "Not Modified",
  305: "Use Proxy",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  407: "Proxy Authentication Required",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  418: "I'm a Teapot",
  421: "Misdirected Request",
  422: "Unprocessable Entity",
  423: "Locked",
  424: "Failed Dependency",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  505: "HTTP Version Not Supported",
  506: "Variant Also Negotiates",
  507: "Insufficient Storage",
  508: "Loop Detected",
  509: "Bandwidth Limit Exceeded",
  510: "Not Extended",
  511: "Network Authentication Required",
};

// The patterns match what is forbidden, so the usual case finds and allocates nothing.
const notInToken = /[^\w!#$%&'*+\-.^`|~]/;
const invalidCharacter = /[^\t\x20-\x7e\x80-\xff]/;

export const isToken = (text: unknown): text is string =>
  typeof text === "string" && text !== "" && !notInToken.test(text);
export const hasInvalidCharacter = (text: string): boolean => invalidCharacter.test(text);

/** Throws if `name` cannot be the name of a header. */
export function validateHeaderName(name: unknown, label = "Header name"): asserts name is string {
  if (isToken(name)) return;
  throw coded(TypeError, "ERR_INVALID_HTTP_TOKEN", `${label} must be a valid HTTP token ["${String(name)}"]`);
}

/** Throws if `value` cannot be the value of the header `name`. */
export function validateHeaderValue(name: string, value: unknown): void {
  if (value === undefined) {
    throw coded(TypeError, "ERR_HTTP_INVALID_HEADER_VALUE", `Invalid value "undefined" for header "${name}"`);
  }
  if (hasInvalidCharacter(`${value as string}`)) {
    throw coded(TypeError, "ERR_INVALID_CHAR", `Invalid character in header content ["${name}"]`);
  }
}

/** An argument of the wrong type, where Node quotes its name as an argument even with a dot. */
export function wrongType(name: string, wanted: string, value: unknown): Error {
  return coded(TypeError, "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be ${wanted}.${received(value)}`);
}

/** The words for an option in an `Error` of Node. */
export function checkFunction(name: string, value: unknown): void {
  if (typeof value !== "function") throw wrongType(name, "of type function", value);
}
