//! A provider that was started and listens.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use lumi_rpc::{CallingPeer, Connection, PeerCommand, PeerLine, PrivateSocket, ShutdownMethod};

use crate::goplugin::grpc_controller_client::GrpcControllerClient;

use super::environment::environment;
use super::handshake::{Handshake, ProtocolVersion};
use super::log_filter::LogFilter;
use super::reattach::Reattachment;
use super::start_error::StartError;
use super::stdio;

/// The time for noticing the end of a process after its connection is lost.
const MOMENT: Duration = Duration::from_secs(1);

/// The time that a process has to end by itself, before it is killed.
const GRACE: Duration = Duration::from_secs(2);

/// How often a program is started that is still being written, as the system says.
const BUSY_ATTEMPTS: u32 = 4;

/// A provider to start.
#[derive(Clone, Debug)]
pub struct PluginCommand {
    /// The name of the provider, such as `random`.
    pub name: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// The working directory; must exist.
    pub directory: PathBuf,
    /// The maximum time until the process says where it listens, and until it can be called.
    pub startup_timeout: Duration,
    /// Variables beside those of the user and of the protocol.
    pub environment: Vec<(String, String)>,
}

impl PluginCommand {
    /// The time that other hosts of providers give.
    pub const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);

    fn what(&self) -> String {
        format!("the provider `{}`", self.name)
    }
}

/// A running provider. The process is killed on drop, with all that it has started; a provider that
/// was [attached](PluginProcess::attach) lives on.
pub struct PluginProcess {
    what: String,
    version: ProtocolVersion,
    connection: Connection,
    filter: LogFilter,
    process: Option<CallingPeer>,
    /// The folder of its socket and of its temporary files.
    _folder: Option<PrivateSocket>,
}

impl fmt::Debug for PluginProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PluginProcess({})", self.what)
    }
}

impl PluginProcess {
    /// Starts a provider and connects to it. Must be called on a tokio runtime, which reads its output.
    pub async fn start(command: &PluginCommand, filter: LogFilter) -> Result<Self, StartError> {
        let what = command.what();
        let not_started = |source| StartError::NotStarted {
            what: what.clone(),
            program: command.program.clone(),
            source,
        };
        let folder = PrivateSocket::new().map_err(not_started)?;
        let (process, first) = start(command, &folder, &filter)
            .await
            .map_err(not_started)?;
        let line = match timeout(command.startup_timeout, first).await {
            Ok(Ok(line)) => line,
            Ok(Err(_)) => return Err(ended(what, &process, &filter).await),
            Err(_) => {
                let limit = command.startup_timeout;
                return Err(StartError::TooSlow { what, limit });
            }
        };
        let handshake = match Handshake::parse(&line) {
            Ok(handshake) => handshake,
            Err(source) => return Err(StartError::NoHandshake { what, source }),
        };
        let attached = Reattachment {
            version: handshake.version,
            endpoint: handshake.endpoint,
        };
        let connected = Self::connect(what, &attached, filter, command.startup_timeout).await?;
        Ok(Self {
            process: Some(process),
            _folder: Some(folder),
            ..connected
        })
    }

    /// Connects to a provider that runs already.
    pub async fn attach(
        name: &str,
        place: &Reattachment,
        filter: LogFilter,
    ) -> Result<Self, StartError> {
        let what = format!("the provider `{name}`");
        Self::connect(what, place, filter, PluginCommand::STARTUP_TIMEOUT).await
    }

    async fn connect(
        what: String,
        place: &Reattachment,
        filter: LogFilter,
        limit: Duration,
    ) -> Result<Self, StartError> {
        let opened = timeout(limit, Connection::open(&place.endpoint, None)).await;
        let opened = opened.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        let connection = opened.map_err(|source| StartError::Unreachable {
            what: what.clone(),
            place: place.endpoint.to_string(),
            source,
        })?;
        tokio::spawn(stdio::drain(connection.clone(), filter.clone()));
        Ok(Self {
            what,
            version: place.version,
            connection,
            filter,
            process: None,
            _folder: None,
        })
    }

    /// Its name in messages.
    pub fn what(&self) -> &str {
        &self.what
    }

    pub fn version(&self) -> ProtocolVersion {
        self.version
    }

    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    pub fn filter(&self) -> &LogFilter {
        &self.filter
    }

    /// How the process ended, such as `exit code 2`, after a call lost its connection. `None` if it
    /// still runs, or is not one of this process.
    pub async fn exit(&self) -> Option<String> {
        let process = self.process.as_ref()?;
        let ended = timeout(MOMENT, process.wait()).await;
        ended.ok().map(|it| it.to_string())
    }

    /// Asks the process to end, and kills it after a moment. Calls in flight are lost.
    pub async fn end(self) {
        let Some(process) = &self.process else {
            return;
        };
        let mut controller = GrpcControllerClient::new(self.connection.clone());
        // The answer may be lost with the process.
        let _ = timeout(GRACE, controller.shutdown(())).await;
        let _ = timeout(GRACE, process.wait()).await;
    }
}

/// Starts the process. The first line of its standard output arrives in the receiver; the sender is
/// dropped with the output.
async fn start(
    command: &PluginCommand,
    folder: &PrivateSocket,
    filter: &LogFilter,
) -> io::Result<(CallingPeer, oneshot::Receiver<String>)> {
    let socket = folder.path();
    let place = socket.parent().unwrap_or(&socket);
    let mut variables = environment(place, &command.name, filter.level());
    variables.extend(command.environment.iter().cloned());
    let peer = PeerCommand {
        what: command.what(),
        program: command.program.clone(),
        arguments: command.arguments.clone(),
        directory: command.directory.clone(),
        environment: variables,
        startup_timeout: command.startup_timeout,
        shutdown_method: ShutdownMethod::EndOfInput,
    };
    let mut attempt = 0;
    loop {
        let (sender, first) = oneshot::channel();
        let sender = Mutex::new(Some(sender));
        let filter = filter.clone();
        let log = Arc::new(move |line: PeerLine| {
            if !line.is_error
                && let Some(sender) = sender.lock().take()
            {
                // The receiver is gone only when the start was given up.
                let _ = sender.send(line.text);
                return;
            }
            filter.add_line(&line);
        });
        match CallingPeer::start(&peer, log).await {
            Err(error) if is_busy(&error) && attempt < BUSY_ATTEMPTS => {
                sleep(Duration::from_millis(50 << attempt)).await;
                attempt += 1;
            }
            started => return Ok((started?, first)),
        }
    }
}

/// Whether the file is still open for writing somewhere, perhaps in a process that is just being
/// started.
fn is_busy(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::ExecutableFileBusy
}

async fn ended(what: String, process: &CallingPeer, filter: &LogFilter) -> StartError {
    let how = timeout(MOMENT, process.wait()).await;
    let closed = |_| "it closed its standard output".to_owned();
    let how = how.map_or_else(closed, |it| it.to_string());
    StartError::Ended {
        what,
        how,
        crash_output: filter.crash_output(),
    }
}
