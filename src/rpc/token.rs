//! Authenticates the peers of a run.

use std::fmt;

use hyper::header::HeaderValue;
use rand::distr::{Alphanumeric, SampleString as _};

/// A secret of one run. Every call carries it, in both directions, to keep out other processes of
/// the machine.
#[derive(Clone)]
pub struct Token(String);

/// Redacted, so that the token never ends up in logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// The name of the header (gRPC metadata).
    pub const HEADER: &str = "lumi-token";
    /// The variable with the token of the run.
    pub const VARIABLE: &str = lumi_graph::environment_variables::TOKEN;
    /// For third-party protocols, which have no token.
    pub const NONE: Option<Self> = None;

    /// The minimum length of a token in characters.
    pub const MIN_LEN: usize = 16;

    pub fn random() -> Self {
        Self(Alphanumeric.sample_string(&mut rand::rng(), 32))
    }

    /// A token made by another process; `None` if the text is too short or malformed.
    pub fn parse(text: &str) -> Option<Self> {
        let is_token = text.len() >= Self::MIN_LEN && text.bytes().all(|it| it.is_ascii_graphic());
        is_token.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn header(&self) -> HeaderValue {
        let mut value =
            HeaderValue::from_str(&self.0).expect("BUG: a token is visible ASCII characters");
        value.set_sensitive(true);
        value
    }

    /// Compares in constant time.
    pub(super) fn is_shown(&self, header: Option<&HeaderValue>) -> bool {
        let shown = header.map(HeaderValue::as_bytes).unwrap_or_default();
        let pairs = shown.iter().zip(self.0.as_bytes());
        let difference = pairs.fold(0, |sum, (a, b)| sum | (a ^ b));
        shown.len() == self.0.len() && difference == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_token_counts() {
        let token = Token::random();
        assert!(token.is_shown(Some(&token.header())));
        let again = Token::parse(token.as_str()).unwrap();
        assert!(again.is_shown(Some(&token.header())));
        assert!(!Token::random().is_shown(Some(&token.header())));
        assert!(!token.is_shown(None));
        assert!(!token.is_shown(Some(&HeaderValue::from_static(""))));
        let longer = HeaderValue::from_str(&format!("{}x", token.as_str())).unwrap();
        assert!(!token.is_shown(Some(&longer)));
    }

    #[test]
    fn invalid_tokens_are_refused() {
        for text in ["", "short", "with spaces and so on", "line\nbreaks are bad"] {
            assert!(Token::parse(text).is_none(), "{text:?}");
        }
        assert_eq!(format!("{:?}", Token::random()), "Token");
    }
}
