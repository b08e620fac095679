//! Writes the forms of msgpack, each in its shortest.

/// The bytes of a message.
#[derive(Default)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    pub fn nil(&mut self) {
        self.0.push(0xc0);
    }

    pub fn bool(&mut self, it: bool) {
        self.0.push(0xc2 + u8::from(it));
    }

    pub fn integer(&mut self, it: i64) {
        let bytes = it.to_be_bytes();
        match it {
            -0x20..=0x7f => self.0.push(bytes[7]),
            0x80..=0xff => self.tagged(0xcc, &bytes[7..]),
            0x100..=0xffff => self.tagged(0xcd, &bytes[6..]),
            0x1_0000..=0xffff_ffff => self.tagged(0xce, &bytes[4..]),
            0x1_0000_0000.. => self.tagged(0xcf, &bytes),
            -0x80..=-0x21 => self.tagged(0xd0, &bytes[7..]),
            -0x8000..=-0x81 => self.tagged(0xd1, &bytes[6..]),
            -0x8000_0000..=-0x8001 => self.tagged(0xd2, &bytes[4..]),
            ..=-0x8000_0001 => self.tagged(0xd3, &bytes),
        }
    }

    pub fn double(&mut self, it: f64) {
        self.tagged(0xcb, &it.to_be_bytes());
    }

    pub fn string(&mut self, it: &str) {
        match it.len() {
            length @ 0..=0x1f => self.0.push(0xa0 | low_byte(length)),
            length => self.sized([Some(0xd9), Some(0xda), Some(0xdb)], length),
        }
        self.0.extend_from_slice(it.as_bytes());
    }

    pub fn binary(&mut self, it: &[u8]) {
        self.sized([Some(0xc4), Some(0xc5), Some(0xc6)], it.len());
        self.0.extend_from_slice(it);
    }

    pub fn array(&mut self, length: usize) {
        match length {
            0..=0xf => self.0.push(0x90 | low_byte(length)),
            _ => self.sized([None, Some(0xdc), Some(0xdd)], length),
        }
    }

    pub fn map(&mut self, length: usize) {
        match length {
            0..=0xf => self.0.push(0x80 | low_byte(length)),
            _ => self.sized([None, Some(0xde), Some(0xdf)], length),
        }
    }

    pub fn extension(&mut self, code: i8, body: &[u8]) {
        let tag = match body.len() {
            1 => Some(0xd4),
            2 => Some(0xd5),
            4 => Some(0xd6),
            8 => Some(0xd7),
            16 => Some(0xd8),
            _ => None,
        };
        match tag {
            Some(tag) => self.0.push(tag),
            None => self.sized([Some(0xc7), Some(0xc8), Some(0xc9)], body.len()),
        }
        self.0.extend_from_slice(&code.to_be_bytes());
        self.0.extend_from_slice(body);
    }

    fn tagged(&mut self, tag: u8, bytes: &[u8]) {
        self.0.push(tag);
        self.0.extend_from_slice(bytes);
    }

    /// A length of one, two or four bytes, each with its tag. A length that no form holds is of a
    /// message far above all limits.
    fn sized(&mut self, tags: [Option<u8>; 3], length: usize) {
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        let bytes = length.to_be_bytes();
        match (length, tags) {
            (0..=0xff, [Some(tag), _, _]) => self.tagged(tag, &bytes[3..]),
            (0..=0xffff, [_, Some(tag), _]) => self.tagged(tag, &bytes[2..]),
            (_, [_, _, Some(tag)]) => self.tagged(tag, &bytes),
            _ => {}
        }
    }
}

fn low_byte(length: usize) -> u8 {
    length.to_le_bytes()[0]
}
