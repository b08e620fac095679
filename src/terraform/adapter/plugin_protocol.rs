//! Starts providers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tokio::join;
use tokio::time::timeout;

use lumi_provider::{
    Access, PackageName, PluginError, PluginKind, PluginLaunch, PluginLevel, PluginLine, PluginLog,
    PluginProtocol, SecretSupport, StartedPlugin, Unrestricted,
};

use crate::interface::SchemaFile;
use crate::lifecycle::{KeptAnswers, LifecycleError, Session};
use crate::process::{
    LogFilter, LogLevel, LogLine, PluginCommand, PluginProcess, ProviderLog, Reattachment,
    SecretTexts, StartError,
};
use crate::protocol::CallFailure;

use super::ephemeral_values::EphemeralValues;
use super::provider_peer::ProviderPeer;
use super::terraform_provider::{TerraformProvider, ToldWarnings};

/// Starts `terraform-provider-<package>`.
pub struct TerraformPluginProtocol {
    log: PluginLog,
    level: LogLevel,
    attached: BTreeMap<PackageName, Reattachment>,
    values: Arc<EphemeralValues>,
    schemas: StoredSchemas,
    addresses: BTreeMap<PackageName, String>,
    access: Arc<dyn Access>,
    answers: Arc<KeptAnswers>,
    told: Arc<ToldWarnings>,
    environment: Vec<(String, String)>,
}

/// The registry and the namespace of a provider of which nothing but the name is known.
const DEFAULT_ADDRESS: &str = "registry.opentofu.org/hashicorp";

/// The number of calls after which another process takes over: the libraries of providers keep a part of each call in
/// memory (`docs/performance.md`).
const MOST_CALLS: u32 = 500;

/// The stored schemas of a package with this executable; `None` if there are none.
pub type StoredSchemas = Arc<dyn Fn(&PackageName, &Path) -> Option<SchemaFile> + Send + Sync>;

impl TerraformPluginProtocol {
    /// `log` receives what providers log, if it is at least as important as `level`, and their warnings.
    pub fn new(log: PluginLog, level: LogLevel) -> Self {
        let attached = BTreeMap::new();
        Self {
            log,
            level,
            attached,
            values: Arc::default(),
            schemas: Arc::new(|_, _| None),
            addresses: BTreeMap::new(),
            access: Arc::new(Unrestricted),
            answers: Arc::default(),
            told: Arc::default(),
            environment: Vec::new(),
        }
    }

    /// With the full addresses of packages from registries, which providers get with moved objects.
    pub fn with_addresses(self, addresses: BTreeMap<PackageName, String>) -> Self {
        Self { addresses, ..self }
    }

    /// With variables for all providers.
    pub fn with_environment(self, environment: Vec<(String, String)>) -> Self {
        Self {
            environment,
            ..self
        }
    }

    /// With providers that run already, which are neither started nor ended.
    pub fn with_attached(self, attached: BTreeMap<PackageName, Reattachment>) -> Self {
        Self { attached, ..self }
    }

    /// With the permissions of the program, for what runs other programs.
    pub fn with_access(self, access: Arc<dyn Access>) -> Self {
        Self { access, ..self }
    }

    /// With schemas that were stored, so that providers are not asked for them.
    pub fn with_schemas(self, schemas: StoredSchemas) -> Self {
        Self { schemas, ..self }
    }

    fn filter(&self, package: &PackageName) -> LogFilter {
        let (log, package) = (Arc::clone(&self.log), package.clone());
        let lines: ProviderLog = Arc::new(move |line: LogLine| {
            log(PluginLine {
                package: Some(package.clone()),
                level: match line.level {
                    LogLevel::Trace | LogLevel::Debug => PluginLevel::Debug,
                    LogLevel::Info => PluginLevel::Info,
                    LogLevel::Warn => PluginLevel::Warning,
                    LogLevel::Error => PluginLevel::Error,
                },
                urn: None,
                text: line.text,
            });
        });
        LogFilter::new(self.level, SecretTexts::default(), lines)
    }
}

#[async_trait]
impl PluginProtocol for TerraformPluginProtocol {
    fn kind(&self) -> PluginKind {
        PluginKind::Terraform
    }

    async fn start(&self, launch: PluginLaunch<'_>) -> Result<StartedPlugin, PluginError> {
        let started = Instant::now();
        let startup_timeout = launch.command.startup_timeout;
        let command = PluginCommand {
            name: launch.package.to_string(),
            program: launch.command.program,
            arguments: launch.command.arguments,
            directory: launch.command.directory,
            startup_timeout,
            environment: [launch.command.environment, self.environment.clone()].concat(),
        };
        let other = |error: &dyn ToString| PluginError::Other(error.to_string());
        let filter = self.filter(launch.package);
        let attached = self.attached.get(launch.package);
        let (process, stored) = match attached {
            Some(place) => {
                let process = PluginProcess::attach(&command.name, place, filter);
                (process.await, None)
            }
            // The file is read while the process starts.
            None => {
                let stored = async { (self.schemas)(launch.package, &command.program) };
                join!(PluginProcess::start(&command, filter), stored)
            }
        };
        let process = Arc::new(process.map_err(|it| other(&it))?);
        let listened_after = started.elapsed();
        let session = open_session(&process, stored, startup_timeout).await?;
        let (package, log) = (launch.package.clone(), Arc::clone(&self.log));
        let address = self.addresses.get(&package).cloned();
        let address = address.unwrap_or_else(|| format!("{DEFAULT_ADDRESS}/{package}"));
        Ok(StartedPlugin {
            peer: Box::new(ProviderPeer {
                process,
                listened_after,
            }),
            provider: Arc::new(TerraformProvider::new(
                session
                    .at_address(address)
                    .with_answers(Arc::clone(&self.answers)),
                package,
                log,
                Arc::clone(&self.values),
                Arc::clone(&self.access),
                Arc::clone(&self.told),
            )),
            version: None,
            // The provider gets plain values; the marks are kept beside them.
            secrets: SecretSupport::Marked,
            cancels_before_end: false,
            most_calls: attached.is_none().then_some(MOST_CALLS),
            called_after: listened_after,
        })
    }
}

/// Asks a provider for its schemas, unless they are stored.
async fn open_session(
    process: &Arc<PluginProcess>,
    stored: Option<SchemaFile>,
    limit: Duration,
) -> Result<Session, PluginError> {
    let what = process.what().to_owned();
    let opened = timeout(limit, Session::open(Arc::clone(process), stored)).await;
    let text = match opened {
        Ok(Ok(session)) => return Ok(session),
        Ok(Err(LifecycleError::Call(lost @ CallFailure::Lost { .. }))) => lost.to_string(),
        Ok(Err(error)) => format!("{what} cannot be used: {error}"),
        Err(_) => StartError::Silent { what, limit }.to_string(),
    };
    Err(PluginError::Other(text))
}
