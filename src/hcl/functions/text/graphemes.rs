//! Characters as readers count them: grapheme clusters of Unicode 15.0.

use unicode_segmentation::UnicodeSegmentation;

/// The count of clusters.
pub fn count(text: &str) -> usize {
    text.graphemes(true).count()
}

/// The clusters in reverse order.
pub fn reversed(text: &str) -> String {
    text.graphemes(true).rev().collect()
}

/// The text after the first clusters, or nothing.
pub fn skip(text: &str, count: usize) -> &str {
    let start = text.grapheme_indices(true).nth(count);
    start.map_or("", |(start, _)| &text[start..])
}

/// The first clusters.
pub fn take(text: &str, count: usize) -> &str {
    let end = text.grapheme_indices(true).nth(count);
    end.map_or(text, |(end, _)| &text[..end])
}
