//! Child processes, behind `node:child_process`. Programs wait for their child processes; a stop of
//! the program kills them.

use std::io::{self, Read, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use deno_core::{OpState, ToJsBuffer, op2};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::limits::StopHandle;
use lumi_rpc::{GroupSignal, ProcessGroup, is_withheld, lead_process_group};

use super::session::Session;
use super::system_error::SystemError;

/// Minimum and maximum interval between polls of a running process.
const POLL: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(20));

/// Number of polls of the pipes of a killed process.
const DRAIN_POLLS: u32 = 10;

/// Bytes read from a pipe at a time.
const CHUNK: usize = 64 << 10;

#[derive(Deserialize)]
pub struct CommandOptions {
    /// Relative to the project folder.
    cwd: Option<String>,
    /// Variables to set or, if null, to remove.
    env: Vec<(String, Option<String>)>,
    /// Whether the process gets only `env`.
    clear: bool,
    /// Milliseconds; 0 means no limit.
    timeout: f64,
}

#[derive(Serialize)]
pub struct Finished {
    /// The exit code; null if a signal ended the process.
    status: Option<i32>,
    /// The number of the signal.
    signal: Option<i32>,
    #[serde(rename = "timedOut")]
    timed_out: bool,
    stdout: ToJsBuffer,
    stderr: ToJsBuffer,
}

/// Runs a program to completion. `input` becomes its standard input.
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
        .and_then(|it| Instant::now().checked_add(it));
    let failed = |error: io::Error| SystemError::new(&error, "spawn", program);
    Running::start(command?, input)
        .and_then(|it| it.finish(&stop, deadline))
        .map_err(failed)
}

/// Whether a variable makes programs load arbitrary code.
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
    lead_process_group(&mut command);
    command.arg0(program).args(arguments).env_clear();
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
    command.current_dir(match &options.cwd {
        Some(folder) => project.join(folder),
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
    std::env::split_paths(path.map_or("/usr/local/bin:/usr/bin:/bin", |(_, it)| it))
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

struct Running {
    child: Child,
    output: Pipe,
    errors: Pipe,
}

impl Running {
    fn start(mut command: Command, input: &[u8]) -> io::Result<Self> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let output = Pipe::read(child.stdout.take());
        let errors = Pipe::read(child.stderr.take());
        if let Some(mut stdin) = child.stdin.take() {
            let input = input.to_vec();
            // A process may close the pipe without reading its input.
            thread::spawn(move || drop(stdin.write_all(&input)));
        }
        Ok(Self {
            child,
            output,
            errors,
        })
    }

    /// Waits until the process has ended and its pipes are closed: descendants may outlive the
    /// process and hold the pipes. After the time limit, all of them are killed.
    fn finish(mut self, stop: &StopHandle, deadline: Option<Instant>) -> io::Result<Finished> {
        let mut pause = POLL.0;
        let mut has_ended = false;
        let mut timed_out = false;
        let status = loop {
            if !has_ended && self.has_ended()? {
                has_ended = true;
                pause = POLL.0;
            }
            if has_ended && self.is_drained() {
                break self.child.wait()?;
            }
            timed_out = deadline.is_some_and(|it| Instant::now() >= it);
            if timed_out || stop.reason().is_some() {
                self.kill();
                let status = self.child.wait()?;
                self.drain();
                break status;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(POLL.1);
        };
        Ok(Finished {
            status: status.code(),
            signal: status.signal(),
            timed_out,
            stdout: self.output.take().into(),
            stderr: self.errors.take().into(),
        })
    }

    fn is_drained(&self) -> bool {
        self.output.is_closed() && self.errors.is_closed()
    }

    /// Waits briefly for the pipes of killed processes; a process that left the group may hold
    /// them.
    fn drain(&self) {
        for _ in 0..DRAIN_POLLS {
            if self.is_drained() {
                return;
            }
            thread::sleep(POLL.1);
        }
    }

    /// Whether the process has ended. Does not reap it: see [`kill`](Self::kill).
    fn has_ended(&mut self) -> io::Result<bool> {
        let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        // SAFETY: all zeroes are a valid `siginfo_t`, and it outlives the call that writes to it.
        unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            match libc::waitid(libc::P_PID, self.child.id(), &raw mut info, options) {
                0 => Ok(info.si_pid() != 0),
                _ => Err(io::Error::last_os_error()),
            }
        }
    }

    /// Kills the process group. Its id cannot be reused yet, because the process was not reaped.
    fn kill(&self) {
        if let Some(group) = ProcessGroup::led_by(self.child.id()) {
            group.signal(GroupSignal::Kill);
        }
    }
}

/// Output of a process, read while it runs.
struct Pipe {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Pipe {
    fn read(pipe: Option<impl Read + Send + 'static>) -> Self {
        let bytes = Arc::<Mutex<Vec<u8>>>::default();
        let shared = Arc::clone(&bytes);
        let reader = thread::spawn(move || {
            let Some(mut pipe) = pipe else { return };
            let mut chunk = vec![0; CHUNK];
            loop {
                match pipe.read(&mut chunk) {
                    Ok(0) => return,
                    Ok(length) => shared.lock().extend_from_slice(&chunk[..length]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return,
                }
            }
        });
        Self { bytes, reader }
    }

    fn is_closed(&self) -> bool {
        self.reader.is_finished()
    }

    /// Takes the bytes read so far.
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.bytes.lock())
    }
}
