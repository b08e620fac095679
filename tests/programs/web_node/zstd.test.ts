// Zstandard, which Node has since 22.15.

import { assert, assertEquals, assertThrows, test } from "lumi/testing";
import zlib from "node:zlib";

const { ZSTD_c_checksumFlag, ZSTD_c_compressionLevel, ZSTD_c_strategy, ZSTD_d_windowLogMax } = zlib.constants;
/** The output of Node 24 for "abc". */
const abc = "28b52ffd2003190000616263";
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const large = Buffer.alloc(3_000_000, "some text that repeats; ");

const failure = (run: () => unknown) => {
  const { name, code, errno, message } = assertThrows(run) as Error & { code?: string; errno?: number };
  return [name, code, errno, message].join();
};

test("texts come back, in the bytes that Node makes", () => {
  assertEquals(zlib.zstdCompressSync("abc").toString("hex"), abc);
  assertEquals(text(zlib.zstdDecompressSync(Buffer.from(abc, "hex"))), "abc");
  // The frame after the first one is not read, as in Node.
  assertEquals(text(zlib.zstdDecompressSync(Buffer.from(abc + abc, "hex"))), "abc");
  const quick = { params: { [ZSTD_c_compressionLevel]: -5, [ZSTD_c_checksumFlag]: 1 } };
  assert(zlib.zstdDecompressSync(zlib.zstdCompressSync(large, quick)).equals(large));
});

test("a dictionary is needed on both sides", () => {
  const dictionary = Buffer.from("some text that repeats; and again some text");
  const packed = zlib.zstdCompressSync("some text that repeats; and again", { dictionary });
  assertEquals(text(zlib.zstdDecompressSync(packed, { dictionary })), "some text that repeats; and again");
  assertThrows(() => zlib.zstdDecompressSync(packed));
});

test("streams give what is flushed, and end", async () => {
  const [packed, unpacked] = [zlib.createZstdCompress(), zlib.createZstdDecompress()];
  let length = 0;
  const first = new Promise<void>((resolve) =>
    unpacked.on("data", (part: Uint8Array) => {
      length += part.length;
      resolve();
    })
  );
  packed.pipe(unpacked);
  packed.write(large.subarray(0, 1000));
  packed.flush();
  await first;
  assertEquals(length, 1000);
  packed.end(large.subarray(1000));
  await new Promise((resolve) => unpacked.on("end", resolve));
  assertEquals(length, large.length);
});

test("bad bytes and parameters have Node's errors", () => {
  const bytes = Buffer.from(abc, "hex");
  assertEquals(
    [
      () => zlib.zstdDecompressSync("hello"),
      () => zlib.zstdDecompressSync(bytes.subarray(0, 8)),
      () => zlib.zstdCompressSync("a", { params: { 9999: 1 } }),
      () => zlib.zstdCompressSync("a", { params: { [ZSTD_c_strategy]: 99 } }),
      () => zlib.zstdDecompressSync(bytes, { params: { [ZSTD_d_windowLogMax]: 5 } }),
      () => zlib.zstdCompressSync("a", { pledgedSrcSize: 5 }),
      () => zlib.zstdDecompressSync(zlib.zstdCompressSync(large), { maxOutputLength: 10 }),
    ].map(failure),
    [
      "Error,ZSTD_error_prefix_unknown,10,Unknown frame descriptor",
      "Error,Z_BUF_ERROR,-5,unexpected end of file",
      "RangeError,ERR_ZSTD_INVALID_PARAM,,9999 is not a valid zstd parameter",
      "Error,ERR_ZLIB_INITIALIZATION_FAILED,,Setting parameter failed",
      "Error,ERR_ZLIB_INITIALIZATION_FAILED,,Setting parameter failed",
      "Error,ZSTD_error_srcSize_wrong,72,Src size is incorrect",
      "RangeError,ERR_BUFFER_TOO_LARGE,,Cannot create a Buffer larger than 10 bytes",
    ],
  );
});
