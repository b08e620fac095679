//! How a child process begins: its program, its variables, its folder and what its streams are.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsRawFd as _, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;

use deno_core::OpState;
use rustix::io::fcntl_dupfd_cloexec;
use serde::Deserialize;

use lumi_rpc::{end_with_parent, is_withheld, lead_process_group};

use super::own_program;
use crate::files::open_files::OpenFiles;
use crate::files::path_text::path_of;
use crate::surroundings::Surroundings;
use crate::system_error::SystemError;

/// The number of streams that each process has.
const STANDARD: usize = 3;

/// Maximum number of streams of a process.
const SLOT_LIMIT: usize = 256;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LaunchOptions {
    /// The name that the process sees as its own.
    argv0: String,
    /// Relative to the project folder.
    cwd: Option<String>,
    /// Variables to set or, if null, to remove.
    env: Vec<(String, Option<String>)>,
    /// Whether the process gets only `env`.
    clear: bool,
    user: Option<u32>,
    group: Option<u32>,
    /// Whether the process leads a session of its own, without a terminal.
    detached: bool,
    /// By the number that the process knows each stream by.
    stdio: Vec<Slot>,
}

/// One of the streams of a process.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Slot {
    /// A pipe to the program.
    Pipe,
    /// `/dev/null`
    Null,
    /// The console, at this level.
    Console(i32),
    /// A file that the program has opened.
    File(u32),
}

/// The program's end of a pipe.
pub enum PipeEnd {
    Reader(PipeReader),
    Writer(PipeWriter),
    Both(UnixStream),
    /// The output of the process, which goes to the console at this level.
    Console(PipeReader, i32),
}

/// A process that was started.
pub struct Launched {
    pub child: Child,
    /// The pipes of the process, each with the number of its stream.
    pub ends: Vec<(u32, PipeEnd)>,
}

/// A process that may be started.
pub struct Launch {
    command: Command,
    slots: Vec<Slot>,
    files: OpenFiles,
}

impl Launch {
    /// Asks the sandbox.
    pub fn prepare(
        state: &mut OpState,
        program: &str,
        arguments: &[String],
        options: &LaunchOptions,
    ) -> Result<Self, SystemError> {
        // No program can be started there, whatever is permitted.
        if options.cwd.as_deref() == Some("") {
            return Err(SystemError::new(
                &io::ErrorKind::NotFound.into(),
                "spawn",
                program,
            ));
        }
        let surroundings = Surroundings::of(state);
        surroundings
            .permissions
            .check_run(own_program::permission_name(program))?;
        // Programs such as busybox do what the name says that they are called by.
        if name_of(&options.argv0) != name_of(program) {
            surroundings
                .permissions
                .check_run(own_program::permission_name(&options.argv0))?;
        }
        if options.env.iter().any(|(name, _)| is_loader_variable(name)) {
            surroundings.permissions.check_all_run()?;
        }
        let mut slots = options.stdio.clone();
        slots.resize(slots.len().clamp(STANDARD, SLOT_LIMIT), Slot::Null);
        Ok(Self {
            command: command(&surroundings, program, arguments, options)?,
            slots,
            files: state.try_borrow::<OpenFiles>().cloned().unwrap_or_default(),
        })
    }

    /// Starts the process. The kernel kills it when this thread ends.
    pub fn start(mut self) -> io::Result<Launched> {
        end_with_parent(&mut self.command);
        let mut ends = Vec::new();
        let mut extra = Vec::new();
        for (number, slot) in (0_u32..).zip(&self.slots) {
            let (own, end) = self.stream(number, *slot)?;
            ends.extend(end.map(|it| (number, it)));
            match number {
                0 => drop(self.command.stdin(Stdio::from(own))),
                1 => drop(self.command.stdout(Stdio::from(own))),
                2 => drop(self.command.stderr(Stdio::from(own))),
                _ => extra.push(own),
            }
        }
        let reserved = pass_extra_streams(&mut self.command, extra)?;
        let child = self.command.spawn()?;
        drop(reserved);
        Ok(Launched { child, ends })
    }

    /// The process's end of a stream, and that of the program.
    fn stream(&self, number: u32, slot: Slot) -> io::Result<(OwnedFd, Option<PipeEnd>)> {
        Ok(match slot {
            Slot::Null => {
                let null = File::options().read(true).write(true).open("/dev/null")?;
                (null.into(), None)
            }
            Slot::File(file) => (self.files.get(file)?.file.try_clone()?.into(), None),
            Slot::Console(level) => {
                let (reader, writer) = io::pipe()?;
                (writer.into(), Some(PipeEnd::Console(reader, level)))
            }
            Slot::Pipe if number == 0 => {
                let (reader, writer) = io::pipe()?;
                (reader.into(), Some(PipeEnd::Writer(writer)))
            }
            Slot::Pipe if number < 3 => {
                let (reader, writer) = io::pipe()?;
                (writer.into(), Some(PipeEnd::Reader(reader)))
            }
            Slot::Pipe => {
                let (theirs, ours) = UnixStream::pair()?;
                (theirs.into(), Some(PipeEnd::Both(ours)))
            }
        })
    }
}

/// The name that a program sees as its own.
fn name_of(program: &str) -> Option<&OsStr> {
    Path::new(program).file_name()
}

/// Whether a variable makes programs load arbitrary code.
fn is_loader_variable(name: &str) -> bool {
    name.starts_with("LD_") || name.starts_with("DYLD_")
}

fn command(
    surroundings: &Surroundings,
    program: &str,
    arguments: &[String],
    options: &LaunchOptions,
) -> Result<Command, SystemError> {
    let project = surroundings.folder.as_path();
    let environment = Rc::clone(&surroundings.environment);
    let missing = || SystemError::new(&io::ErrorKind::NotFound.into(), "spawn", program);
    let file = find_program(program, project, &environment).ok_or_else(missing)?;
    let mut command = Command::new(file);
    command.arg0(&options.argv0).args(arguments).env_clear();
    if options.detached {
        // SAFETY: between fork and exec one system call is made, which allocates nothing.
        unsafe {
            command.pre_exec(|| match libc::setsid() {
                -1 => Err(io::Error::last_os_error()),
                _ => Ok(()),
            });
        }
    } else {
        lead_process_group(&mut command);
    }
    if let Some(group) = options.group {
        command.gid(group);
    }
    if let Some(user) = options.user {
        command.uid(user);
    }
    if !options.clear {
        let inherited = environment.iter().filter(|(name, _)| !is_withheld(name));
        command.envs(inherited.map(|(name, value)| (name, value)));
    }
    for (name, value) in &options.env {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    if let Some((name, value)) = own_program::permissions_variable(surroundings, program, arguments)
    {
        command.env(name, value);
    }
    command.current_dir(match &options.cwd {
        Some(folder) => project.join(path_of(folder)),
        None => project.to_owned(),
    });
    Ok(command)
}

/// Searches the PATH that the run was started with. With the program's own PATH, a permission for
/// `git` would allow any program of that name.
fn find_program(
    program: &str,
    project: &Path,
    environment: &[(String, String)],
) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(project.join(program));
    }
    let path = environment.iter().find(|(name, _)| name == "PATH");
    let found = std::env::split_paths(path.map_or("/usr/local/bin:/usr/bin:/bin", |(_, it)| it))
        .map(|folder| folder.join(program))
        .find(|file| file.is_file());
    // The shell of POSIX is where Node has it, whatever PATH says.
    found.or_else(|| (program == "sh").then(|| PathBuf::from("/bin/sh")))
}

/// Makes the streams after the standard ones those with the numbers from 3 on. Returns descriptors
/// that must be open while the process starts: they keep the numbers from being used by the pipe on
/// which the standard library reports that a program cannot be started.
fn pass_extra_streams(command: &mut Command, extra: Vec<OwnedFd>) -> io::Result<Vec<OwnedFd>> {
    let first = RawFd::try_from(STANDARD).unwrap_or_default();
    let end = first + RawFd::try_from(extra.len()).unwrap_or_default();
    if extra.is_empty() {
        return Ok(Vec::new());
    }
    let mut reserved = Vec::new();
    let null = File::open("/dev/null")?;
    loop {
        let next = fcntl_dupfd_cloexec(&null, first)?;
        if next.as_raw_fd() >= end {
            break;
        }
        reserved.push(next);
    }
    // These numbers are above all targets, so that none is overwritten before it is moved.
    let sources = extra.iter().map(|it| fcntl_dupfd_cloexec(it, end));
    let sources = sources.collect::<Result<Vec<_>, _>>()?;
    // SAFETY: between fork and exec only system calls are made, which allocate nothing.
    unsafe {
        command.pre_exec(move || {
            for (target, source) in (first..).zip(&sources) {
                if libc::dup2(source.as_raw_fd(), target) == -1 {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(())
        });
    }
    Ok(reserved)
}
