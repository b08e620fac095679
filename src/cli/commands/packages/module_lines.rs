//! Modules of configurations in HCL in `lumi packages`.

use std::collections::BTreeMap;
use std::sync::Arc;

use lumi_packages::modules::{
    ModuleError, ModuleInstaller, ModuleKey, ModulePackage, ModuleSource,
};
use lumi_packages::{LockFile, VersionRange};
use lumi_project::hcl::installed_modules::module_store;
use lumi_project::hcl::module_change::version_text;
use lumi_project::packages::fetcher;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;
use semver::Version;

use super::PackageProject;
use super::interruptible::run_interruptible;
use super::listing::Line;

/// A line for each package of modules that is locked.
pub fn module_lines(
    project: &PackageProject<'_>,
    lock: &LockFile,
    is_offline: bool,
) -> Result<Vec<Line>, Failure> {
    if lock.modules.is_empty() {
        return Ok(Vec::new());
    }
    let store = module_store()?;
    let newest = match is_offline {
        true => BTreeMap::new(),
        false => {
            let installer = Arc::new(ModuleInstaller::new(fetcher()?, store.clone()));
            run_interruptible(async { Ok(newest(project, lock, &installer).await) })?
        }
    };
    let lines = lock.modules.iter().map(|(key, locked)| {
        let place = store.find(&locked.hash);
        Line {
            name: "module".to_owned(),
            source: key.shown_source(),
            wanted: key.range.clone(),
            locked: Some(version_text(locked)).filter(|it| !it.is_empty()),
            newest: newest.get(key).map(ToString::to_string),
            state: match place {
                Some(_) => "installed",
                None => "not installed",
            },
            program: place.map(|it| it.display().to_string()),
        }
    });
    Ok(lines.collect())
}

/// The newest releases of modules in registries; what cannot be asked is missing, and a warning says why.
async fn newest(
    project: &PackageProject<'_>,
    lock: &LockFile,
    installer: &Arc<ModuleInstaller>,
) -> BTreeMap<ModuleKey, Version> {
    let mut searches = Vec::new();
    for key in lock.modules.keys() {
        let source = ModuleSource::parse(&key.source).map(|it| it.package);
        let Ok(ModulePackage::Registry(module)) = source else {
            continue;
        };
        let (key, installer) = (key.clone(), Arc::clone(installer));
        searches.push(tokio::spawn(async move {
            let newest = installer.newest(&module, &VersionRange::any()).await?;
            Ok::<_, ModuleError>((key, newest))
        }));
    }
    let mut all = BTreeMap::new();
    for search in searches {
        match search.await {
            Ok(Ok((key, version))) => {
                all.insert(key, version);
            }
            Ok(Err(error)) => project.terminal.report(&Report::warning(format!(
                "a newest version is not known: {error}"
            ))),
            Err(_) => {}
        }
    }
    all
}
