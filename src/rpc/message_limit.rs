//! The maximum size of messages, and the error for larger ones.

use std::fmt;

use bytesize::ByteSize;
use prost::Message;
use tonic::{Code, Status};

use super::call_error::CallError;

/// The maximum size of a message in bytes, sent or received.
pub const MAX_MESSAGE: usize = 400 << 20;

const MIB: u64 = 1 << 20;

/// The maximum size of a sent message in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageLimit(pub usize);

impl Default for MessageLimit {
    fn default() -> Self {
        Self(MAX_MESSAGE)
    }
}

impl MessageLimit {
    /// Refuses a larger message; `what` names it in the error, such as `the registration of X`.
    pub fn check(self, message: &impl Message, what: impl fmt::Display) -> Result<(), CallError> {
        let size = message.encoded_len();
        if size <= self.0 {
            return Ok(());
        }
        let sizes = Sizes {
            found: size as u64,
            limit: self.0 as u64,
        };
        Err(CallError::malformed(sizes.sentence(what)))
    }
}

/// The sizes in a transport's error about a message that is too large, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    found: u64,
    limit: u64,
}

impl Sizes {
    /// Parses the status messages of tonic and of the libraries for Go and Node.js.
    pub fn read(message: &str) -> Option<Self> {
        let marks = ["message length too large", "message larger than max"];
        let rest = marks
            .iter()
            .find_map(|mark| Some(message.split_once(mark)?.1))?;
        let numbers = rest.split(|it: char| !it.is_ascii_digit());
        let mut numbers = numbers.filter_map(|it| it.parse().ok());
        Some(Self {
            found: numbers.next()?,
            limit: numbers.next()?,
        })
    }

    pub fn sentence(self, what: impl fmt::Display) -> String {
        format!(
            "{what} takes a message of {}, and at most {} can be sent; pass large content as assets \
             with a path, not as text",
            size(self.found),
            size(self.limit)
        )
    }
}

/// Why the answer of a call could not be read.
pub fn unreadable_answer(status: &Status) -> String {
    match Sizes::read(status.message()) {
        Some(Sizes { found, limit }) => format!(
            "it takes {}, and at most {} can be received",
            size(found),
            size(limit)
        ),
        None if status.message().is_empty() => format!("{:?}", status.code()),
        None => status.message().to_owned(),
    }
}

fn size(bytes: u64) -> String {
    match bytes % MIB {
        0 => format!("{} MiB", bytes / MIB),
        _ => ByteSize::b(bytes).display().iec().to_string(),
    }
}

/// The status of a request that was refused for its size; the method is the last part of `path`.
/// Unlike a response that is too large, it had no effect.
pub fn refused_request(path: &str, status: &Status) -> Option<Status> {
    if status.code() != Code::OutOfRange {
        return None;
    }
    let sizes = Sizes::read(status.message())?;
    let method = path.rsplit('/').next().unwrap_or(path);
    let message = sizes.sentence(format_args!("a call of `{method}`"));
    Some(Status::invalid_argument(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_found_in_what_transports_say() {
        for text in [
            "Error, encoded message length too large: found 5 bytes, the limit is: 4 bytes",
            "Error, decoded message length too large: found 5 bytes, the limit is: 4 bytes",
            "grpc: received message larger than max (5 vs. 4)",
            "Received message larger than max (5 vs 4)",
        ] {
            let (found, limit) = (5, 4);
            assert_eq!(Sizes::read(text), Some(Sizes { found, limit }), "{text}");
        }
        for text in ["", "4 5", "message larger than max", "too large: 5 4"] {
            assert_eq!(Sizes::read(text), None, "{text}");
        }
    }

    #[test]
    fn sizes_are_for_people() {
        let sizes = Sizes {
            found: 450_000_000,
            limit: 400 << 20,
        };
        insta::assert_snapshot!(sizes.sentence("it"), @"it takes a message of 429.2 MiB, and at most 400 MiB can be sent; pass large content as assets with a path, not as text");
    }
}
