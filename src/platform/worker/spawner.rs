//! Starts processes.

use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::oneshot;

/// The program that serves one function, with what it needs to become that.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub path: PathBuf,
    pub arguments: Vec<String>,
    /// All its environment variables; those of functions are not among them.
    pub environment: Vec<(String, String)>,
}

/// A thread that starts processes: a worker ends when the thread that started it does, and threads of
/// the event loop come and go.
#[derive(Clone)]
pub struct Spawner(mpsc::Sender<oneshot::Sender<io::Result<Child>>>);

impl Spawner {
    pub fn new(program: Program) -> io::Result<Arc<Self>> {
        let (wishes, wished) = mpsc::channel::<oneshot::Sender<io::Result<Child>>>();
        let spawn = move || {
            for wish in wished {
                if let Err(Ok(mut child)) = wish.send(program.start()) {
                    // The function is gone meanwhile.
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
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // What lists of processes show. A Ctrl-C is for the platform, which ends in good order.
            command.arg0("lumi").process_group(0);
        }
        command
            .args(&self.arguments)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    }
}
