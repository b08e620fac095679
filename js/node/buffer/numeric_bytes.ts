// The class of bytes with methods for numbers, from which that of Buffer is derived.

import {
  readBigSigned,
  readBigUnsigned,
  readFloating,
  readSigned,
  readUnsigned,
  sizeOf,
  writeBig,
  writeFloating,
  writeInteger,
} from "./numbers.ts";
import { invalidArgType } from "../node_errors.ts";

/** The offset of an integer of variable size has no default. */
function checkedOffset(offset: unknown): unknown {
  if (offset === undefined) throw invalidArgType("offset", "of type number", offset);
  return offset;
}

export class NumericBytes extends Uint8Array<ArrayBuffer> {
  readUInt8(offset?: number): number {
    return readUnsigned(this, offset, 1, true);
  }

  readUint8(offset?: number): number {
    return readUnsigned(this, offset, 1, true);
  }

  readInt8(offset?: number): number {
    return readSigned(this, offset, 1, true);
  }

  writeUInt8(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 1, true, false);
  }

  writeUint8(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 1, true, false);
  }

  writeInt8(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 1, true, true);
  }

  readUInt16LE(offset?: number): number {
    return readUnsigned(this, offset, 2, true);
  }

  readUint16LE(offset?: number): number {
    return readUnsigned(this, offset, 2, true);
  }

  readInt16LE(offset?: number): number {
    return readSigned(this, offset, 2, true);
  }

  writeUInt16LE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 2, true, false);
  }

  writeUint16LE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 2, true, false);
  }

  writeInt16LE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 2, true, true);
  }

  readUInt16BE(offset?: number): number {
    return readUnsigned(this, offset, 2, false);
  }

  readUint16BE(offset?: number): number {
    return readUnsigned(this, offset, 2, false);
  }

  readInt16BE(offset?: number): number {
    return readSigned(this, offset, 2, false);
  }

  writeUInt16BE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 2, false, false);
  }

  writeUint16BE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 2, false, false);
  }

  writeInt16BE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 2, false, true);
  }

  readUInt32LE(offset?: number): number {
    return readUnsigned(this, offset, 4, true);
  }

  readUint32LE(offset?: number): number {
    return readUnsigned(this, offset, 4, true);
  }

  readInt32LE(offset?: number): number {
    return readSigned(this, offset, 4, true);
  }

  writeUInt32LE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 4, true, false);
  }

  writeUint32LE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 4, true, false);
  }

  writeInt32LE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 4, true, true);
  }

  readUInt32BE(offset?: number): number {
    return readUnsigned(this, offset, 4, false);
  }

  readUint32BE(offset?: number): number {
    return readUnsigned(this, offset, 4, false);
  }

  readInt32BE(offset?: number): number {
    return readSigned(this, offset, 4, false);
  }

  writeUInt32BE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 4, false, false);
  }

  writeUint32BE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 4, false, false);
  }

  writeInt32BE(value: number, offset?: number): number {
    return writeInteger(this, value, offset, 4, false, true);
  }

  readUIntLE(offset: number, byteLength: number): number {
    return readUnsigned(this, checkedOffset(offset), sizeOf(byteLength), true);
  }

  readUintLE(offset: number, byteLength: number): number {
    return readUnsigned(this, checkedOffset(offset), sizeOf(byteLength), true);
  }

  readIntLE(offset: number, byteLength: number): number {
    return readSigned(this, checkedOffset(offset), sizeOf(byteLength), true);
  }

  writeUIntLE(value: number, offset: number, byteLength: number): number {
    return writeInteger(this, value, checkedOffset(offset), sizeOf(byteLength), true, false);
  }

  writeUintLE(value: number, offset: number, byteLength: number): number {
    return writeInteger(this, value, checkedOffset(offset), sizeOf(byteLength), true, false);
  }

  writeIntLE(value: number, offset: number, byteLength: number): number {
    return writeInteger(this, value, checkedOffset(offset), sizeOf(byteLength), true, true);
  }

  readBigUInt64LE(offset?: number): bigint {
    return readBigUnsigned(this, offset, true);
  }

  readBigUint64LE(offset?: number): bigint {
    return readBigUnsigned(this, offset, true);
  }

  readBigInt64LE(offset?: number): bigint {
    return readBigSigned(this, offset, true);
  }

  writeBigUInt64LE(value: bigint, offset?: number): number {
    return writeBig(this, value, offset, true, false);
  }

  writeBigUint64LE(value: bigint, offset?: number): number {
    return writeBig(this, value, offset, true, false);
  }

  writeBigInt64LE(value: bigint, offset?: number): number {
    return writeBig(this, value, offset, true, true);
  }

  readFloatLE(offset?: number): number {
    return readFloating(this, offset, 4, true);
  }

  writeFloatLE(value: number, offset?: number): number {
    return writeFloating(this, value, offset, 4, true);
  }

  readDoubleLE(offset?: number): number {
    return readFloating(this, offset, 8, true);
  }

  writeDoubleLE(value: number, offset?: number): number {
    return writeFloating(this, value, offset, 8, true);
  }

  readUIntBE(offset: number, byteLength: number): number {
    return readUnsigned(this, checkedOffset(offset), sizeOf(byteLength), false);
  }

  readUintBE(offset: number, byteLength: number): number {
    return readUnsigned(this, checkedOffset(offset), sizeOf(byteLength), false);
  }

  readIntBE(offset: number, byteLength: number): number {
    return readSigned(this, checkedOffset(offset), sizeOf(byteLength), false);
  }

  writeUIntBE(value: number, offset: number, byteLength: number): number {
    return writeInteger(this, value, checkedOffset(offset), sizeOf(byteLength), false, false);
  }

  writeUintBE(value: number, offset: number, byteLength: number): number {
    return writeInteger(this, value, checkedOffset(offset), sizeOf(byteLength), false, false);
  }

  writeIntBE(value: number, offset: number, byteLength: number): number {
    return writeInteger(this, value, checkedOffset(offset), sizeOf(byteLength), false, true);
  }

  readBigUInt64BE(offset?: number): bigint {
    return readBigUnsigned(this, offset, false);
  }

  readBigUint64BE(offset?: number): bigint {
    return readBigUnsigned(this, offset, false);
  }

  readBigInt64BE(offset?: number): bigint {
    return readBigSigned(this, offset, false);
  }

  writeBigUInt64BE(value: bigint, offset?: number): number {
    return writeBig(this, value, offset, false, false);
  }

  writeBigUint64BE(value: bigint, offset?: number): number {
    return writeBig(this, value, offset, false, false);
  }

  writeBigInt64BE(value: bigint, offset?: number): number {
    return writeBig(this, value, offset, false, true);
  }

  readFloatBE(offset?: number): number {
    return readFloating(this, offset, 4, false);
  }

  writeFloatBE(value: number, offset?: number): number {
    return writeFloating(this, value, offset, 4, false);
  }

  readDoubleBE(offset?: number): number {
    return readFloating(this, offset, 8, false);
  }

  writeDoubleBE(value: number, offset?: number): number {
    return writeFloating(this, value, offset, 8, false);
  }
}

// Both spellings are one method.
for (const [name, method] of Object.entries(Object.getOwnPropertyDescriptors(NumericBytes.prototype))) {
  if (/^(?:read|write)(?:Big)?UInt/.test(name)) {
    Object.defineProperty(NumericBytes.prototype, name.replace("UInt", "Uint"), method);
  }
}
