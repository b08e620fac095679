//! Packets, the sequence of which is a key or a signature (RFC 9580, 4).

use super::bytes::Bytes;

/// A packet without its header.
#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    pub tag: u8,
    pub body: &'a [u8],
}

impl Packet<'_> {
    pub const SIGNATURE: u8 = 2;
    pub const PUBLIC_KEY: u8 = 6;
    pub const USER_ID: u8 = 13;
    pub const PUBLIC_SUBKEY: u8 = 14;
    pub const USER_ATTRIBUTE: u8 = 17;
}

/// All packets; `None` if one is cut. Bodies in parts belong to encrypted and compressed data, and are refused.
pub fn packets(bytes: &[u8]) -> Option<Vec<Packet<'_>>> {
    let mut bytes = Bytes(bytes);
    let mut packets = Vec::new();
    while !bytes.is_empty() {
        packets.push(packet(&mut bytes)?);
    }
    Some(packets)
}

fn packet<'a>(bytes: &mut Bytes<'a>) -> Option<Packet<'a>> {
    let header = bytes.byte()?;
    let (tag, length) = match header >> 6 {
        0b11 => (header & 0x3f, new_length(bytes)?),
        0b10 => (header >> 2 & 0xf, old_length(header & 3, bytes)?),
        _ => return None,
    };
    let body = bytes.take(length)?;
    Some(Packet { tag, body })
}

/// The length of subpackets has the same form.
pub fn new_length(bytes: &mut Bytes<'_>) -> Option<usize> {
    match usize::from(bytes.byte()?) {
        short @ 0..192 => Some(short),
        first @ 192..224 => two_bytes(first, bytes),
        255 => bytes.number(4),
        _ => None,
    }
}

/// A length of which the first byte is read already.
pub fn two_bytes(first: usize, bytes: &mut Bytes<'_>) -> Option<usize> {
    let second = usize::from(bytes.byte()?);
    Some(((first - 192) << 8) + second + 192)
}

fn old_length(kind: u8, bytes: &mut Bytes<'_>) -> Option<usize> {
    match kind {
        0 => bytes.number(1),
        1 => bytes.number(2),
        2 => bytes.number(4),
        _ => Some(bytes.0.len()),
    }
}
