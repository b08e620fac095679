//! Bodies of answers that are compressed (`content-encoding`).

use std::collections::VecDeque;

use reqwest::header::{CONTENT_ENCODING, HeaderMap};

use crate::zlib::{ZlibCodec, ZlibError, kind};

/// The codings that `fetch` accepts unless the program names others.
pub const ACCEPTED: &str = "gzip, deflate, br, zstd";
/// The most codings of one body.
const MAX_CODINGS: usize = 5;
/// The most bytes that one step makes, so that little input cannot fill the memory.
const ROOM: usize = 64 << 10;

/// The codings of a body, the outermost first; none if it is not compressed.
#[derive(Default)]
pub struct Decoding {
    layers: Vec<Layer>,
}

struct Layer {
    coding: Coding,
    /// Made at the first byte, which tells the two kinds of `deflate` apart.
    codec: Option<ZlibCodec>,
    input: VecDeque<u8>,
    has_ended: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Coding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

impl Coding {
    fn parse(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => Self::Gzip,
            "deflate" => Self::Deflate,
            "br" => Self::Brotli,
            "zstd" => Self::Zstd,
            _ => return None,
        })
    }

    /// The number of the decoder for a stream that begins with a byte. Servers send `deflate` with the header of
    /// zlib, as they should, or without.
    fn kind(self, first: u8) -> u32 {
        match self {
            Self::Gzip => kind::GUNZIP,
            Self::Deflate if first & 0x0f == 8 => kind::INFLATE,
            Self::Deflate => kind::INFLATE_RAW,
            Self::Brotli => kind::BROTLI_DECODE,
            Self::Zstd => kind::ZSTD_DECOMPRESS,
        }
    }
}

impl Decoding {
    /// A body is passed on as it is if one of its codings is unknown, or if it has too many.
    pub fn of(headers: &HeaderMap) -> Self {
        let values = headers.get_all(CONTENT_ENCODING);
        let texts = values.iter().filter_map(|it| it.to_str().ok());
        let names: Vec<&str> = texts
            .flat_map(|it| it.split(','))
            .map(str::trim)
            .filter(|it| !it.is_empty() && !it.eq_ignore_ascii_case("identity"))
            .collect();
        let codings: Option<Vec<Coding>> = names.iter().map(|it| Coding::parse(it)).collect();
        let codings = codings.filter(|it| it.len() <= MAX_CODINGS);
        let layers = codings.into_iter().flatten().rev().map(Layer::new);
        Self {
            layers: layers.collect(),
        }
    }

    pub fn is_none(&self) -> bool {
        self.layers.is_empty()
    }

    /// Takes bytes of the body.
    pub fn feed(&mut self, bytes: &[u8]) {
        if let Some(outermost) = self.layers.first_mut() {
            outermost.input.extend(bytes);
        }
    }

    /// The next decoded bytes; `None` if more of the body is needed.
    pub fn next(&mut self) -> Result<Option<Vec<u8>>, ZlibError> {
        self.of_layer(self.layers.len())
    }

    /// The output of the first `count` layers.
    fn of_layer(&mut self, count: usize) -> Result<Option<Vec<u8>>, ZlibError> {
        let Some(index) = count.checked_sub(1) else {
            return Ok(None);
        };
        loop {
            if let Some(bytes) = self.layers[index].step()? {
                return Ok(Some(bytes));
            }
            match self.of_layer(index)? {
                Some(bytes) => self.layers[index].input.extend(bytes),
                None => return Ok(None),
            }
        }
    }
}

impl Layer {
    fn new(coding: Coding) -> Self {
        Self {
            coding,
            codec: None,
            input: VecDeque::new(),
            has_ended: false,
        }
    }

    fn step(&mut self) -> Result<Option<Vec<u8>>, ZlibError> {
        loop {
            let Some(&first) = self.input.front() else {
                // The decoder returns its remaining output without input.
                return match &self.codec {
                    Some(_) if !self.has_ended => self.run(),
                    _ => Ok(None),
                };
            };
            if self.has_ended && !self.begins_again(first) {
                self.input.clear();
                return Ok(None);
            }
            if self.codec.is_none() {
                let kind = self.coding.kind(first);
                self.codec = Some(ZlibCodec::plain(kind)?);
            }
            let before = self.input.len();
            let output = self.run()?;
            if output.is_some() || self.input.len() == before {
                return Ok(output);
            }
        }
    }

    /// Whether another member follows the one that has ended, as files of gzip may have. Other bytes after the
    /// end are passed over, as Node does.
    fn begins_again(&mut self, first: u8) -> bool {
        let is_member = match self.coding {
            Coding::Gzip => first == 0x1f,
            Coding::Zstd => true,
            Coding::Deflate | Coding::Brotli => false,
        };
        if is_member {
            self.codec = None;
            self.has_ended = false;
        }
        is_member
    }

    fn run(&mut self) -> Result<Option<Vec<u8>>, ZlibError> {
        let Some(codec) = &self.codec else {
            return Ok(None);
        };
        let mut output = vec![0; ROOM];
        let step = codec.process(self.input.make_contiguous(), &mut output, 0)?;
        self.input.drain(..step.consumed);
        self.has_ended = step.is_end;
        output.truncate(step.written);
        Ok((step.written > 0).then_some(output))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reqwest::header::HeaderValue;

    use super::*;
    use crate::zlib::codec_tests::all;

    fn decoding(codings: &'static str) -> Decoding {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(codings));
        Decoding::of(&headers)
    }

    fn decoded(codings: &'static str, packed: &[u8], piece: usize) -> Result<Vec<u8>, ZlibError> {
        let (mut decoding, mut output) = (decoding(codings), Vec::new());
        for bytes in packed.chunks(piece) {
            decoding.feed(bytes);
            while let Some(bytes) = decoding.next()? {
                assert!(bytes.len() <= ROOM && !bytes.is_empty());
                output.extend(bytes);
            }
        }
        Ok(output)
    }

    proptest! {
        #[test]
        fn compressed_bodies_of_servers_are_decoded(
            bytes in prop::collection::vec(0_u8..8, 0..4000),
            piece in 1_usize..600,
        ) {
            let encoders = [("gzip", 3), ("x-GZIP", 3), ("deflate", 1), ("deflate", 5), ("br", 9), ("zstd", 10)];
            for (coding, encoder) in encoders {
                let packed = all(encoder, &bytes, 100).unwrap();
                prop_assert_eq!(&decoded(coding, &packed, piece).unwrap(), &bytes);
            }
            let twice = all(9, &all(3, &bytes, 100).unwrap(), 100).unwrap();
            prop_assert_eq!(&decoded("gzip, br", &twice, piece).unwrap(), &bytes);
        }

        #[test]
        fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            for coding in ["gzip", "deflate", "br", "zstd", "br, gzip"] {
                let _ = decoded(coding, &bytes, 7);
            }
        }
    }

    #[test]
    fn members_follow_each_other_and_what_follows_the_end_is_passed_over() {
        let member = all(3, b"ab", 100).unwrap();
        let two = [&member[..], &member[..]].concat();
        assert_eq!(decoded("gzip", &two, 5).unwrap(), b"abab");
        let more = [&member[..], b"more"].concat();
        assert_eq!(decoded("gzip", &more, 5).unwrap(), b"ab");
    }

    #[test]
    fn unknown_and_too_many_codings_leave_the_body_as_it_is() {
        assert!(decoding("compress").is_none());
        assert!(decoding("gzip, snappy").is_none());
        assert!(decoding("identity").is_none());
        assert!(decoding("gzip,gzip,gzip,gzip,gzip,gzip").is_none());
        assert!(!decoding("gzip,gzip,gzip,gzip,gzip").is_none());
    }
}
