//! `lumi stack pending`.

use serde_json::{Value, json};

use crate::args::StackFlag;
use lumi_graph::{Secrets, Urn};
use lumi_project::stacks::backend::load_shown;
use lumi_state::{Action, PendingOperation, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::escaped;

use super::StackCommandRunner;
use super::forget::operation_urn;

/// Advice for the user.
const HELP: &str = "\
The next `lumi up`, `destroy` or `refresh` looks up the outcome of these where their providers can, and continues
from there. Terraform's providers find objects by their ids, so they cannot look up what they have created.
If an outcome is unknown, find out yourself:
- it was not done, or may be done again: `lumi state resolve NAME --not-done`
- it was done: `lumi state resolve NAME --done`, with `--id ID` for an object that was created;
  several at once: `--id NAME=ID` for each, or `--ids FILE` with a name and an id on each line;
  `lumi state resolve NAME --list` lists objects that may be those, where providers can
- lumi should no longer manage it: `lumi state rm NAME`
With `--forget-pending`, a run treats operations that it cannot look up as not done.";

impl StackCommandRunner<'_> {
    /// Lists operations whose outcome is unknown.
    pub fn pending(&mut self, stack: &StackFlag, as_json: bool) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let state = load_shown(&stack, Secrets::Masked, self.terminal)?.state;
        let rows: Vec<Row> = state
            .pending
            .iter()
            .map(|(&number, operation)| Row::new(number, operation, &state))
            .collect();
        if as_json {
            let rows: Vec<Value> = rows.iter().map(Row::json).collect();
            return self.write_json(&rows);
        }
        for row in &rows {
            writeln!(self.out, "{}", row.line())?;
        }
        self.terminal.print_line(match rows.is_empty() {
            true => "no operation is pending",
            false => HELP,
        });
        Ok(Exit::Success)
    }
}

struct Row<'a> {
    number: u64,
    action: &'static str,
    urn: Option<&'a Urn>,
    id: Option<&'a str>,
    message: Option<&'a str>,
}

impl<'a> Row<'a> {
    fn new(number: u64, operation: &'a PendingOperation, state: &'a StackState) -> Self {
        let (action, serial) = match &operation.action {
            // The new object of a replacement has its own id.
            Action::Create { .. } => ("create", None),
            Action::Update { resource } => ("update", Some(resource.serial)),
            Action::Delete { serial, .. } => ("delete", Some(*serial)),
        };
        let resource = serial.and_then(|it| state.resources.get(&it));
        Self {
            number,
            action,
            urn: operation_urn(state, operation),
            id: resource.and_then(|it| it.shown_id()),
            message: operation.message.as_deref(),
        }
    }

    /// An operation as a line: `2  create  urn:…  the connection was lost`.
    fn line(&self) -> String {
        let urn = self.urn.map(Urn::as_str).unwrap_or_default();
        let mut line = format!("{:>4}  {}  {}", self.number, self.action, escaped(urn));
        if let Some(id) = self.id {
            line.push_str(&format!(" ({})", escaped(id)));
        }
        line.push_str("  ");
        line.push_str(&escaped(self.message.unwrap_or("the run was stopped")));
        line
    }

    fn json(&self) -> Value {
        json!({
            "operation": self.number,
            "action": self.action,
            "urn": self.urn,
            "id": self.id,
            "message": self.message,
        })
    }
}
