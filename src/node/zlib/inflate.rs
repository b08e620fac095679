//! Decompression of the formats of zlib.

use zlib_rs::{Inflate, InflateError, InflateFlush, Status};

use super::codec::Progress;
use super::deflate::count;
use super::error::ZlibError;

pub struct Inflater {
    inner: Inflate,
    dictionary: Vec<u8>,
}

impl Inflater {
    /// `window_bits` is 16 more for the header of gzip, 32 more where the input says which it has.
    pub fn new(has_header: bool, window_bits: u8, dictionary: &[u8]) -> Self {
        let mut inner = Inflate::new(has_header, window_bits);
        if !has_header && !dictionary.is_empty() {
            // A stream with a header asks for its dictionary; one without does not.
            let _ = inner.set_dictionary(dictionary);
        }
        Self {
            inner,
            dictionary: dictionary.to_vec(),
        }
    }

    pub fn process(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        flush: i32,
    ) -> Result<Progress, ZlibError> {
        let flush = match flush {
            2 | 3 => InflateFlush::SyncFlush,
            4 => InflateFlush::Finish,
            5 => InflateFlush::Block,
            _ => InflateFlush::NoFlush,
        };
        let before = (self.inner.total_in(), self.inner.total_out());
        let mut answer = self.inner.decompress(input, output, flush);
        if let Err(InflateError::NeedDict { .. }) = answer {
            self.add_dictionary()?;
            let consumed = count(self.inner.total_in() - before.0);
            answer = self.inner.decompress(&input[consumed..], output, flush);
        }
        match answer {
            Ok(status) => Ok(Progress {
                consumed: count(self.inner.total_in() - before.0),
                written: count(self.inner.total_out() - before.1),
                is_end: status == Status::StreamEnd,
            }),
            Err(InflateError::NeedDict { .. }) => Err(missing_dictionary()),
            Err(InflateError::DataError) => Err(ZlibError::data(self.inner.error_message())),
            Err(InflateError::StreamError) => Err(ZlibError::state()),
            Err(InflateError::MemError) => Err(ZlibError::memory()),
        }
    }

    fn add_dictionary(&mut self) -> Result<(), ZlibError> {
        if self.dictionary.is_empty() {
            return Err(missing_dictionary());
        }
        match self.inner.set_dictionary(&self.dictionary) {
            Ok(_) => Ok(()),
            Err(_) => Err(ZlibError::new("Bad dictionary", "Z_NEED_DICT", 2)),
        }
    }
}

fn missing_dictionary() -> ZlibError {
    ZlibError::new("Missing dictionary", "Z_NEED_DICT", 2)
}
