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

use lumi_rpc::withhold_variables;

use super::captured::Captured;

/// How long a process has to end when it is asked to.
const GRACE: Duration = Duration::from_secs(2);

/// How long pipes are read once the process has ended: what it has started in the background may
/// hold them for ever.
const DRAIN: Duration = Duration::from_secs(1);

/// What is to run.
#[derive(Clone, Debug)]
pub(super) struct Process {
    /// The program and its arguments; not empty.
    pub(super) arguments: Vec<String>,
    /// Must exist.
    pub(super) directory: PathBuf,
    /// Set beside the variables of this process that are not withheld.
    pub(super) environment: Vec<(String, String)>,
    pub(super) stdin: Option<String>,
}

/// A process that has ended.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) status: ExitStatus,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// It was asked to end.
    pub(super) was_stopped: bool,
}

/// A process that runs. Dropped, it is asked to end.
pub(super) struct Running {
    task: JoinHandle<io::Result<Finished>>,
    stop: oneshot::Sender<()>,
}

impl Process {
    /// Starts the process; when that fails nothing has run.
    pub(super) fn start(self) -> io::Result<Running> {
        let mut group = Group::new(self.spawn()?);
        // A separate task, so that the process is ended when its caller no longer waits for it.
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
        // Its own group: what the process starts ends with it.
        #[cfg(unix)]
        command.process_group(0);
        command.spawn()
    }
}

impl Running {
    /// Waits for the end. When `stopped` comes or the caller no longer waits, the process and all it has
    /// started in its group are asked to end, and are killed two seconds later.
    pub(super) async fn finish(self, stopped: impl Future<Output = ()>) -> io::Result<Finished> {
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

/// A process and what it has started.
struct Group {
    child: Child,
    /// The number of the process is that of its group; `None` once all is over.
    id: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Signal {
    Terminate,
    Kill,
}

impl Group {
    fn new(child: Child) -> Self {
        let id = child.id();
        Self { child, id }
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
                // What has come by then is the output.
                let _ = timeout(DRAIN, exchange).await;
            }
            ended
        };
        self.id = None;
        Ok(Finished {
            status,
            stdout: stdout.into_text(),
            stderr: stderr.into_text(),
            was_stopped,
        })
    }

    /// Waits for the end, which is brought about when the caller asks for it or stops waiting.
    async fn end(&mut self, asked: oneshot::Receiver<()>) -> io::Result<(ExitStatus, bool)> {
        tokio::select! {
            status = self.child.wait() => return Ok((status?, false)),
            _ = asked => {}
        }
        self.signal(Signal::Terminate);
        let ended = timeout(GRACE, self.child.wait()).await;
        // Also when the process has ended: what it has started may not have.
        self.signal(Signal::Kill);
        match ended {
            Ok(status) => Ok((status?, true)),
            Err(_) => Ok((self.child.wait().await?, true)),
        }
    }

    #[cfg(unix)]
    fn signal(&mut self, signal: Signal) {
        let Some(group) = self.id.and_then(|id| libc::pid_t::try_from(id).ok()) else {
            return;
        };
        let signal = match signal {
            Signal::Terminate => libc::SIGTERM,
            Signal::Kill => libc::SIGKILL,
        };
        // SAFETY: a plain system call without pointers.
        unsafe { libc::kill(-group, signal) };
    }

    #[cfg(not(unix))]
    fn signal(&mut self, _signal: Signal) {
        // Fails if it has ended.
        let _ = self.child.start_kill();
    }
}

impl Drop for Group {
    /// The runtime is shut down in the middle: no task is left to wait.
    fn drop(&mut self) {
        self.signal(Signal::Kill);
    }
}

async fn write(pipe: Option<ChildStdin>, text: Option<String>) {
    if let (Some(mut pipe), Some(text)) = (pipe, text) {
        // A process that does not read its input closes the pipe; that is its right.
        let _ = pipe.write_all(text.as_bytes()).await;
    }
}

#[cfg(test)]
mod tests;
