//! Compression, behind `node:zlib`. JavaScript offers input and room for output, and repeats until
//! all is consumed: no call allocates more than the state of its format.
//!
//! | module | |
//! |---|---|
//! | `brotli` | Brotli |
//! | `codec` | a stream of any format |
//! | `deflate` | compression to the formats of zlib |
//! | `error` | errors of streams that cannot be read, with the codes and texts of zlib |
//! | `inflate` | decompression of the formats of zlib |
//! | `zstd` | Zstandard |

mod brotli;
mod codec;
mod deflate;
mod error;
mod inflate;
mod zstd;

use deno_core::{OpState, op2};

use codec::CodecOptions;
#[cfg(test)]
pub use codec::tests as codec_tests;
pub use codec::{ZlibCodec, kind};
pub use error::ZlibError;

use crate::limits::native_work::ProgramWork;

/// Makes the state of one stream.
#[op2]
#[cppgc]
pub fn op_lumi_zlib_open(
    state: &mut OpState,
    #[serde] options: CodecOptions,
    #[buffer] dictionary: &[u8],
) -> Result<ZlibCodec, ZlibError> {
    let bounds = &state.borrow::<ProgramWork>().0;
    ZlibCodec::new(options, dictionary.to_vec(), bounds)
}

/// Takes input and fills `output`. `facts` gets the number of bytes consumed, the number of bytes
/// written, and 1 if the stream has ended.
#[op2(fast)]
pub fn op_lumi_zlib_write(
    #[cppgc] codec: &ZlibCodec,
    #[buffer] input: &[u8],
    #[buffer] output: &mut [u8],
    flush: i32,
    #[buffer] facts: &mut [u32],
) -> Result<(), ZlibError> {
    let step = codec.process(input, output, flush)?;
    facts.copy_from_slice(&[
        u32::try_from(step.consumed).unwrap_or(u32::MAX),
        u32::try_from(step.written).unwrap_or(u32::MAX),
        u32::from(step.is_end),
    ]);
    Ok(())
}

/// Begins another stream with the same options.
#[op2(fast)]
pub fn op_lumi_zlib_reset(#[cppgc] codec: &ZlibCodec) -> Result<(), ZlibError> {
    codec.reset()
}

/// Changes the level of a compressor for what follows.
#[op2(fast)]
pub fn op_lumi_zlib_level(#[cppgc] codec: &ZlibCodec, level: i32) {
    codec.set_level(level);
}

/// The CRC-32 of `data` after bytes whose CRC-32 is `before`.
#[op2(fast)]
pub fn op_lumi_crc32(#[buffer] data: &[u8], before: u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(data);
    hasher.finalize()
}
