//! `lumi stack`: the stacks of a project.
//!
//! | module | |
//! |---|---|
//! | `listing` | `ls`, `init`, `select`, `rm`, `unlock` |
//! | `outputs`, `history`, `drift_history` | `output`, `history`; `rollback` is a deployment |
//! | `export`, `import` | state as a document, and back |
//! | `pulumi_document` | the same with documents of Pulumi |
//! | `terraform_document` | a state as a file of Terraform and OpenTofu |
//! | `rotate` | `rotate` |
//! | `migrate`, `rename_stack` | `migrate`, `rename` |
//! | `resources`, `rename_resource`, `resolve`, `given_ids` | `lumi state` |
//! | `proposals` | objects that may be those of pending creations |
//! | `forget`, `pending` | `forget`, `pending` |
//! | `change` | what commands that change state by hand have in common |

mod change;
mod drift_history;
mod export;
mod forget;
mod given_ids;
mod history;
mod import;
mod listing;
mod migrate;
mod outputs;
mod pending;
mod proposals;
pub mod pulumi_document;
mod rename_resource;
mod rename_stack;
mod resolve;
mod resources;
mod rotate;
mod terraform_document;

pub use history::{no_run, not_kept};

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::args::{StackArgs, StackCommand, StackFlag, StateArgs};
use crate::commands::deploy;
use lumi_project::ProjectSettings;
use lumi_project::stacks::backend;
use lumi_project::stacks::backend::no_stack;
use lumi_project::stacks::backend::wait;
use lumi_project::stacks::stack_lookup;
use lumi_state::Stack;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::consent::Consent;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::terminal::{Terminal, write_error};

use export::ExportFormat;

/// The path that names standard output.
const STDOUT: &str = "-";

/// Runs the command; `current` is the folder that paths are relative to.
pub fn run(
    args: &StackArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let settings = ProjectSettings::find(&args.program, current)?;
    let mut work = StackCommandRunner {
        settings,
        current,
        terminal,
        out,
    };
    match &args.command {
        None => work.list(false),
        Some(command) => work.run(command, &args.program),
    }
}

/// `lumi state`.
pub fn run_state(
    args: &StateArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut work = StackCommandRunner {
        settings: ProjectSettings::find(&args.program, current)?,
        current,
        terminal,
        out,
    };
    work.state(args)
}

struct StackCommandRunner<'a> {
    settings: ProjectSettings,
    /// The folder that paths are relative to.
    current: &'a Path,
    terminal: Terminal,
    out: &'a mut dyn Write,
}

impl StackCommandRunner<'_> {
    fn run(&mut self, command: &StackCommand, program: &Path) -> Result<Exit, Failure> {
        match command {
            StackCommand::Ls { json } => self.list(*json),
            StackCommand::Init { name } => self.init(name),
            StackCommand::Select { name } => self.select(name),
            StackCommand::Rm { name, yes, force } => self.remove(name, *yes, *force),
            StackCommand::Migrate { url, stack, yes } => self.migrate(stack, url, *yes),
            StackCommand::Rename { old, new, yes } => self.rename(old, new, *yes),
            StackCommand::Output {
                key,
                stack,
                json,
                show_secrets,
            } => self.output(stack, key.as_deref(), *json, *show_secrets),
            StackCommand::Export {
                stack,
                show_secrets,
                run,
                pulumi,
                terraform,
                out,
            } => {
                let format = ExportFormat::of(*pulumi, terraform.is_some());
                let named = terraform.as_deref().filter(|it| *it != Path::new(STDOUT));
                let file = out.as_deref().or(named);
                self.export(stack, *run, *show_secrets, format, file)
            }
            StackCommand::Import {
                file,
                stack,
                force,
                yes,
            } => self.import(stack, file, *force, *yes),
            StackCommand::Rotate { stack, to, yes } => self.rotate(stack, to, *yes),
            StackCommand::Forget {
                resource,
                stack,
                flags,
            } => self.forget(stack, resource, *flags),
            StackCommand::Pending { stack, json } => self.pending(stack, *json),
            StackCommand::History(args) => self.history(args),
            StackCommand::Rollback(rollback) => {
                deploy::roll_back(rollback, program, self.current.to_owned(), self.terminal)
            }
            StackCommand::Unlock { stack, force } => self.unlock(stack, *force),
        }
    }

    /// The stack that a flag selects.
    fn stack(&self, flag: &StackFlag) -> Result<Stack, Failure> {
        let name = self.settings.stack(flag.stack.as_deref())?;
        Ok(backend::open_stack(&self.settings, &name)?)
    }

    /// The stack that a flag selects, which must exist: the lock of a mistyped one would leave files
    /// behind.
    fn existing_stack(&self, flag: &StackFlag) -> Result<Stack, Failure> {
        let stack = self.stack(flag)?;
        match wait(stack.exists())?? {
            true => Ok(stack),
            false => Err(self.unknown_stack(stack.name())),
        }
    }

    /// The error for a stack that does not exist, with the nearest one.
    fn unknown_stack(&self, name: &str) -> Failure {
        let nearest = backend::open(&self.settings)
            .and_then(|it| wait(stack_lookup::similar(&self.settings, &it, name))?)
            .unwrap_or_default();
        let mut failure = no_stack(name);
        if let Some(report) = &mut failure.report
            && let Some(help) = &mut report.help
        {
            help.insert_str(0, &nearest);
        }
        failure.into()
    }

    fn stack_named(&self, name: &str) -> Result<Stack, Failure> {
        let name = self.settings.stack(Some(name))?;
        Ok(backend::open_stack(&self.settings, &name)?)
    }

    fn agrees(
        &self,
        yes: bool,
        question: &str,
        details: impl Fn() -> String,
    ) -> Result<bool, Failure> {
        Consent {
            yes,
            can_ask: self.terminal.can_ask,
            input: &mut Interrupts::install().answers(),
            say: &mut |text| write_error(text),
        }
        .get(question, details)
    }

    fn write_json(&mut self, value: &impl Serialize) -> Result<Exit, Failure> {
        let value = serde_json::to_value(value).map_err(io::Error::from)?;
        writeln!(self.out, "{value:#}")?;
        Ok(Exit::Success)
    }
}
