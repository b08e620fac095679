//! Where plugins are, and which is taken.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::package_name::PackageName;
use super::version::{PluginVersion, WantedVersion};

/// Where plugins are looked for, in this order.
#[derive(Clone, Debug, Default)]
pub struct PluginFolders {
    /// The folders of `PATH`.
    pub path: Vec<PathBuf>,
    /// `~/.lumi/plugins`, in which every plugin has a folder `<package>-v<version>`.
    pub store: Option<PathBuf>,
}

/// Which plugin a project wants for a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PluginSource {
    /// This executable, or the one in this folder.
    Path(PathBuf),
    Version(WantedVersion),
}

impl PluginSource {
    /// The same with a relative path joined to `folder`.
    pub fn below(&self, folder: &Path) -> Self {
        match self {
            Self::Path(path) => Self::Path(folder.join(path.strip_prefix("./").unwrap_or(path))),
            Self::Version(version) => Self::Version(version.clone()),
        }
    }
}

/// The executable of a plugin, and what is wanted of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPlugin {
    pub program: PathBuf,
    pub wanted: WantedVersion,
}

/// A plugin in the store.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InstalledPlugin {
    pub package: PackageName,
    pub version: PluginVersion,
    pub folder: PathBuf,
}

/// Why there is no plugin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoPlugin {
    #[error(
        "the plugin `{package}` is to be at {}, as `plugins` of Lumi.yaml says, but there is no \
         executable file", path.display()
    )]
    NotThere { package: PackageName, path: PathBuf },
    #[error(
        "there is no plugin `{package}`{}{}; put `{}` on PATH, or install it with `lumi plugin install \
         FILE`", Wish(wanted), Others(others), package.executable()
    )]
    NotFound {
        package: PackageName,
        wanted: WantedVersion,
        /// Versions that are installed.
        others: Vec<PluginVersion>,
    },
}

struct Wish<'a>(&'a WantedVersion);

impl fmt::Display for Wish<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_any() {
            true => Ok(()),
            false => write!(f, " of version {}, which Lumi.yaml asks for", self.0),
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
    pub(super) fn find(
        &self,
        package: &PackageName,
        source: &PluginSource,
    ) -> Result<FoundPlugin, NoPlugin> {
        let wanted = match source {
            PluginSource::Path(path) => return at_path(package, path),
            PluginSource::Version(wanted) => wanted,
        };
        let file = package.executable();
        let mut on_path = self.path.iter().map(|it| it.join(&file));
        if let Some(program) = on_path.find(|it| is_executable(it)) {
            let wanted = wanted.clone();
            return Ok(FoundPlugin { program, wanted });
        }
        let mut installed = self.installed();
        installed.retain(|it| it.package == *package);
        let fitting = installed.iter().filter(|it| wanted.allows(&it.version));
        // A release is better than a later prerelease, unless there is nothing else.
        let best = fitting.max_by_key(|it| (!it.version.is_prerelease(), &it.version));
        match best {
            Some(best) => Ok(FoundPlugin {
                program: best.folder.join(file),
                wanted: WantedVersion::Exactly(best.version.clone()),
            }),
            None => Err(NoPlugin::NotFound {
                package: package.clone(),
                wanted: wanted.clone(),
                others: installed.into_iter().map(|it| it.version).collect(),
            }),
        }
    }

    /// The executable of the plugin that is taken if a project wishes for none in particular.
    pub fn program(&self, package: &PackageName) -> Result<PathBuf, NoPlugin> {
        let any = PluginSource::Version(WantedVersion::ANY);
        self.find(package, &any).map(|it| it.program)
    }

    /// The plugins of the store, by package and version. Folders that are none are left out.
    pub fn installed(&self) -> Vec<InstalledPlugin> {
        let entries = self.store.as_ref().and_then(|it| fs::read_dir(it).ok());
        let entries = entries.into_iter().flatten().flatten();
        let mut installed: Vec<InstalledPlugin> = entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let (package, version) = name.rsplit_once("-v")?;
                let package = PackageName::parse(package)?;
                let version = PluginVersion::parse(version).ok()?;
                let folder = entry.path();
                is_executable(&folder.join(package.executable())).then_some(InstalledPlugin {
                    package,
                    version,
                    folder,
                })
            })
            .collect();
        installed.sort();
        installed
    }

    /// The packages of the plugins on `PATH`, with the executable of each; sorted.
    pub fn on_path(&self) -> Vec<(PackageName, PathBuf)> {
        let mut found: Vec<(PackageName, PathBuf)> = Vec::new();
        let entries = self.path.iter().filter_map(|it| fs::read_dir(it).ok());
        for entry in entries.flatten().flatten() {
            let name = entry.file_name().into_string().unwrap_or_default();
            let name = name.strip_suffix(std::env::consts::EXE_SUFFIX);
            let name = name.and_then(|it| it.strip_prefix(PackageName::PREFIX));
            let Some(package) = name.and_then(PackageName::parse) else {
                continue;
            };
            let program = entry.path();
            if is_executable(&program) && found.iter().all(|it| it.0 != package) {
                found.push((package, program));
            }
        }
        found.sort();
        found
    }
}

/// A path may be that of the executable or of its folder.
fn at_path(package: &PackageName, path: &Path) -> Result<FoundPlugin, NoPlugin> {
    let inside = path.join(package.executable());
    let program = match path.is_dir() {
        true => inside,
        false => path.to_owned(),
    };
    match is_executable(&program) {
        true => Ok(FoundPlugin {
            program,
            wanted: WantedVersion::ANY,
        }),
        false => Err(NoPlugin::NotThere {
            package: package.clone(),
            path: program,
        }),
    }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let file = path.metadata().ok().filter(fs::Metadata::is_file);
    file.is_some_and(|it| it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn executable(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn name(text: &str) -> PackageName {
        PackageName::parse(text).unwrap()
    }

    fn wanted(text: &str) -> PluginSource {
        PluginSource::Version(WantedVersion::parse(text).unwrap())
    }

    const ANY: PluginSource = PluginSource::Version(WantedVersion::ANY);

    /// A store with some versions.
    fn folders(versions: &[&str]) -> (tempfile::TempDir, PluginFolders) {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("plugins");
        for version in versions {
            executable(&store.join(format!("aws-v{version}/lumi-resource-aws")));
        }
        let folders = PluginFolders {
            path: vec![folder.path().join("nowhere"), folder.path().join("bin")],
            store: Some(store),
        };
        (folder, folders)
    }

    #[test]
    fn the_best_version_is_taken() {
        let (_folder, folders) = folders(&["1.2.3", "1.10.0", "2.0.0-rc.1", "nonsense"]);
        let found = |source: &PluginSource| {
            let found = folders.find(&name("aws"), source).unwrap();
            let folder = found.program.parent().unwrap();
            folder.file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(found(&ANY), "aws-v1.10.0");
        assert_eq!(found(&wanted("1.2")), "aws-v1.2.3");
        assert_eq!(found(&wanted("1.2.3")), "aws-v1.2.3");
        assert_eq!(found(&wanted("2.0.0-rc.1")), "aws-v2.0.0-rc.1");
        assert_eq!(folders.installed().len(), 3);
    }

    #[test]
    fn path_comes_before_the_store() {
        let (folder, folders) = folders(&["1.2.3"]);
        let program = folder.path().join("bin/lumi-resource-aws");
        executable(&program);
        fs::write(folder.path().join("bin/lumi-resource-text"), "").unwrap();
        let found = folders.find(&name("aws"), &wanted("7")).unwrap();
        assert_eq!(found.program, program);
        assert_eq!(found.wanted, WantedVersion::parse("7").unwrap());
        assert_eq!(folders.on_path(), [(name("aws"), program)]);
    }

    #[test]
    fn an_explicit_path_is_that_of_the_executable_or_its_folder() {
        let (folder, folders) = folders(&[]);
        let program = folder.path().join("own/lumi-resource-aws");
        executable(&program);
        for path in [program.clone(), folder.path().join("own")] {
            let found = folders.find(&name("aws"), &PluginSource::Path(path));
            assert_eq!(found.unwrap().program, program);
        }
    }

    #[test]
    fn what_is_not_there_is_explained() {
        let (_folder, folders) = folders(&["1.2.3", "2.0.0"]);
        let error = |package: &str, source: &PluginSource| {
            folders
                .find(&name(package), source)
                .unwrap_err()
                .to_string()
        };
        let path = PluginSource::Path(PathBuf::from("/nowhere/plugin"));
        let messages = [
            error("gcp", &ANY),
            error("aws", &wanted("3")),
            error("aws", &path),
        ];
        insta::assert_snapshot!(messages.join("\n"), @r"
                there is no plugin `gcp`; put `lumi-resource-gcp` on PATH, or install it with `lumi plugin install FILE`
                there is no plugin `aws` of version 3, which Lumi.yaml asks for (installed: 1.2.3, 2.0.0); put `lumi-resource-aws` on PATH, or install it with `lumi plugin install FILE`
                the plugin `aws` is to be at /nowhere/plugin, as `plugins` of Lumi.yaml says, but there is no executable file
                ");
    }
}
