//! The record of a deployment in `Lumi.<stack>.yaml`, and copies of a project that lack the state.
//!
//! A clone of a repository has the file, and not the folder `.lumi`; a shell may lack `LUMI_BACKEND`. Without
//! the record, both look like a stack that was never deployed, and everything would be made a second time.

use lumi_state::{Stack, StackState};

use super::backend;
use crate::files::file_writer::write_in as write_project_file;
use crate::reports::{FailureKind, ProjectFailure, Report, Reporter, escaped};
use crate::{ProjectSettings, StackFile};

/// Fails if the file of a stack without a state says that it is deployed. `help` ends the advice.
pub fn refuse_missing_state(
    settings: &ProjectSettings,
    stack: &Stack,
    help: &str,
) -> Result<(), ProjectFailure> {
    let name = stack.name();
    if !settings.own_stack_file(name)?.deployed {
        return Ok(());
    }
    let message = format!(
        "the stack `{name}` has no state in {}, although {} says that it is deployed",
        escaped(&stack.place()),
        StackFile::name(name)
    );
    let help = format!(
        "use the backend that has its state: `backend` in {}, or LUMI_BACKEND; where it is in a \
         folder `.lumi` elsewhere, `lumi stack migrate -s {name} URL` there moves it to a backend for \
         all; {help}",
        settings.file_name()
    );
    Err(ProjectFailure::new(
        FailureKind::Usage,
        Report::error(message).help(help),
    ))
}

/// Writes into the file of a stack whether it has resources. A stack without a file, or with a file that
/// has no key and a state in the folder of the project, may be another one in each copy of the project: it
/// gets no record. A file that cannot be written is a warning.
pub fn record(
    settings: &ProjectSettings,
    stack: &Stack,
    state: &StackState,
    reporter: impl Reporter,
) {
    let has_resources = !state.resources.is_empty() || !state.pending.is_empty();
    if let Err(failure) = write(settings, stack.name(), has_resources) {
        reporter.report(&Report::warning(format!(
            "{} does not say whether the stack is deployed, so copies of the project cannot \
                 know: {}",
            StackFile::name(stack.name()),
            failure.into_message()
        )));
    }
}

fn write(
    settings: &ProjectSettings,
    name: &str,
    has_resources: bool,
) -> Result<(), ProjectFailure> {
    if !settings.stack_file_path(name).exists() {
        return Ok(());
    }
    let file = settings.own_stack_file(name)?;
    let is_shared = file.encryption.is_some() || !backend::is_own_folder(settings);
    if file.deployed == has_resources || (has_resources && !is_shared) {
        return Ok(());
    }
    let edit = settings.with_deployed(name, has_resources)?;
    write_project_file(&settings.folder, &edit.path, &edit.text)?;
    Ok(())
}
