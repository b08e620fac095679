//! Changes of the packages of a project, from choice to lock.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use lumi_packages::install::{FoundPackage, InstallError, Installed, Installer, PackagePlace};
use lumi_packages::{LockFile, LockedPackage, PackageHash, Platform};
use lumi_provider::PackageName;
use semver::Version;
use tokio::task::JoinSet;

use crate::libraries::{library_differences, lock_libraries};
use crate::reports::{FailureKind, ProjectFailure, Report, Reporter};
use crate::{PackageRequirements, ProjectSettings};

use super::install_failure::failure;
use super::package_choice::{PackageChoice, WantedPackage, place_text, unused_packages};
use super::package_locks::{read_lock, read_pins};
use super::package_user::PackageUser;
use super::parameterized::{MadePackages, Remaking, make_packages, parameter_differences};
use super::tool_environment::PackageTools;

/// The packages that get the newest version of their range, whatever the lock has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpgradeScope {
    Nothing,
    Only(BTreeSet<PackageName>),
    All,
}

impl UpgradeScope {
    pub fn has(&self, name: &PackageName) -> bool {
        match self {
            Self::Nothing => false,
            Self::Only(names) => names.contains(name),
            Self::All => true,
        }
    }
}

/// The requested change of packages.
pub struct PackageChange<'a, U> {
    pub settings: &'a ProjectSettings,
    /// The packages that `Lumi.yaml` has, or will have.
    pub packages: &'a PackageRequirements,
    pub tools: &'a PackageTools,
    pub user: U,
    pub upgrades: UpgradeScope,
    /// Fails where the lock would have to change.
    pub is_frozen: bool,
    /// Whether programs that `Lumi.yaml` names by a path may be started without a consent of before.
    pub may_start_paths: bool,
    /// Further platforms, whose hashes the lock is to have.
    pub platforms: &'a [Platform],
}

/// The result of a change of packages.
pub struct PackageOutcome {
    pub lock: LockFile,
    /// Whether the lock differs from the one that was read.
    pub is_changed: bool,
    /// Lines for the user.
    pub lines: Vec<String>,
    /// The packages that an upgrade has left out. A note has named each.
    pub left_out: Vec<PackageName>,
}

/// A package that was found for the platform of this machine, or was not.
type Found = Result<FoundPackage, InstallError>;

impl<U: PackageUser> PackageChange<'_, U> {
    /// Installs, and returns the new lock, which the caller writes.
    pub async fn apply(&self) -> Result<PackageOutcome, U::Refusal> {
        let old = read_lock(&self.settings.folder)?;
        let wanted = WantedPackage::all(self.packages);
        if self.is_frozen {
            check_frozen(&old, &wanted, self.packages, self.settings)?;
        }
        let folder = &self.settings.folder;
        let libraries = lock_libraries(
            self.packages,
            folder,
            &self.tools.current,
            &old,
            &self.upgrades,
        )?;
        let choices = self.select_versions(&old, wanted.clone()).await?;
        let found = self.find(&choices, &self.tools.platform).await?;
        let questions = choices.iter().zip(&found);
        let questions: Vec<_> = questions
            .filter_map(|(choice, found)| Some((choice, found, choice.question(found)?)))
            .collect();
        self.user.agree(&questions, &self.tools.platform)?;
        let installed = self.install(&choices, &found, &self.tools.platform).await?;
        let mut lock = old.with_libraries(libraries.locked);
        let mut lines = libraries.lines;
        let mut programs = BTreeMap::new();
        for ((choice, found), installed) in choices.iter().zip(&found).zip(installed) {
            lines.extend(line(choice, found));
            let key = choice.wanted.key();
            programs.insert(key.clone(), installed.executable.clone());
            lock.packages.insert(key, locked(choice, installed));
        }
        let made = self.parameterized(&old, &lock, &programs).await?;
        lock.parameterized = made.all;
        lines.extend(remade_lines(&old, &lock));
        for platform in self.platforms {
            self.add_platform(&choices, platform, &mut lock).await?;
            lines.push(format!("locked for {platform}"));
        }
        let removed = unused_packages(&old, &wanted).into_iter();
        lines.extend(removed.map(|(name, it)| format!("removed {name} {}", it.version)));
        Ok(PackageOutcome {
            is_changed: lock != old,
            lock,
            lines,
            left_out: made.left_out,
        })
    }

    async fn parameterized(
        &self,
        old: &LockFile,
        new: &LockFile,
        programs: &BTreeMap<String, PathBuf>,
    ) -> Result<MadePackages, ProjectFailure> {
        let by = Remaking {
            old,
            new,
            programs,
            upgrades: &self.upgrades,
            may_start_paths: self.may_start_paths,
        };
        let made = make_packages(self.settings, by).await?;
        for name in &made.left_out {
            let message = format!(
                "the package `{name}` is left out: the program that makes it was not accepted on this machine"
            );
            let note = Report::note(message).help("run `lumi update --yes` to accept it");
            self.user.report(&note);
        }
        Ok(made)
    }

    /// The version of each package: that of the lock, if it is wanted still, otherwise the newest.
    async fn select_versions(
        &self,
        lock: &LockFile,
        wanted: Vec<WantedPackage>,
    ) -> Result<Vec<PackageChoice>, ProjectFailure> {
        let pins = match lock.packages.is_empty() {
            true => read_pins(&self.settings.folder)?,
            false => BTreeMap::new(),
        };
        let mut searches: JoinSet<(usize, Result<Version, InstallError>)> = JoinSet::new();
        let mut choices: Vec<Option<PackageChoice>> = Vec::new();
        for (index, package) in wanted.iter().enumerate() {
            let known = package.known(lock, &pins);
            choices.push(known.filter(|_| !self.upgrades.has(&package.name)));
            if choices.last().is_some_and(Option::is_none) {
                let (package, user) = (package.clone(), self.user.clone());
                let installer = Arc::clone(&self.tools.installer);
                let platform = self.tools.platform.clone();
                searches.spawn(async move {
                    (index, newest(&installer, &package, &platform, &user).await)
                });
            }
        }
        let mut found = BTreeMap::new();
        while let Some(search) = searches.join_next().await {
            let (index, version) = search.map_err(aborted)?;
            found.insert(index, version);
        }
        let versions = self.all_or_failure(found, |index| wanted[index].name.to_string())?;
        for (index, version) in versions {
            choices[index] = Some(wanted[index].choice(version, lock));
        }
        Ok(choices.into_iter().flatten().collect())
    }

    async fn find(
        &self,
        choices: &[PackageChoice],
        platform: &Platform,
    ) -> Result<Vec<FoundPackage>, ProjectFailure> {
        let mut searches: JoinSet<(usize, Found)> = JoinSet::new();
        for (index, choice) in choices.iter().cloned().enumerate() {
            let installer = Arc::clone(&self.tools.installer);
            let platform = platform.clone();
            searches.spawn(async move { (index, installer.find(choice.request(&platform)).await) });
        }
        let mut found = BTreeMap::new();
        while let Some(search) = searches.join_next().await {
            let (index, result) = search.map_err(aborted)?;
            found.insert(index, result);
        }
        let all = self.all_or_failure(found, |index| choices[index].wanted.name.to_string())?;
        Ok(all.into_values().collect())
    }

    async fn install(
        &self,
        choices: &[PackageChoice],
        found: &[FoundPackage],
        platform: &Platform,
    ) -> Result<Vec<Installed>, ProjectFailure> {
        let downloads = self.user.downloads();
        let mut installations: JoinSet<(usize, Result<Installed, InstallError>)> = JoinSet::new();
        for (index, (choice, found)) in choices.iter().zip(found).enumerate() {
            let (choice, found) = (choice.clone(), found.clone());
            let installer = Arc::clone(&self.tools.installer);
            let platform = platform.clone();
            let download = downloads.add(format!("{} {}", choice.wanted.name, choice.version));
            installations.spawn(async move {
                let request = choice.request(&platform);
                (index, installer.install(request, &found, &*download).await)
            });
        }
        let mut installed = BTreeMap::new();
        while let Some(installation) = installations.join_next().await {
            let (index, result) = installation.map_err(aborted)?;
            installed.insert(index, result);
        }
        drop(downloads);
        let all = self.all_or_failure(installed, |index| choices[index].wanted.name.to_string())?;
        for package in all.values() {
            for warning in &package.warnings {
                warn(&self.user, warning.clone());
            }
        }
        Ok(all.into_values().collect())
    }

    /// Adds the hashes of another platform to the lock. A package of a mirror is tied to the lock by nothing:
    /// its hashes are taken as they are, which the user has asked for by naming the platform.
    async fn add_platform(
        &self,
        choices: &[PackageChoice],
        platform: &Platform,
        lock: &mut LockFile,
    ) -> Result<(), ProjectFailure> {
        let of_lock = |choice: &PackageChoice| {
            let locked = lock.packages.get(&choice.wanted.key());
            locked.map(|it| it.hashes.clone()).unwrap_or_default()
        };
        let with = |hashes: fn(BTreeSet<PackageHash>) -> BTreeSet<PackageHash>| {
            let choices = choices.iter();
            choices
                .map(|choice| PackageChoice {
                    hashes: hashes(of_lock(choice)),
                    ..choice.clone()
                })
                .collect::<Vec<_>>()
        };
        let strict = with(|it| it);
        let found = self.find(&strict, platform).await?;
        let is_signed = found
            .iter()
            .all(|it| it.signed_by().is_some() || matches!(it.place(), PackagePlace::Store));
        let choices = match is_signed {
            true => strict,
            false => with(|_| BTreeSet::new()),
        };
        for (choice, installed) in choices
            .iter()
            .zip(self.install(&choices, &found, platform).await?)
        {
            if let Some(locked) = lock.packages.get_mut(&choice.wanted.key()) {
                locked.hashes.extend(installed.hashes);
            }
        }
        Ok(())
    }

    /// All results, or the failure of the first with those of the others.
    fn all_or_failure<T>(
        &self,
        results: BTreeMap<usize, Result<T, InstallError>>,
        name: impl Fn(usize) -> String,
    ) -> Result<BTreeMap<usize, T>, ProjectFailure> {
        let mut good = BTreeMap::new();
        let mut failures = Vec::new();
        for (index, result) in results {
            match result {
                Ok(value) => {
                    good.insert(index, value);
                }
                Err(error) => {
                    let tools = self.tools;
                    failures.push(failure(&name(index), &error, tools));
                }
            }
        }
        let mut failures = failures.into_iter();
        match failures.next() {
            None => Ok(good),
            Some(mut first) => {
                let others = failures.filter_map(|it| it.report).map(|it| *it);
                if let Some(report) = &mut first.report {
                    report.related.extend(others);
                }
                Err(first)
            }
        }
    }
}

/// The newest version that is wanted and there.
async fn newest(
    installer: &Installer,
    package: &WantedPackage,
    platform: &Platform,
    reporter: &impl Reporter,
) -> Result<Version, InstallError> {
    let available = installer
        .available(&package.source, &package.range, platform)
        .await?;
    for warning in &available.warnings {
        warn(reporter, format!("{}: {warning}", package.name));
    }
    let version = available.choose(&package.source, &package.range)?;
    Ok(version.clone())
}

fn warn(reporter: &impl Reporter, message: String) {
    reporter.report(&Report::warning(message));
}

fn aborted(error: tokio::task::JoinError) -> ProjectFailure {
    let report = Report::error(format!("a task of lumi ended early: {error}"));
    ProjectFailure::new(FailureKind::Bug, report)
}

/// The entry of a package in the lock. A lock that had one of the hashes already is not made longer: it is the same
/// on all machines.
fn locked(choice: &PackageChoice, installed: Installed) -> LockedPackage {
    let previous = choice.previous.as_ref();
    let previous = previous.filter(|it| it.version == choice.version);
    // Of a list with the hashes of other platforms only, the signature has vouched for this one.
    let previous = previous.filter(|it| !it.hashes.is_disjoint(&installed.hashes));
    let (hashes, signed_by) = match previous {
        Some(previous) => (previous.hashes.clone(), previous.signed_by.clone()),
        None => {
            let known = choice.hashes.iter().cloned();
            let hashes = installed.hashes.into_iter().chain(known).collect();
            (hashes, installed.signed_by)
        }
    };
    LockedPackage {
        source: choice.wanted.source.clone(),
        version: choice.version.clone(),
        range: choice.wanted.range.clone(),
        hashes,
        signed_by,
    }
}

/// The line for the user about a package; `None` if it is unchanged.
fn line(choice: &PackageChoice, found: &FoundPackage) -> Option<String> {
    let (name, version) = (&choice.wanted.name, &choice.version);
    let place = found.place();
    let other = choice.previous.as_ref().map(|it| &it.version);
    match other.filter(|it| *it != version) {
        Some(old) => Some(format!(
            "{name}: {old} -> {version}, from {}",
            place_text(place)
        )),
        None if choice.previous.is_none() => Some(format!(
            "added {name} {version}, from {}",
            place_text(place)
        )),
        None if place == PackagePlace::Store => None,
        None => Some(format!(
            "installed {name} {version}, from {}",
            place_text(place)
        )),
    }
}

/// The lines for the user about packages that a plugin has made in another version.
fn remade_lines(old: &LockFile, new: &LockFile) -> Vec<String> {
    let both = new.parameterized.iter();
    let both = both.filter_map(|(name, it)| Some((name, old.parameterized.get(name)?, it)));
    both.filter(|(_, old, new)| old.version != new.version)
        .map(|(name, old, new)| {
            let (from, to) = (&old.version, &new.version);
            format!("{name}: {from} -> {to}, made by `{}`", new.plugin)
        })
        .collect()
}

fn check_frozen(
    lock: &LockFile,
    wanted: &[WantedPackage],
    packages: &PackageRequirements,
    settings: &ProjectSettings,
) -> Result<(), ProjectFailure> {
    let missing = wanted.iter().filter(|it| !it.is_locked(lock));
    let missing = missing.map(|it| match it.locked(lock) {
        None => format!("`{}` ({}) is not in it", it.name, it.source),
        Some(locked) => format!(
            "`{}` is locked at {}, but Lumi.yaml requires `{}`",
            it.name, locked.version, it.range
        ),
    });
    let unwanted = unused_packages(lock, wanted).into_keys();
    let unwanted = unwanted.map(|name| format!("`{name}` is in it, but not in Lumi.yaml"));
    let libraries = library_differences(lock, packages);
    let parameters = parameter_differences(settings, lock);
    let differences = missing.chain(unwanted).chain(libraries).chain(parameters);
    let differences: Vec<String> = differences.collect();
    if differences.is_empty() {
        return Ok(());
    }
    let mut report = Report::error("Lumi.lock does not match Lumi.yaml");
    report.details = differences;
    Err(ProjectFailure::new(
        FailureKind::Usage,
        report.help("run `lumi install` without --frozen, and commit Lumi.lock"),
    ))
}
