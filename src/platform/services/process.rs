//! Starts and stops the processes of services.
//!
//! Nothing of a service outlives the platform: each process leads a session, which is killed at its end; if the platform is killed, the
//! kernel kills the process, and a guard, a shell that waits for the end of the platform, what the process has started.

use std::io::{self, Write as _};
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

use lumi_rpc::{
    GroupSignal, ProcessGroup, end_with_parent, lead_process_group, lead_session, wait_for_session,
};

type Wish = (Command, oneshot::Sender<io::Result<Child>>);

/// A thread that starts processes, which the kernel ends with it.
pub struct ProcessStarter(mpsc::Sender<Wish>);

impl ProcessStarter {
    pub fn new() -> io::Result<Arc<Self>> {
        let (wishes, wished) = mpsc::channel::<Wish>();
        let start = move || {
            for (mut command, wish) in wished {
                if let Err(Ok(mut child)) = wish.send(command.spawn()) {
                    // The service was removed meanwhile.
                    let _ = child.kill();
                    let _ = child.wait();
                }
            }
        };
        thread::Builder::new()
            .name("services".into())
            .spawn(start)?;
        Ok(Arc::new(Self(wishes)))
    }

    /// Starts a command, whose output is piped.
    pub async fn start(&self, mut command: Command) -> io::Result<ServiceProcess> {
        lead_session(&mut command);
        end_with_parent(&mut command);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let gone = || io::Error::other("no thread starts processes any more");
        let (wish, granted) = oneshot::channel();
        self.0.send((command, wish)).map_err(|_| gone())?;
        ServiceProcess::of(granted.await.map_err(|_| gone())??)
    }
}

/// A process that runs. Its session is killed when this is dropped.
pub struct ServiceProcess {
    group: Option<ProcessGroup>,
    ended: oneshot::Receiver<Option<ExitStatus>>,
    output: Option<(ChildStdout, ChildStderr)>,
}

impl ServiceProcess {
    fn of(mut child: Child) -> io::Result<Self> {
        let piped = "BUG: both are piped";
        let output = (
            child.stdout.take().expect(piped),
            child.stderr.take().expect(piped),
        );
        let group = ProcessGroup::led_by(child.id());
        let guard = Guard::of(child.id());
        let (end, ended) = oneshot::channel();
        let wait = move || {
            let status = wait_for_session(&mut child).ok();
            guard.release();
            let _ = end.send(status);
        };
        if let Err(error) = thread::Builder::new().name("service".into()).spawn(wait) {
            if let Some(group) = group {
                group.signal(GroupSignal::Kill);
            }
            return Err(error);
        }
        Ok(Self {
            group,
            ended,
            output: Some(output),
        })
    }

    /// Standard output and standard error. To be called once.
    pub fn take_output(&mut self) -> (ChildStdout, ChildStderr) {
        self.output.take().expect("BUG: the output is taken once")
    }

    /// Completes when the process has ended, and all that it has started. `None` if the system does not know how. Once it has completed,
    /// it is not to be called again.
    pub async fn ended(&mut self) -> Option<ExitStatus> {
        let status = (&mut self.ended).await;
        self.group = None;
        status.unwrap_or_default()
    }

    /// Asks the process to end, and kills it after `grace`.
    pub async fn stop(mut self, grace: Duration) {
        self.signal(GroupSignal::Terminate);
        if tokio::time::timeout(grace, self.ended()).await.is_err() {
            self.signal(GroupSignal::Kill);
            self.ended().await;
        }
    }

    fn signal(&self, signal: GroupSignal) {
        if let Some(group) = self.group {
            group.signal(signal);
        }
    }
}

impl Drop for ServiceProcess {
    fn drop(&mut self) {
        self.signal(GroupSignal::Kill);
    }
}

/// A shell that kills a process group if the platform ends without a word. Where there is none, the kernel ends the leader alone.
struct Guard(Option<Child>);

impl Guard {
    /// The end of standard input without a line is the end of the platform.
    const SCRIPT: &str = r#"read -r word; [ "$word" = released ] || kill -s KILL -- "-$0""#;

    fn of(leader: u32) -> Self {
        let mut command = Command::new("/bin/sh");
        lead_process_group(&mut command);
        command
            .args(["-c", Self::SCRIPT, &leader.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Self(command.spawn().ok())
    }

    fn release(self) {
        let Some(mut shell) = self.0 else { return };
        if let Some(mut stdin) = shell.stdin.take() {
            let _ = stdin.write_all(b"released\n");
        }
        let _ = shell.wait();
    }
}
