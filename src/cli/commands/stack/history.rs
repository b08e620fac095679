//! `lumi stack history`.

use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::args::{HistoryArgs, StackFlag};
use lumi_graph::{Object, Secrets, SerObject};
use lumi_project::package_sets::PackageSets;
use lumi_project::stacks::backend::wait;
use lumi_state::{HistoryEntry, Stack, StackState, recorded_states};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::run::{change_json, milliseconds, outputs_diff, state_steps, steps_diff};

use super::StackCommandRunner;

impl StackCommandRunner<'_> {
    /// `lumi stack history`.
    pub fn history(&mut self, args: &HistoryArgs) -> Result<Exit, Failure> {
        let HistoryArgs { stack, json, .. } = args;
        match args.number {
            number if args.drift => self.drift_history(stack, number, *json),
            None => self.list_runs(stack, *json),
            Some(number) => {
                self.show_run(stack, number, *json, Secrets::shown_if(args.show_secrets))
            }
        }
    }

    fn list_runs(&mut self, stack: &StackFlag, as_json: bool) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let entries = wait(stack.history())??;
        if as_json {
            let entries: Vec<Json> = entries.iter().map(entry_json).collect();
            return self.write_json(&entries);
        }
        for entry in entries {
            writeln!(self.out, "{}", history_line(&entry))?;
        }
        Ok(Exit::Success)
    }

    /// Shows the changes of one run: compares the states after it and after the previous run.
    fn show_run(
        &mut self,
        stack: &StackFlag,
        number: u64,
        as_json: bool,
        secrets: Secrets<'static>,
    ) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let entry = wait(stack.history_entry(number))??;
        let entry = entry.ok_or_else(|| no_run(&stack, number))?;
        let states = wait(states(&stack, &entry))??;
        if as_json {
            let mut line = entry_json(&entry);
            if let Some((before, after)) = &states {
                let steps = state_steps(before, after);
                line["changes"] = steps.iter().map(|it| change_json(it, secrets)).collect();
                line["outputs"] = json!({
                    "old": members(&before.outputs, secrets)?,
                    "new": members(&after.outputs, secrets)?,
                });
            }
            return self.write_json(&line);
        }
        writeln!(self.out, "{}", history_line(&entry))?;
        let Some((before, after)) = states else {
            self.terminal.report(
                &Report::note(
                    "its changes are not known: the states before and after it are no longer kept",
                )
                .help(recorded_states()),
            );
            return Ok(Exit::Success);
        };
        let style = self.terminal.tree_style(secrets);
        let sets = PackageSets::of_project(&self.settings.folder);
        let resources = steps_diff(&state_steps(&before, &after), style, &sets);
        let outputs = outputs_diff(&before.outputs, &after.outputs, style);
        for text in [resources, outputs] {
            if !text.is_empty() {
                write!(self.out, "\n{text}")?;
            }
        }
        Ok(Exit::Success)
    }
}

/// The states before and after a run, if both are stored.
async fn states(
    stack: &Stack,
    entry: &HistoryEntry,
) -> Result<Option<(StackState, StackState)>, Failure> {
    let Some(after) = stack.state_after(entry).await? else {
        return Ok(None);
    };
    if entry.number == 1 {
        return Ok(Some((StackState::default(), after)));
    }
    let Some(previous) = stack.history_entry(entry.number - 1).await? else {
        return Ok(None);
    };
    let before = stack.state_after(&previous).await?;
    Ok(before.map(|before| (before, after)))
}

fn members(object: &Object, secrets: Secrets<'_>) -> Result<Json, Failure> {
    let form = serde_json::to_value(SerObject::new(object, secrets));
    Ok(form.map_err(std::io::Error::from)?)
}

fn entry_json(entry: &HistoryEntry) -> Json {
    json!({
        "number": entry.number, "kind": entry.kind.as_str(), "at": entry.at,
        "milliseconds": milliseconds(Duration::from_millis(entry.duration)),
        "succeeded": entry.succeeded, "stopped": entry.stopped, "counts": entry.counts, "resources": entry.resources,
        "rolledBackTo": entry.rolled_back_to, "version": entry.version,
    })
}

/// The error for an entry that does not exist.
pub fn no_run(stack: &Stack, number: u64) -> Failure {
    let message = format!("the stack `{}` has no run {number}", stack.name());
    let report = Report::error(message);
    let help = format!(
        "`lumi stack history -s {}` lists those that are kept",
        stack.name()
    );
    Failure::new(Exit::Usage, report.help(help))
}

/// The error for a state that is not kept.
pub fn not_kept(number: u64) -> Failure {
    let message = format!("the state after run {number} is not kept");
    let report = Report::error(message).help(format!(
        "{}; check out the program as of that run, and deploy it",
        recorded_states()
    ));
    Failure::new(Exit::Usage, report)
}

/// An entry as a line: `12  2026-11-21 10:00:00 UTC  up  ok  3.2 s  created 3, updated 1`.
fn history_line(entry: &HistoryEntry) -> String {
    let mut notes: Vec<String> = entry
        .counts
        .iter()
        .map(|(what, count)| match what.as_str() {
            // The word of every other display; the file keeps the older one.
            "same" => format!("unchanged {count}"),
            what => format!("{} {count}", escaped(what)),
        })
        .collect();
    let to = entry.rolled_back_to;
    notes.extend(to.map(|it| format!("back to {it}")));
    let outcome = match (entry.succeeded, entry.stopped) {
        (true, _) => "ok",
        (false, true) => "stopped",
        (false, false) => "failed",
    };
    let seconds = entry.duration as f64 / 1000.0;
    let line = format!(
        "{:>4}  {}  {:8} {outcome:7} {seconds:>7.1} s  {}",
        entry.number,
        entry.at.format("%Y-%m-%d %H:%M:%S UTC"),
        entry.kind.as_str(),
        notes.join(", ")
    );
    line.trim_end().to_owned()
}
