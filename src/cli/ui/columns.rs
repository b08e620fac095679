//! Rows in columns, cut to the width of the terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::palette::{self, paint};
use super::rows::Row;
use super::tree::Style;

/// Columns are no wider than this, so that one long name does not push all notes away.
const MAX_COLUMN: usize = 60;

/// Adds a heading and a line for each row.
pub(super) fn write_rows(out: &mut String, rows: &[Row], style: Style) {
    let symbols = rows.iter().map(|row| row.symbol.text.width());
    let symbol_width = symbols.max().unwrap_or(0);
    let column = |heading: &str, text: fn(&Row) -> &str| {
        let widths = rows
            .iter()
            .filter(|row| !row.is_elided)
            .map(|row| text(row).width());
        widths
            .chain([heading.len()])
            .max()
            .unwrap_or(0)
            .min(MAX_COLUMN)
    };
    let type_width = column("Type", |row| &row.type_column);
    let name_width = column("Name", |row| &row.name);
    let heading = format!("{:symbol_width$} {:type_width$}  Name", "", "Type");
    paint(
        out,
        palette::HEADING,
        style.color,
        &fit(&heading, style.width),
    );
    out.push('\n');
    for row in rows {
        paint(out, row.symbol.style, style.color, row.symbol.text);
        let gap = symbol_width - row.symbol.text.width();
        out.extend(std::iter::repeat_n(' ', gap));
        let mut text = format!(" {}", row.type_column);
        if !row.is_elided {
            pad(&mut text, type_width + 3);
            text.push_str(&row.name);
        }
        let before_note = text.len();
        if !row.note.is_empty() {
            pad(&mut text, type_width + name_width + 5);
            text.push_str(&row.note);
        }
        let text = fit(
            &text,
            style.width.map(|width| width.saturating_sub(symbol_width)),
        );
        let (start, note) = text.split_at(text.floor_char_boundary(before_note));
        let start_style = if row.is_elided {
            palette::QUIET
        } else {
            anstyle::Style::new()
        };
        paint(
            out,
            start_style,
            style.color && row.is_elided,
            start.trim_end_matches(' '),
        );
        if !note.is_empty() {
            let trimmed = start.len() - start.trim_end_matches(' ').len();
            out.extend(std::iter::repeat_n(' ', trimmed));
            paint(out, palette::QUIET, style.color, note);
        }
        out.push('\n');
    }
}

/// Fills with spaces up to a column, and with two at least behind longer text.
fn pad(text: &mut String, column: usize) {
    let missing = column.saturating_sub(text.width()).max(2);
    text.extend(std::iter::repeat_n(' ', missing));
}

/// Cuts a line to the width of the terminal.
pub(super) fn fit(line: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|&width| line.width() > width) else {
        return line.to_owned();
    };
    let mut kept = String::new();
    let mut used = 1;
    for character in line.chars() {
        used += character.width().unwrap_or(0);
        if used > width {
            break;
        }
        kept.push(character);
    }
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_columns_and_not_characters() {
        assert_eq!(fit("日本語", Some(5)), "日本…");
        assert_eq!(fit("日本語", Some(6)), "日本語");
        assert_eq!(fit("abc", None), "abc");
    }
}
