//! Removes secrets from text.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use lumi_graph::{NumberText, Object, SECRET_MASK, Value};

use super::decoded_text::{DecodedText, Escapes};
use super::folded_text::FoldedText;
use super::json_quote::{JsonQuote, json_quotes};
use super::known_secrets::MIN_RECOGNISED;
use super::search_groups::{SearchGroups, Searchable};
use super::secret_forms::{folded_forms, forms};
use super::secret_lines::SecretLines;
use super::secret_search::{Form, SecretSearch};

/// Removes the secrets of a resource or a configuration from messages.
///
/// A secret is found in plain text and in the encodings of [`forms`], both also within up to two layers of [`Escapes`], and
/// in those of [`folded_forms`] across line breaks; a number only as a whole number, not as part of another. Texts shorter than [`MIN_MASKED`] and booleans are not masked:
/// they occur in any message by chance.
#[derive(Clone, Default)]
pub struct Redactor {
    hidden: HashSet<Arc<str>>,
    numbers: HashSet<Arc<str>>,
    groups: SearchGroups<Secret>,
    /// The texts that are shown although they have secrets in them.
    opened: HashSet<Arc<str>>,
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
/// The marks of truncation.
const CUTS: [&str; 2] = ["…", "..."];

impl Redactor {
    /// A redactor for messages about a resource with these inputs or outputs, with all that they are made of.
    pub fn new<'a>(objects: impl IntoIterator<Item = &'a Object>) -> Self {
        let mut redactor = Self::default();
        for object in objects {
            redactor.add(object, MIN_MASKED, SecretLines::Long);
        }
        redactor
    }

    /// A redactor for secrets that a user or a provider made.
    pub fn of_origins(secrets: &Object) -> Self {
        let mut redactor = Self::default();
        redactor.add_origins(secrets, MIN_MASKED);
        redactor
    }

    /// Adds secrets that a user or a provider made, of at least `shortest` bytes.
    pub fn add_origins(&mut self, secrets: &Object, shortest: usize) {
        self.add(secrets, shortest, SecretLines::Telling);
    }

    /// Shows a text that is public, although it is equal to a secret or has one in it. A text that has a shorter secret than those
    /// which a run recognises in values may have it by accident, and stays masked.
    pub fn open(&mut self, text: &str) {
        let mut found = self
            .groups
            .searches()
            .flat_map(|it| it.ranges(text))
            .peekable();
        if found.peek().is_some() && found.all(|it| it.len() >= MIN_RECOGNISED) {
            self.opened.insert(text.into());
        }
    }

    /// Adds the secrets of an object that are at least `shortest` bytes long, which messages of other resources may
    /// quote, too.
    pub fn add_of_others(&mut self, object: &Object, shortest: usize) {
        self.add(object, shortest, SecretLines::Keys);
    }

    /// Adds the secrets of an object that are at least `shortest` bytes long, and lines of them.
    pub(crate) fn add(&mut self, object: &Object, shortest: usize, lines: SecretLines) {
        let mut secrets = Vec::new();
        let mut count = self.len();
        for value in object.values() {
            collect(value, lines, &mut |text, is_number| {
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
    pub(crate) fn finds(&self, text: &str) -> bool {
        self.groups.finds(text)
            || (!self.is_empty() && decoded(text).any(|it| self.groups.finds(&it.text)))
    }

    /// Whether a number is a secret.
    pub(crate) fn finds_number(&self, number: f64) -> bool {
        !self.is_empty() && self.finds(&NumberText(number).to_string())
    }

    /// The message with secrets masked, including the beginning of a truncated one.
    pub fn redact(&self, message: &str) -> String {
        masked(message, self.ranges(message))
    }

    /// The message without the secrets of both: one after the other would leave the rest of a
    /// secret that contains another one.
    pub(crate) fn redact_with(&self, other: &Self, message: &str) -> String {
        let mut ranges = self.ranges(message);
        ranges.extend(other.ranges(message));
        masked(message, ranges)
    }

    /// The ranges in a text whose escapes are undone, once and twice.
    fn decoded_ranges(&self, message: &str) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        for once in decoded(message) {
            let found = self.plain_ranges(&once.text);
            ranges.extend(found.iter().map(|it| once.original(it)));
            for twice in decoded(&once.text) {
                let found = self.plain_ranges(&twice.text);
                ranges.extend(found.iter().map(|it| once.original(&twice.original(it))));
            }
        }
        ranges
    }

    /// The ranges of whole secrets, and of the beginnings of truncated ones.
    fn plain_ranges(&self, text: &str) -> Vec<Range<usize>> {
        let ends = || CUTS.into_iter().flat_map(|it| text.match_indices(it));
        let mut ranges = Vec::new();
        for search in self.groups.searches() {
            ranges.extend(search.ranges(text));
            ranges.extend(ends().filter_map(|(end, _)| search.beginning_before(text, end)));
        }
        ranges
    }

    /// The ranges to mask, which may overlap.
    fn ranges(&self, message: &str) -> Vec<Range<usize>> {
        let quotes = json_quotes(message);
        let mut ranges = self.plain_ranges(message);
        if !self.is_empty() {
            ranges.extend(self.decoded_ranges(message));
        }
        for search in self.groups.searches() {
            ranges.extend(
                quotes
                    .iter()
                    .flat_map(|it| quoted_parts(search, message, it)),
            );
        }
        if !self.is_empty()
            && let Some(folded) = FoldedText::of(message)
        {
            let found = self.folded_ranges(&folded.text);
            ranges.extend(found.iter().map(|it| folded.original(it)));
        }
        self.retain_hidden(message, &mut ranges);
        ranges
    }

    /// Removes the ranges within opened texts.
    fn retain_hidden(&self, message: &str, ranges: &mut Vec<Range<usize>>) {
        if ranges.is_empty() {
            return;
        }
        let places = self
            .opened
            .iter()
            .flat_map(|it| message.match_indices(&**it));
        let mut opened: Vec<Range<usize>> = places.map(|(at, it)| at..at + it.len()).collect();
        if opened.is_empty() {
            return;
        }
        opened.sort_unstable_by_key(|it| it.start);
        // The furthest end of those up to each one.
        let mut furthest = 0;
        let ends: Vec<usize> = opened
            .iter()
            .map(|it| {
                furthest = furthest.max(it.end);
                furthest
            })
            .collect();
        ranges.retain(|range| {
            let before = opened.partition_point(|it| it.start <= range.start);
            before == 0 || ends[before - 1] < range.end
        });
    }

    fn folded_ranges(&self, text: &str) -> Vec<Range<usize>> {
        let ends = || CUTS.into_iter().flat_map(|it| text.match_indices(it));
        let mut ranges = Vec::new();
        for search in self.groups.folded_searches() {
            ranges.extend(search.ranges(text));
            ranges.extend(ends().filter_map(|(end, _)| search.beginning_before(text, end)));
        }
        ranges
    }
}

/// A text with each kind of its escapes undone.
fn decoded(text: &str) -> impl Iterator<Item = DecodedText> {
    let each = Escapes::ALL.into_iter();
    each.filter_map(|escapes| DecodedText::of(text, escapes))
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

    fn folded_forms(&self) -> Vec<Form> {
        let forms = match self.encodings {
            Encodings::All => folded_forms(&self.text, true),
            Encodings::Plain => folded_forms(&self.text, false),
            Encodings::Number => Vec::new(),
        };
        let is_number = false;
        let forms = forms.into_iter().map(|text| Form { text, is_number });
        forms.collect()
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
            clear.push_str(SECRET_MASK);
        }
        end = end.max(range.end);
    }
    clear.push_str(&message[end..]);
    clear
}

/// Calls `found` with every secret text, some lines of it, and whether it is a number.
pub fn collect(value: &Value, lines: SecretLines, found: &mut impl FnMut(&str, IsNumber)) {
    let mut pending = vec![(value, false)];
    while let Some((value, is_secret)) = pending.pop() {
        match value {
            Value::Secret(inner) => pending.push((inner, true)),
            Value::String(text) if is_secret => {
                found(text, false);
                lines.of(text).for_each(|it| found(it, false));
            }
            Value::Number(number) if is_secret => found(&NumberText(*number).to_string(), true),
            Value::Array(items) => pending.extend(items.iter().map(|it| (it, is_secret))),
            Value::Object(members) => pending.extend(members.values().map(|it| (it, is_secret))),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
