//! The difference between two texts.

use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices};

/// Number of equal lines shown around a change.
const CONTEXT: usize = 2;
/// Maximum number of differing lines that are compared one by one.
const MAX_LINES: usize = 2_000;
/// Maximum number of characters shown of a one-line text.
const MAX_TEXT: usize = 120;
/// Number of equal characters shown around a difference.
const AROUND: usize = 20;

/// A line of the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextLine<'a> {
    Kept(&'a str),
    Removed(&'a str),
    Added(&'a str),
    /// The number of equal lines left out.
    Elided(usize),
    /// The numbers of old and new lines that are too many to compare.
    Block {
        removed: usize,
        added: usize,
    },
}

/// The lines that differ, with context; `None` unless one of the texts has several lines.
pub fn line_difference<'a>(old: &'a str, new: &'a str) -> Option<Vec<TextLine<'a>>> {
    let has_lines = |it: &str| it.trim_end_matches('\n').contains('\n');
    if !has_lines(old) && !has_lines(new) {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (lines(old), lines(new));
    let same = |it: &(&&str, &&str)| it.0 == it.1;
    let start = old.iter().zip(&new).take_while(same).count();
    let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = rest.take_while(same).count();
    let (old_part, new_part) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let mut all: Vec<TextLine<'a>> = Vec::new();
    all.extend(old[..start].iter().map(|it| TextLine::Kept(it)));
    if old_part.len().max(new_part.len()) > MAX_LINES {
        let (removed, added) = (old_part.len(), new_part.len());
        all.push(TextLine::Block { removed, added });
    } else {
        let operations = capture_diff_slices(Algorithm::Myers, old_part, new_part);
        all.extend(changes(&operations, old_part, new_part));
    }
    all.extend(old[old.len() - end..].iter().map(|it| TextLine::Kept(it)));
    Some(without_far_lines(all))
}

/// Lines with their ends, so that a missing final line end is a difference.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn changes<'a>(operations: &[DiffOp], old: &[&'a str], new: &[&'a str]) -> Vec<TextLine<'a>> {
    let changes = operations.iter().flat_map(|it| it.iter_changes(old, new));
    let line = |change: similar::Change<&'a str>| match change.tag() {
        ChangeTag::Equal => TextLine::Kept(change.value()),
        ChangeTag::Delete => TextLine::Removed(change.value()),
        ChangeTag::Insert => TextLine::Added(change.value()),
    };
    changes.map(line).collect()
}

/// Leaves out equal lines far from any change.
fn without_far_lines(all: Vec<TextLine<'_>>) -> Vec<TextLine<'_>> {
    let is_change = |it: &TextLine<'_>| !matches!(it, TextLine::Kept(_));
    let mut is_near = vec![false; all.len()];
    for at in all
        .iter()
        .enumerate()
        .filter(|(_, it)| is_change(it))
        .map(|(at, _)| at)
    {
        let end = (at + CONTEXT + 1).min(all.len());
        is_near[at.saturating_sub(CONTEXT)..end].fill(true);
    }
    let mut lines = Vec::new();
    for (line, is_near) in all.into_iter().zip(is_near) {
        match (is_near, lines.last_mut()) {
            (true, _) => lines.push(line),
            (false, Some(TextLine::Elided(count))) => *count += 1,
            (false, _) => lines.push(TextLine::Elided(1)),
        }
    }
    lines
}

/// Shortens two one-line texts: common text at the start and the end, and the middle of the rest.
pub fn shorten(old: &str, new: &str) -> (String, String) {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    if old.len().max(new.len()) <= MAX_TEXT {
        return (old.into_iter().collect(), new.into_iter().collect());
    }
    let same = |it: &(&char, &char)| it.0 == it.1;
    let start = old.iter().zip(&new).take_while(same).count();
    let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = rest.take_while(same).count();
    let cut = |text: &[char]| {
        let from = start.saturating_sub(AROUND);
        let to = text.len() - end.saturating_sub(AROUND);
        let part = middle_out(&text[from..to]);
        let before = if from > 0 { "…" } else { "" };
        let after = if to < text.len() { "…" } else { "" };
        format!("{before}{part}{after}")
    };
    (cut(&old), cut(&new))
}

/// One text, shortened in the middle if it is long.
pub fn shortened(text: &str) -> String {
    // Long texts are common, so only their ends are inspected.
    if text.len() <= MAX_TEXT {
        return text.to_owned();
    }
    let characters: Vec<char> = text.chars().collect();
    middle_out(&characters)
}

fn middle_out(text: &[char]) -> String {
    let Some(left_out @ 1..) = text.len().checked_sub(MAX_TEXT) else {
        return text.iter().collect();
    };
    let half = MAX_TEXT / 2;
    let start: String = text[..half].iter().collect();
    let end: String = text[text.len() - half..].iter().collect();
    format!("{start} … {left_out} characters … {end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> String {
        let line = |it: &TextLine<'_>| match it {
            TextLine::Kept(text) => format!("  {}", text.trim_end()),
            TextLine::Removed(text) => format!("- {}", text.trim_end()),
            TextLine::Added(text) => format!("+ {}", text.trim_end()),
            TextLine::Elided(count) => format!("… {count}"),
            TextLine::Block { removed, added } => format!("-{removed} +{added}"),
        };
        let lines = line_difference(old, new).unwrap();
        lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn lines_around_a_change_are_kept() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nb\nc\nD\ne\nf\ng\nh\ni\n";
        insta::assert_snapshot!(shown(old, new), @r"
        … 1
          b
          c
        - d
        + D
          e
          f
          g
          h
        + i
        ");
        assert_eq!(line_difference("a\n", "b\n"), None);
    }

    #[test]
    fn a_missing_line_end_is_a_change() {
        assert_eq!(shown("a\nb\n", "a\nb"), "  a\n- b\n+ b");
    }

    #[test]
    fn huge_texts_are_only_counted() {
        let old: String = (0..5_000).map(|it| format!("{it}\n")).collect();
        let new: String = (0..5_000).map(|it| format!("{}\n", it * 2)).collect();
        assert_eq!(shown(&old, &new), "  0\n-4999 +4999");
    }

    #[test]
    fn long_texts_are_cut_around_what_differs() {
        let old = format!("{}old{}", "a".repeat(500), "b".repeat(500));
        let new = format!("{}newer{}", "a".repeat(500), "b".repeat(500));
        let (old, new) = shorten(&old, &new);
        let (a, b) = ("a".repeat(20), "b".repeat(20));
        assert_eq!(old, format!("…{a}old{b}…"));
        assert_eq!(new, format!("…{a}newer{b}…"));
        let text = shortened(&"é".repeat(1_000));
        assert!(text.contains(" … 880 characters … "), "{text}");
    }

    proptest::proptest! {
        #[test]
        fn a_line_difference_contains_all_lines(old in "[ab\n]{0,30}", new in "[ab\n]{0,30}") {
            let Some(delta) = line_difference(&old, &new) else { return Ok(()) };
            let (mut removed, mut added, mut kept) = (0, 0, 0);
            for line in &delta {
                match line {
                    TextLine::Kept(_) => kept += 1,
                    TextLine::Elided(count) => kept += count,
                    TextLine::Removed(_) => removed += 1,
                    TextLine::Added(_) => added += 1,
                    TextLine::Block { .. } => proptest::prop_assert!(false),
                }
            }
            proptest::prop_assert_eq!(kept + removed, lines(&old).len());
            proptest::prop_assert_eq!(kept + added, lines(&new).len());
        }

        #[test]
        fn cuts_anything(old in "\\PC{0,300}", new in "\\PC{0,300}") {
            let (old, new) = shorten(&old, &new);
            proptest::prop_assert!(old.chars().count() < 200 && new.chars().count() < 200);
        }
    }
}
