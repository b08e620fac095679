//! The live lines on a terminal during a run.

use std::time::Duration;

use lumi_graph::Secrets;

use super::super::columns;
use super::super::palette::{self, paint};
use super::super::rows;
use super::super::tree::Style;
use super::item_forest::ItemForest;
use super::model::{Item, Model, Status};

/// The available space.
#[derive(Clone, Copy, Debug)]
pub struct LiveFrame {
    /// Columns and rows of the terminal.
    pub width: usize,
    pub height: usize,
    pub color: bool,
}

/// The live lines at the time `now` after the start. They fit the terminal; the last one is the
/// summary.
pub fn frame(model: &Model, now: Duration, view: LiveFrame) -> Vec<String> {
    let preview = model.started().is_some_and(|it| it.preview);
    let mut lines = Vec::new();
    // A preview is shown when it is complete. A heading, the footer and the line of the cursor need
    // rows, too.
    let room = view.height.saturating_sub(3);
    if !preview && room > 0 {
        lines = tree(model, now, view, room);
    }
    lines.push(footer(model, preview, now, view));
    lines
}

fn tree(model: &Model, now: Duration, view: LiveFrame, room: usize) -> Vec<String> {
    let mut positions = model.order(Item::is_shown);
    let mut hidden = String::new();
    if positions.len() > room {
        let all = positions.len();
        positions = most_important(model, positions, room - 1);
        hidden = rest(model, all - positions.len());
    }
    let family = model.family(&positions);
    let forest = ItemForest {
        model,
        positions,
        now,
        preview: false,
    };
    let mut text = String::new();
    let style = Style {
        color: view.color,
        secrets: Secrets::Masked,
        width: Some(view.width),
    };
    let rows = rows::rows(&forest, &family);
    if !rows.is_empty() {
        columns::write_rows(&mut text, &rows, style);
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if !hidden.is_empty() {
        let mut line = String::new();
        let hidden = columns::fit(&hidden, Some(view.width));
        paint(&mut line, palette::QUIET, view.color, &hidden);
        lines.push(line);
    }
    lines
}

/// Running items, then failed ones, as many as fit; in their original order.
fn most_important(model: &Model, positions: Vec<usize>, room: usize) -> Vec<usize> {
    let rank = |&it: &usize| match model.items[it].main_step().map(|it| &it.status) {
        Some(Status::Running { .. }) => 0,
        Some(Status::Failed { .. }) => 1,
        _ => 2,
    };
    let mut telling: Vec<(usize, usize)> = positions.into_iter().enumerate().collect();
    telling.retain(|(_, it)| rank(it) < 2);
    telling.sort_by_key(|(_, it)| rank(it));
    telling.truncate(room);
    telling.sort_unstable();
    telling.into_iter().map(|(_, it)| it).collect()
}

/// Summarises the resources without a row.
fn rest(model: &Model, hidden: usize) -> String {
    let count = |status: fn(&Item) -> bool| model.items.values().filter(|it| status(it)).count();
    let done = count(|it| {
        it.main_step()
            .is_some_and(|it| matches!(it.status, Status::Done { .. }))
    });
    let planned = count(|it| {
        it.main_step()
            .is_some_and(|it| it.status == Status::Planned)
    });
    format!("… {hidden} more: {done} done, {planned} to come")
}

fn footer(model: &Model, preview: bool, now: Duration, view: LiveFrame) -> String {
    let seconds = now.as_secs();
    let text = if preview {
        let resources = model.ended + model.unchanged;
        let plural = if resources == 1 { "" } else { "s" };
        format!("planning: {resources} resource{plural}, {seconds} s")
    } else {
        let mut text = match model.expected() {
            Some(all) => format!("{} of {all} done", model.ended),
            None => format!("{} done", model.ended),
        };
        for (count, word) in [
            (model.running, "running"),
            (model.failed, "failed"),
            (model.unchanged, "unchanged"),
        ] {
            if count > 0 {
                text.push_str(&format!(", {count} {word}"));
            }
        }
        text.push_str(&format!(", {seconds} s"));
        text
    };
    columns::fit(&text, Some(view.width))
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::super::script;
    use super::*;

    const VIEW: LiveFrame = LiveFrame {
        width: 80,
        height: 24,
        color: false,
    };

    fn after(events: usize) -> Model {
        let mut model = Model::planned(&script::model(&script::preview()));
        for (second, event) in script::up().iter().take(events).enumerate() {
            model.apply(event, Duration::from_secs(second as u64));
        }
        model
    }

    #[test]
    fn shows_what_is_planned_running_and_done() {
        let lines = frame(&after(6), Duration::from_millis(7_500), VIEW);
        insta::assert_snapshot!(lines.join("\n"), @r"
           Type              Name
        +  acme:web:Site     site           created (0.0 s)
        +  ├─ std:fs:File    index\u{202e}  creating… 2 s
        ~  └─ std:fs:File    config         to update
        +- std:random:Id     suffix         to replace
        ~  std:exec:Command  setup          to update
        >  std:fs:Directory  shared         to read
        =  std:fs:Directory  adopted        to import
        *  std:fs:File       moved          to refresh
        *  std:fs:File       gone           to refresh
        x  std:fs:Directory  kept           to forget
        -  std:fs:File       old            to delete
        1 of 12 done, 1 running, 2 unchanged, 7 s
        ");
    }

    #[test]
    fn a_small_terminal_shows_what_runs_and_failed() {
        let view = LiveFrame {
            width: 50,
            height: 8,
            ..VIEW
        };
        let lines = frame(&after(12), Duration::from_secs(15), view);
        insta::assert_snapshot!(lines.join("\n"), @r"
          Type         Name
        ~ std:fs:File  config  failed (2.3 s): no space l…
        … 10 more: 3 done, 7 to come
        4 of 12 done, 1 failed, 2 unchanged, 15 s
        ");
    }

    #[test]
    fn a_preview_only_counts() {
        let mut model = script::model(&script::preview());
        assert_eq!(
            frame(&model, Duration::from_secs(2), VIEW),
            ["planning: 14 resources, 2 s"]
        );
        model = Model::default();
        assert_eq!(frame(&model, Duration::ZERO, VIEW), ["0 done, 0 s"]);
    }

    proptest::proptest! {
        #[test]
        fn fits_every_terminal(width in 4_usize..120, height in 1_usize..40, events in 0_usize..40) {
            let view = LiveFrame { width, height, color: false };
            let lines = frame(&after(events), Duration::from_secs(40), view);
            proptest::prop_assert!(lines.len() < height.max(2), "{lines:#?}");
            for line in &lines {
                proptest::prop_assert!(line.width() <= width, "{line}");
            }
        }
    }
}
