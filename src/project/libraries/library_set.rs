//! The libraries of a program, and those that they need.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use lumi_pack::{Dependency, PackedProgram, VerifyError};
use lumi_packages::{LockFile, PackHash, PackSource, PackStore};
use semver::Version;

use super::library_error::{LibraryError, LibraryName};
use super::library_loader::{LibraryLoader, WantedLibrary};
use crate::packages::{packages_folder, read_lock};
use crate::reports::ProjectFailure;
use crate::{PackageRequirement, Project, ProjectSettings};

/// A library that was found and verified.
#[derive(Clone, Debug)]
pub struct Library {
    pub pack: Arc<PackedProgram>,
    pub hash: PackHash,
    /// The file.
    pub bytes: Arc<[u8]>,
    /// The libraries that it imports, by the names that it has for them.
    pub needs: BTreeMap<String, usize>,
}

impl Library {
    pub fn title(&self) -> String {
        title(&self.pack)
    }
}

/// The name and the version of a package: `web 1.2.0`.
pub fn title(pack: &PackedProgram) -> String {
    format!("{} {}", pack.manifest.name, pack.manifest.version)
}

/// Fails unless all that a package imports of libraries is there. `needs` are their places in `all`, by the names that
/// the package has for them.
pub fn check_imports(
    pack: &PackedProgram,
    needs: &BTreeMap<String, usize>,
    all: &[Library],
) -> Result<(), LibraryError> {
    for (name, index) in needs {
        let broken = pack.imports.broken(name, &all[*index].pack.manifest);
        if !broken.is_empty() {
            return Err(LibraryError::Broken {
                place: title(pack).into(),
                problem: Box::new(VerifyError::Broken(broken)),
            });
        }
    }
    Ok(())
}

/// All libraries of a program. Each package has the versions that it was locked with, so one library may be there in
/// several versions.
#[derive(Clone, Debug, Default)]
pub struct Libraries {
    pub all: Vec<Library>,
    /// Those that the program imports, by the names that it has for them.
    pub direct: BTreeMap<String, usize>,
}

/// The store of libraries of this user.
pub fn pack_store() -> Result<PackStore, ProjectFailure> {
    Ok(PackStore::new(packages_folder()?.join("libraries")))
}

impl Libraries {
    /// The libraries of a program, in source or as a package.
    pub fn of_project(project: &Project) -> Result<Self, ProjectFailure> {
        let settings = &project.settings;
        let Some(program) = &project.pack else {
            return Self::of_settings(settings);
        };
        // A program in Python is a package whose libraries are those of its project.
        if project.has_sources {
            let libraries = Self::of_settings(settings)?;
            check_imports(&program.pack, &libraries.direct, &libraries.all)?;
            return Ok(libraries);
        }
        let dependencies = &program.pack.manifest.dependencies;
        let wanted = library_dependencies(dependencies, &title(&program.pack))?;
        if wanted.is_empty() {
            return Ok(Self::default());
        }
        let libraries = Self::load(&wanted, &program.folder)?;
        check_imports(&program.pack, &libraries.direct, &libraries.all)?;
        libraries.check_providers(settings, Some(dependencies))?;
        Ok(libraries)
    }

    /// The libraries of `Lumi.yaml` and `Lumi.lock`.
    pub fn of_settings(settings: &ProjectSettings) -> Result<Self, ProjectFailure> {
        let is_library = |it: &PackageRequirement| matches!(it, PackageRequirement::Library { .. });
        if !settings.manifest.packages.values().any(is_library) {
            return Ok(Self::default());
        }
        let lock = read_lock(&settings.folder)?;
        let wanted = wanted(settings, &lock)?;
        let libraries = Self::load(&wanted, &settings.folder)?;
        libraries.check_providers(settings, None)?;
        Ok(libraries)
    }

    fn load(wanted: &[WantedLibrary], folder: &Path) -> Result<Self, ProjectFailure> {
        let store = pack_store()?;
        let mut loader = LibraryLoader::new(&store, folder);
        let mut direct = BTreeMap::new();
        for wanted in wanted {
            direct.insert(wanted.name.clone(), loader.load(wanted)?);
        }
        let libraries = Self {
            all: loader.all,
            direct,
        };
        libraries.check_cycles()?;
        Ok(libraries)
    }

    /// A library may not need another one with its own name, however many are between them.
    pub fn check_cycles(&self) -> Result<(), LibraryError> {
        for start in 0..self.all.len() {
            let mut from: HashMap<usize, usize> = HashMap::new();
            let mut queue = vec![start];
            while let Some(index) = queue.pop() {
                for &next in self.all[index].needs.values() {
                    if next != start && !from.contains_key(&next) {
                        from.insert(next, index);
                        queue.push(next);
                    }
                    if self.all[next].pack.manifest.name == self.all[start].pack.manifest.name {
                        return Err(LibraryError::Cycle(self.chain(start, next, index, &from)));
                    }
                }
            }
        }
        Ok(())
    }

    fn chain(
        &self,
        start: usize,
        end: usize,
        last: usize,
        from: &HashMap<usize, usize>,
    ) -> Vec<String> {
        let mut chain = vec![self.all[end].title()];
        let mut at = last;
        while at != start {
            chain.push(self.all[at].title());
            at = from.get(&at).copied().unwrap_or(start);
        }
        chain.push(self.all[start].title());
        chain.reverse();
        chain
    }

    /// The packages with providers that libraries need must be those of the program, in versions that fit.
    fn check_providers(
        &self,
        settings: &ProjectSettings,
        locked: Option<&BTreeMap<String, Dependency>>,
    ) -> Result<(), ProjectFailure> {
        let versions = LockedVersions {
            settings,
            locked,
            lock: OnceCell::new(),
        };
        for library in &self.all {
            for (name, dependency) in &library.pack.manifest.dependencies {
                let problem = provider_problem(name, dependency, &versions)?;
                if let Some(problem) = problem {
                    let error = LibraryError::Provider {
                        library: library.title(),
                        name: name.clone(),
                        wanted: dependency.wanted.clone(),
                        problem,
                    };
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }
}

/// The versions of the packages with providers of a program.
struct LockedVersions<'a> {
    settings: &'a ProjectSettings,
    /// Those of a program that is a package.
    locked: Option<&'a BTreeMap<String, Dependency>>,
    /// `Lumi.lock`, which is read when a version is asked for.
    lock: OnceCell<LockFile>,
}

impl LockedVersions<'_> {
    fn of(&self, name: &str) -> Result<Option<Version>, ProjectFailure> {
        if let Some(dependencies) = self.locked {
            let version = dependencies.get(name).and_then(|it| it.version.as_ref());
            return Ok(version.and_then(|it| it.parse().ok()));
        }
        let lock = match self.lock.get() {
            Some(lock) => lock,
            None => {
                let lock = read_lock(&self.settings.folder)?;
                self.lock.get_or_init(|| lock)
            }
        };
        Ok(lock.packages.get(name).map(|it| it.version.clone()))
    }
}

/// Why the program lacks the package with a provider that a library needs.
fn provider_problem(
    name: &str,
    dependency: &Dependency,
    versions: &LockedVersions<'_>,
) -> Result<Option<String>, ProjectFailure> {
    let Some((source, range)) = provider(dependency) else {
        return Ok(None);
    };
    let mut packages = versions.settings.manifest.packages.iter();
    match packages.find(|it| it.0.as_str() == name).map(|it| it.1) {
        Some(PackageRequirement::Source { source: has, .. }) if has.to_string() == source => {}
        // A provider that is being developed.
        Some(PackageRequirement::Path(_)) => return Ok(None),
        Some(PackageRequirement::Source { source: has, .. }) => {
            return Ok(Some(format!("but `{name}` is {has} in the program")));
        }
        _ => return Ok(Some("which the program does not have".to_owned())),
    }
    let version = versions.of(name)?.filter(|it| !range.contains(it));
    Ok(version.map(|it| format!("but the program has version {it}")))
}

/// The libraries that `Lumi.yaml` names, in the versions of the lock.
fn wanted(settings: &ProjectSettings, lock: &LockFile) -> Result<Vec<WantedLibrary>, LibraryError> {
    let mut wanted = Vec::new();
    for (name, requirement) in &settings.manifest.packages {
        let PackageRequirement::Library { source, range } = requirement else {
            continue;
        };
        let locked = lock.libraries.get(name.as_str());
        let locked = locked.filter(|it| it.source == *source);
        let named = |version: String| {
            Box::new(LibraryName {
                name: name.to_string(),
                version,
                importer: None,
                source: source.clone(),
            })
        };
        let locked = locked.ok_or_else(|| LibraryError::NotLocked(named(String::new())))?;
        if !range.contains(&locked.version) {
            return Err(LibraryError::OtherRange {
                library: named(locked.version.to_string()),
                range: range.to_string(),
            });
        }
        wanted.push(WantedLibrary {
            range: range.clone(),
            ..WantedLibrary::locked(name, locked)
        });
    }
    Ok(wanted)
}

/// The libraries that a package needs.
pub fn library_dependencies(
    dependencies: &BTreeMap<String, Dependency>,
    importer: &str,
) -> Result<Vec<WantedLibrary>, LibraryError> {
    let libraries = dependencies.iter();
    let libraries = libraries.map(|(name, it)| library_dependency(name, it, importer));
    libraries.filter_map(Result::transpose).collect()
}

/// The library that a dependency of a package is; `None` for packages with providers.
fn library_dependency(
    name: &str,
    dependency: &Dependency,
    importer: &str,
) -> Result<Option<WantedLibrary>, LibraryError> {
    let Some((source, range)) = PackSource::of_dependency(&dependency.wanted) else {
        return Ok(None);
    };
    let hash = match dependency.hashes.as_slice() {
        [only] => only.parse().ok(),
        _ => None,
    };
    match (dependency.version.clone(), hash) {
        (Some(version), Some(hash)) => Ok(Some(WantedLibrary {
            name: name.to_owned(),
            source,
            range,
            version,
            hash,
            importer: Some(importer.to_owned()),
        })),
        _ => Err(LibraryError::Unlocked {
            importer: importer.to_owned(),
            name: name.to_owned(),
        }),
    }
}

/// The source and the range of a package with a provider; `None` for libraries.
fn provider(dependency: &Dependency) -> Option<(&str, lumi_packages::VersionRange)> {
    if PackSource::of_dependency(&dependency.wanted).is_some() {
        return None;
    }
    let (source, range) = dependency.wanted.rsplit_once('@')?;
    Some((source, range.parse().ok()?))
}
