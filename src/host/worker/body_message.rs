//! Bodies that are sent in parts: those of answers to the platform, those of requests to the process.
//!
//! The end that sends a body says its parts and its end, the other one how many bytes it has taken. A body has
//! [`STREAM_ROOM`] bytes on its way at most.

use hyper::body::Bytes;

use super::frame::{Frame, FrameError, write};

/// Bytes of a body in parts that may be on their way: the receiver says when there is room for more.
pub const STREAM_ROOM: usize = 256 << 10;

/// A message about the body of a call. Its direction says whose body it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyMessage {
    Part(Bytes),
    /// The body has no more parts.
    End,
    /// The body ends before it is whole.
    Broken,
    /// The receiver has taken so many bytes.
    Room(u32),
    /// The receiver takes no more.
    Dropped,
}

const ROOM: u8 = 8;
const DROPPED: u8 = 9;
const BROKEN: u8 = 10;
const PART: u8 = 25;
const END: u8 = 26;

impl BodyMessage {
    pub(super) fn write(&self, out: &mut Vec<u8>, number: u64) -> Result<(), FrameError> {
        match self {
            Self::Part(bytes) => write(out, PART, number, &[bytes]),
            Self::End => write(out, END, number, &[]),
            Self::Broken => write(out, BROKEN, number, &[]),
            Self::Room(bytes) => write(out, ROOM, number, &[&bytes.to_le_bytes()]),
            Self::Dropped => write(out, DROPPED, number, &[]),
        }
    }

    /// The message of a frame; the frame itself if it is another one.
    pub(super) fn read(frame: Frame) -> Result<Result<Self, FrameError>, Frame> {
        Ok(Ok(match frame.kind {
            PART => Self::Part(frame.body.into()),
            END => Self::End,
            BROKEN => Self::Broken,
            ROOM => return Ok(room(&frame)),
            DROPPED => Self::Dropped,
            _ => return Err(frame),
        }))
    }
}

fn room(frame: &Frame) -> Result<BodyMessage, FrameError> {
    let bytes = frame.body.as_slice().try_into();
    let bytes = bytes.map_err(|_| FrameError::Body {
        kind: frame.kind,
        problem: "it does not have four bytes".to_owned(),
    })?;
    Ok(BodyMessage::Room(u32::from_le_bytes(bytes)))
}
