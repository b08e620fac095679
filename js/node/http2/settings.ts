// Settings of both ends of a session.

import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { badSetting } from "./errors.ts";

export interface Http2Settings {
  headerTableSize?: number;
  enablePush?: boolean;
  initialWindowSize?: number;
  maxFrameSize?: number;
  maxConcurrentStreams?: number;
  maxHeaderListSize?: number;
  maxHeaderSize?: number;
  enableConnectProtocol?: boolean;
}

const MAX = 2 ** 32 - 1;

/** Number, name, and the least and largest value. */
const known: readonly [number, keyof Http2Settings, number, number][] = [
  [1, "headerTableSize", 0, MAX],
  [2, "enablePush", 0, 1],
  [3, "maxConcurrentStreams", 0, MAX],
  [4, "initialWindowSize", 0, 2 ** 31 - 1],
  [5, "maxFrameSize", 16384, 2 ** 24 - 1],
  [6, "maxHeaderListSize", 0, MAX],
  [8, "enableConnectProtocol", 0, 1],
];

const isSwitch = (name: string): boolean => name === "enablePush" || name === "enableConnectProtocol";

export function getDefaultSettings(): Http2Settings {
  return {
    headerTableSize: 4096,
    enablePush: true,
    initialWindowSize: 65535,
    maxFrameSize: 16384,
    maxConcurrentStreams: MAX,
    maxHeaderSize: 65535,
    maxHeaderListSize: 65535,
    enableConnectProtocol: false,
  };
}

/** The settings that `given` has, which must be valid. */
export function checkedSettings(given: unknown): Http2Settings {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null) throw invalidArgType("settings", "of type object", given);
  const settings = { ...given } as Record<string, unknown>;
  settings["maxHeaderListSize"] ??= settings["maxHeaderSize"];
  const checked: Record<string, unknown> = {};
  for (const [, name, least, largest] of known) {
    const value = settings[name];
    if (value === undefined) continue;
    if (isSwitch(name)) {
      if (typeof value !== "boolean") throw badSetting(name, value, TypeError as never);
    } else if (typeof value !== "number" || !(value >= least && value <= largest)) throw badSetting(name, value);
    checked[name] = value;
  }
  return checked;
}

/** Settings as they are sent, by their numbers. */
export function settingsOf(values: [number, number][], before: Http2Settings): Http2Settings {
  const settings = { ...before } as Record<string, number | boolean>;
  for (const [number, value] of values) {
    const name = known.find((it) => it[0] === number)?.[1];
    if (name === undefined) continue;
    settings[name] = isSwitch(name) ? value !== 0 : value;
    if (name === "maxHeaderListSize") settings["maxHeaderSize"] = value;
  }
  return settings;
}

export function getPackedSettings(given?: Http2Settings): Buffer {
  const settings = checkedSettings(given) as Record<string, number | boolean | undefined>;
  const present = known.filter(([, name]) => settings[name] !== undefined);
  const packed = Buffer.alloc(present.length * 6);
  let offset = 0;
  for (const [number, name] of present) {
    packed.writeUInt16BE(number, offset);
    packed.writeUInt32BE(Number(settings[name]), offset + 2);
    offset += 6;
  }
  return packed;
}

export function getUnpackedSettings(packed: Uint8Array): Http2Settings {
  if (!ArrayBuffer.isView(packed)) throw invalidArgType("buf", "an instance of Buffer or TypedArray", packed);
  if (packed.length % 6 !== 0) {
    const text = "Packed settings length must be a multiple of six";
    throw coded(RangeError, "ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH", text);
  }
  const bytes = Buffer.from(packed.buffer as ArrayBuffer, packed.byteOffset, packed.byteLength);
  const values: [number, number][] = [];
  for (let offset = 0; offset < bytes.length; offset += 6) {
    values.push([bytes.readUInt16BE(offset), bytes.readUInt32BE(offset + 2)]);
  }
  return settingsOf(values, {});
}
