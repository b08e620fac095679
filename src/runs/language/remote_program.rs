//! The engine's side of a run in another process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::program_end::{FailureCause, ProgramEnd};
use lumi_host::{EventSink, ProgramError, StopHandle, StopReason};
use lumi_monitor::{MonitorService, ResourceMonitor, RunFacts};
use lumi_provider::{
    DeferredProvider, DisconnectReason, Provider, RemoteProvider, SecretGate, SecretPolicy,
};
use lumi_rpc::lumirpc::language_runtime_client::LanguageRuntimeClient;
use lumi_rpc::{
    CallError, Connection, Endpoint, MAX_MESSAGE, PROTOCOL, Peer, PeerCommand, Router, Server,
    ShutdownMethod, Token, lumirpc as wire,
};
use lumi_terminal::ui::report::Report;

use super::messages::{lines, log};
use super::program_end_message::into_end;
use super::runtime_command::RuntimeCommand;

/// Time limit for a program to stop when the user interrupts the run.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// Time after the limit in which a runtime may report where it stopped the program.
const GRACE: Duration = Duration::from_secs(2);

/// A program that is ready to be run by a language runtime.
pub struct RemoteProgram {
    pub runtime: RuntimeCommand,
    /// The request, without the address of the monitor.
    pub request: wire::RunRequest,
    pub facts: RunFacts,
    pub monitor: Arc<dyn ResourceMonitor>,
    pub events: EventSink,
    pub stop: StopHandle,
    /// Time limit; the runtime gets it, too.
    pub limit: Option<Duration>,
    /// Receives the provider of the package `dynamic`. Dropped if the program has none.
    pub provider: watch::Sender<Option<Arc<dyn Provider>>>,
    pub provider_process: ProviderProcess,
}

/// The process of a run and its providers, kept until the last user is dropped.
#[derive(Clone)]
pub struct ProviderProcess {
    peer: Arc<Mutex<Option<(Peer, Server)>>>,
    provider: watch::Receiver<Option<Arc<dyn Provider>>>,
}

impl ProviderProcess {
    /// A process to be kept, and the sender for its provider.
    pub fn new() -> (watch::Sender<Option<Arc<dyn Provider>>>, Self) {
        let (sender, provider) = watch::channel(None);
        let peer = Arc::default();
        (sender, Self { peer, provider })
    }

    /// The provider of the package `dynamic`, available once the program has one.
    pub fn provider(&self) -> Arc<dyn Provider> {
        Arc::new(DeferredProvider::new(self.provider.clone()))
    }
}

/// Knows no reason besides the error of the connection.
struct UnknownReason;

#[async_trait]
impl DisconnectReason for UnknownReason {
    async fn describe(&self, method: &str) -> Option<String> {
        Some(format!(
            "the language runtime ended while its provider was in `{method}`"
        ))
    }
}

/// The result of a run, and the server that stays while its process is needed.
type Ended = Result<(ProgramEnd, Option<Server>), CallError>;

impl RemoteProgram {
    pub async fn run(self) -> ProgramEnd {
        let what = format!("the language runtime `{}`", self.runtime.name);
        let token = Token::random();
        let command = PeerCommand {
            what: what.clone(),
            program: self.runtime.program.clone(),
            arguments: self.runtime.arguments.clone(),
            directory: self.request.project_folder.clone().into(),
            environment: Vec::new(),
            startup_timeout: PeerCommand::STARTUP_TIMEOUT,
            shutdown_method: ShutdownMethod::EndOfInput,
        };
        let peer = match Peer::start(command, token.clone(), lines(&self.events)).await {
            Ok(peer) => peer,
            Err(error) => return failed(error.to_string()),
        };
        let begun = Instant::now();
        let ended = tokio::select! {
            ended = self.run_in(&peer, token, &what) => ended,
            end = self.stop_after_timeout() => Ok((end, None)),
        };
        match self.with_timeout(ended, begun) {
            Ok((end, Some(server))) => {
                let mut provider_process = self.provider_process.peer.lock();
                *provider_process = Some((peer, server));
                end
            }
            Ok((end, None)) => {
                peer.end().await;
                end
            }
            Err(error) => match peer.wait_for_exit().await {
                Some(how) => failed(format!("{what} ended before the program did: {how}")),
                None => failed(format!("{what} failed: {error}")),
            },
        }
    }

    /// Stops the program after its time limit; completes if the runtime does not end it then.
    async fn stop_after_timeout(&self) -> ProgramEnd {
        let Some(limit) = self.limit else {
            return std::future::pending().await;
        };
        sleep(limit.saturating_add(GRACE)).await;
        self.stop.stop(StopReason::Timeout(limit));
        sleep(GRACE).await;
        timed_out(limit)
    }

    /// Converts a result after the time limit to a timeout.
    fn with_timeout(&self, ended: Ended, begun: Instant) -> Ended {
        let Some(limit) = self.limit.filter(|it| begun.elapsed() >= *it) else {
            return ended;
        };
        let was_told = self.stop.reason() == Some(StopReason::Timeout(limit));
        match ended {
            Ok((ProgramEnd::Finished(_) | ProgramEnd::Stopped(_), _)) => ended,
            Ok((ProgramEnd::Failed(_), server)) if was_told => Ok((timed_out(limit), server)),
            ended => {
                self.stop.stop(StopReason::Timeout(limit));
                ended
            }
        }
    }

    /// Returns the server if the process is still needed.
    async fn run_in(&self, peer: &Peer, token: Token, what: &str) -> Ended {
        let mut client = LanguageRuntimeClient::new(peer.connection().clone())
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        let info = match self.handshake(&mut client, what).await? {
            Ok(info) => info,
            Err(refused) => return Ok((refused, None)),
        };
        let facts = RunFacts {
            keeps_secrets: info.keeps_secrets,
            ..self.facts.clone()
        };
        let (service, order) =
            MonitorService::server(Arc::clone(&self.monitor), facts, log(&self.events));
        let router = Router::new(token).with(service);
        // The monitor listens like the runtime: on a socket or a port.
        let server = match peer.endpoint() {
            Endpoint::Unix(_) => Server::start_private(router).await,
            Endpoint::Tcp(_) => Server::start(router).await,
        };
        let server = server.map_err(|error| CallError::malformed(error.to_string()))?;
        if info.has_dynamic_providers {
            let provider = RemoteProvider::new(peer.connection().clone(), Arc::new(UnknownReason));
            let gate = SecretGate::new(Arc::new(provider), secret_policy(&info, what));
            self.provider.send_replace(Some(Arc::new(gate)));
        }
        let request = wire::RunRequest {
            monitor_address: server.endpoint().to_string(),
            ..self.request.clone()
        };
        let Some(response) = self.run_until_stopped(client, request).await? else {
            return Ok((unstoppable(what), None));
        };
        let end = match into_end(response) {
            ProgramEnd::Stopped(_) if !self.facts.dry_run => failed(format!(
                "{what} reports that the program stopped at a value that is known only after \
                 deployment, but this is a deployment"
            )),
            end => end,
        };
        let end = match (end, order.gap()) {
            (ProgramEnd::Finished(_) | ProgramEnd::Stopped(_), Some(gap)) => {
                failed(format!("{what} ended its program too early: {gap}"))
            }
            (end, _) => end,
        };
        Ok((end, info.has_dynamic_providers.then_some(server)))
    }

    /// Asks the runtime about itself; an error if it cannot run the program.
    async fn handshake(
        &self,
        client: &mut LanguageRuntimeClient<Connection>,
        what: &str,
    ) -> Result<Result<wire::GetPluginInfoResponse, ProgramEnd>, CallError> {
        let request = wire::GetPluginInfoRequest { protocol: PROTOCOL };
        let startup_timeout = PeerCommand::STARTUP_TIMEOUT;
        let Ok(info) = timeout(startup_timeout, client.get_plugin_info(request)).await else {
            return Ok(Err(startup_timed_out(what, startup_timeout)));
        };
        let info = info?.into_inner();
        if info.protocol != PROTOCOL {
            let version = info.protocol;
            return Ok(Err(failed(format!(
                "{what} speaks version {version} of the protocol, and this lumi version {PROTOCOL}"
            ))));
        }
        Ok(match self.refuse_secrets(&info, what) {
            Some(refused) => Err(refused),
            None => Ok(info),
        })
    }

    /// `None` if the program did not stop when it was asked to.
    async fn run_until_stopped(
        &self,
        mut client: LanguageRuntimeClient<Connection>,
        request: wire::RunRequest,
    ) -> Result<Option<wire::RunResponse>, CallError> {
        let running = client.clone();
        let run = client.run(request);
        tokio::pin!(run);
        let response = tokio::select! {
            response = &mut run => response,
            () = self.stop.stopped() => {
                let stopped = timeout(STOP_TIMEOUT, async {
                    cancel(running).await;
                    run.await
                });
                match stopped.await {
                    Ok(response) => response,
                    Err(_) => return Ok(None),
                }
            }
        };
        Ok(Some(response?.into_inner()))
    }

    fn refuse_secrets(&self, info: &wire::GetPluginInfoResponse, what: &str) -> Option<ProgramEnd> {
        let secret = self.request.config.iter().find(|it| it.secret)?;
        (!info.keeps_secrets).then(|| {
            failed(format!(
                "the configuration `{}` is secret, and {what} does not declare that it protects secrets",
                secret.key
            ))
        })
    }
}

fn secret_policy(info: &wire::GetPluginInfoResponse, what: &str) -> SecretPolicy {
    match info.keeps_secrets {
        true => SecretPolicy::Marked,
        false => SecretPolicy::Refused {
            by: what.to_owned(),
            advice: "use a version that does".to_owned(),
        },
    }
}

async fn cancel(mut client: LanguageRuntimeClient<Connection>) {
    // If the runtime is unreachable, `Run` fails at once.
    let _ = client.cancel(wire::CancelRunRequest {}).await;
}

fn startup_timed_out(what: &str, startup_timeout: Duration) -> ProgramEnd {
    let startup_timeout = humantime::format_duration(startup_timeout);
    failed(format!(
        "{what} listens, but did not answer `GetPluginInfo` within {startup_timeout}, and is ended"
    ))
}

fn timed_out(limit: Duration) -> ProgramEnd {
    let stopped = ProgramError::Stopped(StopReason::Timeout(limit), None);
    ProgramEnd::failed(FailureCause::Program, Report::from(&stopped))
}

fn unstoppable(what: &str) -> ProgramEnd {
    let message = format!("{what} did not stop its program when it was asked to, and is ended");
    ProgramEnd::failed(FailureCause::Cancelled, Report::error(message))
}

fn failed(message: String) -> ProgramEnd {
    ProgramEnd::failed(FailureCause::Program, Report::error(message))
}
