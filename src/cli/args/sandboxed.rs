//! Commands whose program has permissions.

use std::path::{Path, PathBuf};

use super::arguments::Command;
use super::closure_args::ClosureCommand;
use super::deploy_args::DeployCommand;
use super::engine_args::EngineCommand;
use super::stack_args::StackCommand;
use lumi_runs::flags::{PermissionArgs, ProgramFlags};

impl Command {
    /// The program that the command evaluates, and what it may do; `None` for commands without one.
    pub fn sandboxed(&mut self) -> Option<(PathBuf, &mut PermissionArgs)> {
        let (program, flags) = match self {
            Self::Run(args) => (args.program.clone(), &mut args.flags),
            Self::Test(args) => {
                let first = args.files.first().map(PathBuf::as_path);
                (first.unwrap_or(Path::new(".")).to_owned(), &mut args.flags)
            }
            // Each project has permissions of its own.
            Self::Deploy(command) if command.is_of_several() => return None,
            Self::Deploy(command) => deployed(command),
            Self::Reconcile(args) => (args.program.clone(), &mut args.flags),
            Self::Watch(args) => (args.program.clone(), &mut args.flags),
            Self::Engine(args) => match &mut args.command {
                EngineCommand::Run(args) => (args.program.clone(), &mut args.flags),
                EngineCommand::Deploy(command) => deployed(command),
            },
            Self::Closure(args) => match &mut args.command {
                ClosureCommand::Bundle(args) => (args.program.clone(), &mut args.flags),
                ClosureCommand::Why(args) => (args.program.clone(), &mut args.flags),
                ClosureCommand::Run(_) | ClosureCommand::Serve(_) => return None,
            },
            Self::Stack(args) => match &mut args.command {
                Some(StackCommand::Rollback(rollback)) => {
                    (args.program.clone(), &mut rollback.flags)
                }
                _ => return None,
            },
            _ => return None,
        };
        Some((program, &mut flags.sandbox.permissions))
    }
}

fn deployed(command: &mut DeployCommand) -> (PathBuf, &mut ProgramFlags) {
    match command {
        DeployCommand::Preview(args) => (args.program.clone(), &mut args.flags),
        DeployCommand::Up(args) => (args.program.clone(), &mut args.flags),
        DeployCommand::Destroy(args) => (args.program.clone(), &mut args.flags),
        DeployCommand::Refresh(args) => (args.program.clone(), &mut args.flags),
        DeployCommand::Deploy(args) => (args.program.clone(), &mut args.flags),
        DeployCommand::Import(args) => (args.program.clone(), &mut args.flags),
    }
}
