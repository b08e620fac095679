//! Runs plugins for one or several runs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::{MonitorAccess, Provider, ProviderError};
use lumi_graph::{Object, Parameterization, Urn};
use lumi_rpc::{PeerCommand, PeerLine, PeerLog};

use super::folders::{FoundPlugin, NoPlugin, PluginFolders, PluginSource};
use super::installed_package::InstalledPackage;
use super::launch::{LaunchContext, launch};
use super::lumi_protocol::LumiPluginProtocol;
use super::package_name::PackageName;
use super::package_version::PackageVersion;
use super::parameterized_package::ParameterizedPackage;
use super::plugin_kind::PluginKind;
use super::plugin_provider::{PluginProvider, Worker};
use super::protocol::{PackageParameters, PluginProtocol};
use super::requirement::PluginRequirement;
use super::version::WantedVersion;

/// A line of a plugin's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginLine {
    /// `None` before the plugin has identified itself.
    pub package: Option<PackageName>,
    pub level: PluginLevel,
    pub urn: Option<Urn>,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluginLevel {
    Debug,
    Info,
    Warning,
    Error,
}

/// Receives lines on any thread; must not block for long.
pub type PluginLog = Arc<dyn Fn(PluginLine) + Send + Sync>;

/// The settings of a project about plugins.
#[derive(Clone)]
pub struct PluginSettings {
    /// The absolute path of the project folder, the working directory of plugins.
    pub project: PathBuf,
    pub folders: PluginFolders,
    /// Requirements by package; for other packages any plugin is accepted.
    pub requirements: BTreeMap<PackageName, PluginRequirement>,
    /// The packages that the project has installed, by their name in it; they come before all others.
    pub packages: BTreeMap<PackageName, InstalledPackage>,
    /// The packages of the project that plugins make of parameters, by name.
    pub parameterized: BTreeMap<PackageName, ParameterizedPackage>,
    /// The time limit for starting a plugin.
    pub startup_timeout: Duration,
    /// The value of an environment variable.
    pub variable: fn(&str) -> Option<String>,
}

impl PluginSettings {
    pub const STARTUP_TIMEOUT: Duration = PeerCommand::STARTUP_TIMEOUT;
}

/// Starts plugins on demand, and keeps released processes for the next run. Clones share one host;
/// when the last one is dropped, all processes are killed.
#[derive(Clone)]
pub struct PluginHost(Arc<Shared>);

struct Shared {
    settings: PluginSettings,
    log: PluginLog,
    /// Lumi's own protocol first.
    protocols: Vec<Arc<dyn PluginProtocol>>,
    spare: Mutex<Vec<(PackageVersion, Worker)>>,
    /// The packages that consist of a plugin and parameters, by name and version.
    parameterized: Mutex<BTreeMap<(PackageName, String), Parameterization>>,
    /// Set after a cancellation: processes may be shutting down, so none is reused.
    is_cancelled: AtomicBool,
    /// One receiver for each process in use.
    busy: watch::Sender<()>,
    /// One receiver for each process that ends because it has reached its limit of calls.
    worn: watch::Sender<()>,
}

/// RAII guard: its receivers count the processes in use.
pub struct ProcessInUse(
    #[expect(dead_code, reason = "RAII guard: the sender counts its receivers")] watch::Receiver<()>,
);

/// The time for which the end waits for processes in use.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);

impl PluginHost {
    /// Creates a host without starting anything. `foreign` are the protocols beside Lumi's own.
    pub fn new(
        settings: PluginSettings,
        foreign: Vec<Arc<dyn PluginProtocol>>,
        log: PluginLog,
    ) -> Self {
        let own: Arc<dyn PluginProtocol> = Arc::new(LumiPluginProtocol::new(Arc::clone(&log)));
        Self(Arc::new(Shared {
            settings,
            log,
            protocols: std::iter::once(own).chain(foreign).collect(),
            spare: Mutex::default(),
            parameterized: Mutex::default(),
            is_cancelled: AtomicBool::new(false),
            busy: watch::channel(()).0,
            worn: watch::channel(()).0,
        }))
    }

    /// Creates a provider for a package, or for a version of one. The first request starts the plugin. Returns
    /// `None` if no plugin for the package is installed.
    pub fn provider(&self, package: &str) -> Option<Result<Arc<dyn Provider>, ProviderError>> {
        let package = PackageVersion::parse(package)?;
        if let Some(by) = self.parameterization(&package) {
            return Some(self.parameterized_provider(package, &by));
        }
        let is_wanted = self.0.settings.requirements.contains_key(&package.package);
        match self.find(&package) {
            Ok(_) => Some(Ok(Arc::new(PluginProvider::new(self.clone(), package)))),
            Err(NoPlugin::NotFound { others, .. }) if !is_wanted && others.is_empty() => None,
            Err(error) => Some(Err(ProviderError::failed(error.to_string()))),
        }
    }

    fn parameterized_provider(
        &self,
        package: PackageVersion,
        by: &Parameterization,
    ) -> Result<Arc<dyn Provider>, ProviderError> {
        match self.find(&package) {
            Ok(_) => Ok(Arc::new(PluginProvider::new(self.clone(), package))),
            Err(NoPlugin::NotFound { .. }) => {
                let Parameterization {
                    plugin, version, ..
                } = by;
                let range = match version.as_str() {
                    "" => String::new(),
                    version => format!("@{version}"),
                };
                Err(ProviderError::failed(format!(
                    "the package `{}` is made by the plugin `{plugin}` {version}, which is not there; run \
                     `lumi add pulumi:{plugin}{range}`, or put `pulumi-resource-{plugin}` on PATH",
                    package.package
                )))
            }
            Err(error) => Err(ProviderError::failed(error.to_string())),
        }
    }

    /// Gives components of plugins access to the monitor of the current run.
    pub fn offer(&self, monitor: Arc<dyn MonitorAccess>) {
        for protocol in &self.0.protocols {
            protocol.offer(Arc::clone(&monitor));
        }
    }

    /// Advice about a package without a plugin.
    pub(crate) fn advice(&self, package: &PackageName) -> String {
        self.0.settings.folders.advice(package)
    }

    /// Takes note of a package in a version, which consists of a plugin and parameters.
    pub fn parameterize(&self, package: &str, version: &str, by: &Parameterization) {
        if let Some(package) = PackageName::parse(package) {
            let key = (package, version.to_owned());
            self.0.parameterized.lock().insert(key, by.clone());
        }
    }

    /// The package in the version that the project has, if a plugin makes it of parameters.
    pub fn parameterized(&self, package: &str) -> Option<&ParameterizedPackage> {
        // Few projects have one, and each registration asks.
        let known = &self.0.settings.parameterized;
        match known.is_empty() {
            true => None,
            false => known.get(&PackageName::parse(package)?),
        }
    }

    fn parameterization(&self, id: &PackageVersion) -> Option<Parameterization> {
        match &id.version {
            None => self
                .parameterized(id.package.as_str())
                .map(|it| it.by.clone()),
            Some(_) => self.noted_parameterization(id),
        }
    }

    /// The plugin and parameters of a package in a version that the project does not have itself.
    fn noted_parameterization(&self, id: &PackageVersion) -> Option<Parameterization> {
        let key = (id.package.clone(), id.version.clone()?);
        self.0.parameterized.lock().get(&key).cloned()
    }

    /// The parameters of the package of a provider.
    fn parameters(&self, id: &PackageVersion) -> Option<PackageParameters> {
        let version = match &id.version {
            Some(version) => version.clone(),
            None => self.parameterized(id.package.as_str())?.version.clone(),
        };
        let value = self.parameterization(id)?.value;
        Some(PackageParameters { version, value })
    }

    /// The key of the version of a package that a resource asks for: the package itself, where the project has it
    /// in one version only, or where that is the one.
    pub(crate) fn key(&self, package: &str, version: &str) -> String {
        let name = PackageName::parse(package);
        let own = name
            .as_ref()
            .and_then(|it| self.0.settings.parameterized.get(it));
        if own.is_some_and(|it| it.version == version) {
            return package.to_owned();
        }
        let is_parameterized = name.as_ref().is_some_and(|it| {
            let key = (it.clone(), version.to_owned());
            self.0.parameterized.lock().contains_key(&key)
        });
        if is_parameterized {
            return format!("{package}@{version}");
        }
        let installed = name.and_then(|it| self.0.settings.packages.get(&it));
        let is_other = installed.is_some_and(|it| {
            // Overridden packages have no version.
            let is_locked = it.version != semver::Version::new(0, 0, 0);
            let same = it.version(version);
            is_locked && same.is_none_or(|same| same.version != it.version)
        });
        match is_other {
            true => format!("{package}@{version}"),
            false => package.to_owned(),
        }
    }

    fn find(&self, id: &PackageVersion) -> Result<FoundPlugin, NoPlugin> {
        if let Some(by) = self.noted_parameterization(id) {
            return self.find_base(id, &by);
        }
        let package = &id.package;
        if let Some(installed) = self.0.settings.packages.get(package) {
            let Some(version) = &id.version else {
                return FoundPlugin::of(installed);
            };
            return match installed.version(version) {
                Some(installed) => FoundPlugin::of(installed),
                None => Err(NoPlugin::NotBeside {
                    package: package.clone(),
                    wanted: version.clone(),
                    there: installed.versions(),
                }),
            };
        }
        let source = self.requirement(package).source;
        self.0.settings.folders.find(package, &source)
    }

    /// The package of the project that is made by a plugin in a version, or else by another version of it.
    fn made_by(&self, by: &Parameterization) -> Option<PackageVersion> {
        let package = self.0.settings.parameterized.iter();
        let package = package.filter(|(_, it)| it.by.plugin == by.plugin);
        let name = package.max_by_key(|(_, it)| it.by.version == by.version)?.0;
        Some(PackageVersion {
            package: name.clone(),
            version: None,
            variables: Vec::new(),
        })
    }

    /// The plugin of a package that consists of it and parameters. The project may choose another version, or a path.
    fn find_base(
        &self,
        id: &PackageVersion,
        by: &Parameterization,
    ) -> Result<FoundPlugin, NoPlugin> {
        let plugin = PackageName::parse(&by.plugin).unwrap_or_else(|| id.package.clone());
        if let Some(installed) = self.0.settings.packages.get(&plugin) {
            return FoundPlugin::of(installed.version(&by.version).unwrap_or(installed));
        }
        if let Some(package) = self.made_by(by) {
            return self.find(&package);
        }
        let chosen = self.0.settings.requirements.get(&plugin);
        let source = match (chosen, WantedVersion::parse(&by.version)) {
            (Some(chosen), _) => chosen.source.clone(),
            (None, Ok(version)) => PluginSource::Version(version),
            (None, Err(_)) => PluginSource::Version(WantedVersion::ANY),
        };
        let found = self.0.settings.folders.find(&plugin, &source)?;
        // The plugin reports the version of the package once it has the parameters.
        Ok(FoundPlugin {
            wanted: WantedVersion::ANY,
            ..found
        })
    }

    fn requirement(&self, package: &PackageName) -> PluginRequirement {
        let requirement = self.0.settings.requirements.get(package);
        requirement.cloned().unwrap_or_default()
    }

    /// A process with this configuration, or one that is not configured yet.
    pub(super) async fn worker(
        &self,
        id: &PackageVersion,
        config: Option<&Object>,
    ) -> Result<Worker, ProviderError> {
        let package = &id.package;
        let spare = self.take(id, |it| config.is_none() || it.as_ref() == config);
        let spare = spare.or_else(|| self.take(id, Option::is_none));
        if let Some(worker) = spare {
            return Ok(worker);
        }
        let found = self.find(id);
        let found = found.map_err(|it| ProviderError::failed(it.to_string()))?;
        let context = LaunchContext {
            project: &self.0.settings.project,
            startup_timeout: self.0.settings.startup_timeout,
            secrets_allowed: self.requirement(package).secrets_allowed,
            protocol: self.protocol(found.kind)?,
            environment: self.environment(id),
            parameters: self.parameters(id),
        };
        let log = self.peer_log(package);
        let process = launch(package, &found, context, log).await?;
        (self.0.log)(PluginLine {
            package: Some(package.clone()),
            level: PluginLevel::Debug,
            urn: None,
            text: process.start_times(),
        });
        Ok(Worker::new(process))
    }

    /// The variables that a plugin sees under other names, with their values; those that are not set are left out.
    fn environment(&self, id: &PackageVersion) -> Vec<(String, String)> {
        let variable = self.0.settings.variable;
        let set = |(from, to): &(String, String)| Some((to.clone(), variable(from)?));
        id.variables.iter().filter_map(set).collect()
    }

    /// A kept process that has this configuration.
    pub(super) fn configured(&self, package: &PackageVersion, config: &Object) -> Option<Worker> {
        self.take(package, |it| it.as_ref() == Some(config))
    }

    fn take(
        &self,
        package: &PackageVersion,
        fits: impl Fn(&Option<Object>) -> bool,
    ) -> Option<Worker> {
        if self.is_reuse_disabled() {
            return None;
        }
        let mut spare = self.0.spare.lock();
        spare.retain(|it| !it.1.process.is_gone());
        let at = spare
            .iter()
            .position(|(name, worker)| name == package && fits(&worker.config))?;
        Some(spare.swap_remove(at).1)
    }

    /// Keeps a process for reuse, or ends a process that has reached its limit of calls.
    pub(super) fn release(&self, package: &PackageVersion, worker: Worker) {
        if worker.process.is_worn() {
            // Without a runtime, dropping the process kills it.
            if let Ok(runtime) = Handle::try_current() {
                let ends = self.0.worn.subscribe();
                runtime.spawn(async move {
                    worker.process.end().await;
                    drop(ends);
                });
            }
            return;
        }
        if !worker.process.is_gone() {
            self.0.spare.lock().push((package.clone(), worker));
        }
    }

    /// Waits for the end of processes that have reached their limit of calls, so that their memory is free.
    pub async fn wait_for_worn(&self) {
        let _ = timeout(SHUTDOWN_GRACE, self.0.worn.closed()).await;
    }

    /// Stops the reuse of processes, which may be shutting down.
    pub(super) fn disable_reuse(&self) {
        self.0.is_cancelled.store(true, Ordering::SeqCst);
    }

    pub(super) fn is_reuse_disabled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::SeqCst)
    }

    pub(super) fn busy(&self) -> ProcessInUse {
        ProcessInUse(self.0.busy.subscribe())
    }

    /// Ends all idle processes; the others are killed with their last user.
    pub async fn end(&self) {
        let _ = timeout(SHUTDOWN_GRACE, self.0.busy.closed()).await;
        let spare = std::mem::take(&mut *self.0.spare.lock());
        let mut ends: JoinSet<()> = spare
            .into_iter()
            .map(|(_, worker)| worker.process.end())
            .collect();
        while ends.join_next().await.is_some() {}
    }

    fn protocol(&self, kind: PluginKind) -> Result<&dyn PluginProtocol, ProviderError> {
        let spoken = self.0.protocols.iter().find(|it| it.kind() == kind);
        spoken.map(|it| &**it).ok_or_else(|| {
            let prefix = kind.prefix();
            ProviderError::failed(format!("this lumi starts no plugins `{prefix}…`"))
        })
    }

    fn peer_log(&self, package: &PackageName) -> PeerLog {
        let log = Arc::clone(&self.0.log);
        let package = package.clone();
        Arc::new(move |line: PeerLine| {
            log(PluginLine {
                package: Some(package.clone()),
                level: PluginLevel::Info,
                urn: None,
                text: line.text,
            });
        })
    }
}
