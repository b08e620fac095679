//! PEM: labelled base64, with the headers of keys that OpenSSL encrypted in its old form.

use data_encoding::{BASE64, HEXUPPER_PERMISSIVE};

pub struct Pem<'a> {
    pub label: &'a str,
    /// The cipher and its initialization vector.
    pub encryption: Option<(&'a str, Vec<u8>)>,
    pub content: Vec<u8>,
}

/// The first block of a text.
pub fn first(text: &str) -> Option<Pem<'_>> {
    let (_, rest) = text.split_once("-----BEGIN ")?;
    let (label, rest) = rest.split_once("-----")?;
    let (body, _) = rest.split_once("-----END ")?;
    let mut encryption = None;
    let mut base64 = String::new();
    for line in body.lines().map(str::trim) {
        if let Some(info) = line.strip_prefix("DEK-Info:") {
            let (cipher, iv) = info.split_once(',')?;
            let iv = HEXUPPER_PERMISSIVE.decode(iv.trim().as_bytes()).ok()?;
            encryption = Some((cipher.trim(), iv));
        } else if !line.contains(':') {
            base64.push_str(line);
        }
    }
    let content = BASE64.decode(base64.as_bytes()).ok()?;
    Some(Pem {
        label,
        encryption,
        content,
    })
}
