//! The libraries of a project in its lock.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lumi_packages::{LockFile, LockedIndex, LockedLibrary, PackSource, VersionRange};
use lumi_provider::PackageName;

use super::library_error::LibraryError;
use super::library_loader::{LibraryLoader, ReadPack, WantedLibrary, of_hub, read};
use super::library_set::{Libraries, pack_store};
use crate::hub::HubPlace;
use crate::packages::UpgradeScope;
use crate::reports::ProjectFailure;
use crate::{PackageRequirement, PackageRequirements};

/// The libraries of a project after a change.
#[derive(Debug, Default)]
pub struct LibraryLocks {
    pub locked: BTreeMap<String, LockedLibrary>,
    /// Lines for the user.
    pub lines: Vec<String>,
}

/// Locks the libraries that `packages` name, and keeps them and all that they need in the store of this machine. One
/// that is locked stays as it is, unless it is upgraded.
pub fn lock_libraries(
    packages: &PackageRequirements,
    folder: &Path,
    current: &Path,
    old: &LockFile,
    upgrades: &UpgradeScope,
) -> Result<LibraryLocks, ProjectFailure> {
    let mut locks = LibraryLocks::default();
    let store = pack_store()?;
    let mut loader = LibraryLoader::new(&store, folder).fetching(current);
    let mut direct = BTreeMap::new();
    for (name, requirement) in packages {
        let PackageRequirement::Library { source, range } = requirement else {
            continue;
        };
        let previous = old.libraries.get(name.as_str());
        let kept = previous.filter(|it| {
            it.source == *source && range.contains(&it.version) && !upgrades.has(name)
        });
        let (index, locked) = match kept {
            Some(locked) => (
                loader.load(&WantedLibrary::locked(name, locked))?,
                locked.clone(),
            ),
            None => {
                let (found, index) = newest(source, range, previous, folder, current)?;
                let locked = LockedLibrary {
                    index,
                    ..new_lock(source, range, &found)?
                };
                (loader.loaded(found)?, locked)
            }
        };
        locks.lines.extend(line(name, previous, &locked));
        direct.insert(name.to_string(), index);
        locks.locked.insert(name.to_string(), locked);
    }
    let libraries = Libraries {
        all: loader.all,
        direct,
    };
    libraries.check_cycles()?;
    for library in &libraries.all {
        let added = store.add(&library.hash, &library.bytes);
        added.map_err(|error| LibraryError::Unwritable {
            place: store.place(&library.hash),
            error,
        })?;
    }
    let removed = old
        .libraries
        .iter()
        .filter(|it| !locks.locked.contains_key(it.0));
    locks
        .lines
        .extend(removed.map(|(name, it)| format!("removed {name} {}", it.version)));
    Ok(locks)
}

/// The library that a source has now, and the index of the hub that names it.
fn newest(
    source: &PackSource,
    range: &VersionRange,
    previous: Option<&LockedLibrary>,
    folder: &Path,
    current: &Path,
) -> Result<(ReadPack, Option<LockedIndex>), LibraryError> {
    match source {
        PackSource::File(path) => Ok((read(&folder.join(path))?, None)),
        PackSource::Hub(address) => {
            let hub = HubPlace::open(current, address)?;
            let known = previous.filter(|it| it.source == *source);
            let known = known.and_then(|it| it.index.as_ref());
            let (found, index) = of_hub(&hub, address, range, known)?;
            Ok((found, Some(index)))
        }
    }
}

/// The entry of the lock for what a source has now.
fn new_lock(
    source: &PackSource,
    range: &VersionRange,
    found: &ReadPack,
) -> Result<LockedLibrary, ProjectFailure> {
    let text = &found.pack.manifest.version;
    let version = text.parse::<semver::Version>();
    let version = version.map_err(|error| {
        ProjectFailure::error(format!(
            "{source} has the version `{text}`, which is none: {error}"
        ))
    })?;
    if !range.contains(&version) {
        let message = format!("{source} is version {version}, but Lumi.yaml requires `{range}`");
        return Err(ProjectFailure::error(message)
            .help("change `version` in `packages` of Lumi.yaml, or add it again"));
    }
    Ok(LockedLibrary {
        source: source.clone(),
        version,
        range: range.clone(),
        hash: found.hash.clone(),
        index: None,
    })
}

fn line(
    name: &PackageName,
    previous: Option<&LockedLibrary>,
    locked: &LockedLibrary,
) -> Option<String> {
    let LockedLibrary {
        source, version, ..
    } = locked;
    match previous {
        None => Some(format!("added {name} {version}, from {source}")),
        Some(old) if old.version != *version => Some(format!(
            "{name}: {} -> {version}, from {source}",
            old.version
        )),
        Some(old) if old.hash != locked.hash => Some(format!(
            "{name}: {version} with another content, from {source}"
        )),
        Some(_) => None,
    }
}

/// The differences between the lock and the libraries that `packages` name.
pub fn library_differences(lock: &LockFile, packages: &PackageRequirements) -> Vec<String> {
    let mut differences = Vec::new();
    let libraries = packages.iter().filter_map(|(name, it)| match it {
        PackageRequirement::Library { source, range } => Some((name.as_str(), source, range)),
        _ => None,
    });
    let mut names = BTreeSet::new();
    for (name, source, range) in libraries {
        names.insert(name);
        match lock.libraries.get(name).filter(|it| it.source == *source) {
            None => differences.push(format!("`{name}` ({source}) is not in it")),
            Some(it) if !range.contains(&it.version) => differences.push(format!(
                "`{name}` is locked at {}, but Lumi.yaml requires `{range}`",
                it.version
            )),
            Some(_) => {}
        }
    }
    let unwanted = lock
        .libraries
        .keys()
        .filter(|it| !names.contains(it.as_str()));
    differences.extend(unwanted.map(|it| format!("`{it}` is in it, but not in Lumi.yaml")));
    differences
}
