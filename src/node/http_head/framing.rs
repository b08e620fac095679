//! How the body of a message is delimited. A message that two readers could delimit differently is
//! refused: both kinds of length, several lengths, codings after `chunked`.

use httparse::Header;

use super::head_error::HeadError;
use super::{Kind, place};

/// The largest length that is exact as a number of JavaScript.
const MAX_LENGTH: u64 = (1 << 53) - 1;

#[derive(Default)]
pub struct Framing {
    length: Option<u64>,
    has_coding: bool,
    is_chunked: bool,
    is_close: bool,
    is_keep_alive: bool,
    names_upgrade: bool,
    has_upgrade: bool,
}

impl Framing {
    pub fn of(kind: Kind, bytes: &[u8], headers: &[Header<'_>]) -> Result<Self, HeadError> {
        let mut framing = Self {
            has_coding: kind == Kind::Trailers,
            is_chunked: kind == Kind::Trailers,
            ..Self::default()
        };
        let mut coding_at = 0;
        for header in headers {
            let at = place(bytes, header.value);
            match header.name.len() {
                7 if header.name.eq_ignore_ascii_case("upgrade") => framing.has_upgrade = true,
                10 if header.name.eq_ignore_ascii_case("connection") => {
                    framing.connection(header.value);
                }
                14 if header.name.eq_ignore_ascii_case("content-length") => {
                    framing.content_length(header.value, at)?;
                }
                17 if header.name.eq_ignore_ascii_case("transfer-encoding") => {
                    framing.transfer_encoding(kind, header.value, at)?;
                    coding_at = at;
                }
                _ => {}
            }
        }
        if kind == Kind::Request && framing.has_coding && !framing.is_chunked {
            let text = "Request has invalid `Transfer-Encoding`";
            return Err(HeadError::transfer_encoding(text, coding_at));
        }
        Ok(framing)
    }

    fn connection(&mut self, value: &[u8]) {
        for option in value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
            self.is_close |= option.eq_ignore_ascii_case(b"close");
            self.is_keep_alive |= option.eq_ignore_ascii_case(b"keep-alive");
            self.names_upgrade |= option.eq_ignore_ascii_case(b"upgrade");
        }
    }

    fn content_length(&mut self, value: &[u8], at: usize) -> Result<(), HeadError> {
        if self.has_coding {
            let text = "Content-Length can't be present with Transfer-Encoding";
            return Err(HeadError::content_length(text, at));
        }
        if self.length.is_some() {
            let code = "HPE_UNEXPECTED_CONTENT_LENGTH";
            return Err(HeadError::new(code, "Duplicate Content-Length", at));
        }
        let digits = value.trim_ascii();
        if digits.is_empty() {
            return Err(HeadError::content_length("Empty Content-Length", at));
        }
        let mut length: u64 = 0;
        for (index, byte) in digits.iter().enumerate() {
            if !byte.is_ascii_digit() {
                let text = "Invalid character in Content-Length";
                return Err(HeadError::content_length(text, at + index));
            }
            length = length * 10 + u64::from(byte - b'0');
            if length > MAX_LENGTH {
                return Err(HeadError::content_length(
                    "Content-Length overflow",
                    at + index,
                ));
            }
        }
        self.length = Some(length);
        Ok(())
    }

    fn transfer_encoding(&mut self, kind: Kind, value: &[u8], at: usize) -> Result<(), HeadError> {
        if self.length.is_some() || kind == Kind::Trailers {
            let text = "Transfer-Encoding can't be present with Content-Length";
            return Err(HeadError::transfer_encoding(text, at));
        }
        self.has_coding = true;
        for coding in value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
            if self.is_chunked && kind == Kind::Request {
                let text = "Invalid `Transfer-Encoding` header value";
                return Err(HeadError::transfer_encoding(text, at));
            }
            self.is_chunked = coding.eq_ignore_ascii_case(b"chunked");
        }
        Ok(())
    }

    /// Bytes of the body if the message says how many there are, otherwise 0.
    pub fn length(&self) -> u64 {
        self.length.unwrap_or(0)
    }

    /// Bits that `js/node/http/head.ts` names.
    pub fn flags(&self) -> u32 {
        let bits = [
            self.length.is_some(),
            self.is_chunked,
            self.has_coding,
            self.is_close,
            self.is_keep_alive,
            self.names_upgrade,
            self.has_upgrade,
        ];
        bits.iter()
            .enumerate()
            .map(|(at, bit)| u32::from(*bit) << at)
            .sum()
    }
}
