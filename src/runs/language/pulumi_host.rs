//! The service of `pulumi-language-lumi`: runs TypeScript programs for Pulumi's engine.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use clap::Parser;
use parking_lot::Mutex;
use tonic::codegen::tokio_stream::{self, Stream};
use tonic::{Code, Request, Response, Status};

use crate::evaluation::Evaluation;
use crate::flags::ProgramFlags;
use crate::inspector::inspection;
use crate::program_end::{FailureCause, ProgramEnd, ProgramFailure};
use lumi_host::{ConfigValue, Event, EventSink, LogLevel, Mode, StopHandle, StopReason};
use lumi_monitor::LogSeverity;
use lumi_project::Project;
use lumi_project::interfaces::ProjectInterfaces;
use lumi_project::libraries::Libraries;
use lumi_pulumi::pulumirpc::language_runtime_server::{LanguageRuntime, LanguageRuntimeServer};
use lumi_pulumi::pulumirpc::{self as wire, value::Kind};
use lumi_pulumi::{Message, NpmPackage, PulumiMonitorClient, StackFacts};
use lumi_rpc::{CallError, Connection, MAX_MESSAGE, Token};
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{RenderReport as _, Report};

/// Runs programs in sequence.
pub struct PulumiHost {
    /// HOST:PORT of the Engine service, once known.
    engine: Mutex<String>,
    /// Stops the running program.
    stop: Mutex<StopHandle>,
}

/// `runtime.options.flags` of the project file.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct ProjectFlags {
    #[command(flatten)]
    flags: ProgramFlags,
}

/// The facts about a run from its request.
struct Run {
    program: PathBuf,
    directory: PathBuf,
    flags: ProgramFlags,
    facts: StackFacts,
    config: Vec<(String, ConfigValue)>,
    arguments: Vec<String>,
}

impl PulumiHost {
    /// The gRPC service.
    pub fn server(engine: String) -> LanguageRuntimeServer<Self> {
        let service = Self {
            engine: Mutex::new(engine),
            stop: Mutex::default(),
        };
        LanguageRuntimeServer::new(service)
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE)
    }

    async fn evaluate(&self, request: wire::RunRequest) -> Result<wire::RunResponse, CallError> {
        let monitor = connect(&request.monitor_address, "monitor_address").await?;
        let engine = {
            let engine = self.engine.lock();
            engine.clone()
        };
        let engine = match engine.as_str() {
            "" => monitor.clone(),
            address => connect(address, "the engine's address").await?,
        };
        let run = Run::new(request)?;
        let monitor = PulumiMonitorClient::open(monitor, engine, run.facts.clone()).await?;
        let stop = StopHandle::default();
        *self.stop.lock() = stop.clone();
        let end = match run.evaluation(stop) {
            Ok(evaluation) => {
                let dry_run = run.facts.dry_run;
                let served = Arc::new(monitor.clone());
                let program =
                    evaluation.program(&run.flags, served, sink(monitor.clone()), dry_run);
                let ended = tokio::task::spawn_blocking(|| lumi_host::run(program)).await;
                let ended = ended.map_err(|it| CallError::new(Code::Internal, it.to_string()))?;
                ended.into()
            }
            Err(failure) => ProgramEnd::Failed(Box::new(ProgramFailure::new(
                FailureCause::Program,
                failure.report.map(|it| *it),
            ))),
        };
        let response = report_end(&monitor, end);
        monitor.flush().await?;
        Ok(response)
    }
}

impl Run {
    fn new(request: wire::RunRequest) -> Result<Self, CallError> {
        let info = request.info.unwrap_or_default();
        let directory = PathBuf::from(request.pwd);
        let program = match info.program_directory.as_str() {
            "" => PathBuf::from(request.program),
            folder => Path::new(folder).join(&info.entry_point),
        };
        let flags = ProjectFlags::try_parse_from(flags(info.options))
            .map_err(|error| {
                let message = format!("`flags` of the runtime's options: {error}");
                CallError::malformed(message)
            })?
            .flags;
        let config = config(request.config, &request.config_secret_keys);
        Ok(Self {
            program,
            directory,
            flags,
            facts: StackFacts {
                project: request.project,
                stack: request.stack,
                dry_run: request.dry_run,
            },
            config,
            arguments: request.args,
        })
    }

    fn evaluation(&self, stop: StopHandle) -> Result<Evaluation, Failure> {
        let mut project = Project::find(&self.program, &self.directory)?;
        project.settings.name.clone_from(&self.facts.project);
        Ok(Evaluation {
            libraries: Libraries::of_project(&project)?,
            packages: Arc::new(ProjectInterfaces::new(
                &project.settings,
                self.flags.sandbox.permissions.accepts_plugins(),
            )),
            project,
            stack: self.facts.stack.clone(),
            current: self.directory.clone(),
            config: self.config.clone(),
            arguments: self.arguments.clone(),
            mode: Mode::Program,
            test_filter: String::new(),
            stop,
            color: false,
            shows_progress: false,
            started: None,
            program_runtime: None,
            inspection: inspection(&self.flags.sandbox)?,
            inspects_plans: true,
        })
    }
}

/// Connects to an engine, which must be on this machine.
async fn connect(address: &str, name: &str) -> Result<Connection, CallError> {
    let address = address.replace("localhost:", "127.0.0.1:");
    let address: SocketAddr = address
        .parse()
        .map_err(|_| CallError::malformed(format!("`{name}` is not HOST:PORT")))?;
    if !address.ip().is_loopback() {
        let message = format!("`{name}` is not on this machine");
        return Err(CallError::malformed(message));
    }
    let connection = Connection::open(address, Token::NONE).await;
    connection.map_err(|error| {
        let message = format!("`{name}` {address} cannot be reached: {error}");
        CallError::new(Code::FailedPrecondition, message)
    })
}

/// The texts of the list `flags`.
fn flags(options: Option<wire::Struct>) -> Vec<String> {
    let options = options.unwrap_or_default().fields.into_iter();
    let mut flags = options.filter(|it| it.key == "flags");
    let value = flags.next().and_then(|it| it.value?.kind);
    let Some(Kind::ListValue(list)) = value else {
        return Vec::new();
    };
    let texts = list.values.into_iter().filter_map(|it| match it.kind? {
        Kind::StringValue(text) => Some(text),
        _ => None,
    });
    texts.collect()
}

/// Older keys have the form `<namespace>:config:<name>`.
fn config(config: HashMap<String, String>, secret: &[String]) -> Vec<(String, ConfigValue)> {
    let mut config: Vec<_> = config
        .into_iter()
        .map(|(key, value)| {
            let secret = secret.contains(&key);
            (
                key.replacen(":config:", ":", 1),
                ConfigValue { value, secret },
            )
        })
        .collect();
    config.sort_by(|a, b| a.0.cmp(&b.0));
    config
}

/// Sends the program's events to the engine.
fn sink(monitor: PulumiMonitorClient) -> EventSink {
    let severity = |level: LogLevel| match level {
        LogLevel::Debug => LogSeverity::Debug,
        LogLevel::Info => LogSeverity::Info,
        LogLevel::Warning => LogSeverity::Warning,
        LogLevel::Error => LogSeverity::Error,
    };
    Arc::new(move |event| match event {
        // Console output is not an error of the run.
        Event::Console { text, .. } => monitor.log(Message {
            severity: LogSeverity::Info,
            text: text.trim_end_matches('\n').to_owned(),
            urn: None,
        }),
        Event::Log {
            level,
            message,
            urn,
        } => monitor.log(Message {
            severity: severity(level),
            text: message,
            urn,
        }),
        // Language hosts do not request these.
        Event::Closure(_)
        | Event::Function { .. }
        | Event::Result(_)
        | Event::Secrets(_)
        | Event::Test(_) => {}
    })
}

/// Reports to the user how a program ended.
fn report_end(monitor: &PulumiMonitorClient, end: ProgramEnd) -> wire::RunResponse {
    let say = |severity, report: &Report| {
        let text = report.render(false);
        let text = text.trim_end().to_owned();
        let urn = None;
        monitor.log(Message {
            severity,
            text,
            urn,
        });
    };
    let bail = match end {
        ProgramEnd::Finished(unseen) => {
            if let Some(unseen) = unseen {
                say(LogSeverity::Info, &unseen.report);
            }
            false
        }
        ProgramEnd::Stopped(note) => {
            say(LogSeverity::Info, &note);
            false
        }
        ProgramEnd::Failed(failure) => {
            if let Some(report) = &failure.report {
                say(LogSeverity::Error, report);
            }
            true
        }
    };
    wire::RunResponse {
        error: String::new(),
        bail,
    }
}

/// Packages installed for the program and in the project folder.
fn packages(info: Option<wire::ProgramInfo>) -> Vec<NpmPackage> {
    let info = info.unwrap_or_default();
    let folders = [info.program_directory, info.root_directory];
    let folders = folders.iter().filter(|it| !it.is_empty());
    let mut packages: Vec<_> = folders
        .flat_map(|it| NpmPackage::all(Path::new(it)))
        .collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    packages.dedup_by(|a, b| a.name == b.name && a.version == b.version && a.plugin == b.plugin);
    packages
}

fn plugin_dependency(package: NpmPackage) -> Option<wire::PluginDependency> {
    let plugin = package.plugin?;
    Some(wire::PluginDependency {
        name: plugin.name,
        kind: "resource".to_owned(),
        version: plugin.version,
        server: plugin.server,
        ..Default::default()
    })
}

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl LanguageRuntime for PulumiHost {
    async fn handshake(
        &self,
        request: Request<wire::LanguageHandshakeRequest>,
    ) -> Answer<wire::LanguageHandshakeResponse> {
        let address = request.into_inner().engine_address;
        if !address.is_empty() {
            *self.engine.lock() = address;
        }
        Ok(Response::new(wire::LanguageHandshakeResponse {}))
    }

    async fn get_required_plugins(
        &self,
        request: Request<wire::GetRequiredPluginsRequest>,
    ) -> Answer<wire::GetRequiredPluginsResponse> {
        let request = request.into_inner();
        let info = request.info.unwrap_or_else(|| wire::ProgramInfo {
            program_directory: request.pwd,
            ..Default::default()
        });
        let packages = packages(Some(info)).into_iter();
        Ok(Response::new(wire::GetRequiredPluginsResponse {
            plugins: packages.filter_map(plugin_dependency).collect(),
        }))
    }

    async fn get_required_packages(
        &self,
        request: Request<wire::GetRequiredPackagesRequest>,
    ) -> Answer<wire::GetRequiredPackagesResponse> {
        let packages = packages(request.into_inner().info).into_iter();
        let plugins = packages.filter_map(plugin_dependency);
        let packages = plugins.map(|it| wire::PackageDependency {
            name: it.name,
            kind: it.kind,
            version: it.version,
            server: it.server,
            ..Default::default()
        });
        Ok(Response::new(wire::GetRequiredPackagesResponse {
            packages: packages.collect(),
        }))
    }

    async fn run(&self, request: Request<wire::RunRequest>) -> Answer<wire::RunResponse> {
        Ok(Response::new(self.evaluate(request.into_inner()).await?))
    }

    async fn get_plugin_info(&self, _: Request<()>) -> Answer<wire::PluginInfo> {
        Ok(Response::new(wire::PluginInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }))
    }

    type InstallDependenciesStream =
        Pin<Box<dyn Stream<Item = Result<wire::InstallDependenciesResponse, Status>> + Send>>;

    /// Does nothing: npm installs the packages of a program.
    async fn install_dependencies(
        &self,
        request: Request<wire::InstallDependenciesRequest>,
    ) -> Answer<Self::InstallDependenciesStream> {
        let folder = PathBuf::from(request.into_inner().directory);
        let is_missing =
            folder.join("package.json").is_file() && !folder.join("node_modules").is_dir();
        let lines = is_missing.then(|| {
            Ok(wire::InstallDependenciesResponse {
                stdout: b"lumi needs nothing installed; if the program uses packages of npm, run \
                          `npm install`\n"
                    .to_vec(),
                stderr: Vec::new(),
            })
        });
        Ok(Response::new(Box::pin(tokio_stream::iter(lines))))
    }

    async fn about(&self, _: Request<wire::AboutRequest>) -> Answer<wire::AboutResponse> {
        let executable = std::env::current_exe().unwrap_or_default();
        let v8 = ("v8".to_owned(), lumi_host::v8_version().to_owned());
        Ok(Response::new(wire::AboutResponse {
            executable: executable.display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            metadata: HashMap::from([v8]),
        }))
    }

    async fn get_program_dependencies(
        &self,
        request: Request<wire::GetProgramDependenciesRequest>,
    ) -> Answer<wire::GetProgramDependenciesResponse> {
        let packages = packages(request.into_inner().info).into_iter();
        let dependencies = packages.map(|it| wire::DependencyInfo {
            name: it.name,
            version: it.version,
        });
        Ok(Response::new(wire::GetProgramDependenciesResponse {
            dependencies: dependencies.collect(),
        }))
    }

    async fn cancel(&self, _: Request<()>) -> Answer<()> {
        let stop = self.stop.lock();
        stop.stop(StopReason::Interrupted);
        Ok(Response::new(()))
    }
}
