//! A response of the server.

use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use lumi_graph::Value;

use super::json::from_json;

/// A response, with its whole body.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// The body; invalid UTF-8 is replaced.
    pub text: String,
}

impl Answer {
    /// The object does not exist, or no longer exists.
    pub fn is_gone(&self) -> bool {
        matches!(self.status, StatusCode::NOT_FOUND | StatusCode::GONE)
    }

    /// The body as JSON; null if it is empty, text if it is not JSON.
    pub fn value(&self) -> Value {
        if self.text.trim().is_empty() {
            return Value::Null;
        }
        match serde_json::from_str(&self.text) {
            Ok(json) => from_json(json),
            Err(_) => Value::String(self.text.clone()),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The last path segment of the `Location` header.
    pub fn located(&self) -> Option<String> {
        let location = self.header("location")?;
        let path = location.split(['?', '#']).next()?;
        let last = path.trim_end_matches('/').rsplit('/').next()?;
        let text = percent_decoded(last)?;
        (!text.is_empty()).then_some(text)
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|it| std::str::from_utf8(it).ok());
        match digits.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str, location: &str) -> Answer {
        let mut headers = HeaderMap::new();
        headers.insert("location", location.parse().unwrap());
        Answer {
            status: StatusCode::CREATED,
            headers,
            text: text.to_owned(),
        }
    }

    #[test]
    fn the_location_ends_with_the_id() {
        let located = |location| answer("", location).located();
        assert_eq!(located("/v1/users/7"), Some("7".to_owned()));
        assert_eq!(
            located("https://a.test/u/a%20b%2Fc/?x=/1#/2"),
            Some("a b/c".to_owned())
        );
        assert_eq!(located("7"), Some("7".to_owned()));
        assert_eq!(located("100%"), Some("100%".to_owned()));
        assert_eq!(located("/"), None);
    }

    #[test]
    fn other_content_is_text() {
        assert_eq!(answer(" \n", "/").value(), Value::Null);
        assert_eq!(answer("<p>", "/").value(), Value::from("<p>"));
        assert_eq!(answer("\"x\"", "/").value(), Value::from("x"));
    }
}
