//! `lumi add` with parameters in a project of Pulumi: an SDK of the package that a plugin makes of them.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use lumi_provider::{PackageName, PluginSource, PluginVersion, WantedVersion};
use semver::Version;
use serde_json::Value;

use crate::commands::write_project_file;
use lumi_project::ProjectSettings;
use lumi_project::packages::{MadeOfParameters, make_package, plugin_folders};
use lumi_project::pulumi_sdk::{
    npm_name, sdk_folder, sdk_of_schema, with_dependency, with_pulumi_package,
};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::Report;

use super::added_source::usage;
use super::interruptible::run_interruptible;
use super::{AddArgs, PackageProject};

/// Writes the SDK below `sdks`, names it in the files of the project, and links it where programs find it, as
/// `pulumi package add` and npm do. `version` is that of a plugin that was installed for it.
pub fn add(
    args: &AddArgs,
    project: &PackageProject<'_>,
    plugin: &PackageName,
    version: Option<&Version>,
) -> Result<Exit, Failure> {
    let settings = &project.settings;
    let source = plugin_source(settings, plugin, version);
    let found = plugin_folders::folders().find(plugin, &source.below(&settings.folder));
    let program = found.map_err(|error| usage(error.to_string()))?.program;
    let package = run_interruptible(async {
        let package = make_package(settings, plugin, &program, &args.parameters).await;
        package.map_err(Failure::from)
    })?;
    let name = package.name.as_str();
    let failed = |reason: String| {
        let message = format!("the SDK of `{name}` cannot be made: {reason}");
        Failure::new(Exit::Failure, Report::error(message))
    };
    // Everything is known to be possible before the first file is written.
    let link = Link::new(&settings.folder, name).map_err(failed)?;
    let files = files(settings, &package).map_err(failed)?;
    for (path, text) in files {
        write_project_file(&settings.folder, &path, &text)?;
    }
    link.make().map_err(|error| failed(error.to_string()))?;
    project.terminal.print_line(&format!(
        "added {} {}, which `{plugin}` makes of `{}`: its SDK is in sdks/{name}",
        npm_name(name),
        package.locked.version,
        args.parameters.join(" ")
    ));
    Ok(Exit::Success)
}

/// The plugin in the version that was installed, or else as the project names it.
fn plugin_source(
    settings: &ProjectSettings,
    plugin: &PackageName,
    version: Option<&Version>,
) -> PluginSource {
    let version = version.and_then(|it| PluginVersion::parse(&it.to_string()).ok());
    let named = settings.manifest.plugins.get(plugin);
    match (version, named) {
        (Some(version), _) => PluginSource::Version(WantedVersion::Exactly(version)),
        (None, Some(named)) => named.source.clone(),
        (None, None) => PluginSource::Version(WantedVersion::ANY),
    }
}

/// The paths and texts of the SDK, and of the files of the project that name it.
fn files(
    settings: &ProjectSettings,
    package: &MadeOfParameters,
) -> Result<Vec<(PathBuf, String)>, String> {
    let name = package.name.as_str();
    let read = |path: &Path| read_limit::source(path).map_err(|error| error.to_string());
    let sdk = sdk_of_schema(package).map_err(|error| error.to_string())?;
    let folder = sdk_folder(&settings.folder, name);
    let mut files: Vec<(PathBuf, String)> = sdk
        .into_iter()
        .map(|it| (folder.join(it.path), it.text))
        .collect();
    let project = settings.folder.join(settings.file_name());
    let text = with_pulumi_package(&read(&project)?, name, &package.locked);
    files.push((project, text.map_err(|error| error.to_string())?));
    let manifest = settings.folder.join("package.json");
    if manifest.exists() {
        let text = with_dependency(&read(&manifest)?, name)
            .ok_or("package.json has no object, or no object of dependencies")?;
        files.push((manifest, text));
    }
    Ok(files)
}

/// The link to an SDK in `node_modules`, as npm makes it for a dependency in a folder.
struct Link {
    place: PathBuf,
    target: PathBuf,
}

impl Link {
    /// Fails if a package is at the place that is not an SDK of parameters: npm has installed it.
    fn new(project: &Path, package: &str) -> Result<Self, String> {
        let name = npm_name(package);
        let place = project.join("node_modules").join(&name);
        let is_folder = fs::symlink_metadata(&place).is_ok_and(|it| it.is_dir());
        if is_folder && !is_sdk_of_parameters(&place) {
            return Err(format!(
                "npm has installed another package as node_modules/{name}; run `npm uninstall {name}` first"
            ));
        }
        let target = Path::new("../../sdks").join(package);
        Ok(Self { place, target })
    }

    /// An older link gives way, and a copy of an SDK, which other managers of packages make.
    fn make(&self) -> io::Result<()> {
        match fs::symlink_metadata(&self.place) {
            Ok(it) if it.is_dir() => fs::remove_dir_all(&self.place)?,
            Ok(_) => fs::remove_file(&self.place)?,
            Err(_) => fs::create_dir_all(self.place.parent().unwrap_or(&self.place))?,
        }
        symlink(&self.target, &self.place)
    }
}

fn is_sdk_of_parameters(folder: &Path) -> bool {
    let manifest = read_limit::source(&folder.join("package.json")).ok();
    let manifest = manifest.and_then(|it| serde_json::from_str::<Value>(&it).ok());
    manifest.is_some_and(|it| it["pulumi"]["parameterization"].is_object())
}
