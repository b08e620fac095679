//! `std:exec:Command`.
//!
//! - `create` creates the object. If the command fails, the object is assumed not to exist: a
//!   command should undo its effects before it exits with a code other than 0.
//! - A change of the inputs in [`EFFECTIVE`] runs `update`, or `create` again if there is no
//!   `update`. A change of only `update`, `delete` or `read` runs nothing. A change of `triggers`
//!   replaces: first `delete` runs, then `create`.
//! - `read` exits with 0 while the object exists; its output, if any, becomes `stdout`. The codes
//!   126 and 127, by which a shell reports that it could not run the command, are errors, as are those
//!   above 128, by which it reports that a signal ended it.
//! - A command keeps running when Lumi is killed. The next run waits for it before it reads the
//!   object.
//! - A command that was ended by any signal has an unknown outcome.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;

use crate::builtin::input_diff::input_diff;
use crate::builtin::provider_context::ProviderContext;
use crate::builtin::resource_handler::ResourceHandler;
use crate::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, DerivedOutputs, Diff,
    DiffRequest, ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered, Target,
    UpdateRequest,
};
use lumi_graph::environment_variables::{COMMAND_STDERR, COMMAND_STDOUT};
use lumi_graph::{Object, Urn};

use super::command_inputs::{Action, CommandInputs, EFFECTIVE};
use super::local_command::LocalCommand;
use super::orphans;
use super::process::{Finished, Process};

/// The maximum length in bytes of an output that is passed on to other commands, as the size of
/// variables is limited.
const VARIABLE_LIMIT: usize = 64 << 10;

/// The exit codes of a shell whose command was ended by a signal: 128 and its number.
const KILLED: i32 = 129;
const LAST_KILLED: i32 = 128 + 64;

/// The number of output lines in the error of a failed command.
const SHOWN_LINES: usize = 10;
const SHOWN_CHARACTERS: usize = 300;

pub struct Command {
    context: Arc<ProviderContext>,
}

impl Command {
    pub fn new(context: Arc<ProviderContext>) -> Self {
        Self { context }
    }

    /// Runs the command of an action and returns its outputs; `None` if the action has no command.
    async fn run(
        &self,
        urn: &Urn,
        action: Action,
        inputs: &CommandInputs,
        old_outputs: &Object,
    ) -> Result<Option<Finished>, ProviderError> {
        let Some(arguments) = inputs.arguments(action) else {
            return Ok(None);
        };
        let name = action.name();
        if self.context.is_stopping() {
            return Err(ProviderError::failed(format!(
                "the command `{name}` was not started, because the run is being stopped"
            )));
        }
        let folder = self.context.folder();
        let directory = self.directory(name, inputs)?;
        let mut environment = inputs.environment.clone();
        environment.extend(previous(old_outputs));
        environment.push(orphans::owner(urn, folder));
        let takes_input = matches!(action, Action::Create | Action::Update);
        let process = Process {
            arguments: arguments.clone(),
            directory,
            environment,
            stdin: inputs.stdin.clone().filter(|_| takes_input),
        };
        let running = process.start().map_err(|error| {
            let program = arguments.first().map_or("", String::as_str);
            ProviderError::failed(format!(
                "the command `{name}` cannot run: {program:?} cannot be started: {error}"
            ))
        })?;
        let finished = running.finish(self.context.stopped()).await;
        let finished = finished.map_err(|error| {
            ProviderError::unknown(format!("lumi lost track of the command `{name}`: {error}"))
        })?;
        check_end(name, &finished)?;
        Ok(Some(finished))
    }

    /// The folder in which a command runs.
    fn directory(&self, name: &str, inputs: &CommandInputs) -> Result<PathBuf, ProviderError> {
        let folder = self.context.folder();
        let directory = match &inputs.directory {
            Some(directory) => folder.join(directory),
            None => folder.to_owned(),
        };
        if directory.is_dir() {
            return Ok(directory);
        }
        Err(ProviderError::failed(format!(
            "the command `{name}` cannot run: there is no folder {:?}",
            directory.display()
        )))
    }

    /// Like [`Self::run`], but the command must exist and exit with 0.
    async fn succeed(
        &self,
        urn: &Urn,
        action: Action,
        inputs: &CommandInputs,
        old_outputs: &Object,
    ) -> Result<Option<Finished>, ProviderError> {
        match self.run(urn, action, inputs, old_outputs).await? {
            Some(finished) if !finished.status.success() => Err(exit_failure(action, &finished)),
            finished => Ok(finished),
        }
    }

    /// Runs `read`: whether the object exists, and its outputs. `None` without a `read` command.
    async fn read_current(
        &self,
        urn: &Urn,
        inputs: &CommandInputs,
        old_outputs: &Object,
    ) -> Result<Option<ReadOutcome>, ProviderError> {
        let Some(finished) = self.run(urn, Action::Read, inputs, old_outputs).await? else {
            return Ok(None);
        };
        match finished.status.code() {
            Some(126 | 127 | KILLED..=LAST_KILLED) => Err(exit_failure(Action::Read, &finished)),
            Some(0) if finished.stdout.is_empty() => {
                Ok(Some(ReadOutcome::Exists(old_outputs.clone())))
            }
            Some(0) => {
                let mut outputs = old_outputs.clone();
                outputs.insert("stdout".to_owned(), finished.stdout.into());
                Ok(Some(ReadOutcome::Exists(outputs)))
            }
            _ => Ok(Some(ReadOutcome::Gone)),
        }
    }
}

enum ReadOutcome {
    /// The object exists, with these outputs.
    Exists(Object),
    Gone,
}

/// The outcome of a command that did not end by itself is unknown.
fn check_end(name: &str, finished: &Finished) -> Result<(), ProviderError> {
    if finished.was_stopped {
        let message = format!("the command `{name}` was stopped before its end");
        return Err(with_output(message, finished, ProviderError::unknown));
    }
    if finished.status.code().is_none() {
        let status = finished.status;
        let message = format!("the command `{name}` was ended from outside ({status})");
        return Err(with_output(message, finished, ProviderError::unknown));
    }
    Ok(())
}

#[async_trait]
impl ResourceHandler for Command {
    fn derived_outputs(&self) -> Option<DerivedOutputs> {
        Some(LocalCommand::DERIVED)
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let failures = CommandInputs::check(&request.inputs);
        Ok(Checked {
            inputs: request.inputs,
            failures,
            ..Checked::default()
        })
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let mut diff = input_diff(&request.old_inputs, &request.inputs, &["triggers"]);
        // Both commands refer to the same object: the new one would be deleted at once.
        diff.delete_before_replace = true;
        Ok(diff)
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        if request.preview {
            return Ok(Created {
                data: None,
                id: None,
                outputs: Object::default(),
            });
        }
        let inputs = CommandInputs::read(&request.inputs)?;
        let urn = &request.target.urn;
        let finished = self
            .succeed(urn, Action::Create, &inputs, &Object::default())
            .await?;
        Ok(Created {
            data: None,
            id: Some(LocalCommand::new_id()),
            outputs: finished.map(outputs).unwrap_or_default(),
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let (Some(inputs), Some(outputs)) = (request.inputs, request.outputs) else {
            return Err(ProviderError::failed(
                "a command cannot be imported: Lumi cannot look up what it has made",
            ));
        };
        let read = CommandInputs::read(&inputs)?;
        let outputs = match self
            .read_current(&request.target.urn, &read, &outputs)
            .await?
        {
            Some(ReadOutcome::Gone) => return Ok(None),
            Some(ReadOutcome::Exists(outputs)) => outputs,
            None => outputs.as_ref().clone(),
        };
        Ok(Some(ReadState {
            data: None,
            id: request.id,
            inputs: inputs.as_ref().clone(),
            outputs,
        }))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        if !needs_run(&request.old_inputs, &request.inputs) {
            return Ok(request.old_outputs.as_ref().clone());
        }
        if request.preview {
            return Ok(Object::default());
        }
        let inputs = CommandInputs::read(&request.inputs)?;
        let urn = &request.target.urn;
        let finished = self
            .succeed(urn, inputs.change(), &inputs, &request.old_outputs)
            .await?;
        Ok(finished.map(outputs).unwrap_or_default())
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let inputs = CommandInputs::read(&request.inputs)?;
        let urn = &request.target.urn;
        self.succeed(urn, Action::Delete, &inputs, &request.outputs)
            .await?;
        Ok(())
    }

    async fn settle(&self, target: &Target) -> Result<(), ProviderError> {
        orphans::wait(&target.urn, self.context.folder()).await
    }

    /// Without a `read` command the outcome of an interrupted `create` stays unknown. With one, its
    /// output replaces that of `create`.
    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        let inputs = CommandInputs::read(&request.inputs)?;
        let nothing = LocalCommand::no_output();
        match self
            .read_current(&request.target.urn, &inputs, &nothing)
            .await?
        {
            None => Err(ProviderError::failed(
                "it has no command `read`, which could look it up",
            )),
            Some(ReadOutcome::Gone) => Ok(Recovered::Absent),
            Some(ReadOutcome::Exists(outputs)) => Ok(Recovered::Found(ReadState {
                data: None,
                id: LocalCommand::new_id(),
                inputs: request.inputs.as_ref().clone(),
                outputs,
            })),
        }
    }
}

/// Whether the object must change, rather than only commands for later. An update without any
/// change repairs an interrupted one.
fn needs_run(old: &Object, new: &Object) -> bool {
    let changes = input_diff(old, new, &[]).properties;
    changes.is_empty()
        || changes
            .iter()
            .any(|it| EFFECTIVE.contains(&it.path.as_str()))
}

fn outputs(finished: Finished) -> Object {
    Object::from_iter([
        ("stdout".to_owned(), finished.stdout.into()),
        ("stderr".to_owned(), finished.stderr.into()),
    ])
}

/// The output of the last command, as variables.
fn previous(outputs: &Object) -> Vec<(String, String)> {
    let variables = [("stdout", COMMAND_STDOUT), ("stderr", COMMAND_STDERR)];
    let variables = variables.into_iter().filter_map(|(output, variable)| {
        let text = outputs.get(output)?.as_str()?;
        let fits = text.len() <= VARIABLE_LIMIT && !text.contains('\0');
        fits.then(|| (variable.to_owned(), text.to_owned()))
    });
    variables.collect()
}

fn exit_failure(action: Action, finished: &Finished) -> ProviderError {
    let name = action.name();
    let code = finished.status.code().unwrap_or_default();
    let advice = match code {
        126 => " (it is not executable)".to_owned(),
        127 => " (there is no such program)".to_owned(),
        KILLED..=LAST_KILLED => format!(" (signal {} ended a program in it)", code - 128),
        _ => String::new(),
    };
    let message = format!("the command `{name}` failed with exit code {code}{advice}");
    with_output(message, finished, ProviderError::failed)
}

/// An error with the last output of a command.
fn with_output(
    message: String,
    finished: &Finished,
    error: fn(String) -> ProviderError,
) -> ProviderError {
    match last_output(finished) {
        Some(text) => error(message).with_printed(text),
        None => error(format!("{message}; it printed nothing")),
    }
}

/// The last output lines of a command, for an error message.
fn last_output(finished: &Finished) -> Option<String> {
    let text = match finished.stderr.trim_end() {
        "" => finished.stdout.trim_end(),
        text => text,
    };
    if text.is_empty() {
        return None;
    }
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(SHOWN_LINES)..];
    let lines = last.iter().map(|line| {
        // The mark tells that the text is cut, perhaps within a secret.
        match line.char_indices().nth(SHOWN_CHARACTERS) {
            Some((end, _)) => format!("\n  {}…", &line[..end]),
            None => format!("\n  {line}"),
        }
    });
    Some(format!(":{}", lines.collect::<String>()))
}

#[cfg(test)]
mod tests;
