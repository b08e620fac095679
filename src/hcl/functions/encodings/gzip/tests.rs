use proptest::prelude::*;

use super::{compress, decompress};
use crate::functions::encodings::base64_text;

#[test]
fn short_texts_have_the_bytes_of_opentofu() {
    let compressed = base64_text::encode(compress(b"a"));
    assert_eq!(compressed, "H4sIAAAAAAAA/0oEAAAA//8BAAD//0O+t+gBAAAA");
}

#[test]
fn contents_beyond_the_window_survive() {
    let bytes: Vec<u8> = (0..300_000_u32)
        .map(|index| (index.wrapping_mul(index) >> 7 ^ index >> 3).to_le_bytes()[0])
        .collect();
    assert_eq!(decompress(&compress(&bytes)).unwrap(), bytes);
}

#[test]
fn other_bytes_are_refused() {
    assert!(decompress(b"no gzip").is_err());
}

proptest! {
    #[test]
    fn contents_survive(bytes in proptest::collection::vec(0_u8..6, 0..2000)) {
        prop_assert_eq!(decompress(&compress(&bytes)).unwrap(), bytes);
    }
}
