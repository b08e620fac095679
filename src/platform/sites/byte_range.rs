//! The part of a file that a request asks for (RFC 9110, section 14).

use std::ops::Range;

/// No byte of the file is in the range.
#[derive(Debug, PartialEq, Eq)]
pub struct RangeError;

/// The bytes that the header `Range` asks for, of so many; `None` for the whole file, as for ranges that are not understood and for several.
pub fn byte_range(header: &str, size: u64) -> Result<Option<Range<u64>>, RangeError> {
    let Some(text) = header.trim().strip_prefix("bytes=") else {
        return Ok(None);
    };
    let Some((first, last)) = text.trim().split_once('-') else {
        return Ok(None);
    };
    let (first, last) = (number(first), number(last));
    let range = match (first, last) {
        (Number::None, Number::Some(length)) if length > 0 => size.saturating_sub(length)..size,
        (Number::None, Number::Some(_)) => return Err(RangeError),
        (Number::Some(first), Number::None) => first..size,
        (Number::Some(first), Number::Some(last)) if first <= last => {
            first..size.min(last.saturating_add(1))
        }
        _ => return Ok(None),
    };
    match range.start < size {
        true => Ok(Some(range)),
        false => Err(RangeError),
    }
}

enum Number {
    Some(u64),
    None,
    Wrong,
}

/// A number without a sign; one that is too large is the largest.
fn number(text: &str) -> Number {
    match text {
        "" => Number::None,
        it if it.bytes().all(|it| it.is_ascii_digit()) => {
            Number::Some(it.parse().unwrap_or(u64::MAX))
        }
        _ => Number::Wrong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_parts_of_the_file() {
        for (header, range) in [
            ("bytes=0-0", 0..1),
            ("bytes=2-", 2..10),
            ("bytes=-3", 7..10),
            ("bytes=-99", 0..10),
            ("bytes=5-99", 5..10),
            ("bytes=9-18446744073709551615", 9..10),
            ("bytes=0-99999999999999999999999", 0..10),
        ] {
            assert_eq!(byte_range(header, 10), Ok(Some(range)), "{header}");
        }
        for whole in [
            "",
            "bytes=",
            "bytes=a-b",
            "bytes=3-2",
            "bytes=-",
            "bytes=0-1,3-4",
            "lines=0-1",
            "bytes=+1-2",
            "bytes=1",
        ] {
            assert_eq!(byte_range(whole, 10), Ok(None), "{whole}");
        }
        for none in [
            "bytes=10-",
            "bytes=10-11",
            "bytes=-0",
            "bytes=99999999999999999999-",
        ] {
            assert_eq!(byte_range(none, 10), Err(RangeError), "{none}");
        }
        assert_eq!(byte_range("bytes=0-", 0), Err(RangeError));
        assert_eq!(byte_range("bytes=-1", 0), Err(RangeError));
    }
}
