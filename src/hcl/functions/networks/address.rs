//! Addresses and prefixes as Go reads and writes them.

use std::net::{Ipv4Addr, Ipv6Addr};

/// An address: the length in bits (32 or 128), and the bits as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address {
    pub length: u32,
    pub bits: u128,
}

/// A range of addresses that share their first bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix {
    /// The first address.
    pub base: Address,
    /// The count of shared bits.
    pub shared: u32,
}

impl Address {
    /// Parses an address; octets may have leading zeros. An IPv4 address in IPv6 is one of IPv4.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.bytes().find(|byte| matches!(byte, b'.' | b':'))? {
            b'.' => parse_v4(text).map(|bits| Self {
                length: 32,
                bits: bits.into(),
            }),
            _ => parse_v6(text).map(|bits| Self { length: 128, bits }.canonical()),
        }
    }

    /// The address of IPv4 that is written in IPv6, or the address itself.
    #[must_use]
    pub fn canonical(self) -> Self {
        if self.length == 128 && self.bits >> 32 == 0xffff {
            return Self {
                length: 32,
                bits: self.bits & 0xffff_ffff,
            };
        }
        self
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let address = self.canonical();
        match u32::try_from(address.bits) {
            Ok(bits) if address.length == 32 => Ipv4Addr::from_bits(bits).fmt(formatter),
            _ => Ipv6Addr::from_bits(address.bits).fmt(formatter),
        }
    }
}

impl Prefix {
    /// Parses `ADDRESS/LENGTH`; bits after the prefix are dropped.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (address, shared) = text.split_once('/')?;
        let is_v4 = address.bytes().find(|byte| matches!(byte, b'.' | b':'))? == b'.';
        let address = match is_v4 {
            true => Address {
                length: 32,
                bits: parse_v4(address)?.into(),
            },
            false => Address {
                length: 128,
                bits: parse_v6(address)?,
            },
        };
        let is_number = !shared.is_empty() && shared.bytes().all(|byte| byte.is_ascii_digit());
        let shared: u32 = is_number.then(|| shared.parse().ok()).flatten()?;
        (shared <= address.length).then(|| Self::new(address, shared))
    }

    /// The prefix of this length that contains an address.
    #[must_use]
    pub fn new(address: Address, shared: u32) -> Self {
        let bits = address.bits & !low_bits(address.length - shared.min(address.length));
        Self {
            base: Address { bits, ..address },
            shared,
        }
    }

    /// The last address.
    #[must_use]
    pub fn last(&self) -> Address {
        let host = low_bits(self.base.length - self.shared);
        Address {
            bits: self.base.bits | host,
            ..self.base
        }
    }

    /// Whether an address is in the prefix. Addresses of IPv4 in IPv6 are those of IPv4.
    #[must_use]
    pub fn contains(&self, address: Address) -> bool {
        let base = self.base.canonical();
        let address = address.canonical();
        if base.length != address.length {
            return false;
        }
        let shared = if base.length == self.base.length {
            self.shared
        } else {
            self.shared.saturating_sub(96)
        };
        Self::new(address, shared).base == Self::new(base, shared).base
    }
}

/// `ADDRESS/LENGTH`.
impl std::fmt::Display for Prefix {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}/{}", self.base, self.shared)
    }
}

/// A number of this many ones.
#[must_use]
pub fn low_bits(count: u32) -> u128 {
    1_u128.checked_shl(count).map_or(u128::MAX, |bit| bit - 1)
}

fn parse_v4(text: &str) -> Option<u32> {
    let mut bits = 0;
    let mut count = 0;
    for part in text.split('.') {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let octet: u32 = is_number.then(|| part.parse().ok()).flatten()?;
        if octet > 0xff {
            return None;
        }
        bits = bits << 8 | octet;
        count += 1;
        if count > 4 {
            return None;
        }
    }
    (count == 4).then_some(bits)
}

fn parse_v6(text: &str) -> Option<u128> {
    let (head, tail) = match text.split_once("::") {
        Some((head, tail)) => (head, Some(tail)),
        None => (text, None),
    };
    let head_groups = groups(head, tail.is_none())?;
    let Some(tail) = tail else {
        return (head_groups.len() == 8).then(|| number(&head_groups));
    };
    let tail_groups = groups(tail, true)?;
    let omitted = 8_usize
        .checked_sub(head_groups.len() + tail_groups.len())
        .filter(|count| *count > 0)?;
    let all = [head_groups, vec![0; omitted], tail_groups].concat();
    Some(number(&all))
}

fn number(groups: &[u16]) -> u128 {
    groups
        .iter()
        .fold(0, |bits, group| bits << 16 | u128::from(*group))
}

/// Groups of four digits; the last may be an address of IPv4.
fn groups(text: &str, is_end: bool) -> Option<Vec<u16>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let mut groups = Vec::new();
    let parts: Vec<&str> = text.split(':').collect();
    for (index, part) in parts.iter().enumerate() {
        if is_end && index + 1 == parts.len() && part.contains('.') {
            let bits = parse_v4(part)?;
            groups.extend([bits >> 16, bits & 0xffff].map(|half| u16::try_from(half).unwrap_or(0)));
            continue;
        }
        groups.push(group(part)?);
    }
    (groups.len() <= 8).then_some(groups)
}

fn group(text: &str) -> Option<u16> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match text.trim_start_matches('0') {
        _ if !is_number => None,
        "" => Some(0),
        digits => u16::from_str_radix(digits, 16).ok(),
    }
}
