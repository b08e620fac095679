//! UUIDs.

use data_encoding::HEXLOWER;
use sha1::{Digest, Sha1};

/// The namespace of RFC 4122 for names of domains; the others differ in the fourth byte.
const DOMAINS: [u8; 16] = [
    0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
];

/// The UUID of a name in a namespace; `None` if the namespace is neither known nor a UUID.
pub fn of_name(namespace: &str, name: &str) -> Option<String> {
    let namespace = match namespace {
        "dns" => well_known(0x10),
        "url" => well_known(0x11),
        "oid" => well_known(0x12),
        "x500" => well_known(0x14),
        other => parse(other)?,
    };
    let digest = Sha1::new()
        .chain_update(namespace)
        .chain_update(name)
        .finalize();
    let mut bytes: [u8; 16] = digest.get(..16)?.try_into().ok()?;
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    Some(written(&bytes))
}

fn well_known(fourth: u8) -> [u8; 16] {
    let mut namespace = DOMAINS;
    namespace[3] = fourth;
    namespace
}

/// Five groups of hexadecimal digits.
pub fn written(bytes: &[u8; 16]) -> String {
    let digits = HEXLOWER.encode(bytes);
    let groups = [
        &digits[..8],
        &digits[8..12],
        &digits[12..16],
        &digits[16..20],
        &digits[20..],
    ];
    groups.join("-")
}

/// The bytes of a UUID: in groups, with `urn:uuid:` before, between two characters, or without groups.
fn parse(text: &str) -> Option<[u8; 16]> {
    let groups = match text.len() {
        32 => return bytes(text),
        36 => text,
        38 => text.get(1..37)?,
        45 if text.get(..9)?.eq_ignore_ascii_case("urn:uuid:") => text.get(9..)?,
        _ => return None,
    };
    let has_dashes = [8, 13, 18, 23]
        .iter()
        .all(|index| groups.as_bytes()[*index] == b'-');
    let digits: String = groups
        .chars()
        .filter(|character| *character != '-')
        .collect();
    if has_dashes { bytes(&digits) } else { None }
}

fn bytes(digits: &str) -> Option<[u8; 16]> {
    let bytes = data_encoding::HEXLOWER_PERMISSIVE
        .decode(digits.as_bytes())
        .ok()?;
    bytes.try_into().ok()
}
