//! Compression to the formats of zlib: deflate with the header of zlib, of gzip, or none.

use zlib_rs::{Deflate, DeflateConfig, DeflateError, DeflateFlush, Method, Status, Strategy};

use super::codec::Progress;
use super::error::ZlibError;

pub struct Deflater {
    inner: Deflate,
}

impl Deflater {
    /// `window_bits` is negative for no header, and 16 more for that of gzip.
    pub fn new(
        level: i32,
        window_bits: i32,
        mem_level: i32,
        strategy: i32,
        dictionary: &[u8],
    ) -> Self {
        let mut inner = Deflate::new_with_config(DeflateConfig {
            level,
            method: Method::Deflated,
            window_bits,
            mem_level,
            strategy: match strategy {
                1 => Strategy::Filtered,
                2 => Strategy::HuffmanOnly,
                3 => Strategy::Rle,
                4 => Strategy::Fixed,
                _ => Strategy::Default,
            },
        });
        if !dictionary.is_empty() {
            // Fails for gzip alone, whose dictionary Node ignores as well.
            let _ = inner.set_dictionary(dictionary);
        }
        Self { inner }
    }

    /// Changes the level for what follows. The level stays where the method of compression would
    /// change, too: zlib would have to write the block before, and this call has no output.
    pub fn set_level(&mut self, level: i32) {
        let _ = self.inner.set_level(level);
    }

    pub fn process(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        flush: i32,
    ) -> Result<Progress, ZlibError> {
        let flush = match flush {
            1 => DeflateFlush::PartialFlush,
            2 => DeflateFlush::SyncFlush,
            3 => DeflateFlush::FullFlush,
            4 => DeflateFlush::Finish,
            5 => DeflateFlush::Block,
            _ => DeflateFlush::NoFlush,
        };
        let before = (self.inner.total_in(), self.inner.total_out());
        let status = self
            .inner
            .compress(input, output, flush)
            .map_err(zlib_error)?;
        Ok(Progress {
            consumed: count(self.inner.total_in() - before.0),
            written: count(self.inner.total_out() - before.1),
            is_end: status == Status::StreamEnd,
        })
    }
}

/// The number of bytes of one call as an index.
pub fn count(bytes: u64) -> usize {
    usize::try_from(bytes).expect("BUG: a buffer is in memory")
}

fn zlib_error(error: DeflateError) -> ZlibError {
    match error {
        DeflateError::StreamError => ZlibError::state(),
        DeflateError::DataError => ZlibError::data(None),
        DeflateError::MemError => ZlibError::memory(),
    }
}
