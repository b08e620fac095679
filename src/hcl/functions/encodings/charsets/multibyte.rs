//! Character sets whose characters have several bytes.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS};

use std::sync::LazyLock;

use super::CharacterError;
use super::reverse::{Reverse, is_known};

static BIG5_BYTES: LazyLock<Reverse> = LazyLock::new(|| Reverse::new(BIG5));
static EUC_JP_BYTES: LazyLock<Reverse> = LazyLock::new(|| Reverse::new(EUC_JP));
static GBK_BYTES: LazyLock<Reverse> = LazyLock::new(|| Reverse::new(GBK));
static SHIFT_JIS_BYTES: LazyLock<Reverse> = LazyLock::new(|| Reverse::new(SHIFT_JIS));

/// A set of characters of several bytes.
pub enum Multibyte {
    Ascii,
    Utf8,
    Utf16 {
        is_little: bool,
        has_mark: bool,
    },
    /// Simplified Chinese in seven bits: between `~{` and `~}` are pairs of bytes.
    Hz,
    /// A set of the web's standard.
    Web(&'static Encoding),
    /// A set, all bytes of which are used for encoding, too.
    Full(&'static Encoding, &'static LazyLock<Reverse>),
}

impl Multibyte {
    /// The set that the table calls so.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "US-ASCII" => Self::Ascii,
            "UTF-8" => Self::Utf8,
            "UTF-16" => Self::Utf16 {
                is_little: false,
                has_mark: true,
            },
            "UTF-16BE" => Self::Utf16 {
                is_little: false,
                has_mark: false,
            },
            "UTF-16LE" => Self::Utf16 {
                is_little: true,
                has_mark: false,
            },
            "HZ" => Self::Hz,
            "Shift_JIS" => Self::Full(SHIFT_JIS, &SHIFT_JIS_BYTES),
            "EUC-JP" => Self::Full(EUC_JP, &EUC_JP_BYTES),
            "ISO-2022-JP" => Self::Web(ISO_2022_JP),
            "EUC-KR" => Self::Web(EUC_KR),
            "GBK" => Self::Full(GBK, &GBK_BYTES),
            "GB18030" => Self::Web(GB18030),
            "Big5" => Self::Full(BIG5, &BIG5_BYTES),
            _ => return None,
        })
    }

    pub fn encode(&self, text: &str) -> Result<Vec<u8>, CharacterError> {
        match self {
            Self::Ascii if text.is_ascii() => Ok(text.as_bytes().to_vec()),
            Self::Ascii => Err(CharacterError),
            Self::Utf8 => Ok(text.as_bytes().to_vec()),
            Self::Utf16 {
                is_little,
                has_mark,
            } => {
                let mark = has_mark.then_some(0xfeff);
                let units = mark.into_iter().chain(text.encode_utf16());
                Ok(units
                    .flat_map(|unit| {
                        if *is_little {
                            unit.to_le_bytes()
                        } else {
                            unit.to_be_bytes()
                        }
                    })
                    .collect())
            }
            Self::Hz => encode_hz(text),
            Self::Full(encoding, _) if *encoding == GBK && text.contains('€') => encode_gbk(text),
            Self::Full(_, reverse) => reverse.encode(text),
            Self::Web(encoding) => {
                let (bytes, _, has_failed) = encoding.encode(text);
                if has_failed {
                    Err(CharacterError)
                } else {
                    Ok(bytes.into_owned())
                }
            }
        }
    }

    pub fn decode(&self, bytes: &[u8]) -> Result<String, CharacterError> {
        match self {
            Self::Ascii if bytes.is_ascii() => Ok(bytes.iter().copied().map(char::from).collect()),
            Self::Ascii => Err(CharacterError),
            Self::Utf8 => String::from_utf8(bytes.to_vec()).map_err(|_| CharacterError),
            Self::Utf16 {
                is_little,
                has_mark,
            } => decode_utf16(bytes, *is_little, *has_mark),
            Self::Hz => decode_hz(bytes),
            Self::Web(encoding) => decoded(encoding, bytes),
            Self::Full(encoding, _) => {
                let text = decoded(encoding, bytes)?;
                // Big5 has characters for private use; the others do not in Go.
                match *encoding == BIG5 || text.chars().all(is_known) {
                    true => Ok(text),
                    false => Err(CharacterError),
                }
            }
        }
    }
}

fn decoded(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, CharacterError> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    text.map(std::borrow::Cow::into_owned).ok_or(CharacterError)
}

/// The euro is one byte in GBK, although it has a pair, too.
fn encode_gbk(text: &str) -> Result<Vec<u8>, CharacterError> {
    let parts = text.split('€').map(|part| GBK_BYTES.encode(part));
    Ok(parts.collect::<Result<Vec<_>, _>>()?.join(&0x80))
}

fn decode_utf16(bytes: &[u8], is_little: bool, has_mark: bool) -> Result<String, CharacterError> {
    let (bytes, is_little) = match bytes {
        [0xfe, 0xff, rest @ ..] if has_mark => (rest, false),
        [0xff, 0xfe, rest @ ..] if has_mark => (rest, true),
        _ => (bytes, is_little),
    };
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(CharacterError);
    }
    let units = pairs.map(|pair| match is_little {
        true => u16::from_le_bytes([pair[0], pair[1]]),
        false => u16::from_be_bytes([pair[0], pair[1]]),
    });
    char::decode_utf16(units)
        .collect::<Result<_, _>>()
        .map_err(|_| CharacterError)
}

fn encode_hz(text: &str) -> Result<Vec<u8>, CharacterError> {
    let mut output = Vec::new();
    let mut is_ascii = true;
    for character in text.chars() {
        if is_ascii != character.is_ascii() {
            is_ascii = character.is_ascii();
            output.extend_from_slice(if is_ascii { b"~}" } else { b"~{" });
        }
        if is_ascii {
            output.extend(u8::try_from(character));
            output.extend((character == '~').then_some(b'~'));
            continue;
        }
        match GBK_BYTES.bytes(character)? {
            [first, second] if *first >= 0xa1 && *second >= 0xa1 => {
                output.extend([first & 0x7f, second & 0x7f]);
            }
            _ => return Err(CharacterError),
        }
    }
    Ok(output)
}

fn decode_hz(bytes: &[u8]) -> Result<String, CharacterError> {
    let mut output = String::new();
    let mut is_ascii = true;
    let mut rest = bytes;
    loop {
        rest = match rest {
            [] => return Ok(output),
            [b'~', b'{', rest @ ..] => {
                is_ascii = false;
                rest
            }
            [b'~', b'}', rest @ ..] => {
                is_ascii = true;
                rest
            }
            [b'~', b'~', rest @ ..] => {
                output.push('~');
                rest
            }
            [b'~', b'\n', rest @ ..] => rest,
            [byte, rest @ ..] if is_ascii && byte.is_ascii() && *byte != b'~' => {
                output.push(char::from(*byte));
                rest
            }
            [first @ 0x21..=0x7d, second @ 0x21..=0x7e, rest @ ..] if !is_ascii => {
                let text = decoded(GBK, &[first | 0x80, second | 0x80])?;
                output.push_str(
                    Some(text)
                        .filter(|it| it.chars().all(is_known))
                        .ok_or(CharacterError)?
                        .as_str(),
                );
                rest
            }
            _ => return Err(CharacterError),
        };
    }
}
