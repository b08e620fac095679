//! The command of one project.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::ui::report::Report;

use super::project_folders::StackProject;

/// The exit code of such a command for changes. The user gets 2, which is also that of wrong usage.
pub const CHANGES_OF_PART: u8 = 75;

/// Runs this very command for one project, in this process group: it may ask at the terminal. `interrupted` is called when
/// the user wants to stop, which the command hears as well. A plan takes the stacks `deleted_before`, each
/// `project/stack`, as deleted.
pub fn run(
    project: &StackProject,
    deleted_before: &[String],
    interrupted: impl Fn() + Send + Sync + 'static,
) -> Result<Exit, Failure> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let mut command = own_command()?;
    let stack = project.is_one_of_several.then_some(project.stack.as_str());
    command.args(of_one(
        arguments,
        &project.settings.folder,
        stack,
        deleted_before,
    ));
    let mut child = command.spawn().map_err(|it| unstartable(&it))?;
    let id = libc::pid_t::try_from(child.id()).ok();
    Interrupts::install().notify(move |_| {
        interrupted();
        if let Some(id) = id {
            // A terminal has sent it to both processes: it counts once.
            // SAFETY: a plain system call without pointers.
            unsafe { libc::kill(id, libc::SIGINT) };
        }
    });
    let status = child.wait().map_err(|it| unstartable(&it))?;
    Interrupts::install().notify(|_| {});
    Ok(exit_of(status.code()))
}

/// The program of this process.
pub fn own_command() -> Result<Command, Failure> {
    let program = std::env::current_exe().map_err(|it| unstartable(&it))?;
    Ok(Command::new(program))
}

/// The failure to start or to wait for the command of a project.
pub fn unstartable(error: &std::io::Error) -> Failure {
    let message = format!("the command of a project cannot be started: {error}");
    Failure::new(Exit::Failure, Report::error(message))
}

fn exit_of(code: Option<i32>) -> Exit {
    if code == Some(CHANGES_OF_PART.into()) {
        return Exit::Changes;
    }
    let all = [
        Exit::Success,
        Exit::Usage,
        Exit::Locked,
        Exit::Stopped,
        Exit::Bug,
    ];
    let found = all.into_iter().find(|it| code == Some(it.code().into()));
    found.unwrap_or(Exit::Failure)
}

/// The arguments with a project, and its stack if that has to be named, in the place of `--all`.
fn of_one(
    arguments: Vec<OsString>,
    folder: &Path,
    stack: Option<&str>,
    deleted_before: &[String],
) -> Vec<OsString> {
    let is_all = |it: &OsStr| it == "--all" || it.as_encoded_bytes().starts_with(b"--all=");
    let mut one = Vec::new();
    for argument in arguments {
        if !is_all(&argument) {
            one.push(argument);
            continue;
        }
        one.push(folder.as_os_str().to_owned());
        one.push("--part-of-all".into());
        one.extend(stack.map(|it| OsString::from(format!("--stack={it}"))));
        let deleted = deleted_before.iter();
        one.extend(deleted.map(|it| OsString::from(format!("--deleted-before={it}"))));
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_code_says_how_a_project_ended() {
        for (code, exit) in [
            (Some(0), Exit::Success),
            (Some(1), Exit::Failure),
            (Some(2), Exit::Usage),
            (Some(75), Exit::Changes),
            (Some(3), Exit::Locked),
            (Some(4), Exit::Stopped),
            (Some(101), Exit::Failure),
            (None, Exit::Failure),
        ] {
            assert_eq!(exit_of(code), exit, "{code:?}");
        }
    }

    #[test]
    fn a_project_takes_the_place_of_the_flag() {
        for all in ["--all", "--all=stacks"] {
            let arguments = ["-C", "x", "up", all, "-y"].map(OsString::from);
            let deleted = ["app/dev".to_owned()];
            let one = of_one(
                arguments.to_vec(),
                Path::new("/p/net"),
                Some("web"),
                &deleted,
            );
            let part = ["--part-of-all", "--stack=web", "--deleted-before=app/dev"];
            let expected = [&["-C", "x", "up", "/p/net"][..], &part, &["-y"]].concat();
            assert_eq!(one, expected, "{all}");
        }
    }
}
