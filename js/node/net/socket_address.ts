// node:net's SocketAddress: an address and a port, checked.

import { bytesOfV4, bytesOfV6 } from "./ip.ts";
import { coded, invalidArgType, invalidArgValue, outOfRange, received } from "../node_errors.ts";

export type Family = "ipv4" | "ipv6";

export interface SocketAddressOptions {
  /** `127.0.0.1` or `::` by default. */
  address?: string;
  family?: Family;
  flowlabel?: number;
  port?: number;
}

/** How Node writes the groups of an IPv6 address: the longest run of zeros as `::`. */
export function textOfV6(bytes: readonly number[]): string {
  const groups: string[] = [];
  for (let at = 0; at < 16; at += 2) groups.push(((bytes[at]! << 8) | bytes[at + 1]!).toString(16));
  const hasV4 = groups.slice(0, 6).every((it) => it === "0") && groups[6] !== "0";
  if (hasV4 || isMappedV4(bytes)) groups.splice(6, 2, bytes.slice(12).join("."));
  let [first, length] = [0, 0];
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === "0") end++;
    if (end - start > length) [first, length] = [start, end - start];
  }
  if (length < 2) return groups.join(":");
  return `${groups.slice(0, first).join(":")}::${groups.slice(first + length).join(":")}`;
}

/** Whether an IPv6 address stands for an IPv4 address, as in `::ffff:127.0.0.1`. */
export function isMappedV4(bytes: readonly number[]): boolean {
  return bytes.length === 16 && bytes.slice(0, 10).every((it) => it === 0) && bytes[10] === 255 && bytes[11] === 255;
}

function checkedFamily(family: unknown): Family {
  const lower = typeof family === "string" ? family.toLowerCase() : family;
  if (lower === "ipv4" || lower === "ipv6") return lower;
  const shown = typeof family === "string" ? `'${family}'` : String(family);
  throw invalidArgValue("options.family", shown);
}

export class SocketAddress {
  readonly #bytes: readonly number[];
  readonly #family: Family;
  readonly #port: number;
  readonly #flowlabel: number;

  static isSocketAddress(value: unknown): value is SocketAddress {
    return typeof value === "object" && value !== null && #bytes in value;
  }

  /** The address and port of a text such as `1.2.3.4:80` or `[::1]:80`; nothing for other texts. */
  static parse(input: string): SocketAddress | undefined {
    if (typeof input !== "string") throw invalidArgType("input", "of type string", input);
    const url = URL.parse(`http://${input}`);
    if (url === null) return undefined;
    const [host, port] = [url.hostname, Number(url.port)];
    try {
      if (host.startsWith("[")) return new SocketAddress({ address: host.slice(1, -1), port, family: "ipv6" });
      return new SocketAddress({ address: host, port });
    } catch {
      return undefined;
    }
  }

  constructor(options: SocketAddressOptions = {}) {
    if (typeof options !== "object" || options === null) throw invalidArgType("options", "of type object", options);
    const family = checkedFamily(options.family ?? "ipv4");
    const { address = family === "ipv4" ? "127.0.0.1" : "::", port = 0, flowlabel = 0 } = options;
    if (typeof address !== "string") throw invalidArgType("options.address", "of type string", address);
    const isPort = (typeof port === "number" || typeof port === "string" && String(port).trim() !== "") &&
      Number(port) === Number(port) >>> 0 && Number(port) <= 65535;
    if (!isPort) {
      const text = `options.port should be >= 0 and < 65536.${received(port)}.`;
      throw coded(RangeError, "ERR_SOCKET_BAD_PORT", text);
    }
    if (typeof flowlabel !== "number") throw invalidArgType("options.flowlabel", "of type number", flowlabel);
    if (!Number.isInteger(flowlabel)) throw outOfRange("options.flowlabel", "an integer", flowlabel);
    if (!(flowlabel >= 0 && flowlabel <= 4294967295)) {
      throw outOfRange("options.flowlabel", ">= 0 && <= 4294967295", flowlabel);
    }
    const bytes = family === "ipv4" ? bytesOfV4(address) : bytesOfV6(address);
    if (bytes === undefined) throw coded(Error, "ERR_INVALID_ADDRESS", "Invalid socket address");
    this.#bytes = bytes;
    this.#family = family;
    this.#port = Number(port);
    this.#flowlabel = flowlabel;
  }

  get address(): string {
    return this.#family === "ipv4" ? this.#bytes.join(".") : textOfV6(this.#bytes);
  }

  get port(): number {
    return this.#port;
  }

  get family(): Family {
    return this.#family;
  }

  /** Zero for IPv4. */
  get flowlabel(): number {
    return this.#family === "ipv4" ? 0 : this.#flowlabel;
  }

  toJSON(): Required<SocketAddressOptions> {
    return { address: this.address, port: this.port, family: this.family, flowlabel: this.flowlabel };
  }
}
