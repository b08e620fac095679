//! Starts, supervises and ends a process.

use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;
use tracing::{Instrument as _, debug_span};

use crate::child_process::{
    GroupSignal, ProcessGroup, end_with_parent, lead_process_group, withhold_variables,
};

use super::command::{PeerCommand, ShutdownMethod};

/// The time to end after standard input is closed.
const GRACE: Duration = Duration::from_secs(2);

/// The time to end after a signal.
const LAST_GRACE: Duration = Duration::from_secs(3);

/// A running process, killed on drop.
pub struct Process {
    /// `None` before the start and after the end.
    group: Arc<Mutex<Option<ProcessGroup>>>,
    /// Held open: closing it asks the process to end.
    stdin: Option<ChildStdin>,
    ended: watch::Receiver<Option<PeerExit>>,
    shutdown_method: ShutdownMethod,
}

/// The exit of a process, displayed as `exit code 3` or `signal 9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerExit {
    /// `None` if the process was killed, or its status is unknown.
    pub code: Option<i32>,
    how: String,
}

impl fmt::Display for PeerExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.how)
    }
}

impl From<io::Result<ExitStatus>> for PeerExit {
    fn from(ended: io::Result<ExitStatus>) -> Self {
        let code = ended.as_ref().ok().and_then(ExitStatus::code);
        let how = ended.map_or_else(|it| it.to_string(), describe);
        Self { code, how }
    }
}

/// The output streams of a process.
pub struct Pipes {
    pub stdout: ChildStdout,
    pub stderr: ChildStderr,
}

struct SpawnedChild {
    stdin: Option<ChildStdin>,
    pipes: Pipes,
}

impl Process {
    /// Starts a process and a thread that waits for its end. The kernel kills the process when that
    /// thread ends, and so when this process ends.
    pub async fn start(command: &PeerCommand) -> io::Result<(Self, Pipes)> {
        let shutdown_method = command.shutdown_method;
        let command = prepare(command);
        let program = command.get_program();
        let span = debug_span!(target: "rpc", "start", ?program);
        let (report, started) = oneshot::channel();
        let (end, ended) = watch::channel(None);
        let group = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&group);
        std::thread::Builder::new()
            .name("process-wait".to_owned())
            .spawn(move || supervise(command, &shared, report, &end))?;
        let started = started.instrument(span).await;
        let started = started.map_err(io::Error::other)??;
        let process = Self {
            group,
            stdin: started.stdin,
            ended,
            shutdown_method,
        };
        Ok((process, started.pipes))
    }

    /// How the process ended, if it has.
    pub fn ended(&self) -> Option<PeerExit> {
        self.ended.borrow().clone()
    }

    /// Waits until the process has ended.
    pub async fn wait(&self) -> PeerExit {
        let mut ended = self.ended.clone();
        let how = ended.wait_for(Option::is_some).await;
        let how = how.ok().and_then(|it| it.clone());
        how.unwrap_or_else(|| PeerExit {
            code: None,
            how: "for an unknown reason".to_owned(),
        })
    }

    /// Asks the process to end, and kills it after a grace period.
    pub async fn end(mut self) {
        self.stdin = None;
        let (grace, signal) = match self.shutdown_method {
            ShutdownMethod::EndOfInput => (GRACE, GroupSignal::Terminate),
            ShutdownMethod::Interrupt => (Duration::ZERO, GroupSignal::Interrupt),
        };
        if timeout(grace, self.wait()).await.is_err() {
            self.signal(signal);
            let _ = timeout(GRACE + LAST_GRACE - grace, self.wait()).await;
        }
    }

    /// Sends SIGTERM at once, for a process that does not read its standard input.
    pub async fn terminate(self) {
        self.signal(GroupSignal::Terminate);
        let _ = timeout(LAST_GRACE, self.wait()).await;
    }

    fn signal(&self, signal: GroupSignal) {
        // Held while the signal is sent: until it is released, the process is not waited for.
        let group = self.group.lock();
        if let Some(group) = *group {
            group.signal(signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.signal(GroupSignal::Kill);
    }
}

fn prepare(wanted: &PeerCommand) -> Command {
    let mut command = Command::new(&wanted.program);
    withhold_variables(&mut command);
    lead_process_group(&mut command);
    end_with_parent(&mut command);
    command
        .args(&wanted.arguments)
        .current_dir(&wanted.directory)
        .envs(wanted.environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Starts the process, waits for its end, and kills the rest of its group.
fn supervise(
    mut command: Command,
    group: &Mutex<Option<ProcessGroup>>,
    report: oneshot::Sender<io::Result<SpawnedChild>>,
    end: &watch::Sender<Option<PeerExit>>,
) {
    let (id, child) = match spawned(&mut command) {
        Ok(spawned) => spawned,
        Err(error) => {
            // The receiver may have been dropped.
            let _ = report.send(Err(error));
            return;
        }
    };
    drop(command);
    let led = libc::pid_t::unsigned_abs(id);
    *group.lock() = ProcessGroup::led_by(led);
    let is_wanted = report.send(Ok(child)).is_ok();
    if !is_wanted && let Some(group) = *group.lock() {
        group.signal(GroupSignal::Kill);
    }
    let status = wait_for(id);
    if let Some(group) = group.lock().take() {
        group.signal(GroupSignal::Kill);
    }
    end.send_replace(Some(status.into()));
}

/// The id of a new process, and its streams.
fn spawned(command: &mut Command) -> io::Result<(libc::pid_t, SpawnedChild)> {
    #[cfg(target_os = "linux")]
    if let Some(it) = super::spawn::spawn(command) {
        let child = SpawnedChild {
            stdin: Some(it.stdin),
            pipes: Pipes {
                stdout: it.stdout,
                stderr: it.stderr,
            },
        };
        return Ok((it.id, child));
    }
    let mut child = command.spawn()?;
    let id = libc::pid_t::try_from(child.id()).map_err(io::Error::other)?;
    Ok((id, started(&mut child)?))
}

/// Waits for the end of a child process.
fn wait_for(id: libc::pid_t) -> io::Result<ExitStatus> {
    use std::os::unix::process::ExitStatusExt as _;
    loop {
        let mut status = 0;
        // SAFETY: the pointer is to a live local, and nothing else waits for this child.
        if unsafe { libc::waitpid(id, &raw mut status, 0) } == id {
            return Ok(ExitStatus::from_raw(status));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn started(child: &mut Child) -> io::Result<SpawnedChild> {
    let missing = || io::Error::other("it has no standard output");
    Ok(SpawnedChild {
        stdin: child.stdin.take(),
        pipes: Pipes {
            stdout: child.stdout.take().ok_or_else(missing)?,
            stderr: child.stderr.take().ok_or_else(missing)?,
        },
    })
}

fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => status.to_string(),
    }
}
