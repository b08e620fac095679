//! Base64 as Go reads it: line breaks anywhere, padding always, and any bits after the last byte.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireCanonical),
);

pub fn encode(bytes: impl AsRef<[u8]>) -> String {
    ENGINE.encode(bytes)
}

/// The bytes of a text; `None` if it is not base64.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let text: String = text
        .chars()
        .filter(|it| !matches!(it, '\r' | '\n'))
        .collect();
    ENGINE.decode(text).ok()
}
