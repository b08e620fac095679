//! Commands that compare a stack with its goals and deploy the difference: `preview`, `up`,
//! `destroy`, `refresh`, `deploy`, `import`.
//!
//! | module | |
//! |---|---|
//! | `deploy_request` | the request of a user, independent of the command |
//! | `deployment` | combines project, stack and providers: a plan, a question, a run, an exit code |
//! | `target_stack` | a stack that does not exist |
//! | `confirmation` | the plan before a run, and the question |
//! | `run_picture` | the graph of a run, with what changes and what fails |
//! | `saved_config` | stores `-c` configuration in the stack's file |
//! | `idle_run` | the deployment of a plan without changes |
//! | `settled_run` | the deployment of a plan whose goals do not depend on it |
//! | `no_changes` | `--expect-no-changes` |
//! | `planned_source` | the source of the goals of a run, and its program |
//! | `single_run`, `run_report` | the source, run once, and the end of its program |
//! | `program_run`, `launch` | the program behind a run, started when it is first needed |
//! | `program_source` | the program as the source of a run, or what comes before the source |
//! | `observed_graph` | graphs for comparisons: the world, and what a program plans |
//! | `stack_snapshot` | what is there, of a stack and of listings |
//! | `packages` | available providers: built-in, of the program, plugins |
//! | `foreign` | a state of Terraform or OpenTofu as a source |
//! | `provider_monitor` | the monitor for providers that construct components |
//! | `ephemeral_opener` | ephemeral values for the configuration of providers, before the goals of the program |
//! | `program_configs` | the inputs of the program's provider resources, before its goals |
//! | `provider_config`, `counts` | configuration of providers, and counts for the history |
//! | `stack_drift` | the drift of a stack, and its resolution |
//! | `saved_plan_file` | `--save` and `--plan` |
//! | `synthesis` | programs of CDKTF, which declare nothing |
//! | `staged_pack` | the assets of a package in a folder, where providers read them |
//! | `sources` | sources of the goals of a run |

mod confirmation;
mod counts;
mod deploy_request;
mod deployment;
mod ephemeral_opener;
mod foreign;
mod idle_run;
mod launch;
mod no_changes;
mod observed_graph;
mod packages;
mod planned_source;
mod program_configs;
mod program_run;
mod program_source;
mod provider_config;
mod provider_monitor;
mod run_picture;
mod run_report;
mod saved_config;
mod saved_plan_file;
mod settled_run;
mod single_run;
mod sources;
mod stack_drift;
mod stack_snapshot;
mod staged_pack;
mod synthesis;
mod target_stack;

use std::path::{Path, PathBuf};

use crate::args::{DeployCommand, RollbackArgs};
use crate::commands::check::before_plan;
use crate::commands::projects::AllProjects;
use lumi_runs::remote_evaluation::ExecutionMode;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

use deploy_request::{DeployRequest, DeploySource};
use deployment::Deployment;
pub use foreign::provider_addresses;
pub use observed_graph::{live_graph, planned_graph};
pub use sources::listing_source::{Listing, Lookup};
pub use stack_drift::{StackDrift, StackProgram};
pub use stack_snapshot::{StackSnapshot, listed_objects, stack_snapshot};
pub use staged_pack::write_assets;

/// Runs the command; `current` is the folder that paths are relative to.
pub fn run(
    command: &DeployCommand,
    current: PathBuf,
    terminal: Terminal,
    place: ExecutionMode,
) -> Result<Exit, Failure> {
    if let Some(all) = AllProjects::of(command) {
        return all.run(&current, terminal);
    }
    let checked = match command {
        DeployCommand::Preview(args) if args.check => Some(&args.program),
        DeployCommand::Up(args) if args.check => Some(&args.program),
        DeployCommand::Deploy(args) if args.check => Some(&args.program),
        _ => None,
    };
    if let Some(program) = checked {
        before_plan(program, &current, terminal)?;
    }
    let mut request = DeployRequest {
        place,
        ..DeployRequest::new(command)
    };
    if let Some(path) = request.plan
        && saved_plan_file::is_of_destroy(&current.join(path))?
    {
        request.source = DeploySource::Empty;
    }
    Deployment::prepare(request, current, terminal)?.run()
}

/// `lumi stack rollback`.
pub fn roll_back(
    args: &RollbackArgs,
    program: &Path,
    current: PathBuf,
    terminal: Terminal,
) -> Result<Exit, Failure> {
    lumi_host::initialize();
    let request = DeployRequest::of_rollback(args, program);
    Deployment::prepare(request, current, terminal)?.run()
}
