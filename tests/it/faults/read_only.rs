//! Folders that become read-only during a run.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::lumi::tool;

/// Capabilities of root that ignore permissions.
const OVERRIDES: &str = "-dac_override,-dac_read_search";

/// Folders without write permission, restored on drop.
pub struct ReadOnly {
    folders: Vec<PathBuf>,
}

impl ReadOnly {
    /// Makes the folder and its subfolders read-only.
    pub fn make(folder: &Path) -> Self {
        let mut folders = vec![folder.to_owned()];
        let mut at = 0;
        while at < folders.len() {
            let entries = fs::read_dir(&folders[at]).into_iter().flatten().flatten();
            let below = entries.map(|it| it.path()).filter(|it| is_folder(it));
            folders.extend(below.collect::<Vec<_>>());
            at += 1;
        }
        for folder in &folders {
            set_mode(folder, 0o555);
        }
        Self { folders }
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        for folder in &self.folders {
            set_mode(folder, 0o755);
        }
    }
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|it| it.is_dir())
}

/// Sets a mode; a removed folder is ignored.
fn set_mode(folder: &Path, mode: u32) {
    let _ = fs::set_permissions(folder, Permissions::from_mode(mode));
}

/// The command without root's capabilities, so that permissions apply; `None` if that is
/// impossible.
pub fn bound_by_permissions(command: Command) -> Option<Command> {
    // SAFETY: only returns the user id.
    if unsafe { libc::geteuid() } != 0 {
        return Some(command);
    }
    let mut bound = tool("setpriv");
    bound.args(["--bounding-set", OVERRIDES]);
    let is_there = bound
        .arg("true")
        .output()
        .is_ok_and(|it| it.status.success());
    if !is_there {
        return None;
    }
    let mut bound = tool("setpriv");
    bound.args(["--bounding-set", OVERRIDES]);
    bound.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => bound.env(name, value),
            None => bound.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        bound.current_dir(folder);
    }
    Some(bound)
}
