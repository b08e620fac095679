//! `lumi state resolve`.

use std::io;
use std::path::Path;

use crate::args::StackFlag;
use lumi_engine::{ManualOutcome, MissingId, ResourcePattern, manual_outcome};
use lumi_graph::{Object, Urn, Value};
use lumi_provider::LocalCommand;
use lumi_state::{Action, Record, Stack, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::{Report, escaped};

use super::super::graph_file::STDIN;
use super::StackCommandRunner;
use super::forget::operation_urn;
use super::given_ids::{Given, Resolution};
use super::resources::nearest_resource;

/// A pending operation.
#[derive(Clone)]
struct Operation {
    number: u64,
    urn: Urn,
    is_create: bool,
}

impl StackCommandRunner<'_> {
    /// Ends pending operations with the outcomes that the user has found out: all of them, or none.
    pub fn resolve(&mut self, flag: &StackFlag, given: Given<'_>) -> Result<Exit, Failure> {
        let resolutions = given.resolutions().map_err(|problem| {
            let report = Report::error(escaped(&problem));
            Failure::new(Exit::Usage, report)
        })?;
        let ended = self.change_state(flag, "state resolve", async |change, mut state| {
            let mut ended = Vec::new();
            for Resolution { name, outcome } in &resolutions {
                let operations = operations(&state, name);
                check_number(name, &operations, outcome, &state, change.locked.stack())?;
                for operation in operations {
                    end(&mut state, &operation, outcome)?;
                    ended.push((operation, outcome.clone()));
                }
            }
            change.save(&state, "resolved", ended.len()).await?;
            Ok(ended)
        })?;
        for (operation, outcome) in &ended {
            let outcome = match outcome {
                ManualOutcome::NotDone => "not done",
                ManualOutcome::Done { .. } => "done",
            };
            let urn = escaped(operation.urn.as_str());
            self.terminal.print_line(&format!(
                "{outcome}: operation {} of {urn}",
                operation.number
            ));
        }
        if ended.iter().any(|(it, said)| prints_nothing(it, said)) {
            self.terminal.print_line(
                "the outputs `stdout` and `stderr` are empty; `--outputs FILE` would give others",
            );
        }
        Ok(Exit::Success)
    }

    /// The text of a list of names and ids.
    pub fn given_ids(&self, file: Option<&Path>) -> Result<Option<String>, Failure> {
        self.given_text(file, "ids", "write a name and an id on each line")
    }

    /// The text of a file that the user names, or of standard input.
    fn given_text(
        &self,
        file: Option<&Path>,
        what: &str,
        help: &str,
    ) -> Result<Option<String>, Failure> {
        let Some(file) = file else { return Ok(None) };
        let read = match file == Path::new(STDIN) {
            true => read_limit::all(io::stdin(), read_limit::VALUE),
            false => read_limit::file(&self.current.join(file), read_limit::VALUE),
        };
        let unusable = |problem: String| unusable(file, what, &problem, help);
        let bytes = read.map_err(|error| unusable(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| unusable("it is not UTF-8".to_owned()))?;
        Ok(Some(text))
    }

    /// The outputs in a file that the user names.
    pub fn given_outputs(&self, file: Option<&Path>) -> Result<Option<Object>, Failure> {
        const HELP: &str = "write a JSON object, such as {\"stdout\": \"ok\"}";
        let (Some(path), Some(text)) = (file, self.given_text(file, "outputs", HELP)?) else {
            return Ok(None);
        };
        let unusable = |problem: String| unusable(path, "outputs", &problem, HELP);
        match Value::from_json(&text) {
            Ok(Value::Object(outputs)) => Ok(Some(outputs)),
            Ok(other) => Err(unusable(format!("it is {}, not an object", other.kind()))),
            Err(error) => Err(unusable(error.to_string())),
        }
    }
}

fn unusable(file: &Path, what: &str, problem: &str, help: &str) -> Failure {
    let place = escaped(&file.display().to_string());
    let report = Report::error(format!("the {what} in {place} cannot be read: {problem}"));
    Failure::new(Exit::Usage, report.help(help))
}

fn operations(state: &StackState, name: &str) -> Vec<Operation> {
    let pattern = ResourcePattern::new(name);
    let all = state.pending.iter().filter_map(|(&number, pending)| {
        Some(Operation {
            number,
            urn: operation_urn(state, pending)?.clone(),
            is_create: matches!(pending.action, Action::Create { .. }),
        })
    });
    all.filter(|it| pattern.matches(&it.urn)).collect()
}

/// An id and outputs are those of one object.
fn check_number(
    name: &str,
    found: &[Operation],
    said: &ManualOutcome,
    state: &StackState,
    stack: &Stack,
) -> Result<(), Failure> {
    let is_for_one = match said {
        ManualOutcome::NotDone => false,
        ManualOutcome::Done { id, outputs } => id.is_some() || outputs.is_some(),
    };
    let report = match found {
        [] => {
            let (stack, name) = (stack.name(), escaped(name));
            let message = format!("the stack `{stack}` has no pending operation of `{name}`");
            let pending = state.pending.values();
            let urns = pending.filter_map(|it| operation_urn(state, it));
            let help = match nearest_resource(&name, urns) {
                Some(near) => format!("did you mean `{}`?", escaped(near)),
                None if state.pending.is_empty() => "no operation is pending".to_owned(),
                None => "`lumi stack pending` lists all pending operations".to_owned(),
            };
            Report::error(message).help(help)
        }
        [_, _, ..] if is_for_one || !name.contains('*') => {
            let message = format!("`{}` matches several operations", escaped(name));
            let mut report = Report::error(message);
            let lines = found.iter();
            report.details = lines
                .map(|it| format!("operation {} of {}", it.number, it.urn))
                .collect();
            report.help("name one of these by its URN")
        }
        _ => return Ok(()),
    };
    Err(Failure::new(Exit::Usage, report))
}

fn end(state: &mut StackState, operation: &Operation, said: &ManualOutcome) -> Result<(), Failure> {
    let Some(pending) = state.pending.get(&operation.number) else {
        return Ok(());
    };
    let outcome = manual_outcome(pending, state, said.clone()).map_err(|MissingId(urn)| {
        let message = format!("the id of `{}`, which was created, is missing", urn.name());
        let help =
            "give the id of the object: `--done --id ID`, or `--id NAME=ID` for each of several";
        Failure::new(Exit::Usage, Report::error(message).help(help))
    })?;
    let operation = operation.number;
    state
        .apply(&Record::End { operation, outcome })
        .map_err(|fault| Failure::new(Exit::Failure, Report::error(fault.to_string())))
}

/// Whether programs may miss what a command has printed.
fn prints_nothing(operation: &Operation, said: &ManualOutcome) -> bool {
    matches!(said, ManualOutcome::Done { outputs: None, .. })
        && operation.is_create
        && LocalCommand::is_type(operation.urn.resource_type())
}
