//! Folds long lines of messages between words, for the width of a terminal.

use unicode_width::UnicodeWidthStr;

/// Width of a terminal below which lines are left to it.
const MIN_COLUMNS: usize = 40;

/// The lines of a text: `first` columns stand before the first one, and `rest` before the others. Text in backticks,
/// such as a command that a reader copies, stays in one line if it fits into one. Without a width there is one line.
pub fn folded(text: &str, first: usize, rest: usize, columns: Option<usize>) -> Vec<String> {
    let Some(columns) = columns.filter(|it| *it >= MIN_COLUMNS) else {
        return vec![text.to_owned()];
    };
    let mut lines = Vec::new();
    let mut line = String::new();
    // Words are separated by a space; the first one of a line has none before it.
    let mut is_empty = true;
    let mut width = first;
    for word in words(text, columns.saturating_sub(first.max(rest))) {
        let needed = word.width() + usize::from(!is_empty);
        if !is_empty && width + needed > columns {
            lines.push(std::mem::take(&mut line));
            width = rest + word.width();
        } else {
            if !is_empty {
                line.push(' ');
            }
            width += needed;
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

/// The parts of a text that stay together, which one space separates.
fn words(text: &str, room: usize) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    loop {
        let mut end = rest.find(' ').unwrap_or(rest.len());
        // A span in backticks that begins in this word, and goes on behind its space.
        while rest[..end].matches('`').count() % 2 == 1 {
            let Some(close) = rest[end..].find('`').map(|it| end + it + 1) else {
                break;
            };
            let after = rest[close..].find(' ').map_or(rest.len(), |it| close + it);
            if rest[..after].width() > room {
                break;
            }
            end = after;
        }
        words.push(&rest[..end]);
        match rest.get(end + 1..) {
            Some(next) => rest = next,
            None => return words,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_end_between_words() {
        let text = "the outcome is unknown; it is recorded as pending: run `lumi state resolve 'name' --done --id ID`, or else";
        insta::assert_snapshot!(folded(text, 6, 6, Some(50)).join("\n      "), @r"
        the outcome is unknown; it is recorded as
              pending: run
              `lumi state resolve 'name' --done --id ID`,
              or else
        ");
        assert_eq!(folded(text, 6, 6, None), [text]);
        assert_eq!(folded(text, 6, 6, Some(20)), [text]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_only_long_words_are_too_wide(
            text in "[a-z` é漢]{0,200}", first in 0_usize..20, rest in 0_usize..20, columns in 40_usize..100,
        ) {
            let lines = folded(&text, first, rest, Some(columns));
            prop_assert_eq!(lines.join(" "), text);
            for (at, line) in lines.iter().enumerate() {
                let before = if at == 0 { first } else { rest };
                let is_wide = before + line.width() > columns;
                prop_assert!(!is_wide || !line.contains(' '), "{line:?}");
            }
        }
    }
}
