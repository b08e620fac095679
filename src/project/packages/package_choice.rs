//! Which version of each package a project gets.

use std::collections::{BTreeMap, BTreeSet};

use lumi_packages::install::{FoundPackage, PackagePlace, Request};
use lumi_packages::{
    LockFile, LockedPackage, PackageHash, PackageSource, Platform, ProviderAddress, TerraformLock,
    VersionRange,
};
use lumi_provider::PackageName;
use semver::Version;

use crate::{PackageRequirement, PackageRequirements};

/// A package of a source that `Lumi.yaml` wants.
#[derive(Clone, Debug)]
pub struct WantedPackage {
    pub name: PackageName,
    pub source: PackageSource,
    pub range: VersionRange,
    /// Whether the project has it beside another version.
    pub is_beside: bool,
}

/// A wanted package with the version that it gets.
#[derive(Clone, Debug)]
pub struct PackageChoice {
    pub wanted: WantedPackage,
    pub version: Version,
    /// The hashes that the package must have one of; none if any package of this version is taken.
    pub hashes: BTreeSet<PackageHash>,
    /// The entry of the lock with the same name and source.
    pub previous: Option<LockedPackage>,
}

impl WantedPackage {
    /// All packages of sources, by name.
    pub fn all(packages: &PackageRequirements) -> Vec<Self> {
        let mut wanted = Vec::new();
        for (name, requirement) in packages {
            let PackageRequirement::Source {
                source,
                range,
                also,
            } = requirement
            else {
                continue;
            };
            let first = std::iter::once((range, false));
            let further = also.iter().map(|it| (it, true));
            wanted.extend(first.chain(further).map(|(range, is_beside)| Self {
                name: name.clone(),
                source: source.clone(),
                range: range.clone(),
                is_beside,
            }));
        }
        wanted.sort_by(|a, b| (&a.name, a.is_beside).cmp(&(&b.name, b.is_beside)));
        wanted
    }

    /// The address of a provider of Terraform; `None` for other packages.
    pub fn address(&self) -> Option<&ProviderAddress> {
        match &self.source {
            PackageSource::Terraform(address) => Some(address),
            PackageSource::Pulumi(_) => None,
        }
    }

    /// The name in the lock; `random@4.18.0` for a version beside another one.
    pub fn key(&self) -> String {
        match self.is_beside {
            true => format!("{}@{}", self.name, self.range),
            false => self.name.to_string(),
        }
    }

    /// The entry of this package in the lock: another source with the same name is another package.
    pub fn locked<'a>(&self, lock: &'a LockFile) -> Option<&'a LockedPackage> {
        let locked = lock.packages.get(&self.key());
        locked.filter(|it| it.source == self.source)
    }

    /// Whether the lock has a version that is wanted.
    pub fn is_locked(&self, lock: &LockFile) -> bool {
        self.locked(lock)
            .is_some_and(|it| self.range.contains(&it.version))
    }

    /// The choice that needs no look at what there is: the version of the lock, or else that of the lock
    /// of OpenTofu and Terraform.
    pub fn known(&self, lock: &LockFile, pins: &TerraformLock) -> Option<PackageChoice> {
        if let Some(locked) = self.locked(lock) {
            let version = locked.version.clone();
            return self.is_locked(lock).then(|| self.choice(version, lock));
        }
        let pin = match &self.source {
            PackageSource::Terraform(address) => pins.get(address),
            PackageSource::Pulumi(_) => None,
        };
        let pin = pin.filter(|it| self.range.contains(&it.version))?;
        Some(PackageChoice {
            hashes: pin.hashes.clone(),
            ..self.choice(pin.version.clone(), lock)
        })
    }

    /// The choice of a version of those that there are.
    pub fn choice(&self, version: Version, lock: &LockFile) -> PackageChoice {
        let previous = self.locked(lock).cloned();
        let same = previous.as_ref().filter(|it| it.version == version);
        PackageChoice {
            wanted: self.clone(),
            hashes: same.map(|it| it.hashes.clone()).unwrap_or_default(),
            version,
            previous,
        }
    }
}

impl PackageChoice {
    pub fn request<'a>(&'a self, platform: &'a Platform) -> Request<'a> {
        Request {
            source: &self.wanted.source,
            version: &self.version,
            platform,
            locked: &self.hashes,
        }
    }

    /// Why the user has to agree to the package before it is installed; `None` if that was done.
    pub fn question(&self, found: &FoundPackage) -> Option<&'static str> {
        let Some(previous) = &self.previous else {
            return Some("new to this project");
        };
        let is_other_version = previous.version != self.version;
        let was_signed = previous.signed_by.is_some();
        let is_other_key = previous.signed_by.as_deref() != found.signed_by();
        (is_other_version && was_signed && is_other_key)
            .then_some("signed by another key than before, or not signed any more")
    }
}

/// Packages of the lock that nothing wants.
pub fn unused_packages(
    lock: &LockFile,
    wanted: &[WantedPackage],
) -> BTreeMap<String, LockedPackage> {
    let is_wanted = |name: &str| wanted.iter().any(|it| it.key() == name);
    let unwanted = lock.packages.iter().filter(|it| !is_wanted(it.0));
    unwanted
        .map(|(name, it)| (name.clone(), it.clone()))
        .collect()
}

/// The source of a package, for users.
pub fn place_text(place: PackagePlace<'_>) -> String {
    match place {
        PackagePlace::Store => "this machine, where it is installed already".to_owned(),
        PackagePlace::Folder(path) => path.display().to_string(),
        PackagePlace::Mirror(url) => url.to_string(),
        PackagePlace::Registry(host) => host.to_owned(),
        PackagePlace::Release(url) => url.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use lumi_packages::TerraformPin;

    use super::*;

    fn wanted(source: &str, range: &str) -> WantedPackage {
        WantedPackage {
            name: PackageName::parse("random").unwrap(),
            source: source.parse().unwrap(),
            range: range.parse().unwrap(),
            is_beside: false,
        }
    }

    fn hash(digit: char) -> PackageHash {
        format!("zh:{}", digit.to_string().repeat(64))
            .parse()
            .unwrap()
    }

    fn lock() -> LockFile {
        let package = LockedPackage {
            source: "hashicorp/random".parse().unwrap(),
            version: Version::new(3, 7, 2),
            range: "~> 3.7".parse().unwrap(),
            hashes: [hash('1')].into(),
            signed_by: Some("key".to_owned()),
        };
        LockFile {
            packages: BTreeMap::from([("random".to_owned(), package)]),
            ..LockFile::default()
        }
    }

    #[test]
    fn a_locked_version_that_is_wanted_stays() {
        let known = |source: &str, range: &str| {
            let choice = wanted(source, range).known(&lock(), &TerraformLock::new());
            choice.map(|it| (it.version.to_string(), it.hashes.len()))
        };
        assert_eq!(known("hashicorp/random", ""), Some(("3.7.2".to_owned(), 1)));
        assert_eq!(known("hashicorp/random", "~> 3.8"), None);
        assert_eq!(known("acme/random", ""), None);
        let other = wanted("hashicorp/random", "").choice(Version::new(3, 8, 0), &lock());
        assert_eq!((other.hashes.len(), other.previous.is_some()), (0, true));
    }

    #[test]
    fn the_lock_of_other_tools_counts_for_what_is_new() {
        let pin = TerraformPin {
            version: Version::new(3, 6, 3),
            hashes: [hash('2')].into(),
        };
        let pins = TerraformLock::from([("hashicorp/random".parse().unwrap(), pin)]);
        let known = |lock: &LockFile, range: &str| {
            let choice = wanted("hashicorp/random", range).known(lock, &pins);
            choice.map(|it| it.version.to_string())
        };
        let empty = LockFile::default();
        assert_eq!(known(&empty, "").as_deref(), Some("3.6.3"));
        assert_eq!(known(&empty, "~> 3.7"), None);
        assert_eq!(known(&lock(), "").as_deref(), Some("3.7.2"));
    }
}
