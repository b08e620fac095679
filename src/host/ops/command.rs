//! Processes, behind `node:child_process`. A program waits for what it starts; whoever stops the
//! program ends the process with it.

use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use deno_core::{OpState, ToJsBuffer, op2};
use serde::{Deserialize, Serialize};

use crate::host::limits::StopHandle;

use super::session::Session;
use super::system_error::SystemError;

/// How often a running process is looked after: at first, and at most.
const POLL: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(20));

#[derive(Deserialize)]
pub struct CommandOptions {
    /// Relative to the project folder.
    cwd: Option<String>,
    /// Variables set and, where null, removed.
    env: Vec<(String, Option<String>)>,
    /// The process sees nothing but `env`.
    clear: bool,
    /// Milliseconds; 0 waits for ever.
    timeout: f64,
}

#[derive(Serialize)]
pub struct Finished {
    /// Null if a signal ended it.
    status: Option<i32>,
    /// Number of the signal.
    signal: Option<i32>,
    #[serde(rename = "timedOut")]
    timed_out: bool,
    stdout: ToJsBuffer,
    stderr: ToJsBuffer,
}

/// Runs a program to its end. `input` becomes its standard input.
#[op2]
#[serde]
pub fn op_lumi_command(
    state: &mut OpState,
    #[string] program: &str,
    #[serde] arguments: Vec<String>,
    #[serde] options: CommandOptions,
    #[buffer] input: &[u8],
) -> Result<Finished, SystemError> {
    let session = Session::from_state(state);
    let (command, stop) = {
        let session = session.borrow();
        session.permissions.check_run(program)?;
        if options.env.iter().any(|(name, _)| is_loader_variable(name)) {
            session.permissions.check_all_run()?;
        }
        (
            prepare(&session, program, &arguments, &options),
            session.stop.clone(),
        )
    };
    let deadline = (options.timeout > 0.0)
        .then(|| Duration::try_from_secs_f64(options.timeout / 1000.0).ok())
        .flatten()
        .map(|it| Instant::now() + it);
    let failed = |error: io::Error| SystemError::new(&error, "spawn", program);
    Running::start(command?, input)
        .and_then(|it| it.finish(&stop, deadline))
        .map_err(failed)
}

/// Variables that make any program run code of one's choice.
fn is_loader_variable(name: &str) -> bool {
    name.starts_with("LD_") || name.starts_with("DYLD_")
}

fn prepare(
    session: &Session,
    program: &str,
    arguments: &[String],
    options: &CommandOptions,
) -> Result<Command, SystemError> {
    let project = Path::new(&session.context.directory);
    let environment = Rc::clone(&session.environment);
    let missing = || SystemError::new(&io::ErrorKind::NotFound.into(), "spawn", program);
    let file = find_program(program, project, &environment).ok_or_else(missing)?;
    let mut command = Command::new(file);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, program);
    command.args(arguments).env_clear();
    if !options.clear {
        command.envs(environment.iter().map(|(name, value)| (name, value)));
    }
    for (name, value) in &options.env {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.current_dir(match &options.cwd {
        Some(folder) => project.join(folder),
        None => project.to_owned(),
    });
    Ok(command)
}

/// Looks a name up in the PATH the run was started with: were it the program's own copy, a
/// permission for `git` would be one for whatever the program calls so.
fn find_program(
    program: &str,
    project: &Path,
    environment: &[(String, String)],
) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(project.join(program));
    }
    let path = environment.iter().find(|(name, _)| name == "PATH");
    std::env::split_paths(path.map_or("/usr/local/bin:/usr/bin:/bin", |(_, it)| it))
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

struct Running {
    child: Child,
    output: Reader,
    errors: Reader,
}

type Reader = JoinHandle<io::Result<Vec<u8>>>;

impl Running {
    fn start(mut command: Command, input: &[u8]) -> io::Result<Self> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let output = read(child.stdout.take());
        let errors = read(child.stderr.take());
        if let Some(mut stdin) = child.stdin.take() {
            let input = input.to_vec();
            // A process that does not read its input closes the pipe; that is its right.
            thread::spawn(move || drop(stdin.write_all(&input)));
        }
        Ok(Self {
            child,
            output,
            errors,
        })
    }

    fn finish(mut self, stop: &StopHandle, deadline: Option<Instant>) -> io::Result<Finished> {
        let mut pause = POLL.0;
        let mut timed_out = false;
        let status = loop {
            if let Some(status) = self.child.try_wait()? {
                break status;
            }
            timed_out = deadline.is_some_and(|it| Instant::now() >= it);
            if timed_out || stop.reason().is_some() {
                self.child.kill()?;
                break self.child.wait()?;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(POLL.1);
        };
        // Whatever the process itself has started may hold the pipes open for ever.
        let is_killed = timed_out || stop.reason().is_some();
        Ok(Finished {
            status: status.code(),
            signal: signal(status),
            timed_out,
            stdout: collect(self.output, is_killed)?.into(),
            stderr: collect(self.errors, is_killed)?.into(),
        })
    }
}

fn read(pipe: Option<impl Read + Send + 'static>) -> Reader {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            pipe.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    })
}

fn collect(reader: Reader, is_killed: bool) -> io::Result<Vec<u8>> {
    if is_killed && !reader.is_finished() {
        thread::sleep(POLL.1);
        if !reader.is_finished() {
            return Ok(Vec::new());
        }
    }
    reader.join().unwrap_or_else(|_| Ok(Vec::new()))
}

fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    return None;
}
