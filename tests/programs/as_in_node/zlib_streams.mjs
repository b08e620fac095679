import zlib, { constants, createGunzip, createGzip, createInflate, createUnzip, deflateSync, DeflateRaw, gzipSync } from "node:zlib";

const failure = (call) => {
  try {
    call();
    return "nothing";
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};

// Ranges and types of options.
for (const chunkSize of ["x", -Infinity, NaN, 0, 63]) console.log(failure(() => createGzip({ chunkSize })));
console.log(failure(() => createGzip({ level: Infinity })), failure(() => createGzip().params(0, "x")));
console.log(failure(() => zlib.createBrotliCompress({ params: { 0: 0, "00": 0 } })));
console.log(failure(() => zlib.createBrotliCompress({ params: { [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 42 } })));
console.log(failure(() => zlib.crc32("text", null)), failure(() => zlib.crc32("text", -1)));
console.log(failure(() => {
  zlib.codes = {};
}), zlib.Z_FINISH, Object.keys(zlib).includes("Z_FINISH"));

// A class of before classes.
function Old(options) {
  DeflateRaw.call(this, options);
}
Object.setPrototypeOf(Old.prototype, DeflateRaw.prototype);
const old = new Old();
old.end("text");
console.log(String(zlib.inflateRawSync(Buffer.concat(await old.toArray()))));

const { buffer, engine } = gzipSync("text", { info: true });
console.log(buffer.length, engine instanceof zlib.Gzip, engine.bytesWritten, engine._closed);

// Members of one gzip file in chunks of a byte, also where the format is not told.
const members = Buffer.concat([gzipSync("abc"), gzipSync("def")]);
for (const stream of [createGunzip(), createUnzip()]) {
  for (const byte of members) stream.write(Buffer.from([byte]));
  stream.end();
  console.log(String(Buffer.concat(await stream.toArray())));
}

// Bytes after the end of the format end the stream.
const inflate = createInflate();
inflate.write(Buffer.concat([deflateSync("text"), Buffer.from("more")]));
inflate.setEncoding("utf8");
for await (const text of inflate) console.log(text);
console.log(inflate.bytesWritten === deflateSync("text").length);

// Output does not run ahead of its reader.
const bomb = createInflate();
bomb.end(deflateSync(Buffer.alloc(8 * 1024 * 1024)));
await new Promise((done) => bomb.once("readable", done));
console.log(bomb.readableLength < 1024 * 1024);
let length = 0;
for await (const chunk of bomb) length += chunk.length;
console.log(length);

const gzip = createGzip();
gzip.write("one");
await new Promise((done) => gzip.flush(zlib.Z_PARTIAL_FLUSH, done));
console.log(gzip.read() !== null, gzip._level, gzip._strategy, gzip._closed);
gzip.destroy();
console.log(gzip._handle, gzip._closed, failure(() => gzip._handle.reset()).split(" ")[0]);
