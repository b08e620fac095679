//! A stream of any format.

use std::cell::RefCell;

use deno_core::v8;
use serde::Deserialize;

use super::brotli::{BrotliDecoder, BrotliEncoder};
use super::deflate::Deflater;
use super::error::ZlibError;
use super::inflate::Inflater;
use super::zstd::{ZstdDecoder, ZstdEncoder, ZstdOptions, encoder_memory};
use crate::limits::native_work::{HeldMemory, WorkBounds};

/// The formats, with the numbers of Node.
pub mod kind {
    pub const DEFLATE: u32 = 1;
    pub const INFLATE: u32 = 2;
    pub const GZIP: u32 = 3;
    pub const GUNZIP: u32 = 4;
    pub const DEFLATE_RAW: u32 = 5;
    pub const INFLATE_RAW: u32 = 6;
    pub const UNZIP: u32 = 7;
    pub const BROTLI_DECODE: u32 = 8;
    pub const ZSTD_COMPRESS: u32 = 10;
    pub const ZSTD_DECOMPRESS: u32 = 11;
}

/// The options of a program; JavaScript has checked the ranges.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CodecOptions {
    /// One of the numbers of [`kind`]; others are Brotli's encoder.
    kind: u32,
    level: i32,
    /// 0, or 8 to 15.
    window_bits: u8,
    mem_level: i32,
    strategy: i32,
    /// Parameters of Brotli's encoder and of Zstandard by their numbers.
    parameters: Vec<(u32, i64)>,
    /// Of Zstandard: the bytes of the whole input, if they are known before.
    pledged_size: Option<u64>,
}

/// The progress of one call, in bytes.
pub struct Progress {
    pub consumed: usize,
    pub written: usize,
    /// Whether the end of the stream was reached.
    pub is_end: bool,
}

enum Codec {
    Deflate(Deflater),
    Inflate(Inflater),
    // A state of Brotli is thousands of bytes; those of zlib are pointers.
    BrotliEncode(Box<BrotliEncoder>),
    BrotliDecode(Box<BrotliDecoder>),
    ZstdEncode(ZstdEncoder),
    ZstdDecode(ZstdDecoder),
}

impl Codec {
    fn new(options: &CodecOptions, dictionary: &[u8]) -> Result<Self, ZlibError> {
        let CodecOptions {
            level,
            window_bits,
            mem_level,
            strategy,
            ..
        } = *options;
        let bits = i32::from(window_bits);
        let deflate =
            |bits| Self::Deflate(Deflater::new(level, bits, mem_level, strategy, dictionary));
        let inflate = |has_header, bits| Self::Inflate(Inflater::new(has_header, bits, dictionary));
        let zstd = ZstdOptions {
            parameters: &options.parameters,
            dictionary,
            pledged_size: options.pledged_size,
        };
        Ok(match options.kind {
            // A window of 8 bits is made one of 9, as zlib does.
            kind::DEFLATE => deflate(bits.max(9)),
            kind::GZIP => deflate(bits.max(9) + 16),
            kind::DEFLATE_RAW => deflate(-bits.max(9)),
            kind::INFLATE => inflate(true, window_bits),
            kind::GUNZIP => inflate(true, window_bits.max(8) + 16),
            kind::UNZIP => inflate(true, window_bits.max(8) + 32),
            kind::INFLATE_RAW => inflate(false, window_bits.max(8)),
            kind::BROTLI_DECODE => Self::BrotliDecode(Box::new(BrotliDecoder::new())),
            kind::ZSTD_COMPRESS => Self::ZstdEncode(ZstdEncoder::new(&zstd)?),
            kind::ZSTD_DECOMPRESS => Self::ZstdDecode(ZstdDecoder::new(&zstd)?),
            _ => Self::BrotliEncode(Box::new(BrotliEncoder::new(&options.parameters))),
        })
    }
}

/// An object of JavaScript: the state goes when no program holds it.
pub struct ZlibCodec {
    options: CodecOptions,
    dictionary: Vec<u8>,
    codec: RefCell<Codec>,
    _memory: HeldMemory,
}

// SAFETY: it holds nothing of V8, so there is nothing to trace.
unsafe impl deno_core::GarbageCollected for ZlibCodec {
    fn trace(&self, _visitor: &mut v8::cppgc::Visitor) {}

    fn get_name(&self) -> &'static std::ffi::CStr {
        c"ZlibCodec"
    }
}

impl ZlibCodec {
    /// A stream with the usual settings, without a dictionary.
    pub fn plain(kind: u32) -> Result<Self, ZlibError> {
        let options = CodecOptions {
            kind,
            level: -1,
            window_bits: 15,
            mem_level: 8,
            strategy: 0,
            parameters: Vec::new(),
            pledged_size: None,
        };
        Self::new(options, Vec::new(), &WorkBounds::default())
    }

    /// The memory of a large state is held before it is made.
    pub fn new(
        options: CodecOptions,
        dictionary: Vec<u8>,
        bounds: &WorkBounds,
    ) -> Result<Self, ZlibError> {
        let size = match options.kind {
            kind::ZSTD_COMPRESS => encoder_memory(&options.parameters),
            _ => 0,
        };
        let memory = bounds.hold(size).map_err(|_| ZlibError::memory())?;
        Ok(Self {
            _memory: memory,
            codec: RefCell::new(Codec::new(&options, &dictionary)?),
            options,
            dictionary,
        })
    }

    pub fn reset(&self) -> Result<(), ZlibError> {
        *self.codec.borrow_mut() = Codec::new(&self.options, &self.dictionary)?;
        Ok(())
    }

    pub fn set_level(&self, level: i32) {
        if let Codec::Deflate(deflater) = &mut *self.codec.borrow_mut() {
            deflater.set_level(level);
        }
    }

    /// `flush` is a number of the format: `Z_FINISH`, `BROTLI_OPERATION_FLUSH` and so on.
    pub fn process(
        &self,
        input: &[u8],
        output: &mut [u8],
        flush: i32,
    ) -> Result<Progress, ZlibError> {
        match &mut *self.codec.borrow_mut() {
            Codec::Deflate(it) => it.process(input, output, flush),
            Codec::Inflate(it) => it.process(input, output, flush),
            Codec::BrotliEncode(it) => it.process(input, output, flush),
            Codec::BrotliDecode(it) => it.process(input, output),
            Codec::ZstdEncode(it) => it.process(input, output, flush),
            Codec::ZstdDecode(it) => it.process(input, output),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All that a codec answers to `input`, with `room` bytes of output at a time.
    pub fn all(kind: u32, input: &[u8], room: usize) -> Result<Vec<u8>, ZlibError> {
        let codec = ZlibCodec::plain(kind)?;
        let finish = if kind < kind::BROTLI_DECODE { 4 } else { 2 };
        let (mut rest, mut output) = (input, Vec::new());
        loop {
            let mut chunk = vec![0; room];
            let step = codec.process(rest, &mut chunk, finish)?;
            rest = &rest[step.consumed..];
            output.extend_from_slice(&chunk[..step.written]);
            if step.is_end || (step.consumed == 0 && step.written == 0) {
                return Ok(output);
            }
        }
    }

    proptest! {
        #[test]
        fn compressed_bytes_come_back(
            bytes in prop::collection::vec(0_u8..8, 0..2000),
            room in 1_usize..600,
        ) {
            for (encode, decode) in [(1, 2), (3, 4), (3, 7), (1, 7), (5, 6), (9, 8), (10, 11)] {
                let packed = all(encode, &bytes, room).unwrap();
                prop_assert_eq!(&all(decode, &packed, room).unwrap(), &bytes);
            }
        }

        #[test]
        fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            for decode in [2, 4, 6, 7, 8, 11] {
                let _ = all(decode, &bytes, 64);
            }
        }
    }
}
