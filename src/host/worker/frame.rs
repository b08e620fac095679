//! Frames: a length, a kind, a number and a body.
//!
//! | bytes | |
//! |---|---|
//! | 4 | length of the rest, little endian |
//! | 1 | kind |
//! | 8 | number of the call, little endian; 0 if the kind has none |
//! | … | body |

use thiserror::Error;

/// Bytes of kind and number.
const HEAD: usize = 9;
/// Maximum size of a body in bytes: larger than a request of 64 MiB as JSON, and smaller than
/// memory.
pub const MAX_LEN: usize = 512 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub kind: u8,
    pub number: u64,
    pub body: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FrameError {
    #[error("a frame of {0} bytes")]
    Length(usize),
    #[error("a frame of the kind {0}")]
    Kind(u8),
    #[error("a frame of the kind {kind} that cannot be read: {problem}")]
    Body { kind: u8, problem: String },
}

/// Appends a frame, whose body is in parts; fails if the body is larger than decoders accept.
pub fn write(out: &mut Vec<u8>, kind: u8, number: u64, body: &[&[u8]]) -> Result<(), FrameError> {
    let length = body.iter().map(|it| it.len()).sum::<usize>() + HEAD;
    let too_long = || FrameError::Length(length);
    if length > MAX_LEN + HEAD {
        return Err(too_long());
    }
    let length = u32::try_from(length).map_err(|_| too_long())?;
    out.extend_from_slice(&length.to_le_bytes());
    out.push(kind);
    out.extend_from_slice(&number.to_le_bytes());
    body.iter().for_each(|it| out.extend_from_slice(it));
    Ok(())
}

/// Decodes frames from a stream of bytes. Buffers at most the bytes received.
#[derive(Debug)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// The number of `bytes` that are decoded already.
    taken: usize,
    /// Maximum size of a body in bytes.
    most: usize,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::up_to(MAX_LEN)
    }
}

impl Decoder {
    /// Refuses frames with a body of more than `most` bytes as soon as their length is known.
    pub fn up_to(most: usize) -> Self {
        Self {
            bytes: Vec::new(),
            taken: 0,
            most,
        }
    }

    pub fn feed(&mut self, bytes: &[u8]) {
        if self.taken == self.bytes.len() {
            self.bytes.clear();
            self.taken = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next complete frame. After an error the stream is unusable.
    pub fn take(&mut self) -> Result<Option<Frame>, FrameError> {
        let rest = &self.bytes[self.taken..];
        let Some((length, rest)) = rest.split_first_chunk::<4>() else {
            self.compact();
            return Ok(None);
        };
        let length = u32::from_le_bytes(*length) as usize;
        if !(HEAD..=self.most + HEAD).contains(&length) {
            return Err(FrameError::Length(length));
        }
        let Some(frame) = rest.get(..length) else {
            self.compact();
            return Ok(None);
        };
        let (kind, frame) = frame.split_at(1);
        let (number, body) = frame.split_at(8);
        let number = number
            .iter()
            .rev()
            .fold(0, |all, it| all << 8 | u64::from(*it));
        let frame = Frame {
            kind: kind[0],
            number,
            body: body.to_vec(),
        };
        self.taken += 4 + length;
        Ok(Some(frame))
    }

    /// Moves an incomplete frame to the front, and releases the memory of a large one.
    fn compact(&mut self) {
        if self.taken > 0 {
            self.bytes.drain(..self.taken);
            self.taken = 0;
            self.bytes.shrink_to(self.bytes.len().max(1 << 16));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frames(pieces: &[&[u8]]) -> Result<Vec<Frame>, FrameError> {
        let mut decoder = Decoder::default();
        let mut all = Vec::new();
        for piece in pieces {
            decoder.feed(piece);
            while let Some(frame) = decoder.take()? {
                all.push(frame);
            }
        }
        Ok(all)
    }

    fn any_frame() -> impl Strategy<Value = Frame> {
        let body = prop::collection::vec(any::<u8>(), 0..200);
        (any::<u8>(), any::<u64>(), body).prop_map(|(kind, number, body)| Frame {
            kind,
            number,
            body,
        })
    }

    proptest! {
        #[test]
        fn frames_are_read_in_pieces_of_any_size(
            sent in prop::collection::vec(any_frame(), 0..20),
            size in 1_usize..300,
        ) {
            let mut bytes = Vec::new();
            for Frame { kind, number, body } in &sent {
                write(&mut bytes, *kind, *number, &[body]).unwrap();
            }
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            prop_assert_eq!(frames(&pieces).unwrap(), sent);
        }

        #[test]
        fn any_bytes_are_frames_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
            let mut decoder = Decoder::default();
            decoder.feed(&bytes);
            while let Ok(Some(frame)) = decoder.take() {
                prop_assert!(frame.body.len() < bytes.len());
            }
            prop_assert!(decoder.bytes.capacity() <= 1 << 16);
        }
    }

    #[test]
    fn a_frame_that_is_too_long_is_refused_by_its_length() {
        let mut decoder = Decoder::up_to(4);
        decoder.feed(&13u32.to_le_bytes());
        assert_eq!(decoder.take(), Ok(None));
        let mut decoder = Decoder::up_to(4);
        decoder.feed(&14u32.to_le_bytes());
        assert_eq!(decoder.take(), Err(FrameError::Length(14)));
    }

    #[test]
    fn lengths_that_no_frame_has_are_refused() {
        let length = |it: u32| frames(&[&it.to_le_bytes()]);
        assert_eq!(length(0), Err(FrameError::Length(0)));
        assert_eq!(length(8), Err(FrameError::Length(8)));
        assert_eq!(length(u32::MAX), Err(FrameError::Length(u32::MAX as usize)));
        assert_eq!(length(9), Ok(Vec::new()));
    }
}
