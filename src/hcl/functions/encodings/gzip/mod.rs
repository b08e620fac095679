//! Gzip with the bytes that OpenTofu writes, so that a value that was stored by it does not change.
//!
//! | module | |
//! |---|---|
//! | `bits` | bits to bytes |
//! | `block` | tokens to blocks |
//! | `huffman` | codes from frequencies |
//! | `matcher` | bytes to tokens: literals, and matches before them |
//! | `tests` | |

mod bits;
mod block;
mod huffman;
mod matcher;
#[cfg(test)]
mod tests;

use std::io::Read;

use flate2::Crc;
use flate2::read::MultiGzDecoder;
use thiserror::Error;

use self::bits::BitWriter;

/// The greatest size of what is read, in bytes.
const MAX_SIZE: u64 = 1 << 28;

/// No name, no time, no level, and a system that is not said.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// Bytes that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GzipError {
    #[error("the bytes are not gzip: {0}")]
    Invalid(String),
    #[error("the content is larger than {MAX_SIZE} bytes")]
    TooLarge,
}

/// Compresses bytes.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut writer = BitWriter::new(HEADER.to_vec());
    matcher::deflate(bytes, &mut writer);
    // One empty block for the flush, and one for the end.
    block::stored(&[], false, &mut writer);
    block::stored(&[], true, &mut writer);
    let mut output = writer.finish();
    let mut crc = Crc::new();
    crc.update(bytes);
    output.extend(crc.sum().to_le_bytes());
    output.extend(crc.amount().to_le_bytes());
    output
}

/// Reads compressed bytes.
///
/// # Errors
///
/// Bytes that are not gzip, and contents that are too large.
pub fn decompress(bytes: &[u8]) -> Result<Vec<u8>, GzipError> {
    let mut output = Vec::new();
    let mut content = MultiGzDecoder::new(bytes).take(MAX_SIZE + 1);
    let size = content.read_to_end(&mut output);
    let size = size.map_err(|error| GzipError::Invalid(error.to_string()))?;
    match size as u64 > MAX_SIZE {
        true => Err(GzipError::TooLarge),
        false => Ok(output),
    }
}
