//! The environment in which lumi and a peer work on the same project.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Result;
use crate::contest::Competitor;

/// Environment variables, besides those of the benchmark.
pub(super) struct PeerEnvironment(pub Vec<(&'static str, PathBuf)>);

impl PeerEnvironment {
    /// Runs a program in a folder, without input and output. Fails if it does.
    pub fn run(&self, program: &Path, folder: &Path, arguments: &[&str]) -> Result<()> {
        let mut command = Command::new(program);
        command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .envs(self.0.iter().map(|(name, value)| (name, value)))
            .args(arguments);
        let status = command.status()?;
        match status.success() {
            true => Ok(()),
            false => Err(format!("{command:?} failed: {status}").into()),
        }
    }

    /// The competitor in a folder, with these variables.
    pub fn within(&self, competitor: Competitor, folder: &Path) -> Competitor {
        let variables = self.0.iter();
        variables.fold(competitor.within(folder), |it, (name, value)| {
            it.with(name, value.clone())
        })
    }
}

/// Removes what an earlier run has left in a folder.
pub(super) fn remove_leftovers(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(())
}
