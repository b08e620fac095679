//! Plans in files: `preview --save FILE`, `up --plan FILE`.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::cli::commands::written_file;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::ui::report::Report;
use crate::engine::SavedPlan;

/// Writes a plan, replacing a file that is there.
pub fn save(plan: &SavedPlan, path: &Path) -> Result<(), Failure> {
    let written = written_file::replace_with(path, |out| {
        serde_json::to_writer_pretty(&mut *out, plan)?;
        writeln!(out)
    });
    written.map_err(|error| Failure::unwritable(path, &error))
}

/// Reads a plan that was made for the same stack.
pub fn read(path: &Path, project: &str, stack: &str) -> Result<SavedPlan, Failure> {
    let unusable = |why: String| {
        let message = format!("cannot use the plan {}: {why}", path.display());
        let report = Report::error(message).help("`lumi preview --save FILE` makes one");
        Failure::new(Exit::Usage, report)
    };
    let text = fs::read_to_string(path).map_err(|error| unusable(error.to_string()))?;
    let plan: SavedPlan =
        serde_json::from_str(&text).map_err(|error| unusable(error.to_string()))?;
    if plan.lumi_plan != SavedPlan::VERSION {
        let version = plan.lumi_plan;
        return Err(unusable(format!(
            "its format {version} is not one that this lumi knows"
        )));
    }
    if (plan.project.as_str(), plan.stack.as_str()) != (project, stack) {
        return Err(unusable(format!(
            "it was made for the stack `{}` of the project `{}`, not for `{stack}` of `{project}`",
            plan.stack, plan.project
        )));
    }
    Ok(plan)
}
