//! Texts that are never shown.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use lumi_graph::without_secrets;
use parking_lot::RwLock;

/// The minimum length of a text that is hidden; shorter ones would match all over a message.
const MIN_MASKED: usize = 4;

/// The texts of secrets that a provider was given. Clones share them.
#[derive(Clone, Default)]
pub struct SecretTexts(Arc<RwLock<BTreeSet<SecretText>>>);

/// A text, ordered by its length: the longest first, as one secret may contain another.
type SecretText = (Reverse<usize>, String);

impl SecretTexts {
    /// Hides a text from now on, also as JSON has it.
    pub fn add(&self, text: &str) {
        let json = serde_json::Value::from(text).to_string();
        let escaped = &json[1..json.len() - 1];
        for text in [text, escaped] {
            if text.chars().count() >= MIN_MASKED {
                let mut texts = self.0.write();
                texts.insert((Reverse(text.len()), text.to_owned()));
            }
        }
    }

    /// The text with `[secret]` in place of each secret.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        without_secrets(text, self.0.read().iter().map(|it| it.1.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden_in_every_form() {
        let secrets = SecretTexts::default();
        for text in ["pass", "pass\"word", "abc", "pass"] {
            secrets.add(text);
        }
        let shown = secrets.redact(r#"pass"word {"p":"pass\"word"} passport abc"#);
        assert_eq!(shown, r#"[secret] {"p":"[secret]"} [secret]port abc"#);
        assert!(matches!(secrets.redact("nothing"), Cow::Borrowed(_)));
    }
}
