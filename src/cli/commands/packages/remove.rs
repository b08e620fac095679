//! `lumi remove`.

use crate::commands::write_project_file;
use lumi_project::packages::{read_lock, remove_from, write_lock};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;

use super::install::known_name;
use super::{PackageProject, RemoveArgs};

/// Takes a package out of `Lumi.yaml` and `Lumi.lock`. The store keeps it: other projects may have it.
pub fn run(args: &RemoveArgs, project: &PackageProject<'_>) -> Result<Exit, Failure> {
    let settings = &project.settings;
    let name = known_name(project, &args.name)?;
    let (file, text) = settings.without_package(&name)?;
    let mut lock = read_lock(&settings.folder)?;
    write_project_file(&settings.folder, &file, &text)?;
    if remove_from(&mut lock, &name) {
        write_lock(&settings.folder, &lock)?;
    }
    project.terminal.print_line(&format!("removed {name}"));
    Ok(Exit::Success)
}
