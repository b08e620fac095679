//! Bits to bytes, the lowest first.

/// A writer of bits.
pub struct BitWriter {
    output: Vec<u8>,
    bits: u64,
    count: u32,
}

impl BitWriter {
    pub fn new(output: Vec<u8>) -> Self {
        Self {
            output,
            bits: 0,
            count: 0,
        }
    }

    /// Writes the lowest bits of a number, of which there are at most 16.
    pub fn write(&mut self, bits: u16, count: u8) {
        self.bits |= u64::from(bits) << self.count;
        self.count += u32::from(count);
        while self.count >= 8 {
            self.output.push(self.bits.to_le_bytes()[0]);
            self.bits >>= 8;
            self.count -= 8;
        }
    }

    /// Fills the last byte with zeros.
    pub fn align(&mut self) {
        if self.count > 0 {
            self.output.push(self.bits.to_le_bytes()[0]);
        }
        self.bits = 0;
        self.count = 0;
    }

    /// Writes bytes after the last one, which is complete.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.align();
        self.output.extend_from_slice(bytes);
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.align();
        self.output
    }
}
