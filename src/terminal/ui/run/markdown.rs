//! A plan as Markdown, for a comment on a pull request: the summary, and a collapsed section with a
//! table of steps and old and new values. Secrets are always masked, and the output does not depend
//! on time.

use std::time::Duration;

use super::super::rows::{self, Row};
use super::super::tree::Style;
use super::diff_view::{diff_view, outputs_diff};
use super::item_forest::ItemForest;
use super::model::{Item, Model};
use super::result::changed_outputs;
use super::summary::{End, summary_line};
use lumi_comparison::SetProperties;
use lumi_state::RunKind;

/// Maximum number of characters per line of values.
const MAX_LINE: usize = 200;
/// Maximum number of bytes of all values; GitHub limits comments to 65,536 characters.
const MAX_VALUES: usize = 40_000;
/// Maximum number of bytes of all errors.
const MAX_ERRORS: usize = 10_000;

/// The plan of a preview, and the texts of its errors.
pub fn markdown(model: &Model, end: End, errors: &[String], sets: &dyn SetProperties) -> String {
    let style = Style::default();
    let mut parts = vec![heading(model)];
    if let Some(summary) = model.summary() {
        parts.push(format!(
            "**{}**\n",
            summary_line(summary, changed_outputs(model), end, false).trim_end()
        ));
    }
    parts.push(errors_block(errors));
    parts.push(table(model));
    let mut values = vec![diff_view(model, style, sets)];
    if let Some((old, new)) = model.outputs() {
        values.push(outputs_diff(old, new, style));
    }
    values.retain(|it| !it.is_empty());
    parts.push(values_block(&values.join("\n")));
    parts.retain(|it| !it.is_empty());
    parts.join("\n")
}

fn heading(model: &Model) -> String {
    let Some(started) = model.started() else {
        return String::new();
    };
    let task = match started.kind {
        RunKind::Destroy => "Plan to destroy",
        _ => "Plan for",
    };
    let (stack, project) = (code(&started.stack), code(&started.project));
    format!("### {task} stack {stack} of {project}\n")
}

/// A table with a row for each resource that would change.
fn table(model: &Model) -> String {
    let positions = model.order(Item::is_shown);
    if positions.is_empty() {
        return String::new();
    }
    let family = model.family(&positions);
    let forest = ItemForest {
        model,
        positions,
        now: Duration::ZERO,
        preview: true,
    };
    let rows = rows::rows(&forest, &family).into_iter().map(table_row);
    let rows: String = rows.collect();
    folded(
        "Steps",
        &format!("| | Type | Name | Why |\n|---|---|---|---|\n{rows}"),
    )
}

fn table_row(row: Row) -> String {
    let cells = [row.symbol.text, &row.type_column, &row.name, &row.note];
    let cells = cells.map(|it| code(&cut(it.trim_end(), MAX_LINE)).replace('|', "\\|"));
    format!("| {} |\n", cells.join(" | "))
}

/// Old and new values, with markers at the start of lines, as `diff` blocks expect.
fn values_block(values: &str) -> String {
    if values.is_empty() {
        return String::new();
    }
    let text = excerpt(values.lines().map(marked), MAX_VALUES);
    let fence = fence(&text, 3);
    folded(
        "Old and new values",
        &format!("{fence}diff\n{text}{fence}\n"),
    )
}

/// Why a plan failed, as on standard error.
fn errors_block(errors: &[String]) -> String {
    if errors.is_empty() {
        return String::new();
    }
    let text = errors.join("\n");
    let text = excerpt(text.lines().map(str::to_owned), MAX_ERRORS);
    let fence = fence(&text, 3);
    format!("{fence}text\n{text}{fence}\n")
}

/// The first lines, of at most `most` bytes.
fn excerpt(mut lines: impl Iterator<Item = String>, most: usize) -> String {
    let mut text = String::new();
    for line in lines.by_ref() {
        if text.len() + line.len().min(4 * MAX_LINE) > most {
            text.push_str(&format!("… {} more lines\n", lines.count() + 1));
            break;
        }
        text.push_str(&cut(&line, MAX_LINE));
        text.push('\n');
    }
    text
}

/// Moves the symbol of a line before its indentation.
fn marked(line: &str) -> String {
    let rest = line.trim_start_matches(' ');
    let indent = &line[..line.len() - rest.len()];
    // The lines of a text: GitHub colours a line by its first character.
    if let Some(symbol @ ("+" | "-")) = rest.strip_prefix("| ").and_then(|it| it.get(..1))
        && let Some(rest) = rest[3..]
            .strip_prefix(' ')
            .or((rest.len() == 3).then_some(""))
    {
        return format!("{symbol}{indent}| {rest}").trim_end().to_owned();
    }
    match rest.split_once(' ') {
        Some((symbol @ ("+" | "-" | "~"), rest)) if !indent.is_empty() => {
            format!("{symbol}{indent} {rest}")
        }
        _ => line.to_owned(),
    }
}

fn folded(title: &str, content: &str) -> String {
    format!("<details>\n<summary>{title}</summary>\n\n{content}\n</details>\n")
}

/// Text as inline code: names of resources must not create links, mention users or end a table.
fn code(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let fence = fence(text, 1);
    let space = if fence.len() > 1 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// A code fence of at least `least` backticks that is longer than any in the text.
fn fence(text: &str, least: usize) -> String {
    let runs = text.split(|it| it != '`').map(str::len);
    "`".repeat(runs.max().map_or(0, |it| it + 1).max(least))
}

/// Cuts a text to `limit` characters.
fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::script;
    use super::*;

    #[test]
    fn a_plan_is_folded_below_its_summary() {
        let text = markdown(&script::model(&script::preview()), End::Whole, &[], &());
        assert!(!text.contains("hunter"), "{text}");
        insta::assert_snapshot!(text);
    }

    #[test]
    fn nothing_to_do_is_one_line() {
        let events: Vec<_> = script::preview().into_iter().filter(is_frame).collect();
        let text = markdown(&script::model(&events), End::Whole, &[], &());
        assert!(!text.contains("<details>"), "{text}");
    }

    #[test]
    fn errors_are_code() {
        let error = "error: a `b`\n```\n@all\n".to_owned();
        let block = errors_block(&[error, "help\n".repeat(10_000)]);
        assert!(
            block.starts_with("````text\nerror: a `b`\n```\n@all\n\nhelp\n"),
            "{block}"
        );
        assert!(block.contains("more lines\n````\n"), "{block}");
    }

    fn is_frame(event: &lumi_engine::Event) -> bool {
        use lumi_engine::Event;
        matches!(event, Event::Started(_) | Event::Ended(_))
    }

    #[test]
    fn names_are_only_text() {
        assert_eq!(code("@all #1 <b>"), "`@all #1 <b>`");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code("a``b`c"), "``` a``b`c ```");
        assert_eq!(code(""), "");
    }

    #[test]
    fn long_values_are_cut() {
        let line = format!("  + content: \"{}\"\n", "é".repeat(1_000));
        let text = values_block(&line.repeat(1_000));
        assert!(text.len() < 65_536, "{}", text.len());
        assert!(text.contains("more lines"), "{text}");
        assert!(text.lines().all(|it| it.chars().count() <= MAX_LINE + 1));
        let fenced = values_block("+ content: \"```\"\n");
        assert!(fenced.contains("\n````diff\n"), "{fenced}");
    }

    #[test]
    fn symbols_stand_first() {
        assert_eq!(marked("  + a: 1"), "+   a: 1");
        assert_eq!(marked("    ~ a: 1 -> 2"), "~     a: 1 -> 2");
        assert_eq!(marked("+- replace x"), "+- replace x");
        assert_eq!(marked("    | - d"), "-    | d");
        assert_eq!(marked("    | +   d"), "+    |   d");
        assert_eq!(marked("    | +"), "+    |");
        assert_eq!(marked("    |   d"), "    |   d");
        assert_eq!(marked("    | -d"), "    | -d");
    }
}
