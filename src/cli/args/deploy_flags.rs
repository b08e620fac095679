//! Flags that several commands of deployments share.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, ValueHint};
use clap_complete::engine::ArgValueCandidates;

use super::numbers::parse_parallel;
use super::resource_argument::parse_resource;
use crate::commands::graph::{GraphFormat, format_of};
use lumi_runs::flags::parse_time;
use lumi_terminal::input::completion;

/// Headings of these flags in the help.
pub const RESOURCES: &str = "Resources";
pub const RUN: &str = "Run";
pub const OUTPUT: &str = "Output";
const CONSENT: &str = "Safety";

/// The group of the flags that name targets.
const CHOSEN: &str = "targets";

/// Provider calls that run at the same time, unless told otherwise.
const PARALLEL: NonZeroUsize = NonZeroUsize::new(32).unwrap();
/// The time limit for provider calls that change nothing; `default_value` has its text.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(600);

/// The resources that a deployment includes.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = RESOURCES)]
pub struct ScopeFlags {
    #[command(flatten)]
    pub targets: TargetFlags,
    /// Replace this resource even if nothing has changed
    #[arg(long, value_name = "URN|NAME", value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
    pub replace: Vec<String>,
    /// Include only this resource, and replace it: --target and --replace in one
    #[arg(long, value_name = "URN|NAME", group = CHOSEN, value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
    pub target_replace: Vec<String>,
    #[command(flatten)]
    pub look: RefreshFlag,
}

/// Whether a run begins with a refresh.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = RESOURCES)]
pub struct RefreshFlag {
    /// Refresh the state first, to detect changes made outside of Lumi
    #[arg(short, long)]
    pub refresh: bool,
}

/// Whether a run that needs no program evaluates it.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = RUN)]
pub struct EvaluationFlag {
    /// Evaluate the program first, for its hooks; if it fails, nothing is done
    #[arg(long)]
    pub run_program: bool,
}

/// The selected resources. In patterns, `*` matches any text.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = RESOURCES, group = ArgGroup::new(CHOSEN).multiple(true))]
pub struct TargetFlags {
    /// Include only this resource: a URN or a name, in which `*` matches anything; can be repeated
    #[arg(short, long, value_name = "URN|NAME", group = CHOSEN, value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
    pub target: Vec<String>,
    /// Include the dependents of the targets, too
    #[arg(long, requires = CHOSEN)]
    pub target_dependents: bool,
    /// Exclude this resource
    #[arg(long, value_name = "URN|NAME", value_parser = parse_resource, add = ArgValueCandidates::new(completion::resources))]
    pub exclude: Vec<String>,
    /// Exclude the dependents of the excluded resources, too
    #[arg(long, requires = "exclude")]
    pub exclude_dependents: bool,
}

/// How a run goes, and how it is shown.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = RUN)]
pub struct RunFlags {
    /// How many operations run at the same time
    #[arg(short, long, value_name = "N", default_value_t = PARALLEL, value_parser = parse_parallel)]
    pub parallel: NonZeroUsize,
    /// Continue with resources that do not depend on a failed one
    #[arg(long)]
    pub continue_on_error: bool,
    /// Treat operations of earlier runs whose outcome is unknown as not done
    #[arg(long)]
    pub forget_pending: bool,
    /// Time limit for provider calls that change nothing, such as 30s or 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10m")]
    pub provider_timeout: Duration,
    /// Show old and new values of each resource
    #[arg(long, help_heading = OUTPUT)]
    pub diff: bool,
    /// Write the graph, with what changes and what fails, to FILE: a page (.html) or a picture (.svg)
    #[arg(long, help_heading = OUTPUT, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = parse_graph_file)]
    pub graph: Option<PathBuf>,
    /// Write events as lines of JSON, and a summary as the last one
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Show the values of secrets
    #[arg(long, help_heading = OUTPUT)]
    pub show_secrets: bool,
}

/// A file with the extension of a format: a mistyped name overwrites no program.
fn parse_graph_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match format_of(&path) {
        GraphFormat::Tree => Err("its name must end in .html, .svg or .json".to_owned()),
        _ => Ok(path),
    }
}

impl Default for RunFlags {
    /// As without any flag.
    fn default() -> Self {
        Self {
            parallel: PARALLEL,
            continue_on_error: false,
            forget_pending: false,
            provider_timeout: PROVIDER_TIMEOUT,
            diff: false,
            graph: None,
            json: false,
            show_secrets: false,
        }
    }
}

/// Limits of a plan.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = CONSENT)]
pub struct CheckFlags {
    /// Fail if there is anything to change
    #[arg(long)]
    pub expect_no_changes: bool,
    #[command(flatten)]
    pub deletions: DeletionFlag,
}

/// The limit of deletions.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = CONSENT)]
pub struct DeletionFlag {
    /// Fail, before anything is changed, if more than N resources would be deleted or replaced
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = deletions)]
    pub max_deletes: Option<usize>,
}

fn deletions(text: &str) -> Result<usize, &'static str> {
    text.parse()
        .map_err(|_| "the limit is a whole number from 0")
}

/// Whether a command is for several projects.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = RUN)]
pub struct AllFlag {
    /// Do it for all projects in FOLDER and below it, in the order in which they refer to each other
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = ".",
          value_hint = ValueHint::DirPath, conflicts_with_all = ["program", "config", "target", "exclude", "graph"])]
    pub all: Option<PathBuf>,
    /// Do it as a part of --all, which starts itself so: changes have an exit code of their own.
    #[arg(long, hide = true, conflicts_with = "all")]
    pub part_of_all: bool,
    /// A stack, as PROJECT/STACK, that the plan of all deletes before this one.
    #[arg(long, hide = true, value_name = "STACK", requires = "part_of_all")]
    pub deleted_before: Vec<String>,
}

/// How a change is agreed to.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = CONSENT)]
pub struct ConsentFlags {
    /// Do not ask; the plan is still made, and must have no errors
    #[arg(short, long)]
    pub yes: bool,
    /// Skip the plan and the question
    #[arg(short = 'f', long, conflicts_with = "dry_run")]
    pub skip_preview: bool,
    /// Show what would be done, without doing it, even with --yes
    #[arg(short = 'n', long, alias = "preview-only")]
    pub dry_run: bool,
}

/// Whether a new stack may be created.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = CONSENT)]
pub struct CreateFlag {
    /// Create the stack if it does not exist
    #[arg(long)]
    pub create: bool,
}

/// Whether a deployment, or its plan, may begin with nothing.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = CONSENT)]
pub struct NewStackFlags {
    #[command(flatten)]
    pub create: CreateFlag,
    /// Begin with nothing, although `Lumi.STACK.yaml` or a state of Terraform says that there are objects
    #[arg(long)]
    pub new_state: bool,
    /// Take over the objects that a state of Terraform or OpenTofu in the folder has, without a question
    #[arg(long, conflicts_with = "new_state")]
    pub take_over: bool,
}
