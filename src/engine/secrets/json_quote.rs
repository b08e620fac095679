//! The part of a text that V8's errors about JSON quote: about ten characters around the mistake.
//!
//! ```text
//! Unexpected token 'h', "hunter2 an"... is not valid JSON
//! Unexpected token 'h', ..."d hunter2 an"... is not valid JSON
//! Unexpected token 'h', ..."d hunter" is not valid JSON
//! ```

use std::ops::Range;

const BEGIN: &str = "Unexpected token ";
const END: &str = " is not valid JSON";
const CUT: &str = "...";
/// The maximum distance in bytes between [`BEGIN`] and [`END`].
const MAX_LEN: usize = 300;

/// A quoted part of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct JsonQuote {
    pub range: Range<usize>,
    /// Whether the text has more before the part.
    pub is_cut_before: bool,
    /// Whether the text has more after the part.
    pub is_cut_after: bool,
}

/// The quoted parts in a message that are not a whole text.
pub fn json_quotes(message: &str) -> Vec<JsonQuote> {
    let begins = message.match_indices(BEGIN);
    let quotes = begins.filter_map(|(at, _)| quote(message, at + BEGIN.len()));
    quotes
        .filter(|it| it.is_cut_before || it.is_cut_after)
        .collect()
}

fn quote(message: &str, from: usize) -> Option<JsonQuote> {
    let rest = &message[from..];
    let rest = &rest[..rest.floor_char_boundary(MAX_LEN)];
    // The token may be a quote or a comma itself.
    let after_token = rest.char_indices().nth(3)?.0;
    let (opening, is_cut_before) = match rest[after_token..].strip_prefix(", ")? {
        it if it.starts_with("...\"") => (after_token + ", ...\"".len(), true),
        it if it.starts_with('"') => (after_token + ", \"".len(), false),
        _ => return None,
    };
    let end = opening + rest[opening..].find(END)?;
    let quoted = &rest[opening..end];
    let (quoted, is_cut_after) = match quoted.strip_suffix(CUT) {
        Some(quoted) => (quoted, true),
        None => (quoted, false),
    };
    let length = quoted.strip_suffix('"')?.len();
    Some(JsonQuote {
        range: from + opening..from + opening + length,
        is_cut_before,
        is_cut_after,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_texts_are_found_with_their_cuts() {
        for (message, quoted, cuts) in [
            (
                "SyntaxError: Unexpected token 'h', \"hunter2hun\"... is not valid JSON",
                "hunter2hun",
                (false, true),
            ),
            (
                "Unexpected token '\"', ...\"a\"b, \"c\"d\"... is not valid JSON",
                "a\"b, \"c\"d",
                (true, true),
            ),
            (
                "Unexpected token 'é', ...\"dé\" is not valid JSON",
                "dé",
                (true, false),
            ),
        ] {
            let found = json_quotes(message);
            let [quote] = &found[..] else {
                panic!("{found:?}")
            };
            assert_eq!(&message[quote.range.clone()], quoted);
            assert_eq!((quote.is_cut_before, quote.is_cut_after), cuts, "{message}");
        }
        for message in [
            "Unexpected token 'h', \"hunter2\" is not valid JSON",
            "Unexpected token 'h'",
            "Unexpected token ",
            "Unexpected token ', \"",
        ] {
            assert_eq!(json_quotes(message), []);
        }
    }
}
