//! `lumi add` and `lumi install` in a project of Pulumi: its SDKs come from npm, and their plugins from here.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use lumi_packages::install::copy_folder;
use lumi_packages::{LockFile, PackageSource, VersionRange};
use lumi_provider::{PackageName, PluginKind, PluginSource, WantedVersion};
use lumi_pulumi::{NpmPackage, PluginNeed};
use semver::Version;
use serde_json::{Map, Value};

use lumi_project::packages::{PackageChange, PackageTools, UpgradeScope, plugin_folders, store};
use lumi_project::{PackageRequirement, PackageRequirements, ProjectSettings};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::package_consent::PackageConsent;
use lumi_terminal::ui::report::Report;

use super::add::newest_range;
use super::added_source::{AddedSource, usage};
use super::interruptible::run_interruptible;
use super::pulumi_sdk;
use super::{AddArgs, PackageProject};

/// The members of `package.json` whose packages a program may import.
const DEPENDENCIES: [&str; 3] = ["dependencies", "devDependencies", "optionalDependencies"];

/// Installs a plugin where Pulumi installs them; without a range, in the version of the installed SDK, or else the newest.
pub fn add(args: &AddArgs, project: &PackageProject<'_>) -> Result<Exit, Failure> {
    let AddedSource::Source(source @ PackageSource::Pulumi(_), range) =
        AddedSource::parse(&args.source)?
    else {
        let message = format!(
            "`{}` is not a plugin of Pulumi; programs of Pulumi use no others",
            args.source
        );
        return Err(usage(message).help("write `pulumi:NAME`, such as `lumi add pulumi:random`"));
    };
    if args.name.is_some() {
        let message = "in a project of Pulumi, packages have the names of their plugins";
        return Err(usage(message.to_owned()).help("add it without --name"));
    }
    let name = lumi_project::package_name(source.default_name())
        .map_err(|error| usage(error.to_string()))?;
    let is_there = range.is_none() && is_found(&project.settings, &name);
    if !args.parameters.is_empty() && is_there {
        return pulumi_sdk::add(args, project, &name, None);
    }
    let tools = PackageTools::open(project.current, project.terminal)?;
    let of_sdk = plugins_of_sdks(&project.settings)
        .remove(&name)
        .map(|it| it.1);
    let range = match range.or(of_sdk) {
        Some(range) => range,
        None => run_interruptible(newest_range(&tools, &name, &source))?,
    };
    let wanted = BTreeMap::from([(name.clone(), (source, range))]);
    let lock = install_all(project, &tools, args.yes, wanted)?;
    if args.parameters.is_empty() {
        return Ok(Exit::Success);
    }
    let locked = lock.packages.get(name.as_str());
    pulumi_sdk::add(args, project, &name, locked.map(|it| &it.version))
}

/// Whether a run would find a plugin.
fn is_found(settings: &ProjectSettings, name: &PackageName) -> bool {
    let any = PluginSource::Version(WantedVersion::ANY);
    let is_named = settings.manifest.plugins.contains_key(name);
    is_named || plugin_folders::folders().find(name, &any).is_ok()
}

/// Installs the plugins of all SDKs that the project has from npm, in their versions.
pub fn install(project: &PackageProject<'_>, yes: bool) -> Result<Exit, Failure> {
    let folders = plugin_folders::folders();
    let on_path = folders.on_path();
    let installed = folders.installed();
    let mut wanted = plugins_of_sdks(&project.settings);
    wanted.retain(|name, (_, range)| {
        let is_version = |text: String| Version::parse(&text).is_ok_and(|it| range.contains(&it));
        let is_on_path = on_path.iter().any(|it| it.0 == *name);
        let is_installed = installed.iter().any(|it| {
            it.package == *name
                && it.kind == PluginKind::Pulumi
                && is_version(it.version.to_string())
        });
        !is_on_path && !is_installed
    });
    if wanted.is_empty() {
        project
            .terminal
            .print_line("the plugins of all SDKs in package.json are installed");
        return Ok(Exit::Success);
    }
    let tools = PackageTools::open(project.current, project.terminal)?;
    install_all(project, &tools, yes, wanted)?;
    Ok(Exit::Success)
}

/// Plugins by name, with the versions that are wanted.
type WantedPlugins = BTreeMap<PackageName, (PackageSource, VersionRange)>;

/// The plugins of the installed packages that `package.json` names, unless the project has others of these names.
fn plugins_of_sdks(settings: &ProjectSettings) -> WantedPlugins {
    let manifest = json(&settings.folder.join("package.json")).unwrap_or_default();
    let lists = DEPENDENCIES.iter();
    let names = lists.filter_map(|it| manifest.get(*it)?.as_object());
    let mut wanted = WantedPlugins::new();
    for name in names.flat_map(Map::keys) {
        let sdk = NpmPackage::find(&settings.folder, name);
        let plugin = sdk.and_then(|it| plugin_of_sdk(it.plugin?));
        if let Some((name, plugin)) = plugin
            && !settings.manifest.plugins.contains_key(&name)
        {
            wanted.insert(name, plugin);
        }
    }
    wanted
}

/// The source of the plugin that an SDK needs, with its version.
fn plugin_of_sdk(need: PluginNeed) -> Option<(PackageName, (PackageSource, VersionRange))> {
    let name = need.name;
    let source = match need.server.trim_end_matches('/') {
        "" => format!("pulumi:{name}"),
        server => format!("pulumi:{server}/{name}"),
    };
    let range = format!("={}", need.version.trim_start_matches('v')).parse();
    let plugin = (
        source.parse().ok()?,
        range.unwrap_or_else(|_| VersionRange::any()),
    );
    Some((PackageName::parse(&name)?, plugin))
}

fn json(path: &Path) -> Option<Map<String, Value>> {
    let text = fs::read_to_string(path).ok()?;
    serde_json::from_str(&text).ok()
}

fn install_all(
    project: &PackageProject<'_>,
    tools: &PackageTools,
    yes: bool,
    wanted: WantedPlugins,
) -> Result<LockFile, Failure> {
    let packages = wanted.into_iter().map(|(name, (source, range))| {
        let also = Vec::new();
        let requirement = PackageRequirement::Source {
            source,
            range,
            also,
        };
        (name, requirement)
    });
    let packages: PackageRequirements = packages.collect();
    let change = PackageChange {
        settings: &project.settings,
        packages: &packages,
        tools,
        user: PackageConsent {
            terminal: project.terminal,
            yes,
        },
        upgrades: UpgradeScope::All,
        is_frozen: false,
        may_start_paths: false,
        platforms: &[],
    };
    let outcome = run_interruptible(change.apply())?;
    place_all(project, tools, &outcome.lock)?;
    Ok(outcome.lock)
}

/// Copies plugins from the store to the folder of Pulumi's plugins, which it finds, too.
fn place_all(
    project: &PackageProject<'_>,
    tools: &PackageTools,
    lock: &LockFile,
) -> Result<(), Failure> {
    let failed = |message: String| Failure::new(Exit::Failure, Report::error(message));
    let folder = plugin_folders::pulumi_store()
        .ok_or_else(|| failed("there is no home folder for plugins: set PULUMI_HOME".to_owned()))?;
    for (name, locked) in &lock.packages {
        let version = &locked.version;
        let place = folder.join(format!("resource-{name}-v{version}"));
        if !place.exists() {
            let stored = store()?.stored(&locked.source, version, &tools.platform);
            let stored = stored.ok().flatten().ok_or_else(|| {
                failed(format!(
                    "the plugin `{name}` was removed from this machine meanwhile"
                ))
            })?;
            let from = stored.executable.parent().unwrap_or(&stored.folder);
            run_interruptible(async {
                let copied = copy(from, &folder, &place).await;
                copied.map_err(|error| {
                    let place = place.display();
                    failed(format!(
                        "cannot install the plugin `{name}` in {place}: {error}"
                    ))
                })
            })?;
        }
        let line = format!("the plugin {name} {version} is in {}", place.display());
        project.terminal.print_line(&line);
    }
    Ok(())
}

/// Copies a folder to another one, which appears at once.
async fn copy(from: &Path, beside: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(beside)?;
    let temporary = tempfile::Builder::new()
        .prefix(".resource-")
        .tempdir_in(beside)?;
    let (temporary, copied) = copy_folder(from, temporary).await;
    copied?;
    fs::rename(temporary.path(), to)?;
    // Nothing is left in its place to be removed.
    let _ = temporary.keep();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_sdk_names_its_plugin() {
        let plugin = |name: &str, version: &str, server: &str| {
            let plugin = plugin_of_sdk(PluginNeed {
                name: name.to_owned(),
                version: version.to_owned(),
                server: server.to_owned(),
                has_parameters: false,
            });
            plugin.map(|(name, (source, range))| {
                let range = range.to_string();
                let version = range.trim_start_matches(['=', ' ']);
                format!("{name} {source} {version}")
            })
        };
        let random = plugin("random", "v4.19.0", "");
        assert_eq!(random.as_deref(), Some("random pulumi:random 4.19.0"));
        let served = plugin("box", "1.0.0", "https://example.com/plugins/");
        let expected = "box pulumi:https://example.com/plugins/box 1.0.0";
        assert_eq!(served.as_deref(), Some(expected));
        assert_eq!(plugin("no name", "1.0.0", ""), None);
    }
}
