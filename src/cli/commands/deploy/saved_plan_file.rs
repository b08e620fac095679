//! Saved plans: `preview --save FILE`, `up --plan FILE`, `destroy --plan FILE`.

use std::io::Write as _;
use std::path::Path;

use crate::commands::file_writer;
use lumi_engine::{PlanKey, SavedPlan};
use lumi_state::{Stack, StateError};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::Report;

/// Writes a plan, replacing an existing file. The key of its secrets is encrypted with that of the
/// stack, which is created if missing.
pub async fn save(plan: &mut SavedPlan, path: &Path, stack: &Stack) -> Result<(), Failure> {
    if plan.has_secrets() {
        let keyring = stack.keyring().await?;
        let sealed = keyring.seal_text(&plan.key.to_text());
        plan.secrets_key = Some(sealed.map_err(StateError::Key)?);
        keyring.save().await?;
    }
    let written = file_writer::replace_with(path, |out| {
        serde_json::to_writer_pretty(&mut *out, plan)?;
        writeln!(out)
    });
    written.map_err(|error| Failure::unwritable(path, &error))
}

/// Reads a plan, which must be for the same stack.
pub async fn read(path: &Path, stack: &Stack) -> Result<SavedPlan, Failure> {
    let mut plan = parse(path, stack.project(), stack.name())?;
    if let Some(sealed) = &plan.secrets_key {
        let keyring = stack.keyring().await?;
        let text = keyring.unseal_text(sealed).map_err(StateError::Key)?;
        let key = PlanKey::parse(&text);
        plan.key = key.ok_or_else(|| unusable(path, "its `secretsKey` is not valid"))?;
    }
    Ok(plan)
}

/// Whether a plan was made by `preview --destroy`: what carries it out needs no program.
pub fn is_of_destroy(path: &Path) -> Result<bool, Failure> {
    Ok(open(path)?.destroy)
}

/// `destroy --plan` with a plan of the program.
pub fn of_other_command(path: &Path) -> Failure {
    let message = format!(
        "cannot use the plan {}: it is a plan of `lumi up`, which deletes only what is no longer \
         in the program",
        path.display()
    );
    let report = Report::error(message)
        .help("`lumi preview --destroy --save FILE` plans the deletion of everything");
    Failure::new(Exit::Usage, report)
}

fn open(path: &Path) -> Result<SavedPlan, Failure> {
    let text = read_limit::file(path, read_limit::DOCUMENT)
        .map_err(|error| unusable(path, &error.to_string()))?;
    let plan = SavedPlan::parse(&text).map_err(|error| unusable(path, &error.to_string()))?;
    if plan.lumi_plan != SavedPlan::VERSION {
        let version = plan.lumi_plan;
        return Err(unusable(
            path,
            &format!("its format version {version} is unknown to this lumi"),
        ));
    }
    Ok(plan)
}

fn parse(path: &Path, project: &str, stack: &str) -> Result<SavedPlan, Failure> {
    let plan = open(path)?;
    if (plan.project.as_str(), plan.stack.as_str()) != (project, stack) {
        return Err(unusable(
            path,
            &format!(
                "it was made for the stack `{}` of the project `{}`, not for `{stack}` of `{project}`",
                plan.stack, plan.project
            ),
        ));
    }
    Ok(plan)
}

fn unusable(path: &Path, why: &str) -> Failure {
    let message = format!("cannot use the plan {}: {why}", path.display());
    let report = Report::error(message).help("`lumi preview --save FILE` makes one");
    Failure::new(Exit::Usage, report)
}
