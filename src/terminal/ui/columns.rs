//! Aligns rows in columns and cuts them to the width of the terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::palette::{self, paint};
use super::rows::Row;
use super::tree::Style;

/// Maximum width of a column, so that one long name does not displace all notes.
const MAX_COLUMN: usize = 60;
/// Width of notes that is reserved in a narrow terminal, because notes say what happens to a
/// resource.
const NOTE_COLUMN: usize = 26;
/// Minimum width of notes, even if it is more than a third: `creating… 12 s`, `unknown: content`.
const MIN_NOTE: usize = 16;
/// Number of columns between type, name and note.
const GAP: usize = 2;

/// Adds a heading and a line for each row.
pub fn write_rows(out: &mut String, rows: &[Row], style: Style) {
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
    let notes = rows.iter().map(|row| row.note.width()).max().unwrap_or(0);
    let room = style.width.map(|it| it.saturating_sub(symbol_width + 1));
    let (type_width, name_width) = squeezed(type_width, name_width, notes, room);
    let columns = Columns {
        symbol: symbol_width,
        resource_type: type_width,
        name: name_width,
        is_cut: room.is_some(),
    };
    let heading = format!("{:symbol_width$} {:type_width$}  Name", "", "Type");
    paint(
        out,
        palette::HEADING,
        style.color,
        &fit(&heading, style.width),
    );
    out.push('\n');
    for row in rows {
        write_row(out, row, &columns, style);
    }
}

/// The widths of all columns but the last.
struct Columns {
    symbol: usize,
    resource_type: usize,
    name: usize,
    /// Whether longer texts are cut.
    is_cut: bool,
}

fn write_row(out: &mut String, row: &Row, columns: &Columns, style: Style) {
    let cut = |text: &str, width: usize| fit(text, columns.is_cut.then_some(width));
    paint(out, row.symbol.style, style.color, row.symbol.text);
    let gap = columns.symbol - row.symbol.text.width();
    out.extend(std::iter::repeat_n(' ', gap));
    let mut text = " ".to_owned();
    if row.is_elided {
        text.push_str(&row.type_column);
    } else {
        text.push_str(&cut(&row.type_column, columns.resource_type));
        pad(&mut text, columns.resource_type + GAP + 1);
        text.push_str(&cut(&row.name, columns.name));
    }
    let before_note = text.len();
    if !row.note.is_empty() {
        pad(
            &mut text,
            columns.resource_type + columns.name + 2 * GAP + 1,
        );
        text.push_str(&row.note);
    }
    let text = fit(
        &text,
        style
            .width
            .map(|width| width.saturating_sub(columns.symbol)),
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

/// The widths of the columns for types and names that leave room for notes in a terminal with
/// `room` columns.
fn squeezed(
    type_width: usize,
    name_width: usize,
    notes: usize,
    room: Option<usize>,
) -> (usize, usize) {
    let Some(room) = room else {
        return (type_width, name_width);
    };
    let note_width = match notes {
        0 => 0,
        notes => notes.min(NOTE_COLUMN).min(MIN_NOTE.max(room / 3)) + GAP,
    };
    let room = room.saturating_sub(note_width + GAP);
    if type_width + name_width <= room {
        return (type_width, name_width);
    }
    // Names are more informative than types: each gets half, and a name also what its type leaves
    // over.
    let name_width = name_width.min((room / 2).max(room.saturating_sub(type_width)));
    (type_width.min(room - name_width), name_width)
}

/// Pads with spaces up to a column, and with at least two after longer text.
fn pad(text: &mut String, column: usize) {
    let missing = column.saturating_sub(text.width()).max(2);
    text.extend(std::iter::repeat_n(' ', missing));
}

/// Cuts a line to the width of the terminal.
pub fn fit(line: &str, width: Option<usize>) -> String {
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

    #[test]
    fn notes_come_before_types_and_names() {
        // The text fits, or the output is not a terminal.
        assert_eq!(squeezed(30, 20, 10, Some(80)), (30, 20));
        assert_eq!(squeezed(30, 20, 10, None), (30, 20));
        // 60 columns without the symbol.
        assert_eq!(squeezed(30, 20, 10, Some(57)), (23, 20));
        assert_eq!(squeezed(16, 50, 40, Some(57)), (16, 18));
        assert_eq!(squeezed(40, 4, 100, Some(57)), (30, 4));
        assert_eq!(squeezed(40, 40, 100, Some(3)), (0, 0));
    }

    fn shown(resource_type: &str, name: &str, note: &str, width: usize) -> String {
        let row = Row {
            symbol: super::super::rows::Symbol {
                text: "+-",
                style: anstyle::Style::new(),
            },
            type_column: resource_type.to_owned(),
            name: name.to_owned(),
            note: note.to_owned(),
            is_elided: false,
        };
        let mut out = String::new();
        let style = Style {
            width: Some(width),
            ..Style::default()
        };
        write_rows(&mut out, &[row], style);
        out
    }

    #[test]
    fn a_narrow_terminal_shows_what_happens() {
        let (kind, name) = ("std:exec:Command", "frontend-image-of-the-customer-portal");
        insta::assert_snapshot!(
            shown(kind, name, "failed (2.3 s): there is no docker", 60),
            @r"
           Type              Name
        +- std:exec:Command  frontend-image-of…  failed (2.3 s): th…
        ");
        let wide = shown(kind, name, "creating… 12 s", 80);
        assert!(wide.contains("creating… 12 s"), "{wide}");
    }

    proptest::proptest! {
        #[test]
        fn a_status_is_always_seen(name in 0_usize..80, kind in 0_usize..80, width in 40_usize..120) {
            let text = shown(&"t".repeat(kind), &"n".repeat(name), "creating… 12 s", width);
            proptest::prop_assert!(text.contains("creating… 12 s"), "{text}");
            proptest::prop_assert!(text.lines().all(|it| it.width() <= width), "{text}");
        }
    }
}
