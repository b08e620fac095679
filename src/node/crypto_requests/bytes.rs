//! Bytes of a request.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};
use zeroize::Zeroizing;

/// A copy of bytes of the program, which may go on to change them. Keys are among them: the memory
/// is overwritten in the end.
pub struct Bytes(Zeroizing<Vec<u8>>);

impl Bytes {
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut *self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Copied;
        impl Visitor<'_> for Copied {
            type Value = Bytes;
            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec().into()))
            }
            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes(bytes.into()))
            }
        }
        deserializer.deserialize_byte_buf(Copied)
    }
}

impl std::ops::Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
