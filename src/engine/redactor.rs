//! Removes secrets from text.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use lumi_graph::{NumberText, Object, Value};

use super::json_quote::{JsonQuote, json_quotes};
use super::search_groups::{SearchGroups, Searchable};
use super::secret_forms::forms;
use super::secret_search::{Form, SecretSearch};

/// Removes the secrets of a resource or a configuration from messages.
///
/// A secret is found in plain text and in the encodings of [`forms`]; a number only as a whole
/// number, not as part of another. Texts shorter than [`MIN_MASKED`] and booleans are not masked:
/// they occur in any message by chance.
#[derive(Clone, Default)]
pub struct Redactor {
    hidden: HashSet<Arc<str>>,
    numbers: HashSet<Arc<str>>,
    groups: SearchGroups<Secret>,
}

#[derive(Clone)]
struct Secret {
    text: Arc<str>,
    encodings: Encodings,
}

pub type IsNumber = bool;

/// The forms in which a secret is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encodings {
    All,
    /// The text alone.
    Plain,
    /// A whole number.
    Number,
}

/// The length in bytes from which a secret is masked in text.
pub const MIN_MASKED: usize = 4;
/// The maximum number of secrets whose encodings are searched for, too: the search for one with
/// quotes and signs has a hundred forms.
const MAX_ENCODED: usize = 1000;
const MASK: &str = "[secret]";
/// The marks of truncation.
const CUTS: [&str; 2] = ["…", "..."];

impl Redactor {
    pub fn new<'a>(objects: impl IntoIterator<Item = &'a Object>) -> Self {
        let mut redactor = Self::default();
        for object in objects {
            redactor.add(object, MIN_MASKED);
        }
        redactor
    }

    /// Adds the secrets of an object that are at least `shortest` bytes long.
    pub fn add(&mut self, object: &Object, shortest: usize) {
        let mut secrets = Vec::new();
        let mut count = self.len();
        for value in object.values() {
            collect(value, &mut |text, is_number| {
                let known = match is_number {
                    true => &mut self.numbers,
                    false => &mut self.hidden,
                };
                if text.len() >= shortest.max(MIN_MASKED) && !known.contains(text) {
                    let text: Arc<str> = text.into();
                    known.insert(Arc::clone(&text));
                    let encodings = match is_number {
                        true => Encodings::Number,
                        false if count < MAX_ENCODED => Encodings::All,
                        false => Encodings::Plain,
                    };
                    count += 1;
                    secrets.push(Secret { text, encodings });
                }
            });
        }
        self.groups.add(secrets);
    }

    /// The number of secrets.
    pub fn len(&self) -> usize {
        self.hidden.len() + self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of bytes at the end of a text that may be the beginning of a secret, of which the
    /// rest is still to come: at most the last line.
    pub fn open_end(&self, text: &str) -> usize {
        let line = text.rsplit('\n').next().unwrap_or_default();
        let searches: Vec<&SecretSearch> = self.groups.searches().collect();
        let begin = searches.iter().map(|it| it.open_end(line)).min();
        let mut begin = begin.unwrap_or(line.len());
        if begin == line.len() {
            return 0;
        }
        // A whole secret stays in one piece.
        let ranges: Vec<Range<usize>> = searches.iter().flat_map(|it| it.ranges(line)).collect();
        while let Some(cut) = ranges.iter().find(|it| it.start < begin && begin < it.end) {
            begin = cut.start;
        }
        line.len() - begin
    }

    /// Whether a text contains a secret.
    pub(super) fn finds(&self, text: &str) -> bool {
        self.groups.finds(text)
    }

    /// Whether a number is a secret.
    pub(super) fn finds_number(&self, number: f64) -> bool {
        !self.is_empty() && self.finds(&NumberText(number).to_string())
    }

    /// The message with secrets masked, including the beginning of a truncated one.
    pub fn redact(&self, message: &str) -> String {
        masked(message, self.ranges(message))
    }

    /// The message without the secrets of both: one after the other would leave the rest of a
    /// secret that contains another one.
    pub(super) fn redact_with(&self, other: &Self, message: &str) -> String {
        let mut ranges = self.ranges(message);
        ranges.extend(other.ranges(message));
        masked(message, ranges)
    }

    /// The ranges to mask, which may overlap.
    fn ranges(&self, message: &str) -> Vec<Range<usize>> {
        let ends = || CUTS.into_iter().flat_map(|it| message.match_indices(it));
        let quotes = json_quotes(message);
        let mut ranges = Vec::new();
        for search in self.groups.searches() {
            ranges.extend(search.ranges(message));
            ranges.extend(ends().filter_map(|(end, _)| search.beginning_before(message, end)));
            ranges.extend(
                quotes
                    .iter()
                    .flat_map(|it| quoted_parts(search, message, it)),
            );
        }
        ranges
    }
}

/// The parts of secrets in a quote whose text has more around it.
fn quoted_parts(search: &SecretSearch, message: &str, quote: &JsonQuote) -> Vec<Range<usize>> {
    let Range { start, end } = quote.range;
    let is_middle = quote.is_cut_before && quote.is_cut_after;
    let part = (is_middle && search.has_part(&message[start..end])).then_some(start..end);
    let after = quote
        .is_cut_after
        .then(|| search.beginning_before(message, end));
    let before = quote
        .is_cut_before
        .then(|| search.ending_after(message, start..end));
    [part, after.flatten(), before.flatten()]
        .into_iter()
        .flatten()
        .collect()
}

impl Searchable for Secret {
    fn forms(&self) -> Vec<Form> {
        let encoded = match self.encodings {
            Encodings::All => forms(&self.text),
            Encodings::Plain | Encodings::Number => Vec::new(),
        };
        let encoded = encoded.into_iter().map(|text| (text, false));
        let own = (self.text.to_string(), self.encodings == Encodings::Number);
        let all = encoded.chain([own]);
        all.map(|(text, is_number)| Form { text, is_number })
            .collect()
    }
}

/// Replaces overlapping ranges by one mask.
fn masked(message: &str, mut ranges: Vec<Range<usize>>) -> String {
    ranges.sort_unstable_by_key(|it| (it.start, it.end));
    let mut clear = String::with_capacity(message.len());
    let mut end = 0;
    for range in ranges {
        if range.start >= end {
            clear.push_str(&message[end..range.start]);
            clear.push_str(MASK);
        }
        end = end.max(range.end);
    }
    clear.push_str(&message[end..]);
    clear
}

/// Calls `found` with every secret text, and whether it is a number.
pub fn collect(value: &Value, found: &mut impl FnMut(&str, IsNumber)) {
    let mut pending = vec![(value, false)];
    while let Some((value, is_secret)) = pending.pop() {
        match value {
            Value::Secret(inner) => pending.push((inner, true)),
            Value::String(text) if is_secret => {
                found(text, false);
                // A message may quote a single line of a secret.
                let lines = text.lines().map(str::trim);
                let lines = lines.filter(|it| it.len() < text.len());
                lines.for_each(|it| found(it, false));
            }
            Value::Number(number) if is_secret => found(&NumberText(*number).to_string(), true),
            Value::Array(items) => pending.extend(items.iter().map(|it| (it, is_secret))),
            Value::Object(members) => pending.extend(members.values().map(|it| (it, is_secret))),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{LOGIN, object};
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD_NO_PAD;

    #[test]
    fn messages_do_not_quote_secrets() {
        let given = object(LOGIN);
        let redactor = Redactor::new([&given]);
        assert_eq!(
            redactor.redact("login as me:hunter2 failed"),
            "login as me:[secret] failed"
        );
    }

    #[test]
    fn secrets_are_found_in_every_form() {
        let given =
            object(r#"{"a":{"$lumi":"secret","value":{"text":"TOP\"SE CRET'/é","pin":48151623}}}"#);
        let redactor = Redactor::new([&given]);
        for quoted in [
            r#"TOP"SE CRET'/é"#,
            r#"{"a":"TOP\"SE CRET'/é"}"#,
            r#""{\"a\":\"TOP\\\"SE CRET'/é\"}""#,
            "?a=TOP%22SE%20CRET%27%2F%C3%A9",
            "?a=top%22se%20cret%27%2f%c3%a9",
            "a=TOP%22SE+CRET%27%2F%C3%A9",
            "VE9QIlNFIENSRVQnL8Op",
            "VE9QIlNFIENSRVQnL8Op==",
            r#"'TOP"SE CRET'\''/é'"#,
            "pin 48151623.",
            r#"TOP\"SE\ CRET\'/é"#,
            r#"'TOP"SE CRET'"'"'/é'"#,
            r#"$'TOP"SE CRET\'/é'"#,
            "<p>TOP&quot;SE CRET&#39;/é</p>",
            "TOP&#34;SE CRET&#39;/é",
            "TOP&quot;SE CRET&#x27;/é",
            r#"<a title='TOP"SE CRET&apos;/é'>"#,
            "?next=%2Fa%3Fb%3DTOP%2522SE%2520CRET%2527%252F%25C3%25A9",
            "?json=%22TOP%5C%22SE%20CRET%27%2F%C3%A9%22",
            r#"{"html":"<p>TOP&quot;SE CRET&#39;/é"}"#,
            "cut after TOP\"SE…",
            "cut after TOP\"SE CRE... and more",
            "Unexpected token 'T', \"TOP\"SE CRE\"... is not valid JSON",
            "Unexpected token 'T', ...\"is: TOP\"SE CRE\"... is not valid JSON",
            "Unexpected token 'é', ...\"TOP\"SE CRET'/é\" is not valid JSON",
            "544f502253452043524554272fc3a9",
            "544F502253452043524554272FC3A9",
            r"\x54\x4f\x50\x22\x53\x45\x20\x43\x52\x45\x54\x27\x2f\xc3\xa9",
            r#"b'TOP"SE CRET\'/\xc3\xa9'"#,
            r"\u0054\u004F\u0050\u0022\u0053\u0045\u0020\u0043\u0052\u0045\u0054\u0027\u002F\u00E9",
            "&#84;&#79;&#80;&#34;&#83;&#69;&#32;&#67;&#82;&#69;&#84;&#39;&#47;&#233;",
            "&#x54;&#x4f;&#x50;&#x22;&#x53;&#x45;&#x20;&#x43;&#x52;&#x45;&#x54;&#x27;&#x2f;&#xe9;",
        ] {
            let clear = redactor.redact(quoted);
            assert!(clear.contains("[secret]"), "{quoted}: {clear}");
            assert!(
                !clear.contains("TOP") && !clear.contains("48151623"),
                "{clear}"
            );
        }
        for harmless in ["148151623", "481516234", "TO…", "top secret"] {
            assert_eq!(redactor.redact(harmless), harmless);
        }
    }

    #[test]
    fn parts_of_a_secret_in_errors_about_json_are_masked() {
        let given = object(r#"{"a":{"$lumi":"secret","value":"hunter2-and-a-long-rest-of-it"}}"#);
        let redactor = Redactor::new([&given]);
        for (message, clear) in [
            (
                "Unexpected token 'h', \"hunter2-an\"... is not valid JSON",
                "Unexpected token 'h', \"[secret]\"... is not valid JSON",
            ),
            (
                "Unexpected token 'l', ...\"r2-and-a-long-rest-\"... is not valid JSON",
                "Unexpected token 'l', ...\"[secret]\"... is not valid JSON",
            ),
            (
                "Unexpected token 'o', ...\"g-rest-of-it\" is not valid JSON",
                "Unexpected token 'o', ...\"[secret]\" is not valid JSON",
            ),
            (
                "Unexpected token 'o', ...\"f-it, and more\"... is not valid JSON",
                "Unexpected token 'o', ...\"[secret], and more\"... is not valid JSON",
            ),
        ] {
            assert_eq!(redactor.redact(message), clear);
        }
    }

    #[test]
    fn the_beginning_of_a_secret_at_the_end_of_a_text_is_open() {
        let given = object(
            r#"{"a":{"$lumi":"secret","value":"hunter2"},"b":{"$lumi":"secret","value":"r2d2-unit"}}"#,
        );
        let redactor = Redactor::new([&given]);
        for (text, open) in [
            ("as hunt", 4),
            ("as h", 1),
            ("as hunt\n", 0),
            ("hunt\nas hun", 3),
            ("as hunting", 0),
            // The end of one secret may be the beginning of another.
            ("as hunter2", 7),
            ("as hunter2 ", 0),
            ("", 0),
        ] {
            assert_eq!(redactor.open_end(text), open, "{text:?}");
        }
    }

    #[test]
    fn base64_of_a_text_around_a_secret_shows_nothing_of_it() {
        const SECRET: &str = "QQtoken1234567890";
        let given = object(&format!(
            r#"{{"a":{{"$lumi":"secret","value":"{SECRET}"}}}}"#
        ));
        let redactor = Redactor::new([&given]);
        for before in ["", "u", "u:", "user:", "api-user:"] {
            for after in ["", "\n", " x", "end"] {
                let encoded = STANDARD_NO_PAD.encode(format!("{before}{SECRET}{after}"));
                let clear = redactor.redact(&format!("Basic {encoded}"));
                let (begin, end) = clear.split_once(MASK).unwrap();
                // Only characters that share bits with text around the secret may stay, six bits
                // each. They reveal fewer bits than one character of the secret.
                let shown_before = (before.len() * 8).div_ceil(6);
                assert_eq!(begin, format!("Basic {}", &encoded[..shown_before]));
                let hidden = (before.len() + SECRET.len()) * 8 / 6;
                let shown_after = if after.is_empty() {
                    ""
                } else {
                    &encoded[hidden..]
                };
                // The following bits may be those of an end.
                assert!(
                    [shown_after, encoded.get(hidden + 1..).unwrap_or_default()].contains(&end),
                    "{before}{after}: {clear}"
                );
            }
        }
    }

    #[test]
    fn secrets_are_found_in_every_part_of_a_url_and_in_ascii() {
        let given = object(r#"{"a":{"$lumi":"secret","value":"p@ss wo/rd é9"}}"#);
        let redactor = Redactor::new([&given]);
        for quoted in [
            "http://h/p@ss%20wo/rd%20%C3%A99",
            "http://p%40ss%20wo%2Frd%20%C3%A99@h/",
            "?q=p%40ss+wo/rd+%C3%A99",
            r"p@ss wo/rd \u00e99",
        ] {
            let clear = redactor.redact(quoted);
            assert!(
                !clear.contains("wo") && clear.contains("[secret]"),
                "{quoted}: {clear}"
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn secrets_are_removed_completely(secret in "[ -~é\n]{4,20}", before in "[a-z ]{0,5}", cut in 4..20_usize) {
            let given: Object = [("a".to_owned(), Value::secret(Value::from(secret.as_str())))].into_iter().collect();
            let redactor = Redactor::new([&given]);
            for form in forms(&secret).into_iter().chain([secret.clone()]) {
                let clear = redactor.redact(&format!("{before}{form}"));
                proptest::prop_assert!(clear.contains(MASK), "{form:?}: {clear:?}");
            }
            let start: String = secret.chars().take(cut).collect();
            if start.len() >= MIN_MASKED {
                let clear = redactor.redact(&format!("{before}{start}…"));
                proptest::prop_assert!(clear.contains(MASK), "{start:?}: {clear:?}");
            }
        }
    }
}
