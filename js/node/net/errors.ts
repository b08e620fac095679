// Errors of sockets, with the texts and properties that Node gives them.

import { inspect } from "../util/inspect.ts";
import { coded, invalidArgType, received } from "../node_errors.ts";
import { errno } from "../os/constants.ts";

export type SystemFailure = Error & {
  errno: number;
  code: string;
  syscall: string;
  address?: string;
  port?: number;
};

/** The texts of libuv for failures of opening. */
const texts: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRINUSE: "address already in use",
  EADDRNOTAVAIL: "address not available",
  EAFNOSUPPORT: "address family not supported",
  EINVAL: "invalid argument",
  EMFILE: "too many open files",
  ENOENT: "no such file or directory",
  ENOTDIR: "not a directory",
  ENAMETOOLONG: "name too long",
  EPERM: "operation not permitted",
  EROFS: "read-only file system",
};

/** The number of an operation that was ended by closing its socket. */
export const CANCELLED = -125;
export const AGAIN = -11;

/** The name of a failure by its negative number. */
function nameOf(number: number): string {
  for (const [name, value] of Object.entries(errno)) if (value === -number) return name;
  return `Unknown system error ${number}`;
}

/** The failure of a call, such as `read ECONNRESET`. */
export function failureOf(number: number, syscall: string): SystemFailure {
  const code = nameOf(number);
  return Object.assign(new Error(`${syscall} ${code}`), { errno: number, code, syscall });
}

function withAddress(
  text: string,
  number: number,
  syscall: string,
  address: string | undefined,
  port?: number,
): SystemFailure {
  const error = Object.assign(new Error(text), { errno: number, code: nameOf(number), syscall });
  if (address !== undefined && address !== "") Object.assign(error, { address });
  return port ? Object.assign(error, { port }) : error;
}

const place = (address: string | undefined, port?: number): string =>
  port && port > 0 ? ` ${address}:${port}` : address ? ` ${address}` : "";

/** The failure to reach an address; `local` is this end, if the program chose it. */
export function connectFailure(number: number, address: string, port?: number, local?: string): SystemFailure {
  const end = local === undefined ? "" : ` - Local (${local})`;
  const text = `connect ${nameOf(number)}${place(address, port)}${end}`;
  return withAddress(text, number, "connect", address, port);
}

/** The failure to listen at an address. */
export function listenFailure(number: number, address?: string, port?: number): SystemFailure {
  const code = nameOf(number);
  const text = `listen ${code}: ${texts[code] ?? "unknown error"}${place(address, port)}`;
  const error = Object.assign(new Error(text), { code, errno: number, syscall: "listen" });
  if (address !== undefined) Object.assign(error, { address });
  return port === undefined ? error : Object.assign(error, { port });
}

export const closedSocket = (): Error => coded(Error, "ERR_SOCKET_CLOSED", "Socket is closed");

export const closedBeforeConnection = (): Error =>
  coded(Error, "ERR_SOCKET_CLOSED_BEFORE_CONNECTION", "Socket closed before the connection was established");

/** The number of a port, which may be text. */
export function checkedPort(port: unknown, name = "Port"): number {
  const isText = typeof port === "string" && port.trim() !== "";
  const number = isText || typeof port === "number" ? Number(port) : NaN;
  if (!Number.isInteger(number) || number < 0 || number > 65535) {
    const problem = `${name} should be >= 0 and < 65536.${received(port)}.`;
    throw coded(RangeError, "ERR_SOCKET_BAD_PORT", problem);
  }
  return number;
}

export function missingArgs(text: string): Error {
  return coded(TypeError, "ERR_MISSING_ARGS", text);
}

/** Options that name nothing to listen at. */
export function nothingToListenAt(options: object): Error {
  const isNamed = "port" in options || "path" in options;
  const reason = isNamed ? "is invalid" : 'must have the property "port" or "path"';
  const problem = `The argument 'options' ${reason}. Received ${inspect(options)}`;
  return coded(TypeError, "ERR_INVALID_ARG_VALUE", problem);
}

export function checkFunction(value: unknown, name: string): void {
  if (typeof value !== "function") throw invalidArgType(name, "of type function", value);
}
