//! The service of `lumi language-host`: runs TypeScript programs for an engine in another process.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use parking_lot::Mutex;
use tonic::{Code, Request, Response, Status};

use crate::evaluation::Evaluation;
use crate::flags::{PermissionArgs, ProgramFlags};
use crate::inspector::inspection;
use crate::program_end::ProgramEnd;
use lumi_host::{ConfigValue, Event, EventSink, LogLevel, Mode, StopHandle, StopReason};
use lumi_monitor::{LogLine, LogSeverity, RemoteMonitor};
use lumi_project::interfaces::ProjectInterfaces;
use lumi_project::libraries::Libraries;
use lumi_project::{Manifest, Project, ProjectSettings};
use lumi_provider::DynamicRequests;
use lumi_rpc::lumirpc::language_runtime_server::{LanguageRuntime, LanguageRuntimeServer};
use lumi_rpc::{
    CallError, Connection, Endpoint, MAX_MESSAGE, PROTOCOL, PrivateSocket, Token, lumirpc as wire,
};

use super::program_end_message::from_end;

/// Runs one program.
pub struct HostService {
    token: Token,
    /// The start of the process.
    started: Instant,
    /// Taken by the only run of the process.
    requests: Mutex<Option<DynamicRequests>>,
    stop: StopHandle,
}

/// Command-line flags in the request.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct PassedFlags {
    #[command(flatten)]
    flags: ProgramFlags,
}

impl HostService {
    /// The gRPC service.
    pub fn server(
        token: Token,
        requests: DynamicRequests,
        started: Instant,
    ) -> LanguageRuntimeServer<Self> {
        let service = Self {
            token,
            started,
            requests: Mutex::new(Some(requests)),
            stop: StopHandle::default(),
        };
        LanguageRuntimeServer::new(service)
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE)
    }

    async fn evaluate(&self, request: wire::RunRequest) -> Result<ProgramEnd, CallError> {
        let flags = PassedFlags::try_parse_from(&request.flags)
            .map_err(|error| CallError::malformed(format!("`flags`: {error}")))?
            .flags;
        let monitor = Arc::new(self.connect(&request.monitor_address).await?);
        // An invalid request does not count as the run of the process.
        let requests = {
            let mut requests = self.requests.lock();
            requests.take()
        };
        let requests = requests.ok_or_else(|| {
            let message = "this language host has run its program; start another one";
            CallError::new(Code::FailedPrecondition, message)
        })?;
        let (dry_run, has_code) = (request.dry_run, request.has_provider_code);
        let mut evaluation = self.evaluation(request, &flags.sandbox.permissions)?;
        evaluation.inspection = inspection(&flags.sandbox).map_err(|_| {
            let message = "the address for debuggers is taken; choose another one";
            CallError::new(Code::FailedPrecondition, message)
        })?;
        let events = sink(Arc::clone(&monitor));
        let mut program = evaluation.program(&flags, Arc::clone(&monitor) as _, events, dry_run);
        program.dynamic = Some(requests.bringing_code(has_code));
        program
            .environment
            .retain(|it| it.0 != Token::VARIABLE && it.0 != PrivateSocket::VARIABLE);
        let ended = tokio::task::spawn_blocking(|| lumi_host::run(program)).await;
        let ended = ended.map_err(|error| CallError::new(Code::Internal, error.to_string()))?;
        monitor.flush().await?;
        Ok(ended.into())
    }

    async fn connect(&self, address: &str) -> Result<RemoteMonitor, CallError> {
        let endpoint = Endpoint::parse(address).ok_or_else(|| {
            let message = "`monitor_address` is neither HOST:PORT on this machine nor unix:PATH";
            CallError::malformed(message)
        })?;
        let connection = Connection::open(&endpoint, self.token.clone()).await;
        let connection = connection.map_err(|error| {
            let message = format!("the monitor cannot be reached: {error}");
            CallError::new(Code::FailedPrecondition, message)
        })?;
        Ok(RemoteMonitor::new(connection))
    }

    fn evaluation(
        &self,
        request: wire::RunRequest,
        permissions: &PermissionArgs,
    ) -> Result<Evaluation, CallError> {
        let config = request.config.into_iter().map(|it| {
            let value = ConfigValue {
                value: it.value,
                secret: it.secret,
            };
            (it.key, value)
        });
        let folder = PathBuf::from(request.project_folder);
        let settings = ProjectSettings {
            manifest: packages_of(&folder),
            folder,
            name: request.project,
            pulumi: None,
        };
        let libraries = Libraries::of_settings(&settings)
            .map_err(|failure| CallError::new(Code::FailedPrecondition, failure.into_message()))?;
        Ok(Evaluation {
            packages: Arc::new(ProjectInterfaces::new(
                &settings,
                permissions.accepts_plugins(),
            )),
            project: Project {
                entry: PathBuf::from(request.program),
                settings,
                pack: None,
                has_sources: false,
            },
            libraries,
            stack: request.stack,
            current: PathBuf::from(request.working_directory),
            config: config.collect(),
            arguments: request.arguments,
            mode: Mode::Program,
            test_filter: String::new(),
            stop: self.stop.clone(),
            color: request.color,
            shows_progress: false,
            started: request.verbose.then_some(self.started),
            program_runtime: None,
            inspection: None,
            inspects_plans: true,
        })
    }
}

/// The packages that the program can import. The engine handles the rest of `Lumi.yaml`.
fn packages_of(folder: &Path) -> Manifest {
    let manifest = ProjectSettings::find(folder, folder).map(|it| it.manifest);
    let manifest = manifest.unwrap_or_default();
    Manifest {
        plugins: manifest.plugins,
        packages: manifest.packages,
        ..Manifest::default()
    }
}

/// Sends the program's events to the engine, in order with its other messages.
fn sink(monitor: Arc<RemoteMonitor>) -> EventSink {
    let severity = |level: LogLevel| match level {
        LogLevel::Debug => LogSeverity::Debug,
        LogLevel::Info => LogSeverity::Info,
        LogLevel::Warning => LogSeverity::Warning,
        LogLevel::Error => LogSeverity::Error,
    };
    Arc::new(move |event| match event {
        Event::Console { level, text } => monitor.log(LogLine {
            severity: severity(level),
            message: text,
            urn: None,
            is_output: true,
        }),
        Event::Log {
            level,
            message,
            urn,
        } => monitor.log(LogLine {
            severity: severity(level),
            message,
            urn,
            is_output: false,
        }),
        Event::Closure(note) => monitor.note_function(&note.owner, note.property),
        Event::Function { urn, property } => monitor.note_function(&urn, property),
        // Language hosts do not request these.
        Event::Result(_) | Event::Secrets(_) | Event::Test(_) => {}
    })
}

#[tonic::async_trait]
impl LanguageRuntime for HostService {
    async fn get_plugin_info(
        &self,
        _: Request<wire::GetPluginInfoRequest>,
    ) -> Result<Response<wire::GetPluginInfoResponse>, Status> {
        Ok(Response::new(wire::GetPluginInfoResponse {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            keeps_secrets: true,
            has_dynamic_providers: true,
        }))
    }

    async fn run(
        &self,
        request: Request<wire::RunRequest>,
    ) -> Result<Response<wire::RunResponse>, Status> {
        let end = self.evaluate(request.into_inner()).await?;
        Ok(Response::new(from_end(end)))
    }

    async fn cancel(
        &self,
        _: Request<wire::CancelRunRequest>,
    ) -> Result<Response<wire::CancelRunResponse>, Status> {
        self.stop.stop(StopReason::Interrupted);
        Ok(Response::new(wire::CancelRunResponse {}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lumi_provider::dynamic_line;

    #[tokio::test]
    async fn a_request_that_cannot_be_served_is_not_the_run() {
        let (_line, requests) = dynamic_line(false);
        let service = HostService {
            token: Token::random(),
            started: Instant::now(),
            requests: Mutex::new(Some(requests)),
            stop: StopHandle::default(),
        };
        for _ in 0..2 {
            let request = wire::RunRequest {
                monitor_address: "somewhere".to_owned(),
                ..Default::default()
            };
            let error = service.evaluate(request).await.err().unwrap();
            assert!(
                error.message.contains("`monitor_address`"),
                "{}",
                error.message
            );
        }
    }
}
