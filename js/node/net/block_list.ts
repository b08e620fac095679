// node:net's BlockList: rules for addresses.

import { bytesOfV4, bytesOfV6 } from "./ip.ts";
import { invalidArgType, invalidArgValue, outOfRange } from "../node_errors.ts";
import { type Family, isMappedV4, SocketAddress } from "./socket_address.ts";

type Address = string | SocketAddress;

/** Addresses from the first to the last, and the rule as Node writes it. */
interface Rule {
  first: bigint;
  last: bigint;
  family: Family;
  text: string;
}

function checked(address: Address, family: Family, name: string): SocketAddress {
  if (SocketAddress.isSocketAddress(address)) return address;
  if (typeof address !== "string") throw invalidArgType(name, "of type string", address);
  if (typeof family !== "string") throw invalidArgType("family", "of type string", family);
  return new SocketAddress({ address, family });
}

/** An address as a number; an IPv4 address that is mapped into IPv6 counts as IPv4. */
function numbered(address: SocketAddress): { family: Family; value: bigint } {
  let bytes = (address.family === "ipv4" ? bytesOfV4 : bytesOfV6)(address.address) ?? [];
  let family = address.family;
  if (isMappedV4(bytes)) [bytes, family] = [bytes.slice(12), "ipv4"];
  return { family, value: bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n) };
}

const shownFamily = (family: Family): string => family === "ipv4" ? "IPv4" : "IPv6";

export class BlockList {
  readonly #rules: Rule[] = [];

  static isBlockList(value: unknown): value is BlockList {
    return typeof value === "object" && value !== null && #rules in value;
  }

  addAddress(address: Address, family: Family = "ipv4"): void {
    const one = checked(address, family, "address");
    this.#add(one, one, `Address: ${shownFamily(one.family)} ${one.address}`);
  }

  addRange(start: Address, end: Address, family: Family = "ipv4"): void {
    const [first, last] = [checked(start, family, "start"), checked(end, family, "end")];
    const [low, high] = [numbered(first), numbered(last)];
    if (low.family !== high.family || low.value > high.value) {
      const { address, port, family, flowlabel } = first;
      const shown = `{ address: '${address}', port: ${port}, family: '${family}', flowlabel: ${flowlabel} }`;
      throw invalidArgValue("start", `SocketAddress ${shown}`, "must come before end");
    }
    this.#add(first, last, `Range: ${shownFamily(first.family)} ${first.address}-${last.address}`);
  }

  addSubnet(network: Address, prefix: number, family: Family = "ipv4"): void {
    const one = checked(network, family, "network");
    const bits = one.family === "ipv4" ? 32 : 128;
    if (typeof prefix !== "number") throw invalidArgType("prefix", "of type number", prefix);
    if (!Number.isInteger(prefix)) throw outOfRange("prefix", "an integer", prefix);
    if (prefix < 0 || prefix > bits) throw outOfRange("prefix", `>= 0 && <= ${bits}`, prefix);
    const { family: kind, value } = numbered(one);
    const free = BigInt(Math.min(bits - prefix, kind === "ipv4" ? 32 : 128));
    const first = (value >> free) << free;
    const text = `Subnet: ${shownFamily(one.family)} ${one.address}/${prefix}`;
    this.#rules.unshift({ first, last: first | ((1n << free) - 1n), family: kind, text });
  }

  #add(first: SocketAddress, last: SocketAddress, text: string): void {
    const { family, value } = numbered(first);
    this.#rules.unshift({ first: value, last: numbered(last).value, family, text });
  }

  /** Whether a rule contains the address; no rule contains a text that is not an address. */
  check(address: Address, family: Family = "ipv4"): boolean {
    let one: SocketAddress;
    if (SocketAddress.isSocketAddress(address)) one = address;
    else {
      if (typeof address !== "string") throw invalidArgType("address", "of type string", address);
      if (typeof family !== "string") throw invalidArgType("family", "of type string", family);
      try {
        one = new SocketAddress({ address, family });
      } catch {
        return false;
      }
    }
    const { family: kind, value } = numbered(one);
    return this.#rules.some((it) => it.family === kind && it.first <= value && value <= it.last);
  }

  /** The rules as text, the newest first. */
  get rules(): string[] {
    return this.#rules.map((it) => it.text);
  }

  toJSON(): string[] {
    return this.rules;
  }

  /** Adds rules in the form of {@link rules}, or of its JSON. */
  fromJSON(data: string | readonly string[]): void {
    const rules: unknown = typeof data === "string" ? JSON.parse(data) : data;
    const isText = Array.isArray(rules) && rules.every((it) => typeof it === "string");
    if (!isText) throw invalidArgType("data", "an instance of Array or of type string", data);
    for (const rule of [...rules].reverse() as string[]) this.#parse(rule);
  }

  #parse(rule: string): void {
    const match = /^(Address|Range|Subnet): (IPv4|IPv6) ([^-/]+)(?:[-/](.+))?$/.exec(rule);
    if (match === null) throw invalidArgValue("data", `'${rule}'`);
    const [, kind, shown, first, second] = match as unknown as [string, string, string, string, string | undefined];
    const family = shown.toLowerCase() as Family;
    if (kind === "Address") this.addAddress(first, family);
    else if (kind === "Range") this.addRange(first, second ?? "", family);
    else this.addSubnet(first, Number(second), family);
  }
}
