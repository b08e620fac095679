//! Finds plugins in folders.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::installed_package::InstalledPackage;
use super::package_name::PackageName;
use super::plugin_kind::PluginKind;
use super::version::{PluginVersion, WantedVersion};

/// The file that makes a folder a plugin of Pulumi: a program of a language, which its SDK serves.
pub const PLUGIN_PROJECT: &str = "PulumiPlugin.yaml";

/// The folders that are searched for plugins: those for Lumi in `path` and `store`, then those of
/// Pulumi in `pulumi_path` and `pulumi_store`.
#[derive(Clone, Debug, Default)]
pub struct PluginFolders {
    /// The folders of `PATH`.
    pub path: Vec<PathBuf>,
    /// `~/.lumi/plugins`, with a folder `<package>-v<version>` for every plugin.
    pub store: Option<PathBuf>,
    /// The folders of `PATH` that are searched for Pulumi's plugins; none if the user excludes them.
    pub pulumi_path: Vec<PathBuf>,
    /// `~/.pulumi/plugins`, with a folder `resource-<package>-v<version>` for every plugin.
    pub pulumi_store: Option<PathBuf>,
}

/// The plugin that a project requires for a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PluginSource {
    /// An executable, or the folder of one.
    Path(PathBuf),
    Version(WantedVersion),
}

impl PluginSource {
    /// The source with a relative path joined to `folder`.
    pub fn below(&self, folder: &Path) -> Self {
        match self {
            Self::Path(path) => Self::Path(folder.join(path.strip_prefix("./").unwrap_or(path))),
            Self::Version(version) => Self::Version(version.clone()),
        }
    }
}

/// The executable of a plugin, and the required version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPlugin {
    pub kind: PluginKind,
    pub program: PathBuf,
    pub wanted: WantedVersion,
}

impl FoundPlugin {
    /// The executable of a package of the project, in whatever version was locked.
    pub fn of(installed: &InstalledPackage) -> Result<Self, NoPlugin> {
        // A provider that runs already needs none.
        let is_attached = installed.program.as_os_str().is_empty();
        match is_attached || is_program(&installed.program) {
            true => Ok(Self {
                kind: installed.kind,
                program: installed.program.clone(),
                wanted: WantedVersion::ANY,
            }),
            false => Err(NoPlugin::PackageNotThere {
                package: installed.name.clone(),
                origin: installed.source.clone(),
                path: installed.program.clone(),
            }),
        }
    }
}

/// A plugin in the store.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InstalledPlugin {
    pub package: PackageName,
    pub kind: PluginKind,
    pub version: PluginVersion,
    pub folder: PathBuf,
}

impl InstalledPlugin {
    /// The executable, or the file of the program that is one for Pulumi's runtimes.
    pub fn program(&self) -> PathBuf {
        let executable = self.folder.join(self.package.executable(self.kind));
        let project = self.folder.join(PLUGIN_PROJECT);
        let is_project =
            self.kind == PluginKind::Pulumi && !executable.exists() && project.is_file();
        if is_project { project } else { executable }
    }
}

/// Why no plugin was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoPlugin {
    #[error(
        "`plugins` of the project says that the plugin `{package}` is at {}, but there is no \
         executable file", path.display()
    )]
    NotThere { package: PackageName, path: PathBuf },
    #[error(
        "the package `{package}` ({origin}) is to be at {}, but there is no executable file; install it \
         again with `lumi install`", path.display()
    )]
    PackageNotThere {
        package: PackageName,
        origin: String,
        path: PathBuf,
    },
    #[error(
        "the project does not have the package `{package}` in version {wanted}, which a resource asks for; it has {}. \
         Name it in `also` of `packages.{package}` in Lumi.yaml, and run `lumi install`", there.join(", ")
    )]
    NotBeside {
        package: PackageName,
        wanted: String,
        there: Vec<String>,
    },
    #[error(
        "the plugin `{package}` at {} is not executable; allow it with `chmod +x {}`",
        path.display(),
        path.display()
    )]
    NotExecutable { package: PackageName, path: PathBuf },
    #[error(
        "there is no plugin `{package}`{}{}; {advice}",
        VersionText(wanted),
        Others(others)
    )]
    NotFound {
        package: PackageName,
        wanted: WantedVersion,
        /// The installed versions.
        others: Vec<PluginVersion>,
        advice: String,
    },
}

impl NoPlugin {
    pub fn package(&self) -> &PackageName {
        match self {
            Self::NotThere { package, .. }
            | Self::PackageNotThere { package, .. }
            | Self::NotBeside { package, .. }
            | Self::NotExecutable { package, .. }
            | Self::NotFound { package, .. } => package,
        }
    }
}

struct VersionText<'a>(&'a WantedVersion);

impl fmt::Display for VersionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_any() {
            true => Ok(()),
            false => write!(f, " of version {}, which the project requires", self.0),
        }
    }
}

struct Others<'a>(&'a [PluginVersion]);

impl fmt::Display for Others<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        match others.as_slice() {
            [] => Ok(()),
            others => write!(f, " (installed: {})", others.join(", ")),
        }
    }
}

impl PluginFolders {
    /// The plugin of a package.
    pub fn find(
        &self,
        package: &PackageName,
        source: &PluginSource,
    ) -> Result<FoundPlugin, NoPlugin> {
        let wanted = match source {
            PluginSource::Path(path) => return at_path(package, path),
            PluginSource::Version(wanted) => wanted,
        };
        for kind in PluginKind::SEARCHED {
            if let Some(found) = self.find_kind(package, wanted, kind) {
                return Ok(found);
            }
        }
        if let Some(path) = self.not_executable(package) {
            let package = package.clone();
            return Err(NoPlugin::NotExecutable { package, path });
        }
        let installed = self.installed().into_iter();
        let others = installed.filter(|it| it.package == *package);
        Err(NoPlugin::NotFound {
            package: package.clone(),
            wanted: wanted.clone(),
            others: others.map(|it| it.version).collect(),
            advice: self.advice(package),
        })
    }

    /// Advice about a missing plugin: how to install it, and the searched folders.
    pub(super) fn advice(&self, package: &PackageName) -> String {
        let [own, foreign] = PluginKind::SEARCHED.map(|it| package.executable(it));
        let stores = self.store.iter().chain(&self.pulumi_store);
        let searched: String = stores.map(|it| format!(", {}", shown(it))).collect();
        format!(
            "run `lumi add NAMESPACE/{package}` (Terraform) or `lumi add pulumi:{package}` (Pulumi), or put \
             `{own}` or `{foreign}` on PATH (searched: PATH{searched})"
        )
    }

    fn find_kind(
        &self,
        package: &PackageName,
        wanted: &WantedVersion,
        kind: PluginKind,
    ) -> Option<FoundPlugin> {
        let file = package.executable(kind);
        let mut on_path = self.path_of(kind).iter().map(|it| it.join(&file));
        if let Some(program) = on_path.find(|it| is_executable(it)) {
            let wanted = wanted.clone();
            return Some(FoundPlugin {
                kind,
                program,
                wanted,
            });
        }
        let installed = self.installed_of(kind);
        let fitting = installed
            .iter()
            .filter(|it| it.package == *package && wanted.allows(&it.version));
        // A release is preferred to a later prerelease.
        let best = fitting.max_by_key(|it| (!it.version.is_prerelease(), &it.version))?;
        Some(FoundPlugin {
            kind,
            program: best.program(),
            wanted: match kind {
                PluginKind::Lumi => WantedVersion::Exactly(best.version.clone()),
                // Many of these do not report their version; the folder's name has it.
                PluginKind::Pulumi | PluginKind::Terraform => WantedVersion::ANY,
            },
        })
    }

    fn path_of(&self, kind: PluginKind) -> &[PathBuf] {
        match kind {
            PluginKind::Lumi => &self.path,
            PluginKind::Pulumi => &self.pulumi_path,
            PluginKind::Terraform => &[],
        }
    }

    fn store_of(&self, kind: PluginKind) -> Option<&Path> {
        match kind {
            PluginKind::Lumi => self.store.as_deref(),
            PluginKind::Pulumi => self.pulumi_store.as_deref(),
            PluginKind::Terraform => None,
        }
    }

    /// The plugins of the stores, by package and version. Folders without a plugin are skipped.
    pub fn installed(&self) -> Vec<InstalledPlugin> {
        let all = PluginKind::SEARCHED.into_iter();
        let mut installed: Vec<_> = all.flat_map(|it| self.installed_of(it)).collect();
        installed.sort();
        installed
    }

    fn installed_of(&self, kind: PluginKind) -> Vec<InstalledPlugin> {
        let mut folders = self.stored(kind);
        folders.retain(|it| is_program(&it.program()));
        folders
    }

    /// Folders of a store with the name of a plugin. Unfinished installations of Pulumi are left
    /// out.
    fn stored(&self, kind: PluginKind) -> Vec<InstalledPlugin> {
        let entries = self.store_of(kind).and_then(|it| fs::read_dir(it).ok());
        let entries = entries.into_iter().flatten().flatten();
        let plugin = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let (package, version) = name.strip_prefix(kind.folder_prefix())?.rsplit_once("-v")?;
            let folder = entry.path();
            let is_partial = kind == PluginKind::Pulumi
                && folder.with_file_name(format!("{name}.partial")).exists();
            (!is_partial).then_some(InstalledPlugin {
                package: PackageName::parse(package)?,
                kind,
                version: PluginVersion::parse(without_build(version)).ok()?,
                folder,
            })
        };
        entries.filter_map(plugin).collect()
    }

    /// A file with the name of the plugin that is not executable.
    fn not_executable(&self, package: &PackageName) -> Option<PathBuf> {
        PluginKind::SEARCHED.into_iter().find_map(|kind| {
            let stored = self.stored(kind).into_iter();
            let stored = stored
                .filter(|it| it.package == *package)
                .map(|it| it.folder);
            let folders = self.path_of(kind).iter().cloned().chain(stored);
            let mut files = folders.map(|it| it.join(package.executable(kind)));
            files.find(|it| it.is_file() && !is_executable(it))
        })
    }

    /// The packages of the plugins on `PATH`, with the executable of each; sorted.
    pub fn on_path(&self) -> Vec<(PackageName, PluginKind, PathBuf)> {
        let all = PluginKind::SEARCHED.into_iter();
        let mut found: Vec<_> = all.flat_map(|it| self.on_path_of(it)).collect();
        found.sort();
        found
    }

    fn on_path_of(&self, kind: PluginKind) -> Vec<(PackageName, PluginKind, PathBuf)> {
        let mut found: Vec<(PackageName, PluginKind, PathBuf)> = Vec::new();
        let folders = self.path_of(kind).iter();
        let entries = folders.filter_map(|it| fs::read_dir(it).ok());
        for entry in entries.flatten().flatten() {
            let name = entry.file_name().into_string().unwrap_or_default();
            let name = name.strip_suffix(std::env::consts::EXE_SUFFIX);
            let name = name.and_then(|it| it.strip_prefix(kind.prefix()));
            let Some(package) = name.and_then(PackageName::parse) else {
                continue;
            };
            let program = entry.path();
            if is_executable(&program) && found.iter().all(|it| it.0 != package) {
                found.push((package, kind, program));
            }
        }
        found
    }
}

/// A folder in display form.
fn shown(folder: &Path) -> String {
    let home = std::env::home_dir().filter(|it| it.is_absolute());
    let below = home.as_ref().and_then(|it| folder.strip_prefix(it).ok());
    match below {
        Some(below) => format!("~/{}", below.display()),
        None => folder.display().to_string(),
    }
}

/// Removes the build metadata, which does not distinguish versions.
fn without_build(version: &str) -> &str {
    version.split('+').next().unwrap_or(version)
}

/// The path of an executable, its folder, or the folder of a program. An executable with neither name speaks Lumi's protocol.
fn at_path(package: &PackageName, path: &Path) -> Result<FoundPlugin, NoPlugin> {
    let found = |kind: PluginKind, program: PathBuf| FoundPlugin {
        kind,
        program,
        wanted: WantedVersion::ANY,
    };
    let file = path.file_name().and_then(|it| it.to_str());
    let kind = PluginKind::ALL.into_iter().find(|kind| {
        let is_named = |it: &str| it.starts_with(kind.prefix());
        match path.is_dir() {
            true => in_folder(package, path, *kind).is_some(),
            false => file.is_some_and(is_named),
        }
    });
    let project = path.join(PLUGIN_PROJECT);
    if kind.is_none() && project.is_file() {
        return Ok(found(PluginKind::Pulumi, project));
    }
    let kind = kind.unwrap_or(PluginKind::Lumi);
    let program = match path.is_dir() {
        true => {
            in_folder(package, path, kind).unwrap_or_else(|| path.join(package.executable(kind)))
        }
        false => path.to_owned(),
    };
    match is_executable(&program) {
        true => Ok(found(kind, program)),
        false if program.is_file() => Err(NoPlugin::NotExecutable {
            package: package.clone(),
            path: program,
        }),
        false => Err(NoPlugin::NotThere {
            package: package.clone(),
            path: program,
        }),
    }
}

/// The executable of a plugin in a folder. Those of Terraform may have their version in the name, as in
/// `terraform-provider-random_v3.6.0_x5`.
fn in_folder(package: &PackageName, folder: &Path, kind: PluginKind) -> Option<PathBuf> {
    let name = package.executable(kind);
    let exact = folder.join(&name);
    if is_executable(&exact) {
        return Some(exact);
    }
    if kind != PluginKind::Terraform {
        return None;
    }
    let versioned = format!("{}{package}_v", kind.prefix());
    let entries = fs::read_dir(folder).ok()?.flatten();
    let named = entries.filter(|it| it.file_name().to_string_lossy().starts_with(&versioned));
    let mut found: Vec<PathBuf> = named
        .map(|it| it.path())
        .filter(|it| is_executable(it))
        .collect();
    found.sort();
    found.pop()
}

/// Whether a plugin can be started from a file.
fn is_program(path: &Path) -> bool {
    is_executable(path)
        || (path.file_name().is_some_and(|it| it == PLUGIN_PROJECT) && path.is_file())
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let file = path.metadata().ok().filter(fs::Metadata::is_file);
    file.is_some_and(|it| it.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests;
