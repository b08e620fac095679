//! Starts worker processes.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::oneshot;

use lumi_rpc::lead_session;

/// The program that serves one function, with its arguments.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub path: PathBuf,
    pub arguments: Vec<String>,
    /// Its environment variables, without those of functions.
    pub environment: Vec<(String, String)>,
}

/// A thread that starts processes. A worker ends with the thread that started it, and threads of
/// the event loop are temporary.
#[derive(Clone)]
pub struct Spawner(mpsc::Sender<oneshot::Sender<io::Result<Child>>>);

impl Spawner {
    pub fn new(program: Program) -> io::Result<Arc<Self>> {
        let (wishes, wished) = mpsc::channel::<oneshot::Sender<io::Result<Child>>>();
        let spawn = move || {
            for wish in wished {
                if let Err(Ok(mut child)) = wish.send(program.start()) {
                    // The function was removed meanwhile.
                    let _ = child.kill();
                    let _ = child.wait();
                }
            }
        };
        thread::Builder::new().name("spawner".into()).spawn(spawn)?;
        Ok(Arc::new(Self(wishes)))
    }

    pub async fn start(&self) -> io::Result<Child> {
        let gone = || io::Error::other("no thread starts processes any more");
        let (wish, granted) = oneshot::channel();
        self.0.send(wish).map_err(|_| gone())?;
        granted.await.map_err(|_| gone())?
    }
}

impl Program {
    fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.path);
        // Keeps Ctrl-C from workers, which the platform ends in order, and lets what a function has
        // started be found at the end of its worker.
        lead_session(&mut command);
        command
            // The name in process lists.
            .arg0("lumi")
            .args(&self.arguments)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    }
}
