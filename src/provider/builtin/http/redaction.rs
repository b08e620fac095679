//! Removes secrets from messages.

use reqwest::Url;
use reqwest::header::HeaderMap;

use lumi_graph::{EscapedText, without_secrets};

/// The number of characters of a response in a message.
const EXCERPT: usize = 300;

/// The minimum length of a redacted secret; shorter ones would match all over a message.
const MIN_REDACTED: usize = 4;

/// The secrets of a request: values of headers, credentials and query values in the URL.
pub struct Redaction {
    secrets: Vec<String>,
}

impl Redaction {
    pub fn new(url: &Url, headers: &HeaderMap) -> Self {
        let mut secrets = Vec::new();
        for (name, value) in headers {
            if is_harmless(name.as_str()) {
                continue;
            }
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            // A response may repeat only the second word of `Bearer abc`.
            secrets.extend(value.split_whitespace().skip(1).map(str::to_owned));
            secrets.push(value);
        }
        secrets.push(url.username().to_owned());
        secrets.extend(url.password().map(str::to_owned));
        secrets.extend(url.query_pairs().map(|(_, value)| value.into_owned()));
        secrets.retain(|it| it.chars().count() >= MIN_REDACTED);
        // The longest first, as one secret may contain another.
        secrets.sort_by_key(|it| std::cmp::Reverse(it.len()));
        Self { secrets }
    }

    /// The beginning of a server's text, on one line.
    pub fn excerpt(&self, text: &str) -> String {
        let text = self.redact(text);
        let mut characters = text.trim().chars();
        let start: String = characters.by_ref().take(EXCERPT).collect();
        let rest = if characters.next().is_some() {
            "…"
        } else {
            ""
        };
        format!("{}{rest}", EscapedText::whole(&start))
    }

    /// Replaces each secret by `[secret]`.
    pub fn redact(&self, text: &str) -> String {
        without_secrets(text, self.secrets.iter().map(String::as_str)).into_owned()
    }
}

fn is_harmless(header: &str) -> bool {
    header.starts_with("accept") || header.starts_with("content-") || header == "user-agent"
}

/// The URL without credentials, and with only the names of its query.
pub fn shown(url: &Url) -> String {
    let mut shown = format!("{}://{}", url.scheme(), url.host_str().unwrap_or_default());
    if let Some(port) = url.port() {
        shown.push_str(&format!(":{port}"));
    }
    shown.push_str(url.path());
    let names: Vec<String> = url
        .query_pairs()
        .map(|(name, _)| format!("{name}=…"))
        .collect();
    if !names.is_empty() {
        shown.push('?');
        shown.push_str(&names.join("&"));
    }
    EscapedText::whole(&shown).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_struck_out_wherever_they_turn_up() {
        let url = Url::parse("https://ann:hunter2@api.test:8443/v1/x?token=abcdef&n=1#f").unwrap();
        let mut headers = HeaderMap::new();
        headers.insert("authorization", "Bearer tok-123".parse().unwrap());
        headers.insert("x-api-key", "k-456".parse().unwrap());
        headers.insert("content-type", "application/json".parse().unwrap());
        assert_eq!(shown(&url), "https://api.test:8443/v1/x?token=…&n=…");
        let redaction = Redaction::new(&url, &headers);
        let text = "bad tok-123, Bearer tok-123, k-456\nhunter2 abcdef 1 application/json";
        assert_eq!(
            redaction.excerpt(text),
            "bad [secret], [secret], [secret]\\n[secret] [secret] 1 application/json"
        );
    }

    #[test]
    fn long_answers_are_cut() {
        let url = Url::parse("https://api.test").unwrap();
        let redaction = Redaction::new(&url, &HeaderMap::new());
        let excerpt = redaction.excerpt(&"x".repeat(1000));
        assert_eq!(excerpt.chars().count(), EXCERPT + 1);
        assert_eq!(shown(&url), "https://api.test/");
    }
}
