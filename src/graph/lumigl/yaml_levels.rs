//! A bound for the levels of brackets in a YAML text, before it is parsed.
//!
//! The parser takes quadratic time in the number of brackets within each other, before it counts levels. Whether a
//! bracket is one depends on quotes, which are certain in texts as [`Graph`](crate::Graph) is written: a quoted text ends
//! on its line there, and longer texts are blocks. After any other line with quotes, brackets in them count, too.

/// More brackets that may be within each other are in no graph.
const MAX_BRACKETS: usize = 2_000;

/// The maximum where quotes are between an opening bracket and its closing one, and quotes are not certain.
const MAX_UNCERTAIN: usize = 20_000;

/// Line breaks of YAML besides the one between lines. The writer has them in quoted texts and in blocks.
const OTHER_BREAKS: [char; 4] = ['\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// Whether a text may have so many levels that its parser needs minutes.
pub fn is_nested_deeply(yaml: &str) -> bool {
    let mut certain = CertainLines::default();
    let mut at = 0;
    for line in yaml.split('\n') {
        if !certain.read(line.strip_suffix('\r').unwrap_or(line)) {
            break;
        }
        if certain.open > MAX_BRACKETS {
            return true;
        }
        at += line.len() + 1;
    }
    let rest = yaml.get(at..).unwrap_or_default();
    is_nested_deeply_behind(rest, certain.open)
}

/// Lines of which the brackets are known, as far as all lines before them are such lines.
#[derive(Default)]
struct CertainLines {
    /// The maximum number of brackets that are open.
    open: usize,
    /// The column of the key or indicator whose text is the lines that are indented deeper.
    block: Option<usize>,
}

impl CertainLines {
    /// `false` if the line is not one of those.
    fn read(&mut self, line: &str) -> bool {
        let mut line = line;
        if let Some(column) = self.block {
            match behind_block(line, column) {
                Some(rest) => line = rest,
                None => return true,
            }
            self.block = None;
        }
        let has_other_breaks = line.contains(OTHER_BREAKS);
        let begins_with_marker = line.starts_with("---") || line.starts_with("...");
        if begins_with_marker && (has_other_breaks || line != "---") {
            return false;
        }
        if has_other_breaks {
            return self.open == 0 && has_breaks_in_quotes_alone(line);
        }
        let mut value = line;
        if self.open == 0 {
            let column;
            (column, value) = value_of_line(line);
            if is_block_header(value) {
                self.block = Some(column);
                return true;
            }
            if end_of_quoted(value) == Some(value.len()) || is_plain(value) {
                return true;
            }
        }
        if value.contains(['"', '\'', '#', '!']) {
            return false;
        }
        for it in value.bytes() {
            match it {
                b'[' | b'{' => self.open += 1,
                b']' | b'}' => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
        true
    }
}

/// The part of a line that is not text of the block before it, whose key or indicator is in `column`.
fn behind_block(line: &str, column: usize) -> Option<&str> {
    let mut at = 0;
    for piece in line.split_inclusive(OTHER_BREAKS) {
        let indent = piece.len() - piece.trim_start_matches(' ').len();
        if indent <= column && !piece.trim().is_empty() {
            return Some(&line[at..]);
        }
        at += piece.len();
    }
    None
}

/// Whether a line outside of brackets ends with a quoted value, before which there are no breaks.
fn has_breaks_in_quotes_alone(line: &str) -> bool {
    let (_, value) = value_of_line(line);
    let before = line.strip_suffix(value);
    end_of_quoted(value) == Some(value.len()) && before.is_some_and(|it| !it.contains(OTHER_BREAKS))
}

/// The column of the key of a line, and the value after it. Without a key: the column of the last indicator, if there is one:
/// the dash of an item, or `?` and `:` before a key and a value, which the writer has for keys that are long or have line breaks.
fn value_of_line(line: &str) -> (usize, &str) {
    let mut value = line.trim_start_matches(' ');
    let mut indicator = None;
    while let Some(part) = ["- ", "? ", ": "]
        .iter()
        .find_map(|it| value.strip_prefix(it))
    {
        indicator = Some(line.len() - value.len());
        value = part.trim_start_matches(' ');
    }
    let column = line.len() - value.len();
    let key_end = end_of_quoted(value).or_else(|| {
        let end = value
            .find(": ")
            .or_else(|| value.trim_end().strip_suffix(':').map(str::len))?;
        is_plain(&value[..end]).then_some(end)
    });
    let behind_key = key_end.and_then(|end| value[end..].strip_prefix(':'));
    match behind_key {
        Some(behind) if behind.is_empty() || behind.starts_with(' ') => (column, behind.trim()),
        _ => (indicator.unwrap_or(column), value.trim_end()),
    }
}

/// Whether a value outside of brackets is text as a whole, without quotes.
fn is_plain(value: &str) -> bool {
    let mut characters = value.chars();
    let begins_text = match characters.next() {
        Some('-' | '?' | ':') => characters.next().is_some_and(|it| !it.is_whitespace()),
        Some(first) => !first.is_whitespace() && !",[]{}#&*!|>'\"%@`".contains(first),
        None => false,
    };
    begins_text
        && ![": ", ":\t", " #", "\t#"]
            .iter()
            .any(|it| value.contains(it))
}

/// Whether a value is `|` or `>`, with what says how the lines after it are read.
fn is_block_header(value: &str) -> bool {
    value.strip_prefix(['|', '>']).is_some_and(|it| {
        it.len() <= 2 && it.bytes().all(|it| matches!(it, b'+' | b'-' | b'1'..=b'9'))
    })
}

/// The offset behind the quoted text with which a line begins.
fn end_of_quoted(text: &str) -> Option<usize> {
    let quote = *text
        .as_bytes()
        .first()
        .filter(|it| matches!(it, b'"' | b'\''))?;
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        let is_escape = match quote {
            b'"' => byte == b'\\',
            _ => byte == quote && bytes.get(at + 1) == Some(&quote),
        };
        match byte {
            _ if is_escape => at += 2,
            it if it == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// Two numbers are limited. The first ignores quotes, and is too small if closing brackets are text. The second counts
/// closing brackets only where no quote or comment is between the two, so it is at least the number of levels.
fn is_nested_deeply_behind(yaml: &str, open: usize) -> bool {
    let (mut depth, mut uncertain, mut certain) = (open, 0_usize, open);
    yaml.bytes().any(|it| {
        match it {
            b'[' | b'{' => (depth, certain) = (depth + 1, certain + 1),
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                certain = certain.saturating_sub(1);
            }
            b'"' | b'\'' | b'#' | b'!' => uncertain += std::mem::take(&mut certain),
            _ => {}
        }
        depth > MAX_BRACKETS || uncertain + certain > MAX_UNCERTAIN
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_texts_are_no_levels() {
        for lines in [
            "  a: '{\"b\": [1, 2]}'\n",
            "  c: '[[['\n",
            "- \"it's [\\\" [\"\n",
            "'a: [': '[''['\r\n",
            "'[b':\n  a: '['\n",
            "  - policy: |-\n      {\n      \"a\": [\n",
            "- >2\n    # [\n   '[\n",
            "  inputs: {}\n  edges: []\n",
            "it's: it's [not] a list [\n",
            "a: '\u{2028}['\n- \"\u{2029}[\"\n",
            "a: |\n  [\u{2028}  ['\u{2029}- '['\n",
            "a#[: '['\n- b#: b#'[\n",
            "? a long key\n: |-\n  ['\n",
            "- ? |-\n    ['\n  : a: \"[\"\n    b: '[''['\n",
            "? '['\n: - |\n    ['\n  - it's [\n",
        ] {
            assert!(!is_nested_deeply(&lines.repeat(30_000)), "{lines}");
        }
    }

    #[test]
    fn levels_in_lookalikes_of_text_are_counted() {
        for lines in [
            "[\n'a'\n",
            "[\"]\",",
            "a: \"\nb: \"[\"\n",
            "a: |\n  b\nc: ['d'\n",
            "- - a: |\n    [ 'b'\n",
            "a: |\n  b\r[[[['\n",
            "a: |\n  'b\u{2028}[[[['\n",
            "'a\u{2028}': ['\n",
            "a: '\u{2028}'[\n",
            "[!<]>\n",
            "[ # ]\n",
            "--- ['\n",
            "a: it's: ['\n",
            "a:\t['\n",
            "- a:\t['\n",
            "a: b:\t['\n",
            "- - ? ['\n",
            "? a\n: ['\n",
            "? a\n: |\n  b\n: ['\n",
            "- ? |\n  [ 'b'\n",
            "[\n- |\n  [ ''\n",
        ] {
            assert!(is_nested_deeply(&lines.repeat(30_000)), "{lines}");
        }
    }

    proptest::proptest! {
        #[test]
        fn texts_of_graphs_have_no_levels(texts in proptest::collection::vec("([\\[\\]{}\"'#!:|> -]|\n|a|\r|\u{85}|\u{2028}){0,12}", 1..8)) {
            let lists: Vec<_> = texts.iter().map(|it| vec![vec![it]; 3]).collect();
            let maps: std::collections::BTreeMap<_, _> = texts.iter().map(|it| (it, &lists)).collect();
            let yaml = serde_yaml_ng::to_string(&vec![(&lists, &maps)]).unwrap();
            let mut certain = CertainLines::default();
            for line in yaml.split('\n') {
                let is_certain = certain.read(line.strip_suffix('\r').unwrap_or(line));
                proptest::prop_assert!(is_certain, "{line:?} in {yaml}");
            }
            proptest::prop_assert!(certain.open == 0, "{yaml}");
        }
    }
}
