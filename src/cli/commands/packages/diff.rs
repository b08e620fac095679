//! `lumi packages diff`: what differs between two versions of a package.

use std::io::Write;
use std::sync::Arc;

use lumi_graph::PackageInterface;
use lumi_packages::{LockFile, VersionRange};
use semver::Version;

use lumi_project::interfaces::{MemberChange, PackageOpener, changes};
use lumi_project::packages::{PackageTools, WantedPackage, failure, plugin_kind, read_lock};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::package_consent::ask;
use lumi_terminal::ui::report::{Report, escaped};

use super::added_source::usage;
use super::install::known_name;
use super::interruptible::run_interruptible;
use super::{DiffPackageArgs, PackageProject};

const REASON: &str = "installed and started, to be compared";

pub fn run(
    args: &DiffPackageArgs,
    project: &PackageProject<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let name = known_name(project, &args.name)?;
    let wanted = WantedPackage::all(&project.settings.manifest.packages);
    let wanted = wanted.into_iter().find(|it| it.name == name);
    let wanted = wanted.ok_or_else(|| {
        usage(format!(
            "`{name}` is named by a path, which has no versions"
        ))
    })?;
    let tools = PackageTools::open(project.current, project.terminal)?;
    let lock = read_lock(&project.settings.folder)?;
    let of = |text: &str| -> Result<Arc<dyn PackageInterface>, Failure> {
        let version = Version::parse(text)
            .map_err(|_| usage(format!("`{text}` is not a version; one looks like `1.2.3`")))?;
        described(args, project, &tools, &lock, &wanted, version)
    };
    let (old, new) = (of(&args.from)?, of(&args.to)?);
    let changes = changes(&*old, &*new);
    let changes = changes.map_err(|error| {
        Failure::new(
            Exit::Failure,
            Report::error(format!("`{name}` cannot be compared: {error}")),
        )
    })?;
    write_changes(&changes, out)?;
    if changes.is_empty() {
        project.terminal.print_line(&format!(
            "`{name}` {} and {} have the same resources and properties",
            args.from, args.to
        ));
    }
    Ok(Exit::Success)
}

/// The description of a version, which is installed for that. The lock does not change.
fn described(
    args: &DiffPackageArgs,
    project: &PackageProject<'_>,
    tools: &PackageTools,
    lock: &LockFile,
    wanted: &WantedPackage,
    version: Version,
) -> Result<Arc<dyn PackageInterface>, Failure> {
    let failed = |error| Failure::from(failure(wanted.name.as_str(), &error, tools));
    // The range does not count here.
    let wanted = &WantedPackage {
        is_beside: false,
        range: VersionRange::any(),
        ..wanted.clone()
    };
    let choice = wanted.choice(version.clone(), lock);
    let installed = run_interruptible(async {
        let request = choice.request(&tools.platform);
        let found = tools.installer.find(request).await;
        let found = match found {
            Ok(found) => found,
            Err(error) => return Err(near_versions(failed(error), tools, wanted).await),
        };
        // The user has agreed to locked packages.
        let is_locked = choice
            .previous
            .as_ref()
            .is_some_and(|it| it.version == version);
        if !is_locked {
            let question = [(&choice, &found, REASON)];
            ask(&question, &tools.platform, args.yes, project.terminal)?;
        }
        let installed = tools.installer.install(request, &found, &NoProgress).await;
        installed.map_err(failed)
    })?;
    let opener = PackageOpener::new(project.settings.clone(), true);
    let described = opener.describe(
        wanted.name.clone(),
        plugin_kind(&wanted.source),
        installed.executable,
        version.to_string(),
    );
    described.map_err(|error| {
        let message = format!("`{}` {version} cannot be described: {error}", wanted.name);
        Failure::new(Exit::Failure, Report::error(message))
    })
}

/// Names the versions that there are.
async fn near_versions(failure: Failure, tools: &PackageTools, wanted: &WantedPackage) -> Failure {
    let available = tools
        .installer
        .available(&wanted.source, &VersionRange::any(), &tools.platform)
        .await;
    let versions = available.map(|it| it.versions).unwrap_or_default();
    let newest: Vec<String> = versions
        .iter()
        .rev()
        .take(8)
        .map(ToString::to_string)
        .collect();
    match newest.is_empty() {
        true => failure,
        false => failure.help(&format!("there are {}", newest.join(", "))),
    }
}

/// Comparing shows changes alone.
struct NoProgress;

impl lumi_packages::install::Progress for NoProgress {
    fn received(&self, _bytes: u64, _total: Option<u64>) {}
}

fn write_changes(changes: &[MemberChange], out: &mut dyn Write) -> std::io::Result<()> {
    for change in changes {
        let MemberChange {
            sign,
            name,
            schema_name,
            properties,
        } = change;
        writeln!(out, "{sign} {} ({})", escaped(name), escaped(schema_name))?;
        for line in properties {
            writeln!(out, "    {}", escaped(line))?;
        }
    }
    Ok(())
}
