//! The file that the description of a package is kept in.

use std::io;
use std::path::{Path, PathBuf};

use lumi_graph::LUMI_FOLDER;
use lumi_state::project_path;

use crate::process_environment::home_folder;

/// The folder of descriptions in the project folder.
const FOLDER: &str = ".lumi/schemas";

/// The end of the name of a description beside an installed package.
const SUFFIX: &str = ".schemas";

/// The file of a package's description: beside the folder of an installed one, otherwise below
/// `.lumi` of the project.
pub fn place(project: &Path, package: &str, program: &Path) -> PathBuf {
    let is_installed = home_folder().is_some_and(|it| program.starts_with(it.join(LUMI_FOLDER)));
    let folder = program.parent().filter(|_| is_installed);
    match folder.and_then(|it| Some((it.parent()?, it.file_name()?))) {
        Some((above, name)) => {
            let mut name = name.to_owned();
            name.push(SUFFIX);
            above.join(name)
        }
        None => project_place(project, package),
    }
}

/// The file of a package's description below `.lumi` of the project.
pub fn project_place(project: &Path, package: &str) -> PathBuf {
    project.join(FOLDER).join(package)
}

/// Fails if a link leads a file of the project elsewhere: a clone carries links.
pub fn check(project: &Path, place: &Path) -> io::Result<()> {
    match place.starts_with(project) {
        true => project_path::check_without_links(project, &project.join(LUMI_FOLDER), place),
        false => Ok(()),
    }
}
