//! Searches for all encodings of many secrets at once.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::redactor::MIN_MASKED;

/// The length of the searched prefix in bytes; the rest is compared only where the prefix matches,
/// because a secret may be a megabyte.
const HEAD: usize = 64;

/// A searched text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    pub text: String,
    /// Whether it only matches as a whole number, not as part of another.
    pub is_number: bool,
}

/// Finds many texts in one pass.
#[derive(Debug)]
pub struct SecretSearch {
    /// The automaton for the prefixes of `forms`; `None` if there are too many.
    heads: Option<AhoCorasick>,
    /// Sorted.
    forms: Vec<Form>,
    /// The first bytes of the forms.
    starts: HashSet<[u8; MIN_MASKED]>,
    /// The length of the longest form in bytes.
    longest: usize,
}

impl SecretSearch {
    /// Forms must be at least [`MIN_MASKED`] bytes long.
    pub fn new(mut forms: Vec<Form>) -> Self {
        forms.sort_unstable();
        forms.dedup();
        let heads = forms.iter().map(|it| head(&it.text));
        Self {
            heads: AhoCorasick::new(heads).ok(),
            starts: forms
                .iter()
                .filter_map(|it| start(it.text.as_bytes()))
                .collect(),
            longest: forms.iter().map(|it| it.text.len()).max().unwrap_or(0),
            forms,
        }
    }

    /// Whether a text contains one of the forms.
    pub fn finds(&self, text: &str) -> bool {
        let mut is_found = false;
        self.each(text, |_| {
            is_found = true;
            false
        });
        is_found
    }

    /// The ranges of the forms, which may overlap.
    pub fn ranges(&self, text: &str) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        self.each(text, |range| {
            ranges.push(range);
            true
        });
        ranges
    }

    /// Calls `found` with each match until it returns `false`.
    fn each(&self, text: &str, mut found: impl FnMut(Range<usize>) -> bool) {
        let Some(heads) = &self.heads else {
            for form in &self.forms {
                let places = text.match_indices(&*form.text);
                let ranges = places.map(|(at, it)| at..at + it.len());
                for range in ranges.filter(|it| form.is_at(text, it)) {
                    if !found(range) {
                        return;
                    }
                }
            }
            return;
        };
        // Overlapping matches of one form count once.
        let mut ends: HashMap<usize, usize> = HashMap::new();
        for head in heads.find_overlapping_iter(text) {
            let index = head.pattern().as_usize();
            let form = &self.forms[index];
            let range = head.start()..head.start() + form.text.len();
            let is_behind = ends.get(&index).is_none_or(|&end| end <= range.start);
            if is_behind && form.is_at(text, &range) {
                ends.insert(index, range.end);
                if !found(range) {
                    return;
                }
            }
        }
    }

    /// Whether a text is a part of one of the forms, and long enough to be recognised.
    pub fn has_part(&self, part: &str) -> bool {
        part.len() >= MIN_MASKED && self.forms.iter().any(|it| it.text.contains(part))
    }

    /// The range of the longest ending of a form with which the text in `range` begins.
    pub fn ending_after(&self, text: &str, range: Range<usize>) -> Option<Range<usize>> {
        let text = &text[range.clone()];
        let ends = text.char_indices().map(|(at, it)| at + it.len_utf8());
        let long = ends.filter(|it| *it >= MIN_MASKED).collect::<Vec<_>>();
        let is_ending = |end: &&usize| {
            self.forms
                .iter()
                .any(|it| it.text.ends_with(&text[..**end]))
        };
        let end = long.iter().rev().find(is_ending)?;
        Some(range.start..range.start + end)
    }

    /// The start of the longest beginning of a form at the end of a text; the length of the text
    /// without one.
    pub fn open_end(&self, text: &str) -> usize {
        let first = text.len().saturating_sub(self.longest);
        let mut places = text
            .char_indices()
            .map(|(at, _)| at)
            .filter(|it| *it >= first);
        let is_open = |at: &usize| {
            let wanted = &text[*at..];
            if start(wanted.as_bytes()).is_some_and(|it| !self.starts.contains(&it)) {
                return false;
            }
            let index = self.forms.partition_point(|it| it.text.as_str() <= wanted);
            let next = self.forms.get(index);
            next.is_some_and(|it| it.text.starts_with(wanted))
        };
        places.find(is_open).unwrap_or(text.len())
    }

    /// The range of the longest beginning of a form that ends at `end`.
    pub fn beginning_before(&self, text: &str, end: usize) -> Option<Range<usize>> {
        let bytes = &text.as_bytes()[..end];
        let first = end.saturating_sub(self.longest);
        let mut candidates = (first..end)
            .filter(|&at| start(&bytes[at..]).is_some_and(|it| self.starts.contains(&it)));
        let found = candidates.find(|&at| {
            let wanted = &bytes[at..];
            let index = self.forms.partition_point(|it| it.text.as_bytes() < wanted);
            let next = self.forms.get(index);
            next.is_some_and(|it| it.text.as_bytes().starts_with(wanted))
        })?;
        Some(found..end)
    }
}

impl Form {
    fn is_at(&self, text: &str, range: &Range<usize>) -> bool {
        let is_part = |it: Option<char>| self.is_number && it.is_some_and(|it| it.is_ascii_digit());
        text.as_bytes()[range.start..].starts_with(self.text.as_bytes())
            && !is_part(text[..range.start].chars().next_back())
            && !is_part(text[range.end..].chars().next())
    }
}

fn head(text: &str) -> &[u8] {
    &text.as_bytes()[..text.len().min(HEAD)]
}

fn start(bytes: &[u8]) -> Option<[u8; MIN_MASKED]> {
    bytes.first_chunk().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(texts: &[&str]) -> SecretSearch {
        let form = |it: &&str| Form {
            text: (*it).to_owned(),
            is_number: false,
        };
        SecretSearch::new(texts.iter().map(form).collect())
    }

    #[test]
    fn overlapping_matches_are_found() {
        let mut found = search(&["abcd", "cdef", "abcdef"]).ranges("xabcdefx");
        found.sort_by_key(|it| (it.start, it.end));
        assert_eq!(found, [1..5, 1..7, 3..7]);
    }

    #[test]
    fn a_long_text_is_compared_as_a_whole() {
        let long = "0123456789".repeat(20);
        let it = search(&[&long]);
        assert!(it.finds(&format!("-{long}-")));
        assert!(!it.finds(&long[1..]) && !it.finds(&format!("{}x", &long[..199])));
        let text = format!("-{}…", &long[..150]);
        assert_eq!(it.beginning_before(&text, 151), Some(1..151));
    }

    #[test]
    fn the_longest_beginning_is_found() {
        let it = search(&["abcdxyz", "cdxyzabc"]);
        let text = "-abcdxy…";
        assert_eq!(it.beginning_before(text, 7), Some(1..7));
        assert_eq!(it.beginning_before("-abc…", 4), None);
    }
}
