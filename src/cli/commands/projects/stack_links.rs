//! The stacks that a program, or a state, refers to.

use std::collections::BTreeSet;
use std::process::Stdio;

use serde_json::Value as Json;

use crate::args::ProgramFlags;
use lumi_engine::referred;
use lumi_graph::{REFERRED_URN, RESOURCE_REFERENCE, STACK_REFERENCE, StackName, Urn};
use lumi_project::stacks::backend::{open_stack, wait};
use lumi_runs::flags::PulumiPlace;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

use super::project_command::{own_command, unstartable};
use super::project_folders::StackProject;

/// The stacks that a program refers to, by its plan against an empty stack. A name that only a deployment knows is left
/// out.
pub fn of_program(
    project: &StackProject,
    flags: &ProgramFlags,
) -> Result<BTreeSet<StackName>, Failure> {
    let runtime = match flags.runtime {
        PulumiPlace::Embedded => "embedded",
        PulumiPlace::Node => "node",
    };
    let mut command = own_command()?;
    command
        .args(["run", "--format", "json", "-s", &project.stack])
        .args(["--runtime", runtime])
        .args(flags.sandbox.bounds_passed_on())
        .args(flags.sandbox.permissions.project.then_some("-P"))
        .arg(&project.settings.folder)
        .stdin(Stdio::null());
    let answer = command.output().map_err(|it| unstartable(&it))?;
    if !answer.status.success() {
        let message = format!("the program of {} cannot be planned", project.label());
        let mut report = Report::error(message);
        let said = String::from_utf8_lossy(&answer.stderr);
        report.details = said.trim().lines().map(str::to_owned).collect();
        let help = format!(
            "`lumi run {}` shows the same",
            project.settings.folder.display()
        );
        return Err(Failure::new(Exit::Failure, report.help(help)));
    }
    let graph: Json = serde_json::from_slice(&answer.stdout).unwrap_or_default();
    let vertices = graph["vertices"].as_array().into_iter().flatten();
    let links = vertices.filter_map(|it| {
        let text = |value: &Json| value.as_str().map(str::to_owned);
        match it["type"].as_str()? {
            // The name that a program of Pulumi gives has an organization, the id has none.
            STACK_REFERENCE => {
                let id = text(&it["id"]).or_else(|| text(&it["inputs"]["name"]))?;
                Some(StackName::of_id(&id, &project.settings.name))
            }
            RESOURCE_REFERENCE => {
                let urn = text(&it["inputs"][REFERRED_URN])?;
                Some(StackName::of_urn(&Urn::parse(&urn).ok()?))
            }
            _ => None,
        }
    });
    Ok(links.collect())
}

/// The stacks that the last deployment of a stack refers to.
pub fn of_state(project: &StackProject) -> Result<BTreeSet<StackName>, Failure> {
    let stack = open_stack(&project.settings, &project.stack)?;
    let state = wait(stack.load_masked())??.state;
    let links = state.resources.values().filter_map(|it| {
        let is_stack = it.external && it.urn.resource_type() == STACK_REFERENCE;
        match it.id.as_deref() {
            Some(id) if is_stack => Some(StackName::of_id(id, &project.settings.name)),
            _ => Some(StackName::of_urn(&referred(it)?)),
        }
    });
    Ok(links.collect())
}
