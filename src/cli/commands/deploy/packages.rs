//! The packages available to a run.

use std::sync::Arc;

use lumi_engine::{DYNAMIC_PACKAGE, EventSink, PulumiPackage, Referrers, StackReferences};
use lumi_hcl::config::BUILT_IN_PACKAGE;
use lumi_hcl::run::BuiltInProvider;
use lumi_host::Permissions;
use lumi_project::ProjectSettings;
use lumi_project::packages::InstalledPackages;
use lumi_provider::{Access, MonitorAccess, Provider, ProviderError, Registry};
use lumi_pulumi::ScriptCommand;
use lumi_runs::plugins::Plugins;
use lumi_state::Backend;
use lumi_terminal::output::terminal::Terminal;

use super::program_run::ProgramRun;
use super::staged_pack::StagedPack;

const NO_PROGRAM: &str = "it is managed by code of the program, and no program was found; name \
                          the program, or run `lumi` in its folder";

/// Built-in packages, plugins, and the providers of the program. A run and its preview share plugin
/// processes.
pub struct Packages {
    access: Arc<Permissions>,
    settings: ProjectSettings,
    backend: Arc<Backend>,
    plugins: Plugins,
    /// The assets of the program, if it is a package that has some.
    assets: Option<StagedPack>,
}

/// The permissions of providers.
pub struct Granted {
    /// The permissions of Lumi's own providers.
    pub access: Permissions,
    /// Runs plugins that are scripts of Pulumi's SDK.
    pub scripts: Option<ScriptCommand>,
}

impl Packages {
    pub fn new(
        settings: &ProjectSettings,
        installed: InstalledPackages,
        stack: &str,
        backend: Arc<Backend>,
        granted: Granted,
        assets: Option<StagedPack>,
        terminal: Terminal,
    ) -> Self {
        let Granted { access, scripts } = granted;
        let access = Arc::new(match &assets {
            Some(staged) => access.reading(staged.folder()),
            None => access,
        });
        let shared = Arc::clone(&access) as Arc<dyn Access>;
        Self {
            access,
            settings: settings.clone(),
            backend,
            plugins: Plugins::new(settings, installed, stack, shared, scripts, terminal),
            assets,
        }
    }

    /// Finds the stacks that refer to resources of this one.
    pub fn referrers(&self, stack: &str) -> Referrers {
        Referrers::new(Arc::clone(&self.backend), &self.settings.name, stack)
    }

    /// The permissions of Lumi's own providers.
    pub fn access(&self) -> Arc<dyn Access> {
        Arc::clone(&self.access) as Arc<dyn Access>
    }

    pub fn registry(&self, program: Option<&ProgramRun>) -> Registry {
        let mut registry = Registry::with_builtin(self.settings.folder.clone(), self.access());
        match program {
            Some(program) => program.provide(&mut registry),
            None => registry.add(DYNAMIC_PACKAGE, || Err(ProviderError::failed(NO_PROGRAM))),
        }
        let (backend, project) = (Arc::clone(&self.backend), self.settings.name.clone());
        registry.add("lumi", move || {
            let provider = StackReferences::new(Arc::clone(&backend), &project);
            Ok(Arc::new(provider) as Arc<dyn Provider>)
        });
        let (backend, project) = (Arc::clone(&self.backend), self.settings.name.clone());
        registry.add_keeping_secrets("pulumi", move || {
            let provider = PulumiPackage::new(Arc::clone(&backend), &project);
            Ok(Arc::new(provider) as Arc<dyn Provider>)
        });
        // Pulumi has a package of this name, too.
        if self.settings.deploys_hcl() {
            registry.add_keeping_secrets(BUILT_IN_PACKAGE, || {
                Ok(Arc::new(BuiltInProvider) as Arc<dyn Provider>)
            });
        }
        registry.set_plugins(self.plugins.host().clone());
        if self.settings.manifest.tag_resources {
            registry.set_tagging();
        }
        if let Some(staged) = &self.assets {
            registry.set_assets(Arc::clone(&staged.assets));
        }
        registry
    }

    /// Sends the messages of plugins to this run from now on.
    pub fn show_in(&self, events: EventSink) {
        self.plugins.show_in(events);
    }

    /// Registers components of plugins with this run from now on.
    pub fn offer(&self, monitor: Arc<dyn MonitorAccess>) {
        self.plugins.host().offer(monitor);
    }

    /// Waits for the end of plugin processes that the run to come does not use.
    pub async fn wait_for_worn(&self) {
        self.plugins.host().wait_for_worn().await;
    }

    /// Ends plugin processes.
    pub async fn end(&self) {
        self.plugins.end().await;
    }
}
