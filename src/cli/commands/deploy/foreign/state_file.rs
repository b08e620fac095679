//! Reads a state of Terraform or OpenTofu.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use lumi_import::ForeignState;
use lumi_pulumi::checkpoint::Checkpoint;
use lumi_terraform::state_file::StateFile;

use crate::commands::CommandError;
use lumi_project::ProjectSettings;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::Report;

use super::super::super::graph_file::STDIN;
use super::provider_packages::provider_packages;

/// Reads a file, or standard input for `-`, whose providers are packages of the project.
pub fn state(
    path: &Path,
    settings: &ProjectSettings,
    current: &Path,
) -> Result<ForeignState, Failure> {
    let file = parsed(path, current)?;
    let packages = provider_packages(&file, settings)?;
    Ok(ForeignState::new(file, packages))
}

/// The addresses of the providers in a state, as `lumi add` takes them.
pub fn provider_addresses(path: &Path, current: &Path) -> Result<BTreeSet<String>, Failure> {
    let file = parsed(path, current)?;
    let objects = file.objects.iter();
    Ok(objects.map(|it| it.provider.short().to_owned()).collect())
}

/// Reads a file, or standard input for `-`.
pub fn parsed(path: &Path, current: &Path) -> Result<StateFile, Failure> {
    let bytes = match path == Path::new(STDIN) {
        true => read_limit::all(io::stdin().lock(), read_limit::DOCUMENT),
        false => read_limit::file(&current.join(path), read_limit::DOCUMENT),
    };
    let bytes = bytes.map_err(|source| CommandError::Read {
        path: path.to_owned(),
        source,
    })?;
    let place = match path == Path::new(STDIN) {
        true => "on standard input".to_owned(),
        false => path.display().to_string(),
    };
    if Checkpoint::is_one(&bytes) {
        let message = format!("cannot import the state {place}: it is a state of Pulumi");
        let help = format!(
            "in a project with its program, `lumi stack import {0}` takes it over as it is, without \
             reading the objects; `lumi new DIR --from {0}` makes a project with a program",
            path.display()
        );
        return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
    }
    StateFile::parse(&bytes).map_err(|error| {
        let message = format!("cannot import the state {place}: {error}");
        Failure::new(Exit::Usage, Report::error(message))
    })
}
