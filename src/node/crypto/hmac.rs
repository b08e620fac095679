//! HMAC (RFC 2104) over any digest.

use super::hash::{HashKind, Hasher};

/// The state of an HMAC. A copy of a fresh one saves the work on the key.
#[derive(Clone)]
pub struct Hmac {
    inner: Hasher,
    outer: Hasher,
}

impl Hmac {
    pub fn new(kind: HashKind, key: &[u8]) -> Self {
        let size = kind.block_length();
        let mut block = match key.len() > size {
            true => kind.digest(key),
            false => key.to_vec(),
        };
        block.resize(size, 0);
        let keyed = |mask: u8| {
            let mut hasher = Hasher::new(kind);
            hasher.update(&block.iter().map(|byte| byte ^ mask).collect::<Vec<_>>());
            hasher
        };
        Self {
            inner: keyed(0x36),
            outer: keyed(0x5c),
        }
    }

    pub fn update(&mut self, data: &[u8]) {
        self.inner.update(data);
    }

    pub fn finish(mut self) -> Vec<u8> {
        let length = self.inner.kind().length();
        self.outer.update(&self.inner.finish(length));
        self.outer.finish(length)
    }

    /// The HMAC of several pieces one after another.
    pub fn of(kind: HashKind, key: &[u8], pieces: &[&[u8]]) -> Vec<u8> {
        let mut hmac = Self::new(kind, key);
        for piece in pieces {
            hmac.update(piece);
        }
        hmac.finish()
    }
}

/// Whether two byte strings are the same, in a time that depends on their length alone.
pub fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let difference = |sum: u8, (a, b): (&u8, &u8)| sum | (a ^ b);
    one.len() == other.len() && one.iter().zip(other).fold(0, difference) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::HEXLOWER;

    /// Test cases 2 and 6 of RFC 4231.
    #[test]
    fn hmac_is_that_of_the_rfc() {
        let mac =
            |key: &[u8], text: &[u8]| HEXLOWER.encode(&Hmac::of(HashKind::Sha256, key, &[text]));
        assert_eq!(
            mac(b"Jefe", b"what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        assert_eq!(
            mac(
                &[0xaa; 131],
                b"Test Using Larger Than Block-Size Key - Hash Key First"
            ),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        );
    }
}
