//! The arguments of `lumi stack`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use clap_complete::engine::ArgValueCandidates;

use super::deploy_args::RollbackArgs;
use super::numbers::parse_run;
use super::resource_argument::parse_resource;
use lumi_runs::flags::StackFlag;
use lumi_terminal::input::completion;

/// Manage stacks; alone, list them
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi stack                              the stacks of the project
  lumi stack init prod && lumi stack select prod
  lumi stack output url -s prod           one output, for scripts
  lumi stack history 12                   what run 12 has changed
  lumi stack migrate s3://bucket/state    to another backend")]
pub struct StackArgs {
    /// The folder of the project, or its program
    #[arg(long, default_value = ".", value_name = "PROGRAM", global = true)]
    pub program: PathBuf,
    #[command(subcommand)]
    pub command: Option<StackCommand>,
}

#[derive(Debug, Subcommand)]
pub enum StackCommand {
    /// List the stacks of the project
    #[command(visible_alias = "list")]
    Ls {
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Create an empty stack, and select it
    Init {
        /// The name of the stack
        name: String,
    },
    /// Choose the stack that commands use
    Select {
        /// The stack
        #[arg(add = ArgValueCandidates::new(completion::stacks))]
        name: String,
    },
    /// Remove a stack that has no resources left
    #[command(visible_aliases = ["remove", "delete"])]
    Rm {
        /// The stack
        #[arg(add = ArgValueCandidates::new(completion::stacks))]
        name: String,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
        /// Remove the stack even if it has resources; their objects stay, unmanaged
        #[arg(long)]
        force: bool,
    },
    /// Move a stack to another backend, such as `s3://bucket/prefix`
    Migrate {
        /// The new backend
        url: String,
        #[command(flatten)]
        stack: StackFlag,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
    },
    /// Rename a stack; its name is part of the URNs of its resources
    Rename {
        #[arg(add = ArgValueCandidates::new(completion::stacks))]
        old: String,
        new: String,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
    },
    /// Show the outputs of the last deployment, or one of them
    #[command(visible_alias = "outputs")]
    Output {
        /// The name of an output
        #[arg(add = ArgValueCandidates::new(completion::outputs))]
        key: Option<String>,
        #[command(flatten)]
        stack: StackFlag,
        /// Write JSON
        #[arg(long)]
        json: bool,
        /// Show the values of secrets
        #[arg(long)]
        show_secrets: bool,
    },
    /// Export the state of a stack as a document
    Export {
        #[command(flatten)]
        stack: StackFlag,
        /// Write secrets in plain text; otherwise only the same stack can import them
        #[arg(long)]
        show_secrets: bool,
        /// Export the state after run NUMBER of `lumi stack history`, also where the present one is damaged
        #[arg(long, value_name = "NUMBER")]
        run: Option<u64>,
        /// Write the document that `pulumi stack import` reads
        #[arg(long)]
        pulumi: bool,
        /// Write the state of a configuration in HCL as a file of Terraform and OpenTofu, with secrets in plain text
        #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", value_hint = ValueHint::FilePath,
              conflicts_with = "pulumi")]
        terraform: Option<PathBuf>,
        /// Write to FILE instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Replace the state of a stack with an exported document, also of Pulumi
    Import {
        /// The document; `-` reads standard input
        file: PathBuf,
        #[command(flatten)]
        stack: StackFlag,
        /// Accept a document of another stack or of an older run, and replace a damaged state (a
        /// copy of it is kept)
        #[arg(long)]
        force: bool,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
    },
    /// Give a stack a new key, and encrypt the secrets in its state and configuration with it
    Rotate {
        #[command(flatten)]
        stack: StackFlag,
        #[command(flatten)]
        to: NewProtection,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
    },
    /// Remove a resource from the state without deleting its object: the older name of `lumi state rm`
    #[command(hide = true)]
    Forget {
        /// A URN or a name; `*` stands for anything
        #[arg(value_name = "URN|NAME", value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
        resource: String,
        #[command(flatten)]
        stack: StackFlag,
        #[command(flatten)]
        flags: ForgetFlags,
    },
    /// List operations of stopped runs whose outcome is not known, and what to do about them
    Pending {
        #[command(flatten)]
        stack: StackFlag,
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    #[command(after_help = "\
Examples:
  lumi stack history                      the last 100 runs
  lumi stack history 12 --json            what run 12 changed
  lumi stack history --drift              the last 100 events of `lumi watch`")]
    /// List the runs of a stack, or show what one of them changed
    History(HistoryArgs),
    /// Restore the resources of a stack to what they were after an earlier run
    ///
    /// The recorded inputs of that run are the goal, and the program runs only where it
    /// configures providers; the next `lumi up` applies it again. It is planned and shown first, like any
    /// deployment.
    Rollback(Box<RollbackArgs>),
    /// Remove a lock whose process is gone
    Unlock {
        #[command(flatten)]
        stack: StackFlag,
        /// Remove the lock even if its process may still run
        #[arg(long)]
        force: bool,
    },
}

/// How far `state rm` goes.
#[derive(Clone, Copy, Debug, Args)]
pub struct ForgetFlags {
    /// Also remove its dependents
    #[arg(long)]
    pub dependents: bool,
    /// Also remove protected resources
    #[arg(long)]
    pub force: bool,
    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,
}

/// How the key of a stack is to be protected; unchanged by default.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct NewProtection {
    /// Protect it with the passphrase in FILE; without FILE or with `-`, ask at the terminal or read
    /// standard input
    #[arg(long = "to-passphrase", value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub passphrase: Option<PathBuf>,
    /// Protect it with the key file of the project, `.lumi/key`
    #[arg(long = "to-key-file")]
    pub key_file: bool,
}

/// The flags of `lumi stack history`.
#[derive(Debug, clap::Args)]
pub struct HistoryArgs {
    /// The number of a run
    #[arg(value_parser = parse_run)]
    pub number: Option<u64>,
    #[command(flatten)]
    pub stack: StackFlag,
    /// Show what `lumi watch` has found, instead of runs
    #[arg(long, conflicts_with = "show_secrets")]
    pub drift: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// Show the values of secrets
    #[arg(long)]
    pub show_secrets: bool,
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Debug, Parser)]
    struct Lumi {
        #[command(flatten)]
        stack: StackArgs,
    }

    #[test]
    fn the_definition_is_consistent() {
        Lumi::command().debug_assert();
    }

    #[test]
    fn stacks_are_named_or_selected() {
        let parse = |line: &str| Lumi::try_parse_from(["lumi"].into_iter().chain(line.split(' ')));
        let command = parse("output url -s prod --json").unwrap().stack.command;
        let Some(StackCommand::Output { key, stack, .. }) = command else {
            panic!("{command:?}");
        };
        assert_eq!(key.as_deref(), Some("url"));
        assert_eq!(stack.stack.as_deref(), Some("prod"));
        assert!(parse("rm").is_err());
        assert!(parse("select").is_err());
    }
}
