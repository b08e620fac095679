//! `lumi stack history --drift`.

use serde_json::Value as Json;

use crate::args::StackFlag;
use crate::commands::watch::{drift_headline, drift_json, drift_lines};
use lumi_project::stacks::backend::wait;
use lumi_state::DriftEntry;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

use super::StackCommandRunner;

impl StackCommandRunner<'_> {
    /// Shows the events of `lumi watch`, the newest first, or the differences of one.
    pub fn drift_history(
        &mut self,
        stack: &StackFlag,
        number: Option<u64>,
        as_json: bool,
    ) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let entries = wait(stack.drift_history())??;
        let Some(number) = number else {
            return self.show_drift(&entries, as_json);
        };
        let Some(entry) = entries.iter().find(|it| it.number == number) else {
            let message = format!(
                "the stack `{}` has no event {number} of drift",
                stack.name()
            );
            let help = "`lumi stack history --drift` lists those that are kept";
            return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
        };
        if as_json {
            return self.write_json(&drift_json(entry));
        }
        writeln!(self.out, "{}", drift_headline(entry))?;
        for line in drift_lines(entry) {
            writeln!(self.out, "  {line}")?;
        }
        Ok(Exit::Success)
    }

    fn show_drift(&mut self, entries: &[DriftEntry], as_json: bool) -> Result<Exit, Failure> {
        if as_json {
            let entries: Vec<Json> = entries.iter().map(drift_json).collect();
            return self.write_json(&entries);
        }
        for entry in entries {
            writeln!(self.out, "{}", drift_headline(entry))?;
        }
        Ok(Exit::Success)
    }
}
