//! Binary data in lines of text (RFC 9580, 6).

use data_encoding::BASE64;

const BEGIN: &str = "-----BEGIN PGP PUBLIC KEY BLOCK-----";
const END: &str = "-----END PGP PUBLIC KEY BLOCK-----";

/// The bytes of an armoured public key. The checksum behind them is optional, and proves nothing.
pub fn decoded(text: &str) -> Result<Vec<u8>, &'static str> {
    let lines = text.lines().map(str::trim);
    let mut lines = lines.skip_while(|it| *it != BEGIN);
    lines.next().ok_or("its first line is missing")?;
    let mut data = String::new();
    let mut is_header = true;
    for line in lines {
        match line {
            END => {
                let bytes = BASE64.decode(data.as_bytes());
                return bytes.map_err(|_| "it is not in base64");
            }
            "" => is_header = false,
            // A key without headers may have no empty line either.
            _ if is_header && line.contains(':') => {}
            _ if line.starts_with('=') => {}
            _ => {
                is_header = false;
                data.push_str(line);
            }
        }
    }
    Err("its last line is missing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_checksums_are_optional() {
        let text = |inside: &str| format!("text\n{BEGIN}\n{inside}\n{END}\nmore\n");
        assert_eq!(decoded(&text("\naGVs\nbG8=\n=abcd")), Ok(b"hello".to_vec()));
        assert_eq!(decoded(&text("aGVsbG8=")), Ok(b"hello".to_vec()));
        let with_headers = text("Version: 1\r\nComment: a: b\r\n\r\naGVsbG8=\r");
        assert_eq!(decoded(&with_headers), Ok(b"hello".to_vec()));
        assert_eq!(decoded(&text("?")), Err("it is not in base64"));
        assert_eq!(decoded(BEGIN), Err("its last line is missing"));
        assert_eq!(decoded(""), Err("its first line is missing"));
    }
}
