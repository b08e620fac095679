//! A reader of bytes, which answers `None` behind their end.

/// The bytes that are not read yet.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|it| it[0])
    }

    /// A number of `count` bytes, the highest first; at most four.
    pub fn number(&mut self, count: usize) -> Option<usize> {
        let bytes = self.take(count)?;
        Some(bytes.iter().fold(0, |sum, it| sum << 8 | usize::from(*it)))
    }

    pub fn seconds(&mut self) -> Option<u64> {
        self.number(4).map(|it| it as u64)
    }

    /// A multiprecision integer (RFC 9580, 3.2) without leading zeros.
    pub fn integer(&mut self) -> Option<&'a [u8]> {
        let bits = self.number(2)?;
        let bytes = self.take(bits.div_ceil(8))?;
        let zeros = bytes.iter().take_while(|it| **it == 0).count();
        Some(&bytes[zeros..])
    }
}

/// A number with leading zeros, in `length` bytes; `None` for a longer one.
pub fn padded(number: &[u8], length: usize) -> Option<Vec<u8>> {
    let zeros = length.checked_sub(number.len())?;
    Some([&vec![0; zeros], number].concat())
}
