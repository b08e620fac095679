//! Runs git, without what a repository could make it do.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::Command;
use tokio::time::{Instant, sleep};

use super::git_repository::GitRepository;
use super::module_error::ModuleError;
use super::module_files::folder_size;
use super::shown_source::without_credentials;

/// A folder in which git works for a repository, within limits.
pub(super) struct GitCommand<'a> {
    pub repository: &'a GitRepository,
    pub folder: &'a Path,
    pub deadline: Instant,
}

/// The time that a repository may take.
pub(super) const TIME: Duration = Duration::from_secs(20 * 60);

/// The most bytes that a repository may have on this machine, packed and unpacked. History is not fetched where the
/// server allows it.
const MOST_BYTES: u64 = 4 << 30;

/// The pause between two looks at the size.
const PAUSE: Duration = Duration::from_millis(500);

/// The end of what git has written that messages show. Bytes.
const SHOWN: u64 = 1 << 10;

/// Settings that count more than those of the user: hooks and other programs that the settings of a repository can name,
/// protocols that start programs, and work in the background.
const SETTINGS: [&str; 9] = [
    "protocol.ext.allow=never",
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.autocrlf=false",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=false",
    "advice.detachedHead=false",
    "gc.auto=0",
    "maintenance.auto=false",
];

/// Variables that make git work elsewhere, such as in the repository whose hook has started this process.
const ELSEWHERE: [&str; 8] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_TEMPLATE_DIR",
];

/// The end of a program, with its output.
struct Ended {
    status: ExitStatus,
    output: String,
    errors: String,
}

impl GitCommand<'_> {
    /// The output of git.
    pub async fn output(&self, arguments: &[&str]) -> Result<String, ModuleError> {
        let ended = self.run(arguments, self.repository.protocols()).await?;
        match ended.status.success() {
            true => Ok(ended.output),
            false => Err(self.failed(&ended.errors)),
        }
    }

    /// Fetches the repositories in the repository. They come from servers alone, except for those of a server of this
    /// machine.
    pub async fn fetch_submodules(&self) -> Result<(), ModuleError> {
        let protocols = match self.repository.protocols() {
            "file" | "git" => "https:ssh",
            of_server => of_server,
        };
        let arguments = [
            "submodule",
            "--quiet",
            "update",
            "--init",
            "--recursive",
            "--depth=1",
        ];
        let ended = self.run(&arguments, protocols).await?;
        match ended.status.success() {
            true => Ok(()),
            false => Err(self.failed(&ended.errors)),
        }
    }

    fn failed(&self, errors: &str) -> ModuleError {
        let lines = errors.lines().map(str::trim).filter(|it| !it.is_empty());
        let text = lines.collect::<Vec<_>>().join("; ");
        let reason = without_credentials(&text).replace(char::is_control, " ");
        ModuleError::Git {
            repository: self.repository.shown(),
            reason: match reason.is_empty() {
                true => "it gave no reason".to_owned(),
                false => reason,
            },
        }
    }

    async fn run(&self, arguments: &[&str], protocols: &str) -> Result<Ended, ModuleError> {
        let place = self.folder;
        let unwritable = |error| ModuleError::Unwritable {
            place: place.to_owned(),
            error,
        };
        let mut output = tempfile::tempfile().map_err(unwritable)?;
        let mut errors = tempfile::tempfile().map_err(unwritable)?;
        let mut command = Command::new("git");
        for setting in SETTINGS {
            command.arg("-c").arg(setting);
        }
        for variable in ELSEWHERE {
            command.env_remove(variable);
        }
        command
            .args(arguments)
            .current_dir(self.folder)
            .env("GIT_ALLOW_PROTOCOL", protocols)
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(output.try_clone().map_err(unwritable)?)
            .stderr(errors.try_clone().map_err(unwritable)?)
            .kill_on_drop(true);
        let mut child = command.spawn().map_err(ModuleError::NoGit)?;
        let status = loop {
            tokio::select! {
                status = child.wait() => break status.map_err(ModuleError::NoGit)?,
                () = sleep(PAUSE) => self.check_limits(&[&output, &errors])?,
            }
        };
        self.check_limits(&[&output, &errors])?;
        Ok(Ended {
            status,
            output: end_of(&mut output).map_err(unwritable)?,
            errors: end_of(&mut errors).map_err(unwritable)?,
        })
    }

    fn check_limits(&self, written: &[&File]) -> Result<(), ModuleError> {
        let repository = self.repository.shown();
        if Instant::now() > self.deadline {
            let limit = TIME;
            return Err(ModuleError::SlowGit { repository, limit });
        }
        let written = written.iter().filter_map(|it| it.metadata().ok());
        let written: u64 = written.map(|it| it.len()).sum();
        match folder_size(self.folder) + written > MOST_BYTES {
            true => Err(ModuleError::LargeRepository {
                repository,
                limit: MOST_BYTES,
            }),
            false => Ok(()),
        }
    }
}

/// The end of a file as text.
fn end_of(file: &mut File) -> std::io::Result<String> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(SHOWN)))?;
    let mut bytes = Vec::new();
    file.take(SHOWN).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
