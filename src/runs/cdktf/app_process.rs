//! A program in another language, in a process of its own.

use std::path::Path;
use std::process::{Command, Stdio};

use lumi_host::PermissionFlags;
use lumi_rpc::{end_with_parent, is_withheld};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::error_output;
use lumi_terminal::ui::report::{Report, escaped};

/// Whether the user has allowed a process, which no sandbox limits.
pub fn may_start(permissions: &PermissionFlags) -> bool {
    *permissions == PermissionFlags::everything()
}

/// Runs the line of `app` in a shell, as CDKTF's own command does, and waits for its end. Its output goes to standard
/// error: that of a plan is for its result.
pub fn run(app: &str, folder: &Path, environment: Vec<(String, String)>) -> Result<(), Failure> {
    let environment = environment.into_iter();
    let mut command = Command::new("sh");
    command
        .args(["-c", app])
        .current_dir(folder)
        .env_clear()
        .envs(environment.filter(|(name, _)| !is_withheld(name)))
        .stdin(Stdio::null())
        .stdout(error_output());
    end_with_parent(&mut command);
    let status = command.status();
    let what = format!("`{}` of cdktf.json", escaped(app));
    let status =
        status.map_err(|error| Failure::error(format!("{what} cannot be started: {error}")))?;
    match status.success() {
        true => Ok(()),
        false => {
            let report = Report::error(format!("{what} has failed: {status}"));
            Err(Failure::new(Exit::Failure, report))
        }
    }
}
