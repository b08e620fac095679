//! `--all`: a command for every project of a folder, those that others refer to first.
//!
//! Each project is deployed by the same command in a process of its own: it asks, shows and fails as it does alone.
//!
//! | module | |
//! |---|---|
//! | `project_folders` | the projects of a folder |
//! | `stack_links` | the stacks that a program, or a state, refers to |
//! | `project_order` | the order in which projects follow from these |
//! | `project_command` | the command of one project |

mod project_command;
mod project_folders;
mod project_order;
mod stack_links;

pub use project_command::CHANGES_OF_PART;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::args::{DeployCommand, ProgramFlags};
use lumi_project::ProjectSettings;
use lumi_project::stacks::backend::{open_stack, wait};
use lumi_runs::cdktf::Synthesis;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

use project_folders::{StackProject, projects_of};
use project_order::ordered;

/// A command for all projects of a folder.
pub struct AllProjects<'a> {
    folder: &'a Path,
    flags: &'a ProgramFlags,
    /// Whether stacks are deleted, those that refer to others first.
    deletes: bool,
    /// Whether nothing is changed.
    is_plan: bool,
}

impl<'a> AllProjects<'a> {
    /// `None` for a command of one project.
    pub fn of(command: &'a DeployCommand) -> Option<Self> {
        let (all, flags, deletes, is_plan) = match command {
            DeployCommand::Preview(it) => (&it.all, &it.flags, it.destroy, true),
            DeployCommand::Up(it) => (&it.all, &it.flags, false, it.consent.dry_run),
            DeployCommand::Destroy(it) => (&it.all, &it.flags, true, it.consent.dry_run),
            _ => return None,
        };
        Some(Self {
            folder: all.all.as_deref()?,
            flags,
            deletes,
            is_plan,
        })
    }

    /// Runs the command for each project; `current` is the folder that paths are relative to.
    pub fn run(&self, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
        let stack = self.flags.stack.stack.as_deref();
        let synthesize = |settings: &ProjectSettings| {
            let flags = self.flags;
            Synthesis {
                settings,
                flags,
                current,
                terminal,
            }
            .run()
        };
        let mut projects = projects_of(&current.join(self.folder), stack, &synthesize)?;
        if self.deletes {
            projects = deployed(projects)?;
        }
        if projects.is_empty() {
            let what = if self.deletes {
                "deployed project"
            } else {
                "project"
            };
            let message = format!("there is no {what} in {}", self.folder.display());
            let help = "a project is a folder with a Lumi.yaml, a Pulumi.yaml or a cdktf.json";
            return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
        }
        for project in &mut projects {
            if self.deletes {
                project.links = stack_links::of_state(project)?;
            } else {
                if !project.settings.is_cdktf() {
                    project.links = stack_links::of_program(project, self.flags)?;
                }
                // The command of the project says why its state cannot be read.
                project.former_links = stack_links::of_state(project).unwrap_or_default();
            }
        }
        let mut projects = ordered(projects)?;
        if self.deletes {
            projects.reverse();
        }
        let names: Vec<String> = projects.iter().map(StackProject::label).collect();
        terminal.print_line(&format!("Projects: {}", names.join(", ")));
        self.run_each(&projects, terminal)
    }

    /// Stops at the first project that fails.
    fn run_each(&self, projects: &[StackProject], terminal: Terminal) -> Result<Exit, Failure> {
        let is_interrupted = Arc::new(AtomicBool::new(false));
        let mut all = Exit::Success;
        let mut deleted_before = Vec::new();
        for (index, project) in projects.iter().enumerate() {
            terminal.print_line(&format!("\n{}", project.label()));
            let flag = Arc::clone(&is_interrupted);
            let interrupted = move || flag.store(true, Ordering::Relaxed);
            match project_command::run(project, &deleted_before, interrupted)? {
                Exit::Success => {}
                Exit::Changes => all = Exit::Changes,
                failed => return Ok(stopped(failed, projects, index, terminal)),
            }
            if is_interrupted.load(Ordering::Relaxed) && index + 1 < projects.len() {
                return Ok(stopped(Exit::Stopped, projects, index, terminal));
            }
            // Where it is not only a plan, the states say what was deleted.
            if self.is_plan && self.deletes {
                deleted_before.push(project.label());
            }
        }
        Ok(all)
    }
}

/// The projects whose stacks exist.
fn deployed(projects: Vec<StackProject>) -> Result<Vec<StackProject>, Failure> {
    let mut found = Vec::new();
    for project in projects {
        let stack = open_stack(&project.settings, &project.stack)?;
        if wait(stack.exists())?? {
            found.push(project);
        }
    }
    Ok(found)
}

/// Names the projects that were left out.
fn stopped(exit: Exit, projects: &[StackProject], index: usize, terminal: Terminal) -> Exit {
    let left: Vec<String> = projects[index + 1..]
        .iter()
        .map(StackProject::label)
        .collect();
    if !left.is_empty() {
        let message = format!("stopped after {}", projects[index].label());
        let report = Report::note(message).help(format!("left out: {}", left.join(", ")));
        terminal.report(&report);
    }
    exit
}
