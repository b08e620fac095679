//! A replica of a service: one process after the other, at a port each.

use std::future::pending;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::process::{ChildStderr, ChildStdout};
use tokio::task::JoinSet;

use crate::worker::Backoff;

use super::deployment::Deployment;
use super::health::probe;
use super::output::{LastLines, pass};

/// Pauses between the first probes.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const MAX_PAUSE: Duration = Duration::from_millis(500);
/// Interval between probes of a healthy process, and the number of those that fail before it is replaced.
const INTERVAL: Duration = Duration::from_secs(5);
const MAX_FAILURES: u32 = 3;
/// The number of processes that end before one is healthy, until the deployment has failed.
const MAX_DEATHS: u32 = 3;
/// The time after which a daemon that still runs is healthy.
const SETTLING: Duration = Duration::from_secs(1);
/// The time in which the last lines of a process that has ended come in.
const LAST_WORDS: Duration = Duration::from_secs(1);

pub struct Replica {
    /// From 0.
    pub index: u16,
    pub deployment: Arc<Deployment>,
}

/// The end of a process.
enum End {
    Stopped,
    /// The end of a sentence about the process, its last lines, and whether a further start is of little use.
    Failed(String, String, bool),
}

impl Replica {
    /// Runs processes until the deployment stops.
    pub async fn run(self) {
        let mut backoff = Backoff::default();
        let mut deaths = 0;
        loop {
            let started = Instant::now();
            let End::Failed(reason, last, is_final) = self.live().await else {
                return;
            };
            deaths += 1;
            if is_final || deaths >= MAX_DEATHS {
                let name = &self.deployment.definition.name;
                let reason = format!("the service {name} {reason}");
                let text = match last.is_empty() {
                    true => reason,
                    false => format!("{reason}; it printed last:\n{last}"),
                };
                self.deployment.fail(text);
            }
            let now = Instant::now();
            backoff.died(now, now.duration_since(started));
            let pause = backoff.pause(now);
            let when = match pause.is_zero() {
                true => "at once".to_owned(),
                false => format!("in {:.1} s", pause.as_secs_f64()),
            };
            self.report(&format!("{reason}; it starts again {when}"));
            tokio::select! {
                () = self.deployment.stopped() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    fn report(&self, what: &str) {
        self.deployment.report(self.index, what);
    }

    /// The life of one process.
    async fn live(&self) -> End {
        tokio::select! {
            () = self.deployment.stopped() => return End::Stopped,
            () = self.wait_for_others() => {}
        }
        let address = match self.address() {
            Ok(address) => address,
            Err(reason) => return End::Failed(reason, String::new(), true),
        };
        let starting = self
            .deployment
            .place
            .starter
            .start(self.deployment.command(address.port()));
        let mut process = match starting.await {
            Ok(process) => process,
            Err(error) => return End::Failed(self.unstartable(&error), String::new(), true),
        };
        let last = LastLines::default();
        let mut passing = match self.pass_output(process.take_output(), &last) {
            Ok(passing) => passing,
            Err(error) => {
                let reason = format!("has output that cannot be read: {error}");
                return End::Failed(reason, String::new(), true);
            }
        };
        let mut end = tokio::select! {
            () = self.deployment.stopped() => End::Stopped,
            status = process.ended() => End::Failed(ended(status), String::new(), false),
            reason = self.watched(address) => End::Failed(reason, String::new(), true),
        };
        self.deployment.set_unready(self.index);
        if !matches!(end, End::Failed(_, _, false)) {
            process.stop(self.deployment.definition.grace()).await;
        }
        // A process in another session may hold the pipes.
        let _ = tokio::time::timeout(LAST_WORDS, async {
            while passing.join_next().await.is_some() {}
        })
        .await;
        if let End::Failed(_, lines, _) = &mut end {
            *lines = last.text();
        }
        end
    }

    /// Waits for the services that must be ready before.
    async fn wait_for_others(&self) {
        let definition = &self.deployment.definition;
        for name in &definition.waits_for {
            let other = self.deployment.place.services.awaited(name);
            let waiting = tokio::time::timeout(definition.start_timeout(), other.ready());
            if waiting.await.is_err() {
                self.deployment.fail(format!(
                    "the service {} waits for the service {name}, which is not ready after {} s",
                    definition.name, definition.start_timeout
                ));
                other.ready().await;
            }
        }
    }

    /// The address of the next process; the port of a daemon is 0.
    fn address(&self) -> Result<SocketAddr, String> {
        if self.deployment.definition.is_daemon {
            return Ok((Ipv4Addr::LOCALHOST, 0).into());
        }
        let fixed = self.deployment.definition.port;
        let port = fixed.map_or(0, |it| it.get() + self.index);
        let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let address = bound.and_then(|it| it.local_addr());
        address.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!("cannot start: its port {port} is taken by another program")
            }
            _ => format!("cannot start: its port {port} cannot be used: {error}"),
        })
    }

    fn unstartable(&self, error: &io::Error) -> String {
        let definition = &self.deployment.definition;
        let folder = self.deployment.place.folder.join(&definition.directory);
        let program = &definition.command[0];
        match error.kind() {
            io::ErrorKind::NotFound if !folder.is_dir() => {
                format!(
                    "cannot start: its folder {} does not exist",
                    folder.display()
                )
            }
            io::ErrorKind::NotFound => {
                format!("cannot start: the program {program:?} does not exist")
            }
            _ => format!("cannot start {program:?}: {error}"),
        }
    }

    fn pass_output(
        &self,
        (stdout, stderr): (std::process::ChildStdout, std::process::ChildStderr),
        last: &LastLines,
    ) -> io::Result<JoinSet<()>> {
        let output = || Arc::clone(&self.deployment.output);
        let mut passing = JoinSet::new();
        passing.spawn(pass(ChildStdout::from_std(stdout)?, output(), last.clone()));
        passing.spawn(pass(ChildStderr::from_std(stderr)?, output(), last.clone()));
        Ok(passing)
    }

    /// Completes when the process is not healthy, with the reason. A daemon is healthy once it has run for some time.
    async fn watched(&self, address: SocketAddr) -> String {
        if !self.deployment.definition.is_daemon {
            return self.watch(address).await;
        }
        tokio::time::sleep(SETTLING).await;
        self.deployment.set_ready(self.index, address);
        self.report("runs");
        pending().await
    }

    /// Completes when the process is not healthy, with the reason.
    async fn watch(&self, address: SocketAddr) -> String {
        let definition = &self.deployment.definition;
        let health = definition.health.as_deref();
        let end = Instant::now() + definition.start_timeout();
        let mut pause = FIRST_PAUSE;
        while let Err(reason) = probe(address, health).await {
            if Instant::now() >= end {
                return format!(
                    "is not healthy {} s after its start: {reason}",
                    definition.start_timeout
                );
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(MAX_PAUSE);
        }
        self.deployment.set_ready(self.index, address);
        self.report(&format!("is ready on port {}", address.port()));
        if health.is_none() {
            return pending().await;
        }
        let mut failures = 0;
        loop {
            tokio::time::sleep(INTERVAL).await;
            match probe(address, health).await {
                Ok(()) => failures = 0,
                Err(reason) => {
                    failures += 1;
                    if failures == MAX_FAILURES {
                        return format!("is not healthy any more: {reason}");
                    }
                }
            }
        }
    }
}

fn ended(status: Option<ExitStatus>) -> String {
    let Some(status) = status else {
        return "is gone".to_owned();
    };
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("was ended by signal {signal}"),
        (None, code) => format!("ended with code {}", code.unwrap_or_default()),
    }
}
