//! The values of an enumeration, which schemas have in their documentation only.

/// Texts before a list of values, in lower case.
const BEGINNINGS: [&str; 14] = [
    "must be one of",
    "can be one of",
    "may be one of",
    "should be one of",
    "valid values",
    "valid options",
    "valid inputs",
    "possible values",
    "allowed values",
    "accepted values",
    "acceptable values",
    "supported values",
    "available values",
    "permitted values",
];

/// Words between that and the first value.
const BETWEEN: [&str; 11] = [
    "are",
    "include",
    "is",
    "the",
    "following",
    "one",
    "of",
    "either",
    "values",
    "can",
    "be",
];

/// Longer texts are sentences.
const LONGEST: usize = 64;

/// The values that a description lists in quotes, as in ``Must be one of: `a`, `b` ``; fewer than two are none.
pub fn documented_values(description: &str) -> Vec<String> {
    // Positions in the two texts are the same.
    let lower = description.to_ascii_lowercase();
    let starts = BEGINNINGS.iter().flat_map(|beginning| {
        let found = lower.match_indices(beginning);
        found.map(|(at, found)| at + found.len())
    });
    let mut starts: Vec<usize> = starts.collect();
    starts.sort_unstable();
    let mut lists = starts.into_iter().map(|at| list(&description[at..]));
    lists.find(|it| it.len() >= 2).unwrap_or_default()
}

/// The quoted texts at the beginning, with nothing but separators and remarks in brackets between them.
fn list(text: &str) -> Vec<String> {
    let mut rest = skip_words(text, &BETWEEN);
    let mut values: Vec<String> = Vec::new();
    while let Some((value, after)) = quoted(rest) {
        if !values.contains(&value) {
            values.push(value);
        }
        rest = skip_words(skip_remark(after), &["and", "or"]);
    }
    values
}

/// Without spaces, punctuation and some words at the beginning. A sentence that ends, ends the list.
fn skip_words<'t>(text: &'t str, words: &[&str]) -> &'t str {
    let mut rest = text;
    loop {
        let trimmed =
            rest.trim_start_matches(|it: char| it.is_whitespace() || ":,;*-|/".contains(it));
        let end = trimmed.find(|it: char| !it.is_ascii_alphabetic());
        let (word, after) = trimmed.split_at(end.unwrap_or(trimmed.len()));
        match words.iter().any(|it| it.eq_ignore_ascii_case(word)) {
            true => rest = after,
            false => return trimmed,
        }
    }
}

/// Without a remark in brackets, such as `(default)`.
fn skip_remark(text: &str) -> &str {
    let trimmed = text.trim_start();
    let remark = trimmed.strip_prefix('(').and_then(|it| it.split_once(')'));
    remark.map_or(text, |(_, after)| after)
}

/// A text in quotes, and what follows it. Quotes in quotes are no part of a value.
fn quoted(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|it| "`\"'".contains(*it))?;
    let (inner, after) = text[1..].split_once(quote)?;
    let value = inner.trim_matches(|it| "\"'".contains(it));
    let is_value = !value.is_empty()
        && value.len() <= LONGEST
        && !value.contains(|it: char| it.is_control() || "`\"".contains(it));
    is_value.then(|| (value.to_owned(), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_quotes_are_found_in_the_words_that_providers_use() {
        for text in [
            r#"The operating system. Must be one of: "a", "b c", "d"."#,
            "Valid values are `a`, `b c` and `d`. Defaults to `a`.",
            "Valid values: 'a', 'b c', or 'd'",
            "The mode (see there). Possible values include `a` (the default), `b c` (slow), and `d`.",
            "Allowed values are one of the following: `\"a\"`, `\"b c\"`, `\"d\"`",
            "VALID VALUES ARE:\n\n* `a`\n* `b c`\n* `d`",
            "can be one of `a`|`b c`|`d`",
            "Must be one of them. Supported values: `a`, `b c`, `d`, `a`.",
            "Größe: valid values are `a`, `b c`, `d`",
        ] {
            assert_eq!(documented_values(text), ["a", "b c", "d"], "{text}");
        }
    }

    #[test]
    fn other_texts_have_no_values() {
        for text in [
            "",
            "Valid values",
            "The name, such as `a`, `b`.",
            "Must be one of the names of a network.",
            "Valid values are `a`.",
            "Valid values are between `1` and `10`.",
            "Must be one of `a, `b",
            "Must be one of: ``, ``",
            "Valid values are given by `a`, `b`",
            "Valid values: see `a`, `b`",
        ] {
            assert_eq!(documented_values(text), Vec::<String>::new(), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "([a-z ]|must be one of|Valid values are|[`'\":,(]|ß|\\n){0,40}") {
            for value in documented_values(&text) {
                proptest::prop_assert!(text.contains(&value) && !value.is_empty());
            }
        }
    }
}
