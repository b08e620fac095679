//! The locks of a project: its own, and that of OpenTofu and Terraform.

use std::path::Path;

use lumi_packages::{LockFile, TERRAFORM_LOCK_FILE, TerraformLock, read_terraform_lock};
use lumi_provider::{PackageName, PackageVersion};
use lumi_state::project_path;

use crate::files::read_limit;
use crate::reports::{FailureKind, ProjectFailure, Report};

/// `Lumi.lock` of a project; a missing one has no packages. Fails if a link leads out of the project, before
/// anything is done: a clone carries links.
pub fn read_lock(folder: &Path) -> Result<LockFile, ProjectFailure> {
    let file = folder.join(LockFile::FILE);
    project_path::check(folder, &file)
        .map_err(|error| ProjectFailure::unwritable(&file, &error))?;
    let lock = LockFile::read(folder);
    lock.map_err(|error| ProjectFailure::new(FailureKind::Usage, Report::error(error.to_string())))
}

/// Takes a package out of a lock in all versions, and says whether it had any.
pub fn remove_from(lock: &mut LockFile, name: &PackageName) -> bool {
    let before = lock.packages.len();
    let is_other = |key: &String| PackageVersion::package_of(key) != name.as_str();
    lock.packages.retain(|key, _| is_other(key));
    let library = lock.libraries.remove(name.as_str());
    let parameters = lock.parameterized.remove(name.as_str());
    library.is_some() || parameters.is_some() || lock.packages.len() < before
}

/// Replaces `Lumi.lock`, which was read before.
pub fn write_lock(folder: &Path, lock: &LockFile) -> Result<(), ProjectFailure> {
    let written = lock.write(folder);
    written
        .map_err(|error| ProjectFailure::new(FailureKind::Failed, Report::error(error.to_string())))
}

/// The versions and hashes that OpenTofu or Terraform have locked. They count for packages that
/// `Lumi.lock` does not have yet.
pub fn read_pins(folder: &Path) -> Result<TerraformLock, ProjectFailure> {
    let file = folder.join(TERRAFORM_LOCK_FILE);
    if !file.exists() {
        return Ok(TerraformLock::default());
    }
    let unusable = |reason: String| {
        let message = format!("{TERRAFORM_LOCK_FILE} cannot be used: {reason}");
        ProjectFailure::new(FailureKind::Usage, Report::error(message))
    };
    let text = read_limit::source(&file).map_err(|error| unusable(error.to_string()))?;
    read_terraform_lock(&text).map_err(|error| unusable(error.to_string()))
}
