//! Provider plugins of a project: their folders and their messages.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;

use lumi_engine::{Diagnostic, Event, EventSink, Severity};
use lumi_provider::{
    Access, PackageName, PluginFolders, PluginHost, PluginLevel, PluginLine, PluginLog,
    PluginProtocol, PluginRequirement, PluginSettings, PluginSource, limited_text,
};

use lumi_host::{PermissionFlags, Permissions};
use lumi_pulumi::{PulumiPluginProtocol, PulumiRunFacts, ScriptCommand};
use lumi_terraform::adapter::TerraformPluginProtocol;
use lumi_terraform::process::LogLevel;

use crate::flags::{ProgramFlags, PulumiPlace};
use crate::language::permissions;
use lumi_project::interfaces::stored_schemas;
pub use lumi_project::packages::plugin_folders::{folders, home, store};
use lumi_project::packages::{InstalledPackages, WantedPackage, attached, plugin_scripts};
use lumi_project::process_environment::{self, raw_variable};
use lumi_project::{NODE_RUNTIME, PackageRequirement, ProjectSettings};
use lumi_terminal::output::plugin_lines::PluginLines;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, escaped};

/// The plugins of several runs, and the sink of their messages.
pub struct Plugins {
    host: PluginHost,
    shown: Arc<Mutex<Option<EventSink>>>,
    lines: Arc<PluginLines>,
    terminal: Terminal,
}

impl Plugins {
    /// Starts no plugin before it is needed. `stack` and `access` are those of the runs; `scripts` runs plugins that are
    /// scripts of Pulumi's SDK.
    pub fn new(
        settings: &ProjectSettings,
        installed: InstalledPackages,
        stack: &str,
        access: Arc<dyn Access>,
        scripts: Option<ScriptCommand>,
        terminal: Terminal,
    ) -> Self {
        let shown: Arc<Mutex<Option<EventSink>>> = Arc::default();
        let sink = Arc::clone(&shown);
        let lines = Arc::new(PluginLines::new(terminal.verbose));
        let counted = Arc::clone(&lines);
        let log: PluginLog = Arc::new(move |line: PluginLine| {
            if line.level == PluginLevel::Debug && !terminal.verbose {
                return;
            }
            let Some(line) = counted.pass(line) else {
                return;
            };
            let diagnostic = diagnostic(line);
            let sink = sink.lock().clone();
            match sink {
                Some(sink) => sink(Event::Diagnostic(diagnostic)),
                None => terminal.report(&note(diagnostic.message)),
            }
        });
        let facts = PulumiRunFacts::new(&settings.name, stack);
        let pulumi = PulumiPluginProtocol::new(facts, scripts, Arc::clone(&log));
        let level = match terminal.verbose {
            true => LogLevel::Info,
            false => LogLevel::Warn,
        };
        // A wrong variable was reported with the packages.
        let attached = attached(settings).unwrap_or_default();
        let terraform = TerraformPluginProtocol::new(Arc::clone(&log), level);
        let terraform = terraform
            .with_attached(attached)
            .with_environment(provider_environment())
            .with_addresses(addresses(settings))
            .with_access(access)
            .with_schemas(stored_schemas(settings));
        let foreign: Vec<Arc<dyn PluginProtocol>> = vec![Arc::new(pulumi), Arc::new(terraform)];
        let host = PluginHost::new(plugin_settings(settings, installed, stack), foreign, log);
        Self {
            host,
            shown,
            lines,
            terminal,
        }
    }

    pub fn host(&self) -> &PluginHost {
        &self.host
    }

    /// Sends the messages of plugins to this run from now on.
    pub fn show_in(&self, events: EventSink) {
        let mut shown = self.shown.lock();
        *shown = Some(events);
    }

    /// Ends all idle plugins, and reports how many of their lines were not shown.
    pub async fn end(&self) {
        self.host.end().await;
        for hidden in self.lines.hidden() {
            self.terminal.report(&note(hidden));
        }
    }
}

fn note(message: String) -> Report {
    Report {
        severity: lumi_terminal::ui::report::Severity::Note,
        ..Report::error(message)
    }
}

/// The full addresses of the providers of registries.
fn addresses(settings: &ProjectSettings) -> BTreeMap<PackageName, String> {
    let packages = WantedPackage::all(&settings.manifest.packages).into_iter();
    packages
        .filter_map(|it| Some((it.name.clone(), it.address()?.full())))
        .collect()
}

fn diagnostic(line: PluginLine) -> Diagnostic {
    let text = limited_text(line.text);
    let message = match &line.package {
        Some(package) => format!("{package}: {text}"),
        None => text,
    };
    Diagnostic {
        severity: match line.level {
            PluginLevel::Debug | PluginLevel::Info => Severity::Info,
            PluginLevel::Warning => Severity::Warning,
            PluginLevel::Error => Severity::Error,
        },
        urn: line.urn,
        message,
        help: None,
        source: None,
    }
}

fn plugin_settings(
    settings: &ProjectSettings,
    installed: InstalledPackages,
    stack: &str,
) -> PluginSettings {
    let plugins = settings.manifest.plugins.iter();
    let plugins = plugins.map(|(package, it)| (package.clone(), it.below(&settings.folder)));
    let packages = settings.manifest.packages.iter();
    let packages = packages.filter_map(|(package, it)| match it {
        PackageRequirement::Path(path) => {
            let source = PluginSource::Path(path.clone()).below(&settings.folder);
            Some((package.clone(), PluginRequirement::from(source)))
        }
        PackageRequirement::Source { .. } | PackageRequirement::Library { .. } => None,
    });
    PluginSettings {
        project: settings.provider_folder(stack),
        folders: folders_of(settings),
        requirements: plugins.chain(packages).collect::<BTreeMap<_, _>>(),
        packages: installed.packages,
        parameterized: installed.parameterized,
        startup_timeout: PluginSettings::STARTUP_TIMEOUT,
        variable: process_environment::variable,
    }
}

/// The variables of Terraform's providers beside those of the user. They are programs in Go, whose heap grows to twice
/// what is in use before it is collected; with this setting it is 1.6 times, unless the user has set another. With 50 they would
/// collect for the first time while they start.
fn provider_environment() -> Vec<(String, String)> {
    let is_set = ["GOGC", "GOMEMLIMIT"]
        .map(raw_variable)
        .iter()
        .any(Option::is_some);
    match is_set {
        true => Vec::new(),
        false => vec![("GOGC".to_owned(), "60".to_owned())],
    }
}

/// The command that runs plugins which are scripts of Pulumi's SDK: in node, where the program runs there, or in lumi. In a
/// project of Pulumi they have the permissions of its program.
pub fn scripts(
    settings: &ProjectSettings,
    flags: &ProgramFlags,
    current: &Path,
) -> Option<ScriptCommand> {
    if flags.runtime == PulumiPlace::Node {
        return plugin_scripts::in_node();
    }
    let flags = match settings.foreign_runtime() {
        Some(NODE_RUNTIME) => permissions(flags.sandbox.permissions.flags()),
        _ => PermissionFlags::everything(),
    };
    let permissions = Permissions::new(&flags, &settings.folder, current);
    plugin_scripts::embedded(&settings.folder, permissions.to_flags())
}

/// The folders of plugins. Packages of the project follow where its program is one of Pulumi: its Node SDK contains the
/// plugin of its dynamic resources.
fn folders_of(settings: &ProjectSettings) -> PluginFolders {
    let mut all = folders();
    if settings.foreign_runtime().is_some() {
        let packages = settings.folder.ancestors();
        let packages = packages.map(|it| it.join("node_modules/@pulumi/pulumi"));
        all.pulumi_path.extend(packages);
    }
    all
}

/// The log of a plugin that is started only to identify itself.
pub fn aside(package: &PackageName, terminal: Terminal) -> lumi_rpc::PeerLog {
    let package = package.clone();
    Arc::new(move |line| terminal.print_line(&format!("{package}: {}", escaped(&line.text))))
}
