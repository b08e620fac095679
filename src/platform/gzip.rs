//! Which clients take gzip, and which content becomes smaller by it.

use hyper::header::{ACCEPT_ENCODING, HeaderMap};

/// Whether `Accept-Encoding` allows gzip, by its name or by `*`.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).iter();
    let texts = values.filter_map(|it| it.to_str().ok());
    let (mut named, mut any) = (None, None);
    for coding in texts.flat_map(|it| it.split(',')) {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let weight = parts.find_map(|it| it.strip_prefix("q=").or(it.strip_prefix("Q=")));
        let weight = weight.map_or(Some(1.0), |it| it.parse::<f64>().ok());
        let is_taken = weight.is_some_and(|it| it > 0.0);
        match name.to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => named = Some(is_taken),
            "*" => any = Some(is_taken),
            _ => {}
        }
    }
    named.or(any).unwrap_or(false)
}

/// Whether content of a type is text. Pictures and archives are compressed already.
pub fn is_text(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default();
    let kind = kind.trim().to_ascii_lowercase();
    let is_known = matches!(
        kind.as_str(),
        "application/json"
            | "application/javascript"
            | "application/xml"
            | "application/x-ndjson"
            | "application/wasm"
            | "image/svg+xml"
    );
    is_known || kind.starts_with("text/") || kind.ends_with("+json") || kind.ends_with("+xml")
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn clients_say_what_they_take() {
        for (header, is_accepted) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("*", true),
            ("gzip;q=0, *", false),
            ("gzip; q=0", false),
            ("deflate, br", false),
            ("identity", false),
            ("", false),
            ("gzip;q=x", false),
        ] {
            let headers = [(ACCEPT_ENCODING, HeaderValue::from_static(header))];
            let is_taken = takes_gzip(&headers.into_iter().collect());
            assert_eq!(is_taken, is_accepted, "{header}");
        }
    }
}
