//! Changes of the modules of a configuration: from its calls to its lock.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lumi_hcl::config::{ModuleAbsence, ModulePackages, ModulePlace, ModuleTree, WantedModule};
use lumi_hcl::syntax::{Diagnostic, Diagnostics};
use lumi_packages::LockFile;
use lumi_packages::fetch::FetchError;
use lumi_packages::modules::{
    InstalledModule, LockedModule, ModuleError, ModuleInstaller, ModuleKey, ModuleRequest,
    ModuleStore,
};
use parking_lot::Mutex;
use tokio::task::JoinSet;

use super::installed_modules::{module_store, place};
use super::module_wish::{MISSING, ModuleWish, UNUSABLE};
use crate::ProjectSettings;
use crate::packages::{PackageUser, fetcher, read_lock};
use crate::reports::{FailureKind, ProjectFailure, Report};

/// The modules that are chosen anew, whatever the lock has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleUpgrades {
    Nothing,
    /// By their sources in the lock.
    Only(BTreeSet<String>),
    All,
}

/// The requested change of modules.
pub struct ModuleChange<'a, U> {
    pub settings: &'a ProjectSettings,
    pub user: U,
    pub upgrades: ModuleUpgrades,
    /// Fails where the lock would have to change.
    pub is_frozen: bool,
}

/// The result of a change of modules.
pub struct ModuleOutcome {
    pub lock: LockFile,
    /// Whether the lock differs from the one that was read.
    pub is_changed: bool,
    /// Lines for the user.
    pub lines: Vec<String>,
}

/// A configuration with more packages of modules than this is refused: servers could name others without an end.
const MOST_PACKAGES: usize = 1000;

/// How many packages are fetched at once.
const AT_ONCE: usize = 8;

/// The packages that are installed so far; those that calls name besides are noted.
struct Discovery<'a> {
    known: &'a BTreeMap<ModuleKey, LockedModule>,
    store: &'a ModuleStore,
    missing: Mutex<BTreeMap<ModuleKey, ModuleWish>>,
}

impl ModulePackages for Discovery<'_> {
    fn find(&self, wanted: &WantedModule<'_>) -> Result<ModulePlace, ModuleAbsence> {
        let wish = ModuleWish::of(wanted)?;
        let package = self.known.get(&wish.key);
        let package = package.and_then(|it| Some((self.store.find(&it.hash)?, it)));
        match package {
            Some((package, locked)) => place(package, &wish, locked),
            None => {
                let detail = format!("`{}` is not installed", wish.package.shown());
                self.missing.lock().insert(wish.key.clone(), wish);
                Err(ModuleAbsence {
                    summary: MISSING,
                    detail,
                    is_of_version: false,
                })
            }
        }
    }
}

impl<U: PackageUser> ModuleChange<'_, U> {
    /// Installs the modules that the configuration calls, and those that they call, and returns the new lock, which the
    /// caller writes.
    pub async fn apply(&self) -> Result<ModuleOutcome, ProjectFailure> {
        let old = read_lock(&self.settings.folder)?;
        let store = module_store()?;
        let installer = Arc::new(ModuleInstaller::new(fetcher()?, store.clone()));
        let mut known = BTreeMap::new();
        let mut lines = Vec::new();
        loop {
            let missing = self.missing(&known, &store)?;
            if missing.is_empty() {
                break;
            }
            check_missing(&known, &missing)?;
            if self.is_frozen {
                check_frozen(&old, &missing)?;
            }
            for some in missing.chunks(AT_ONCE) {
                for (wish, installed) in self.install(some, &old, &installer).await? {
                    lines.extend(line(&wish, old.modules.get(&wish.key), &installed));
                    known.insert(wish.key, installed.locked);
                }
            }
        }
        let removed = old.modules.keys().filter(|it| !known.contains_key(*it));
        lines.extend(removed.map(|it| format!("removed the module {}", title(it))));
        let lock = LockFile {
            modules: known,
            ..old.clone()
        };
        let is_changed = lock != old;
        if is_changed && self.is_frozen {
            let is_called = |it: &ModuleKey| lock.modules.contains_key(it);
            return Err(differing(match old.modules.keys().all(is_called) {
                true => "servers name other folders of modules than it has",
                false => "modules are in it that the configuration does not call",
            }));
        }
        Ok(ModuleOutcome {
            lock,
            is_changed,
            lines,
        })
    }

    /// The packages that are called and not known. Fails for sources that cannot be used.
    fn missing(
        &self,
        known: &BTreeMap<ModuleKey, LockedModule>,
        store: &ModuleStore,
    ) -> Result<Vec<ModuleWish>, ProjectFailure> {
        let discovery = Discovery {
            known,
            store,
            missing: Mutex::default(),
        };
        let folders = self.settings.root_modules();
        let diagnostics: Vec<Diagnostic> = folders
            .iter()
            .flat_map(|folder| ModuleTree::load_with(folder, &discovery).1)
            .collect();
        let missing: Vec<ModuleWish> = discovery.missing.into_inner().into_values().collect();
        // What else is wrong is reported when the configuration runs.
        let is_of_source =
            |summary: &str| summary == UNUSABLE || (missing.is_empty() && summary == MISSING);
        let wrong = diagnostics.into_iter();
        let wrong: Vec<_> = wrong.filter(|it| is_of_source(&it.summary)).collect();
        match wrong.is_empty() {
            true => Ok(missing),
            false => {
                let all = Diagnostics(wrong).to_string();
                let text = all.trim().trim_start_matches("error: ").to_owned();
                Err(ProjectFailure::new(FailureKind::Usage, Report::error(text)))
            }
        }
    }

    async fn install(
        &self,
        wishes: &[ModuleWish],
        old: &LockFile,
        installer: &Arc<ModuleInstaller>,
    ) -> Result<Vec<(ModuleWish, InstalledModule)>, ProjectFailure> {
        let downloads = self.user.downloads();
        let mut work: JoinSet<(ModuleWish, Result<InstalledModule, ModuleError>)> = JoinSet::new();
        for wish in wishes.iter().cloned() {
            let locked = old.modules.get(&wish.key).filter(|it| wish.is_met(it));
            let locked = locked.filter(|_| !self.upgrades.has(&wish.key)).cloned();
            let installer = Arc::clone(installer);
            let download = downloads.add(wish.package.shown());
            work.spawn(async move {
                let request = ModuleRequest {
                    package: &wish.package,
                    range: &wish.range,
                    locked: locked.as_ref(),
                };
                let installed = installer.install(request, &*download).await;
                (wish, installed)
            });
        }
        let mut all = BTreeMap::new();
        while let Some(ended) = work.join_next().await {
            let (wish, installed) = ended.map_err(|error| {
                let report = Report::error(format!("a task of lumi ended early: {error}"));
                ProjectFailure::new(FailureKind::Bug, report)
            })?;
            all.insert(wish.key.clone(), (wish, installed));
        }
        drop(downloads);
        let all = all.into_values();
        all.map(|(wish, installed)| match installed {
            Ok(installed) => Ok((wish, installed)),
            Err(error) => Err(failure(&wish, &error)),
        })
        .collect()
    }
}

impl ModuleUpgrades {
    fn has(&self, key: &ModuleKey) -> bool {
        match self {
            Self::Nothing => false,
            Self::Only(sources) => sources.contains(&key.source),
            Self::All => true,
        }
    }
}

/// Fails where servers name packages without an end, or the store does not keep what it is given.
fn check_missing(
    known: &BTreeMap<ModuleKey, LockedModule>,
    missing: &[ModuleWish],
) -> Result<(), ProjectFailure> {
    if let Some(wish) = missing.iter().find(|it| known.contains_key(&it.key)) {
        let message = format!(
            "the module `{}` is not in the store of this machine, though it was installed",
            wish.package.shown()
        );
        return Err(ProjectFailure::error(message));
    }
    match known.len() + missing.len() > MOST_PACKAGES {
        true => Err(ProjectFailure::error(format!(
            "the configuration needs more than {MOST_PACKAGES} packages of modules"
        ))),
        false => Ok(()),
    }
}

fn check_frozen(lock: &LockFile, wishes: &[ModuleWish]) -> Result<(), ProjectFailure> {
    let is_locked = |it: &ModuleWish| lock.modules.get(&it.key).is_some_and(|at| it.is_met(at));
    match wishes.iter().find(|it| !is_locked(it)) {
        None => Ok(()),
        Some(wish) => Err(differing(&format!("`{}` is not in it", title(&wish.key)))),
    }
}

fn differing(detail: &str) -> ProjectFailure {
    let mut report = Report::error("Lumi.lock does not match the modules of the configuration");
    report.details = vec![detail.to_owned()];
    ProjectFailure::new(
        FailureKind::Usage,
        report.help("run `lumi install` without --frozen, and commit Lumi.lock"),
    )
}

/// `acme/net/aws ~> 1.2`
fn title(key: &ModuleKey) -> String {
    format!("{} {}", key.shown_source(), key.range)
        .trim()
        .to_owned()
}

/// The version of an entry, or its commit; empty for an archive.
pub fn version_text(module: &LockedModule) -> String {
    match (&module.version, &module.commit) {
        (Some(version), _) => version.to_string(),
        (None, Some(commit)) => commit.chars().take(12).collect(),
        (None, None) => String::new(),
    }
}

fn line(
    wish: &ModuleWish,
    previous: Option<&LockedModule>,
    installed: &InstalledModule,
) -> Option<String> {
    let shown = wish.package.shown();
    let version = version_text(&installed.locked);
    match previous {
        None => Some(
            format!("added the module {shown} {version}")
                .trim()
                .to_owned(),
        ),
        Some(old) if *old == installed.locked => installed.is_new.then(|| {
            format!("installed the module {shown} {version}")
                .trim()
                .to_owned()
        }),
        Some(old) if version_text(old) == version => {
            let line = format!("the module {shown} {version}");
            Some(format!("{} with another content", line.trim()))
        }
        Some(old) => Some(format!(
            "the module {shown}: {} -> {version}",
            version_text(old)
        )),
    }
}

fn failure(wish: &ModuleWish, error: &ModuleError) -> ProjectFailure {
    let shown = wish.package.shown();
    let report = Report::error(format!("cannot install the module `{shown}`: {error}"));
    let report = match error {
        ModuleError::LockMismatch(_) => report.help(format!(
            "find out why it differs before you use it: `lumi update '{}'` locks what is there now",
            wish.key.shown_source()
        )),
        ModuleError::Fetch(error)
            if matches!(
                **error,
                FetchError::Unreachable { .. } | FetchError::Silent { .. }
            ) =>
        {
            report.help("what is installed and locked already needs no network")
        }
        _ => report,
    };
    ProjectFailure::new(FailureKind::Failed, report)
}
