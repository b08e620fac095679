//! `lumi stack history`.

use crate::args::StackFlag;
use crate::backend::wait;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ui::report::escaped;
use lumi_state::HistoryEntry;

use super::Work;

impl Work<'_> {
    pub(super) fn history(&mut self, stack: &StackFlag, as_json: bool) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let entries = wait(stack.history())??;
        if as_json {
            return self.write_json(&entries);
        }
        for entry in entries {
            writeln!(self.out, "{}", history_line(&entry))?;
        }
        Ok(Exit::Success)
    }
}

/// `12  2026-11-21 10:00:00 UTC  up  ok  3.2 s  created 3, updated 1`
fn history_line(entry: &HistoryEntry) -> String {
    let counts: Vec<String> = entry
        .counts
        .iter()
        .map(|(what, count)| format!("{} {count}", escaped(what)))
        .collect();
    let outcome = if entry.succeeded { "ok" } else { "failed" };
    let seconds = entry.duration as f64 / 1000.0;
    let line = format!(
        "{:>4}  {}  {:8} {outcome:6} {seconds:>7.1} s  {}",
        entry.number,
        entry.at.format("%Y-%m-%d %H:%M:%S UTC"),
        entry.kind.as_str(),
        counts.join(", ")
    );
    line.trim_end().to_owned()
}
