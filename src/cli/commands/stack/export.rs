//! `lumi stack export`.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use crate::args::StackFlag;
use lumi_graph::Secrets;
use lumi_project::stacks::backend::{load, wait};
use lumi_state::{Stack, StackState, StateError};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;

use super::super::file_writer;
use super::StackCommandRunner;
use super::history::{no_run, not_kept};
use super::pulumi_document;

/// The tool that reads a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    Lumi,
    Pulumi,
    Terraform,
}

impl ExportFormat {
    pub fn of(is_pulumi: bool, is_terraform: bool) -> Self {
        match (is_pulumi, is_terraform) {
            (true, _) => Self::Pulumi,
            (false, true) => Self::Terraform,
            (false, false) => Self::Lumi,
        }
    }
}

impl StackCommandRunner<'_> {
    /// Writes the state of a stack, or that after a run, as a document of a tool; without a file to
    /// standard output.
    pub fn export(
        &mut self,
        stack: &StackFlag,
        run: Option<u64>,
        show_secrets: bool,
        format: ExportFormat,
        file: Option<&Path>,
    ) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let state = match run {
            Some(number) => after_run(&stack, number)?,
            None => load(&stack, self.terminal)?.state,
        };
        let document = match format {
            ExportFormat::Pulumi => {
                pulumi_document::written(&self.settings, stack.name(), &state, show_secrets)?
            }
            ExportFormat::Terraform => self.terraform_document(stack.name(), &state)?,
            ExportFormat::Lumi => own_document(&stack, &state, show_secrets)?,
        };
        let has_secrets = show_secrets || format == ExportFormat::Terraform;
        let Some(file) = file else {
            self.out.write_all(&document)?;
            return Ok(Exit::Success);
        };
        let path = self.current.join(file);
        let write = |out: &mut File| {
            if has_secrets {
                for_owner_only(out)?;
            }
            out.write_all(&document)
        };
        file_writer::replace_with(&path, write)
            .map_err(|error| Failure::unwritable(file, &error))?;
        let line = format!("exported the stack {} to {}", stack.name(), file.display());
        self.terminal.print_line(&line);
        Ok(Exit::Success)
    }
}

/// The document that `lumi stack import` reads.
fn own_document(stack: &Stack, state: &StackState, show_secrets: bool) -> Result<Vec<u8>, Failure> {
    let document = wait(async {
        let keyring = stack.keyring().await?;
        let secrets = match show_secrets {
            true => Secrets::Shown,
            false => Secrets::Sealed(&keyring),
        };
        let document = state.export(stack.project(), stack.name(), secrets)?;
        // The key is saved first: values encrypted with a lost key are lost.
        keyring.save().await?;
        Ok::<_, StateError>(document)
    })??;
    Ok(document)
}

/// The kept state after a run. The present state is not read: it may be damaged.
fn after_run(stack: &Stack, number: u64) -> Result<StackState, Failure> {
    let entry = wait(stack.history_entry(number))??;
    let entry = entry.ok_or_else(|| no_run(stack, number))?;
    let state = wait(stack.state_after(&entry))??;
    state.ok_or_else(|| not_kept(number))
}

fn for_owner_only(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    // The mode of a pipe or a terminal must not be changed.
    match file.metadata()?.is_file() {
        true => file.set_permissions(std::fs::Permissions::from_mode(0o600)),
        false => Ok(()),
    }
}
