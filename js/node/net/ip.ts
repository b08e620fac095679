// Addresses of the network as text and as bytes.

/** Four bytes, or none if the text is no IPv4 address. */
export function bytesOfV4(text: string): number[] | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  const bytes: number[] = [];
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    bytes.push(Number(part));
  }
  return bytes;
}

/** Two bytes for each group of up to four hexadecimal digits. */
function bytesOfGroups(text: string, isLast: boolean): number[] | undefined {
  const bytes: number[] = [];
  if (text === "") return bytes;
  const groups = text.split(":");
  for (const [index, group] of groups.entries()) {
    const isEnd = isLast && index === groups.length - 1;
    const v4 = isEnd && group.includes(".") ? bytesOfV4(group) : undefined;
    if (v4 !== undefined) bytes.push(...v4);
    else if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return undefined;
    else bytes.push(parseInt(group, 16) >> 8, parseInt(group, 16) & 255);
  }
  return bytes;
}

/** Sixteen bytes, or none if the text is no IPv6 address. What follows `%` is not a part of them. */
export function bytesOfV6(text: string): number[] | undefined {
  const at = text.indexOf("%");
  const zone = at < 0 ? "" : text.slice(at + 1);
  if (at >= 0 && !/^[0-9a-zA-Z\-.:]+$/.test(zone)) return undefined;
  const address = at < 0 ? text : text.slice(0, at);
  const gap = address.indexOf("::");
  if (gap < 0) {
    const bytes = bytesOfGroups(address, true);
    return bytes?.length === 16 ? bytes : undefined;
  }
  const before = bytesOfGroups(address.slice(0, gap), false);
  const after = bytesOfGroups(address.slice(gap + 2), true);
  if (before === undefined || after === undefined) return undefined;
  const missing = 16 - before.length - after.length;
  return missing < 2 ? undefined : [...before, ...new Array<number>(missing).fill(0), ...after];
}

export const isIPv4 = (input: unknown): boolean => bytesOfV4(`${input}`) !== undefined;

export const isIPv6 = (input: unknown): boolean => bytesOfV6(`${input}`) !== undefined;

/** 4, 6, or 0 for what is no address. */
export const isIP = (input: unknown): 0 | 4 | 6 => isIPv4(input) ? 4 : isIPv6(input) ? 6 : 0;
