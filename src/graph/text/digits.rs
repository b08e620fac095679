//! Digits of the encodings in which tools write texts.

/// An encoding of bytes in digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// In capital or small letters.
    Hexadecimal,
    /// With either alphabet: the standard one, and the one for URLs.
    Base64,
    /// In capital letters.
    Base32,
}

impl Digits {
    pub const ALL: [Self; 3] = [Self::Hexadecimal, Self::Base64, Self::Base32];

    /// The bits that a digit stands for.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Hexadecimal => 4,
            Self::Base64 => 6,
            Self::Base32 => 5,
        }
    }

    /// The value of a digit; `None` for another byte.
    pub fn value(self, digit: u8) -> Option<u32> {
        let value = match (self, digit) {
            (Self::Hexadecimal, _) => return char::from(digit).to_digit(16),
            (_, b'A'..=b'Z') => digit - b'A',
            (Self::Base64, b'a'..=b'z') => digit - b'a' + 26,
            (Self::Base64, b'0'..=b'9') => digit - b'0' + 52,
            (Self::Base64, b'+' | b'-') => 62,
            (Self::Base64, b'/' | b'_') => 63,
            (Self::Base32, b'2'..=b'7') => digit - b'2' + 26,
            _ => return None,
        };
        Some(value.into())
    }
}
