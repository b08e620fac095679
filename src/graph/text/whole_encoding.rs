//! The texts that a whole text may be an encoding of.

use super::digits::Digits;

/// The texts whose base64, base32 or hexadecimal digits a text is, with all that these are in turn.
pub fn decoded_whole(text: &str) -> Vec<String> {
    const TWICE: usize = 2;
    let mut texts = Vec::new();
    decode(text, TWICE, &mut texts);
    texts
}

fn decode(text: &str, layers: usize, texts: &mut Vec<String>) {
    // The padding is left out by some.
    let digits = text.trim().trim_end_matches('=');
    for encoding in Digits::ALL {
        let inner = bytes(encoding, digits).and_then(|it| String::from_utf8(it).ok());
        if let Some(inner) = inner.filter(|it| !it.is_empty()) {
            if layers > 1 {
                decode(&inner, layers - 1, texts);
            }
            texts.push(inner);
        }
    }
}

/// The bytes that the text as a whole encodes. White space is skipped, as tools break encoded text into lines and indent
/// them.
fn bytes(encoding: Digits, text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0, 0);
    for digit in text.bytes().filter(|it| !b" \t\r\n".contains(it)) {
        // Some write base32 in small letters.
        let digit = match encoding {
            Digits::Base32 => digit.to_ascii_uppercase(),
            _ => digit,
        };
        bits = (bits << encoding.bits()) | encoding.value(digit)?;
        count += encoding.bits();
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    // The bits that are left pad the last byte: fewer than those of a digit.
    (count < encoding.bits()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use data_encoding::{
        BASE32, BASE32_NOPAD, BASE64, BASE64_MIME, BASE64_NOPAD, BASE64URL, BASE64URL_NOPAD,
        Encoding, HEXLOWER, HEXUPPER,
    };
    use proptest::prelude::*;

    use super::*;

    const ENCODINGS: [Encoding; 9] = [
        BASE32,
        BASE32_NOPAD,
        BASE64,
        BASE64_MIME,
        BASE64_NOPAD,
        BASE64URL,
        BASE64URL_NOPAD,
        HEXLOWER,
        HEXUPPER,
    ];

    proptest! {
        #[test]
        fn encoded_texts_are_found(text in "\\PC{1,80}", first in 0..9_usize, second in 0..9_usize) {
            let once = ENCODINGS[first].encode(text.as_bytes());
            prop_assert!(decoded_whole(&once).contains(&text));
            let twice = ENCODINGS[second].encode(once.as_bytes());
            prop_assert!(decoded_whole(&twice).contains(&text));
            let small = BASE32.encode(text.as_bytes()).to_lowercase();
            prop_assert!(decoded_whole(&small).contains(&text));
            let mut lines = String::new();
            for (at, digit) in once.chars().enumerate() {
                if at > 0 && at % 16 == 0 {
                    lines.push_str("\r\n  ");
                }
                lines.push(digit);
            }
            prop_assert!(decoded_whole(&(lines + "\n")).contains(&text));
        }

        #[test]
        fn any_text_is_decoded_or_not(text in "\\PC*") {
            decoded_whole(&text);
        }
    }

    #[test]
    fn other_texts_are_no_encodings() {
        for text in ["", "=", "a b!", "urn:x", "{}", "ÿÿ"] {
            assert_eq!(decoded_whole(text), Vec::<String>::new(), "{text}");
        }
    }
}
