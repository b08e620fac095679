//! The arguments of `lumi state`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clap_complete::engine::ArgValueCandidates;

use super::resource_argument::parse_resource;
use super::stack_args::ForgetFlags;
use lumi_terminal::input::completion;

/// Inspect and edit the resources in the state of a stack
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi state ls
  lumi state show web
  lumi state taint web                    the next `lumi up` replaces it
  lumi state mv web frontend              after it was renamed in the program")]
pub struct StateArgs {
    /// The folder of the project, or its program
    #[arg(long, default_value = ".", value_name = "PROGRAM", global = true)]
    pub program: PathBuf,
    /// The stack [default: the selected one, else dev]
    #[arg(short, long, value_name = "NAME", global = true, add = ArgValueCandidates::new(completion::stacks))]
    pub stack: Option<String>,
    #[command(subcommand)]
    pub command: StateCommand,
}

/// A NAME is that of a resource, or its URN; `*` in it stands for any text.
#[derive(Debug, Subcommand)]
pub enum StateCommand {
    /// List the resources
    #[command(visible_alias = "list")]
    Ls {
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the state of a resource
    Show {
        #[arg(value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
        name: String,
        /// Show the values of secrets
        #[arg(long)]
        show_secrets: bool,
        /// Write JSON, which is the default
        #[arg(long)]
        json: bool,
    },
    /// Keep resources from being deleted, as the option `protect` does until the next deployment
    Protect {
        #[arg(required = true, value_name = "NAME", value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
        names: Vec<String>,
    },
    /// Remove the protection of resources; the program may still set `protect`
    Unprotect {
        #[arg(required = true, value_name = "NAME", value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
        names: Vec<String>,
    },
    /// Mark resources for replacement by the next `lumi up`; for a component, its children
    Taint {
        #[arg(required = true, value_name = "NAME", value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
        names: Vec<String>,
    },
    /// Undo `taint`
    Untaint {
        #[arg(required = true, value_name = "NAME", value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
        names: Vec<String>,
    },
    /// Rename a resource, or change its URN, and update references to it
    ///
    /// For a program in which a resource has got another name, another parent or, if it is a
    /// component, another type: the object stays as it is.
    #[command(
        visible_alias = "rename",
        after_help = "\
Examples:
  lumi state mv web frontend
  lumi state mv web 'urn:lumi:dev::shop::index$acme:web:Site::std:fs:File::web'   below a component"
    )]
    Mv {
        /// The resource: its name, or its URN
        #[arg(value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
        old: String,
        /// Its new name, or its new URN
        #[arg(value_parser = parse_resource)]
        new: String,
    },
    /// Record the outcome of an operation of a stopped run that its provider cannot look up
    ///
    /// `lumi stack pending` lists these operations.
    #[command(after_help = "\
Examples:
  lumi state resolve setup --not-done                the next `lumi up` does it again
  lumi state resolve setup --done                    a command that came to its end
  lumi state resolve web --done --id i-0a1b2c        an object that was created, by its id
  lumi state resolve setup --done --outputs out.json with outputs, such as {\"stdout\": \"ok\"}
  lumi state resolve web db --done --id web=i-1 --id db=i-2  several at once
  lumi state resolve --done --ids ids.txt            the same, from lines such as `web i-1`
  lumi state resolve '*' --list > ids.txt            objects that may be those, if providers list them")]
    Resolve {
        #[arg(
            required_unless_present_any = ["ids", "id"],
            value_parser = parse_resource,
            add = ArgValueCandidates::new(completion::resources)
        )]
        names: Vec<String>,
        #[command(flatten)]
        outcome: OutcomeFlags,
        /// The id of the object that was created; NAME=ID for several
        #[arg(long, requires = "done")]
        id: Vec<String>,
        /// Names and ids of objects that were created, one pair a line; `-` reads standard input
        #[arg(long, value_name = "FILE", requires = "done")]
        ids: Option<PathBuf>,
        /// The outputs as a JSON object; `-` reads standard input
        #[arg(long, value_name = "FILE", requires = "done")]
        outputs: Option<PathBuf>,
        /// Accept what the project asks for: plugins in Lumi.yaml may be started
        #[arg(short = 'P', long = "permissions", requires = "list")]
        project: bool,
    },
    /// Remove a resource from the state without deleting its object
    Rm {
        /// A URN or a name; `*` stands for anything
        #[arg(value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
        name: String,
        #[command(flatten)]
        flags: ForgetFlags,
    },
}

/// The outcome of a pending operation.
#[derive(Clone, Debug, Args)]
#[group(required = true, multiple = false)]
pub struct OutcomeFlags {
    /// The operation was done
    #[arg(long)]
    pub done: bool,
    /// The operation was not done, or may be done again
    #[arg(long)]
    pub not_done: bool,
    /// List objects of the type that the stack does not have, as lines for --ids; PLACE is that of `lumi snapshot`
    #[arg(long, value_name = "PLACE", num_args = 0..=1, default_missing_value = "", require_equals = true)]
    pub list: Option<String>,
}
