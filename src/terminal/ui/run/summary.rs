//! The summary line of a run.

use std::fmt::Write as _;
use std::time::Duration;

use anstyle::Style;

use lumi_engine::RunSummary;

use super::super::palette::{self, paint};

/// The ending of a run, which the counts do not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    #[default]
    Whole,
    /// A plan that stopped at an unknown value, and may be incomplete.
    Open,
    /// The program or a step failed.
    Failed,
    /// The user interrupted the run.
    Interrupted,
}

/// `Plan: +3 to create, 44 unchanged`, or `Done: +3 created, 44 unchanged, in 3.2 s`; with its line
/// end. `outputs` is the number of outputs that have changed: a run may change nothing else.
pub fn summary_line(summary: &RunSummary, outputs: usize, end: End, color: bool) -> String {
    let mut out = String::new();
    let has_failed = summary.has_failed || summary.failed > 0;
    let is_empty = is_empty(summary);
    if summary.preview && is_empty && (has_failed || end == End::Failed) {
        paint(&mut out, palette::FAILED, color, "Failed:");
        return out + " no plan was made\n";
    }
    let (word, style) = match (summary.preview, end) {
        (true, End::Whole) if !has_failed => ("Plan:", palette::HEADING),
        (true, End::Open) if !has_failed => ("Plan so far:", palette::HEADING),
        (true, _) => ("Incomplete plan:", palette::FAILED),
        (false, End::Interrupted) => ("Stopped:", palette::FAILED),
        (false, End::Whole | End::Open) if !has_failed => ("Done:", palette::HEADING),
        (false, _) => ("Failed:", palette::FAILED),
    };
    paint(&mut out, style, color, word);
    let mut separator = " ";
    let changes = changes(summary);
    if changes.iter().all(|it| it.count == 0) && summary.failed + summary.skipped == 0 {
        out.push_str(&no_changes(summary.preview, end, outputs, has_failed));
        separator = ", ";
    }
    // A run that stopped half-way has looked at some of the resources that stay, which ones is chance.
    let is_whole = !has_failed && matches!(end, End::Whole | End::Open);
    let rest = rest(summary).into_iter();
    let rest = rest.filter(|it| is_whole || it.planned != "unchanged");
    for part in changes.into_iter().chain(rest) {
        if part.count == 0 {
            continue;
        }
        out.push_str(separator);
        separator = ", ";
        let text = format!("{}{}", part.symbol, part.count);
        paint(&mut out, part.style, color, &text);
        let word = match summary.preview {
            true => part.planned,
            false => part.done,
        };
        let _ = write!(out, " {word}");
    }
    if !summary.preview {
        let _ = write!(out, ", in {}", seconds(summary.duration));
    }
    out.push('\n');
    out
}

/// The words for a run without changes of resources.
fn no_changes(preview: bool, end: End, outputs: usize, has_failed: bool) -> String {
    let words = match (preview, end) {
        (_, End::Whole) if outputs > 0 && !has_failed => {
            return format!(" no changes of resources, {outputs} of outputs");
        }
        (true, End::Failed) => " no changes so far",
        (true, _) if has_failed => " no changes so far",
        (true, _) => " no changes",
        (false, End::Whole) if !has_failed => " nothing to do",
        (false, _) => " nothing was done",
    };
    words.to_owned()
}

/// Whether the run has not processed any resource.
fn is_empty(summary: &RunSummary) -> bool {
    let parts = changes(summary).into_iter().chain(rest(summary));
    parts.map(|it| it.count).sum::<usize>() == 0
}

struct Part {
    count: usize,
    symbol: &'static str,
    style: Style,
    planned: &'static str,
    done: &'static str,
}

fn part(
    count: usize,
    (symbol, style): (&'static str, Style),
    planned: &'static str,
    done: &'static str,
) -> Part {
    Part {
        count,
        symbol,
        style,
        planned,
        done,
    }
}

fn changes(summary: &RunSummary) -> [Part; 7] {
    let RunSummary {
        created,
        updated,
        replaced,
        deleted,
        imported,
        drifted,
        forgotten,
        ..
    } = *summary;
    [
        part(created, ("+", palette::CREATE), "to create", "created"),
        part(updated, ("~", palette::UPDATE), "to update", "updated"),
        part(replaced, ("+-", palette::REPLACE), "to replace", "replaced"),
        part(deleted, ("-", palette::DELETE), "to delete", "deleted"),
        part(imported, ("=", palette::READ), "to import", "imported"),
        part(drifted, ("*", palette::READ), "drifted", "drifted"),
        part(forgotten, ("x", palette::READ), "to forget", "forgotten"),
    ]
}

fn rest(summary: &RunSummary) -> [Part; 5] {
    let RunSummary {
        same,
        read,
        failed,
        skipped,
        excluded,
        ..
    } = *summary;
    let plain = ("", Style::new());
    [
        part(failed, ("", palette::FAILED), "failed", "failed"),
        part(skipped, plain, "skipped", "skipped"),
        part(read, (">", palette::READ), "to read", "read"),
        part(same, plain, "unchanged", "unchanged"),
        part(excluded, plain, "excluded", "excluded"),
    ]
}

/// A duration, in a precision fit for people: `0.3 s`, `42 s`, `3 min 5 s`.
pub fn seconds(time: Duration) -> String {
    // Rounded first, so that 59.96 s is not shown as `60.0 s`.
    let tenths = (time.as_millis() + 50) / 100;
    match tenths {
        0..100 => format!("{}.{} s", tenths / 10, tenths % 10),
        100..600 => format!("{} s", tenths / 10),
        _ => {
            let seconds = tenths / 10;
            format!("{} min {} s", seconds / 60, seconds % 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_in_words() {
        let plan = RunSummary {
            preview: true,
            created: 3,
            updated: 1,
            replaced: 1,
            deleted: 2,
            same: 44,
            ..RunSummary::default()
        };
        let done = RunSummary {
            preview: false,
            duration: Duration::from_millis(3160),
            ..plan
        };
        let failed = RunSummary {
            failed: 1,
            skipped: 2,
            ..done
        };
        let others = RunSummary {
            imported: 1,
            drifted: 2,
            forgotten: 3,
            read: 4,
            ..RunSummary::default()
        };
        let nothing = RunSummary {
            same: 44,
            ..RunSummary::default()
        };
        let empty_plan = RunSummary {
            preview: true,
            ..RunSummary::default()
        };
        let failed_plan = RunSummary {
            failed: 1,
            ..empty_plan
        };
        let all = [plan, done, failed, others, nothing, empty_plan, failed_plan];
        let mut lines = all
            .map(|it| summary_line(&it, 0, End::Whole, false))
            .concat();
        for (summary, end) in [
            (plan, End::Open),
            (plan, End::Failed),
            (done, End::Interrupted),
            (done, End::Failed),
            (nothing, End::Failed),
            (empty_plan, End::Failed),
        ] {
            lines.push_str(&summary_line(&summary, 0, end, false));
        }
        insta::assert_snapshot!(lines, @r"
        Plan: +3 to create, ~1 to update, +-1 to replace, -2 to delete, 44 unchanged
        Done: +3 created, ~1 updated, +-1 replaced, -2 deleted, 44 unchanged, in 3.2 s
        Failed: +3 created, ~1 updated, +-1 replaced, -2 deleted, 1 failed, 2 skipped, in 3.2 s
        Done: =1 imported, *2 drifted, x3 forgotten, >4 read, in 0.0 s
        Done: nothing to do, 44 unchanged, in 0.0 s
        Plan: no changes
        Incomplete plan: 1 failed
        Plan so far: +3 to create, ~1 to update, +-1 to replace, -2 to delete, 44 unchanged
        Incomplete plan: +3 to create, ~1 to update, +-1 to replace, -2 to delete
        Stopped: +3 created, ~1 updated, +-1 replaced, -2 deleted, in 3.2 s
        Failed: +3 created, ~1 updated, +-1 replaced, -2 deleted, in 3.2 s
        Failed: nothing was done, in 0.0 s
        Failed: no plan was made
        ");
        assert!(
            summary_line(&plan, 0, End::Whole, true).contains("\u{1b}[32m+3\u{1b}[0m to create")
        );
    }

    #[test]
    fn times_are_as_exact_as_they_need_to_be() {
        let times = [0, 49, 50, 9_949, 9_950, 59_940, 59_950, 3_661_000];
        let shown = times.map(|it| seconds(Duration::from_millis(it)));
        assert_eq!(
            shown,
            [
                "0.0 s",
                "0.0 s",
                "0.1 s",
                "9.9 s",
                "10 s",
                "59 s",
                "1 min 0 s",
                "61 min 1 s"
            ]
        );
    }
}
