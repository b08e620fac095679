//! Reads the forms of msgpack from bytes that another process wrote.

use super::super::value_error::ValueError;

/// A form, without the parts of an array or a map, which follow it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form<'a> {
    Nil,
    Bool(bool),
    Integer(i64),
    /// An integer above those of 64 bits with a sign.
    Unsigned(u64),
    Double(f64),
    /// The bytes of a string or a binary; either may be where the other is meant.
    Bytes(&'a [u8]),
    /// The number of elements.
    Array(usize),
    /// The number of members.
    Map(usize),
    Extension(i8, &'a [u8]),
}

/// The bytes that are left.
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], ValueError> {
        if length > self.0.len() {
            return Err(ValueError::new("the msgpack ends too early"));
        }
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        Ok(taken)
    }

    /// A big-endian number of a few bytes.
    fn unsigned(&mut self, length: usize) -> Result<u64, ValueError> {
        let bytes = self.take(length)?;
        Ok(bytes.iter().fold(0, |it, byte| it << 8 | u64::from(*byte)))
    }

    fn size(&mut self, length: usize) -> Result<usize, ValueError> {
        let size = self.unsigned(length)?;
        usize::try_from(size).map_err(|_| ValueError::new("the msgpack is too large"))
    }

    fn signed(&mut self, length: usize) -> Result<i64, ValueError> {
        let shift = 64 - 8 * u32::try_from(length).unwrap_or(8);
        let bits = self.unsigned(length)? << shift;
        Ok(bits.cast_signed() >> shift)
    }

    fn bytes(&mut self, length: usize) -> Result<Form<'a>, ValueError> {
        self.take(length).map(Form::Bytes)
    }

    fn extension(&mut self, length: usize) -> Result<Form<'a>, ValueError> {
        let code = self.take(1)?[0].cast_signed();
        Ok(Form::Extension(code, self.take(length)?))
    }

    /// Arrays and maps cannot be longer than the bytes that are left: nothing is allocated for a
    /// length that is a lie.
    fn parts(&mut self, length: usize, of: fn(usize) -> Form<'a>) -> Result<Form<'a>, ValueError> {
        match length <= self.0.len() {
            true => Ok(of(length)),
            false => Err(ValueError::new("the msgpack ends too early")),
        }
    }

    pub fn next(&mut self) -> Result<Form<'a>, ValueError> {
        let tag = self.take(1)?[0];
        let low = |mask: u8| usize::from(tag & mask);
        match tag {
            0x00..=0x7f => Ok(Form::Integer(i64::from(tag))),
            0xe0..=0xff => Ok(Form::Integer(i64::from(tag.cast_signed()))),
            0x80..=0x8f => self.parts(low(0xf), Form::Map),
            0x90..=0x9f => self.parts(low(0xf), Form::Array),
            0xa0..=0xbf => self.bytes(low(0x1f)),
            0xc0 => Ok(Form::Nil),
            0xc1 => Err(ValueError::new("the msgpack has an unknown form")),
            0xc2 | 0xc3 => Ok(Form::Bool(tag == 0xc3)),
            0xc4..=0xc6 => {
                let size = self.size(1 << (tag - 0xc4))?;
                self.bytes(size)
            }
            0xc7..=0xc9 => {
                let size = self.size(1 << (tag - 0xc7))?;
                self.extension(size)
            }
            0xca => {
                let bits = u32::try_from(self.unsigned(4)?).unwrap_or_default();
                Ok(Form::Double(f64::from(f32::from_bits(bits))))
            }
            0xcb => Ok(Form::Double(f64::from_bits(self.unsigned(8)?))),
            0xcc..=0xcf => {
                let number = self.unsigned(1 << (tag - 0xcc))?;
                Ok(i64::try_from(number).map_or(Form::Unsigned(number), Form::Integer))
            }
            0xd0..=0xd3 => Ok(Form::Integer(self.signed(1 << (tag - 0xd0))?)),
            0xd4..=0xd8 => self.extension(1 << (tag - 0xd4)),
            0xd9..=0xdb => {
                let size = self.size(1 << (tag - 0xd9))?;
                self.bytes(size)
            }
            0xdc | 0xdd => {
                let size = self.size(2 << (tag - 0xdc))?;
                self.parts(size, Form::Array)
            }
            0xde | 0xdf => {
                let size = self.size(2 << (tag - 0xde))?;
                self.parts(size, Form::Map)
            }
        }
    }
}
