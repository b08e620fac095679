//! Bytes and hashes as lower-case hexadecimal text.

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    HEXLOWER.encode(bytes.as_ref())
}

pub fn sha256_hex(content: impl AsRef<[u8]>) -> String {
    hex(Sha256::digest(content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_lower_case() {
        assert_eq!(hex([0x0A, 0xF5, 0x00]), "0af500");
        assert_eq!(
            sha256_hex("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
