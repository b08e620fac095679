//! One process from its start to its end.

use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use lumi_rpc::{GroupSignal, ProcessGroup, lead_process_group, withhold_variables};

use super::captured::Captured;

/// The time that a process has to end after it was asked to.
const GRACE: Duration = Duration::from_secs(2);

/// The time for which pipes are read after the process has ended, as background processes may hold
/// them open.
const DRAIN: Duration = Duration::from_secs(1);

/// The process to start.
#[derive(Clone, Debug)]
pub struct Process {
    /// The program and its arguments; not empty.
    pub arguments: Vec<String>,
    /// The working directory; must exist.
    pub directory: PathBuf,
    /// Variables added to the inherited ones.
    pub environment: Vec<(String, String)>,
    pub stdin: Option<String>,
}

/// A process that has ended.
#[derive(Debug)]
pub struct Finished {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
    /// Whether it was asked to end.
    pub was_stopped: bool,
}

/// A running process, asked to end on drop.
pub struct Running {
    task: JoinHandle<io::Result<Finished>>,
    stop: oneshot::Sender<()>,
}

impl Process {
    /// Starts the process; on an error nothing has run.
    pub fn start(self) -> io::Result<Running> {
        let mut group = Group::new(self.spawn()?);
        // A separate task, so that the process is ended even if the caller is dropped.
        let (stop, asked) = oneshot::channel();
        let task = tokio::spawn(async move { group.supervise(self.stdin, asked).await });
        Ok(Running { task, stop })
    }

    fn spawn(&self) -> io::Result<Child> {
        let (program, arguments) = self
            .arguments
            .split_first()
            .ok_or_else(|| io::Error::other("there is no program to run"))?;
        let mut command = Command::new(program);
        withhold_variables(command.as_std_mut());
        lead_process_group(command.as_std_mut());
        command
            .args(arguments)
            .current_dir(&self.directory)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(match self.stdin {
                Some(_) => Stdio::piped(),
                None => Stdio::null(),
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command.spawn()
    }
}

impl Running {
    /// Waits for the end. When `stopped` completes or the caller is dropped, the process group is
    /// asked to end, and killed two seconds later.
    pub async fn finish(self, stopped: impl Future<Output = ()>) -> io::Result<Finished> {
        let Self { mut task, stop } = self;
        tokio::select! {
            finished = &mut task => return finished.map_err(io::Error::other)?,
            () = stopped => {}
        }
        // The receiver is gone if the process has just ended.
        let _ = stop.send(());
        task.await.map_err(io::Error::other)?
    }
}

/// A process and its child processes.
struct Group {
    child: Child,
    /// `None` after the end.
    processes: Option<ProcessGroup>,
}

impl Group {
    fn new(child: Child) -> Self {
        let processes = child.id().and_then(ProcessGroup::led_by);
        Self { child, processes }
    }

    async fn supervise(
        &mut self,
        stdin: Option<String>,
        asked: oneshot::Receiver<()>,
    ) -> io::Result<Finished> {
        let (mut stdout, mut stderr) = (Captured::default(), Captured::default());
        let (status, was_stopped) = {
            let (output, errors) = (self.child.stdout.take(), self.child.stderr.take());
            let input = write(self.child.stdin.take(), stdin);
            let exchange = async {
                tokio::join!(stdout.read(output), stderr.read(errors), input);
            };
            let end = self.end(asked);
            tokio::pin!(exchange, end);
            let mut is_drained = false;
            let ended = loop {
                tokio::select! {
                    ended = &mut end => break ended?,
                    () = &mut exchange, if !is_drained => is_drained = true,
                }
            };
            if !is_drained {
                // The output is what was read by then.
                let _ = timeout(DRAIN, exchange).await;
            }
            ended
        };
        self.processes = None;
        Ok(Finished {
            status,
            stdout: stdout.into_text(),
            stderr: stderr.into_text(),
            was_stopped,
        })
    }

    /// Waits for the end, or brings it about when the caller asks for it or is dropped.
    async fn end(&mut self, asked: oneshot::Receiver<()>) -> io::Result<(ExitStatus, bool)> {
        tokio::select! {
            status = self.child.wait() => return Ok((status?, false)),
            _ = asked => {}
        }
        self.signal(GroupSignal::Terminate);
        let ended = timeout(GRACE, self.child.wait()).await;
        // Even after the process has ended: its children may still run.
        self.signal(GroupSignal::Kill);
        match ended {
            Ok(status) => Ok((status?, true)),
            Err(_) => Ok((self.child.wait().await?, true)),
        }
    }

    fn signal(&self, signal: GroupSignal) {
        if let Some(processes) = self.processes {
            processes.signal(signal);
        }
    }
}

impl Drop for Group {
    /// Kills the group when the runtime shuts down and no task can wait for it.
    fn drop(&mut self) {
        self.signal(GroupSignal::Kill);
    }
}

async fn write(pipe: Option<ChildStdin>, text: Option<String>) {
    if let (Some(mut pipe), Some(text)) = (pipe, text) {
        // A process that does not read its input closes the pipe, which is not an error.
        let _ = pipe.write_all(text.as_bytes()).await;
    }
}

#[cfg(test)]
mod tests;
