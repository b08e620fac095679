//! The modules of a run: what `Lumi.lock` says, and what this machine has.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lumi_hcl::config::{ModuleAbsence, ModulePackages, ModulePlace, WantedModule};
use lumi_packages::PackageHash;
use lumi_packages::modules::{LockedModule, ModuleKey, ModuleStore};
use parking_lot::Mutex;

use super::module_wish::{MISSING, ModuleWish};
use crate::packages::{packages_folder, read_lock};
use crate::reports::ProjectFailure;

/// Finds modules by the lock of a project, which is read for the first of them. Nothing is fetched.
pub struct InstalledModules {
    /// The folder of the lock.
    folder: PathBuf,
    opened: OnceLock<Result<OpenedLock, String>>,
}

struct OpenedLock {
    locked: BTreeMap<ModuleKey, LockedModule>,
    store: ModuleStore,
    /// The folders of packages that were looked for: all files of a package are looked at for its changes.
    found: Mutex<BTreeMap<PackageHash, Option<PathBuf>>>,
}

impl OpenedLock {
    fn find(&self, hash: &PackageHash) -> Option<PathBuf> {
        let mut found = self.found.lock();
        let place = found.entry(hash.clone());
        place.or_insert_with(|| self.store.find(hash)).clone()
    }
}

/// The modules of this user.
pub fn module_store() -> Result<ModuleStore, ProjectFailure> {
    Ok(ModuleStore::new(packages_folder()?.join("modules")))
}

impl InstalledModules {
    /// The modules of the project in a folder.
    pub fn of_project(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            opened: OnceLock::new(),
        }
    }

    fn opened(&self) -> Result<&OpenedLock, ModuleAbsence> {
        let open = || -> Result<OpenedLock, String> {
            let lock = read_lock(&self.folder).map_err(ProjectFailure::into_message)?;
            let store = module_store().map_err(ProjectFailure::into_message)?;
            let locked = lock.modules;
            Ok(OpenedLock {
                locked,
                store,
                found: Mutex::default(),
            })
        };
        let opened = self.opened.get_or_init(open).as_ref();
        opened.map_err(|message| absence(message.clone()))
    }
}

impl ModulePackages for InstalledModules {
    fn find(&self, wanted: &WantedModule<'_>) -> Result<ModulePlace, ModuleAbsence> {
        let wish = ModuleWish::of(wanted)?;
        let shown = wish.package.shown();
        let opened = self.opened()?;
        let locked = opened.locked.get(&wish.key).filter(|it| wish.is_met(it));
        let locked = locked.ok_or_else(|| {
            absence(format!(
                "`{shown}` is not in Lumi.lock yet: run `lumi install`"
            ))
        })?;
        let package = opened.find(&locked.hash).ok_or_else(|| {
            let detail =
                format!("`{shown}` is not on this machine as Lumi.lock has it: run `lumi install`");
            absence(detail)
        })?;
        place(package, &wish, locked)
    }
}

/// The folder of a module in an installed package.
pub fn place(
    package: PathBuf,
    wish: &ModuleWish,
    locked: &LockedModule,
) -> Result<ModulePlace, ModuleAbsence> {
    let folder = locked.folder.join(&wish.folder);
    let expanded = folder.expand(&package);
    let expanded = expanded.ok_or_else(|| {
        let shown = wish.package.shown();
        absence(format!("`{shown}` has no folder `{folder}`"))
    })?;
    Ok(ModulePlace {
        folder: expanded.in_package(&package),
        package,
    })
}

fn absence(detail: String) -> ModuleAbsence {
    ModuleAbsence {
        summary: MISSING,
        detail,
        is_of_version: false,
    }
}
