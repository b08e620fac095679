//! A process and the connection to it.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fmt, io};

use tokio::process::{ChildStderr, ChildStdout};
use tokio::time::timeout;
use tonic::Status;

use super::command::{PeerCommand, PeerLog};
use super::error::PeerError;
use super::output::{LineReader, StderrTail};
use super::process::Process;
use crate::warm_up::warm_up;
use crate::{Connection, Endpoint, PrivateSocket, Token, is_lost};

/// The time limit for noticing the end of a process after its connection is lost, and for reading
/// its last lines.
pub const MOMENT: Duration = Duration::from_secs(1);

/// A process, and the connection to it. The process is killed on drop.
pub struct Peer {
    what: String,
    process: Process,
    endpoint: Endpoint,
    listened_after: Duration,
    connection: Connection,
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Peer({})", self.what)
    }
}

impl Peer {
    /// Starts a process and waits until it listens. Must be called on a tokio runtime, which
    /// forwards its lines to `log`. Processes with third-party protocols get no token.
    pub async fn start(
        mut command: PeerCommand,
        token: impl Into<Option<Token>>,
        log: PeerLog,
    ) -> Result<Self, PeerError> {
        let token = token.into();
        // Our own processes listen at the socket if they can, all others at a port.
        let socket = token.as_ref().and_then(|_| PrivateSocket::new().ok());
        let path = socket.as_ref().map(PrivateSocket::path);
        add_variables(&mut command, token.as_ref(), path.as_deref());
        let what = command.what.clone();
        let program = command.program.clone();
        let not_started = |source| PeerError::NotStarted {
            what: what.clone(),
            program: program.clone(),
            source,
        };
        let started = Instant::now();
        let (process, pipes) = Process::start(&command).await.map_err(not_started)?;
        warm_up();
        let stdout = ChildStdout::from_std(pipes.stdout).map_err(not_started)?;
        let stderr = ChildStderr::from_std(pipes.stderr).map_err(not_started)?;
        let stderr_tail = StderrTail::default();
        let errors = stderr_tail.listen(log.clone());
        let errors = tokio::spawn(LineReader::new(stderr).forward(true, errors));
        let mut stdout = LineReader::new(stdout);
        let Ok(first) = timeout(command.startup_timeout, stdout.next()).await else {
            return Err(PeerError::too_slow(what, command.startup_timeout));
        };
        let Some(first) = first else {
            let how = how_ended(&process).await;
            let _ = timeout(MOMENT, errors).await;
            return Err(PeerError::ended(what, how, stderr_tail.take()));
        };
        let Some(endpoint) = endpoint(first.trim(), path.as_deref()) else {
            return Err(PeerError::NoPort { what, line: first });
        };
        let listened_after = started.elapsed();
        tokio::spawn(stdout.forward(false, log));
        let opened = open_in_time(&endpoint, token, command.startup_timeout).await;
        let connection = opened.map_err(|source| PeerError::Unreachable {
            what: what.clone(),
            place: first.trim().to_owned(),
            source,
        })?;
        // A connected socket needs no path. A background task removes the file.
        tokio::spawn(async move { drop(socket) });
        Ok(Self {
            what,
            process,
            endpoint,
            listened_after,
            connection,
        })
    }

    /// The time from its start until it reported its address.
    pub fn listened_after(&self) -> Duration {
        self.listened_after
    }

    /// The address of the process.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Whether the process has ended or its connection is closed.
    pub fn is_gone(&self) -> bool {
        self.process.ended().is_some() || self.connection.is_closed()
    }

    /// How the process ended, such as `exit code 3`; `None` while it runs.
    pub async fn exit(&self) -> Option<String> {
        match self.is_gone() {
            true => self.wait_for_exit().await,
            false => None,
        }
    }

    /// How the process ended, after a call failed with `status`; `None` if it still runs. The end of a process can
    /// follow that of its connection a moment later.
    pub async fn exit_after(&self, status: &Status) -> Option<String> {
        match is_lost(status) {
            true => self.wait_for_exit().await,
            false => self.exit().await,
        }
    }

    /// How the process ended, after a call lost its connection: the exit status follows a moment
    /// later.
    pub async fn wait_for_exit(&self) -> Option<String> {
        let ended = timeout(MOMENT, self.process.wait()).await;
        ended.ok().map(|it| it.to_string())
    }

    /// Waits until the process has ended.
    pub async fn wait(&self) -> String {
        self.process.wait().await.to_string()
    }

    /// Asks the process to end, and kills it after five seconds.
    pub async fn end(self) {
        drop(self.connection);
        self.process.end().await;
    }
}

/// Tells the process its token and the socket that it can listen at.
fn add_variables(command: &mut PeerCommand, token: Option<&Token>, socket: Option<&Path>) {
    let token = token.map(|it| (Token::VARIABLE.to_owned(), it.as_str().to_owned()));
    let socket = socket.and_then(Path::to_str);
    let socket = socket.map(|it| (PrivateSocket::VARIABLE.to_owned(), it.to_owned()));
    command.environment.extend(token.into_iter().chain(socket));
}

/// Why a process wrote no address.
async fn how_ended(process: &Process) -> String {
    let ended = timeout(MOMENT, process.wait()).await;
    ended.map_or_else(
        |_| "it closed its standard output".to_owned(),
        |it| it.to_string(),
    )
}

async fn open_in_time(
    endpoint: &Endpoint,
    token: Option<Token>,
    limit: Duration,
) -> io::Result<Connection> {
    let opened = timeout(limit, Connection::open(endpoint, token)).await;
    opened.unwrap_or_else(|_| {
        let limit = humantime::format_duration(limit);
        let late = format!("no connection came about within {limit}");
        Err(io::Error::new(io::ErrorKind::TimedOut, late))
    })
}

/// Parses the first line of a process: a port, or the socket that it was offered.
fn endpoint(line: &str, socket: Option<&Path>) -> Option<Endpoint> {
    if let Some(found @ Endpoint::Unix(path)) = &Endpoint::parse(line) {
        return (Some(path.as_path()) == socket).then(|| found.clone());
    }
    let port = line.parse().ok().filter(|it: &u16| *it != 0)?;
    Some(SocketAddr::from((Ipv4Addr::LOCALHOST, port)).into())
}

#[cfg(test)]
mod tests;
