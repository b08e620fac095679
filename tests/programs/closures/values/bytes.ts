import { Buffer } from "node:buffer";
import { check } from "../check.ts";

const views = [
  new Int8Array([-1, 2]), new Uint8Array([255, 1]), new Uint8ClampedArray([300, 7]), new Int16Array([-300, 5]),
  new Uint16Array([65535]), new Int32Array([-70000]), new Uint32Array([4e9]), new Float32Array([1.5, NaN, -0]),
  new Float64Array([0.1, Infinity]), new BigInt64Array([-5n]), new BigUint64Array([2n ** 63n]),
];
const buffer = new ArrayBuffer(16);
const whole = new Uint8Array(buffer);
const part = new Uint8Array(buffer, 4, 8);
const data = new DataView(buffer, 2, 6);
whole.set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
const resizable = new ArrayBuffer(4, { maxByteLength: 32 });
new Uint8Array(resizable).set([9, 8, 7, 6]);
const tracking = new Uint8Array(resizable);
const text = Buffer.from("héllo");
const slice = text.subarray(1, 3);
const none = new Uint8Array(0);
const large = new Uint8Array(1_000_000).map((_, index) => index % 251);
const withMember = Object.assign(new Uint8Array([1]), { label: "m" });

await check("every-kind", () => views.map((it) => [it.constructor.name, Array.from(it as any, String)]));
await check("negative-zero", () => Object.is((views[7] as Float32Array)[2], -0));
await check("shared-buffer", () => {
  part[0] = 99;
  return [whole[4], part.length, part.byteOffset, whole.buffer === part.buffer];
});
await check("data-view", () => [data.getUint16(0), data.byteLength, data.byteOffset]);
await check("view-and-buffer", () => [data.buffer === buffer, buffer.byteLength]);
await check("resizable", () => {
  const before = [resizable.byteLength, resizable.maxByteLength, resizable.resizable];
  resizable.resize(8);
  return [...before, resizable.byteLength, [...new Uint8Array(resizable)]];
});
await check("length-tracking", () => {
  const before = tracking.length;
  resizable.resize(6);
  return [before, tracking.length, tracking[0]];
});
await check("node-buffer", () => [text.toString("utf8"), Buffer.isBuffer(text), text.toString("base64")]);
await check("buffer-slice", () => [slice.length, slice.toString("hex"), Buffer.isBuffer(slice)]);
await check("no-bytes", () => [none.length, none instanceof Uint8Array]);
await check("large-bytes", () => [large.length, large[999_999], large.reduce((a, b) => a + b, 0)]);
await check("bytes-member", () => [withMember.label, withMember.length, withMember[0]]);
