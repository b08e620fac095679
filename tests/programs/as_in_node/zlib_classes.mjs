import zlib, { DeflateRaw, inflateRawSync } from "node:zlib";
import { Transform } from "node:stream";
import { aborted, _extend } from "node:util";

class Counting extends DeflateRaw {
  size = 0;
  write(chunk, ...rest) {
    this.size += chunk.length;
    return super.write(chunk, ...rest);
  }
  total() {
    return this.size;
  }
}
const counting = new Counting({ level: 9 });
counting.write("one ");
counting.end("two");
const chunks = await counting.toArray();
console.log(counting.total(), String(inflateRawSync(Buffer.concat(chunks))), counting instanceof DeflateRaw, counting instanceof Transform, counting.constructor.name);
console.log(zlib.Gzip() instanceof zlib.Gzip, Object.getPrototypeOf(zlib.Gzip.prototype) !== Object.prototype);

// Packages compress a chunk at once with private parts of Node.
const gzip = new zlib.Gzip();
const handle = gzip._handle;
console.log(typeof handle.close);
const packed = gzip._processChunk(Buffer.from("text"), zlib.constants.Z_FINISH);
console.log(String(zlib.gunzipSync(packed)));
try {
  new zlib.Inflate()._processChunk(Buffer.from("no zlib"), zlib.constants.Z_FINISH);
} catch (error) {
  console.log(error.code, error.message);
}

const abort = new AbortController();
const waiting = aborted(abort.signal, {});
abort.abort();
await waiting;
await aborted(abort.signal, {});
console.log(await aborted(1, {}).catch((error) => error.code), await aborted(abort.signal, null).catch((error) => error.code));
console.log(_extend({ a: 1 }, { b: 2 }), _extend({ a: 1 }, null));

// Readers of PNG files call the private handle in steps of their own.
const inflate = new zlib.Inflate();
const input = zlib.deflateSync(Buffer.from("0123456789".repeat(3)));
const room = Buffer.alloc(20);
inflate._handle.writeSync(zlib.constants.Z_NO_FLUSH, input, 0, input.length, room, 4, 16);
console.log(inflate._writeState.join(), room.toString("latin1", 4));
inflate._handle.writeSync(zlib.constants.Z_NO_FLUSH, null, 0, 0, room, 0, 20);
console.log(inflate._writeState.join(), room.toString("latin1", 0, 14));

// The functions that make streams are constructors, too.
console.log(zlib.gunzipSync(new zlib.createGzip()._processChunk(Buffer.from("made"), zlib.constants.Z_FINISH)).toString());
