//! The limit of texts in messages: those that providers answer, and those that programs throw.

use std::borrow::Cow;

use super::ProviderError;

/// The maximum length of one text in a message, in bytes. Longer ones hide what they say, and the search for
/// secrets in them takes minutes.
const MAX_TEXT: usize = 64 << 10;

/// A text that is at most [`MAX_TEXT`] long. The mark at its end says that it was cut, also to what masks the beginning
/// of a secret there.
pub fn limited_text<'t>(text: impl Into<Cow<'t, str>>) -> String {
    let text = text.into();
    if text.len() <= MAX_TEXT {
        return text.into_owned();
    }
    let end = text.floor_char_boundary(MAX_TEXT);
    format!("{}… ({} more bytes)", &text[..end], text.len() - end)
}

impl ProviderError {
    /// The error with texts that are at most [`MAX_TEXT`] long, together.
    #[must_use]
    pub fn with_limited_texts(mut self) -> Self {
        match &mut self {
            Self::Failed { message, .. } | Self::Unknown { message, .. } => {
                *message = limited_text(std::mem::take(message));
            }
            Self::PartialInit { reasons, .. } => *reasons = limited_reasons(reasons),
        }
        self
    }
}

fn limited_reasons(reasons: &mut Vec<String>) -> Vec<String> {
    let all = std::mem::take(reasons);
    let count = all.len();
    let mut length = 0;
    let fits = |it: &String| {
        let has_room = length < MAX_TEXT;
        length += it.len();
        has_room
    };
    let mut limited: Vec<String> = all.into_iter().take_while(fits).map(limited_text).collect();
    if limited.len() < count {
        limited.push(format!("… ({} more reasons)", count - limited.len()));
    }
    limited
}

#[cfg(test)]
mod tests {
    use lumi_graph::Object;

    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        for short in ["", "a", &"x".repeat(MAX_TEXT)] {
            assert_eq!(limited_text(short.to_owned()), short);
        }
        for character in ["x", "é", "€", "😀"] {
            let text = limited_text(format!("y{}", character.repeat(1 << 20)));
            let (kept, rest) = text.split_once('…').unwrap();
            assert!(kept.len() <= MAX_TEXT && kept.len() > MAX_TEXT - 4);
            assert!(rest.ends_with(" more bytes)"), "{rest}");
        }
    }

    #[test]
    fn errors_have_short_texts() {
        let long = "x".repeat(20 << 20);
        for error in [
            ProviderError::failed(long.clone()),
            ProviderError::unknown(long.clone()),
        ] {
            let text = error.with_limited_texts().to_string();
            assert!(text.len() < MAX_TEXT + 100);
            assert!(
                text.ends_with("x… (20905984 more bytes)"),
                "{}",
                &text[MAX_TEXT - 9..]
            );
        }
        let partial = |reasons: Vec<String>| ProviderError::PartialInit {
            data: None,
            is_tainted: false,
            id: "a".to_owned(),
            outputs: Object::default(),
            reasons,
        };
        let few = partial(vec!["red".to_owned(), "slow".to_owned()]).with_limited_texts();
        assert_eq!(few.to_string(), "it exists, but is not ready: red; slow");
        let many = (0..100_000).map(|it| format!("bad {it}")).collect();
        for reasons in [many, vec![long.clone(), long.clone()], vec![long]] {
            let count = reasons.len();
            let text = partial(reasons).with_limited_texts().to_string();
            assert!(text.len() < 2 * MAX_TEXT);
            assert_eq!(text.ends_with("more reasons)"), count > 1);
        }
    }
}
