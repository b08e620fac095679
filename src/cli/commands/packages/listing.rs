//! `lumi packages`.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use lumi_packages::install::InstallError;
use lumi_packages::{LockFile, PackSource, PackageSource, VersionRange};
use semver::Version;
use serde_json::{Value, json};

use lumi_project::PackageRequirement;
use lumi_project::hub::HubPlace;
use lumi_project::libraries::{pack_store, read};
use lumi_project::packages::{PackageTools, WantedPackage, read_lock, store};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

use super::interruptible::run_interruptible;
use super::module_lines::module_lines;
use super::{PackageProject, PackagesArgs};

/// The facts about a package of the project.
pub(super) struct Line {
    pub name: String,
    pub source: String,
    pub wanted: String,
    pub locked: Option<String>,
    pub newest: Option<String>,
    pub state: &'static str,
    /// The program, or the folder of a module.
    pub program: Option<String>,
}

const HEADINGS: [&str; 6] = ["NAME", "SOURCE", "WANTED", "LOCKED", "NEWEST", "STATE"];

pub fn run(
    args: &PackagesArgs,
    project: &PackageProject<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let lock = read_lock(&project.settings.folder)?;
    let tools = PackageTools::open(project.current, project.terminal)?;
    let newest = match args.offline {
        true => BTreeMap::new(),
        false => run_interruptible(async { Ok(newest(project, &tools).await) })?,
    };
    let wanted = WantedPackage::all(&project.settings.manifest.packages);
    let mut lines = Vec::new();
    for (name, requirement) in &project.settings.manifest.packages {
        if let PackageRequirement::Path(path) = requirement {
            lines.push(of_path(name.to_string(), project, path));
        }
        if let PackageRequirement::Library { source, range } = requirement {
            let hub = (!args.offline).then_some(project.current);
            lines.push(of_library(
                name.to_string(),
                project,
                source,
                range,
                &lock,
                hub,
            )?);
        }
        for wanted in wanted.iter().filter(|it| it.name == *name) {
            lines.push(of_source(wanted, &lock, &tools, &newest)?);
        }
    }
    lines.extend(module_lines(project, &lock, args.offline)?);
    if args.json {
        let list: Vec<Value> = lines.iter().map(as_value).collect();
        writeln!(out, "{}", Value::from(list))?;
        return Ok(Exit::Success);
    }
    if lines.is_empty() {
        let advice = project.first_package();
        let line = format!("the project has no packages; {advice}");
        project.terminal.print_line(&line);
        return Ok(Exit::Success);
    }
    write_table(&lines, out)?;
    Ok(Exit::Success)
}

/// The newest release of each provider; what cannot be asked is missing, and a warning says why.
async fn newest(
    project: &PackageProject<'_>,
    tools: &PackageTools,
) -> BTreeMap<PackageSource, Version> {
    let mut searches = Vec::new();
    for requirement in project.settings.manifest.packages.values() {
        let PackageRequirement::Source { source, .. } = requirement else {
            continue;
        };
        let source = source.clone();
        let installer = Arc::clone(&tools.installer);
        let platform = tools.platform.clone();
        searches.push(tokio::spawn(async move {
            let any = VersionRange::any();
            let available = match installer.available(&source, &any, &platform).await {
                // Servers without a list do not tell what is newest.
                Err(InstallError::Unlisted(_)) => Default::default(),
                available => available?,
            };
            Ok::<_, InstallError>((source, available.newest().cloned()))
        }));
    }
    let mut newest = BTreeMap::new();
    // All run at once; warnings come in the order of the project.
    for search in searches {
        match search.await {
            Ok(Ok((source, Some(version)))) => {
                newest.insert(source, version);
            }
            Ok(Err(error)) => project.terminal.report(&Report::warning(format!(
                "a newest version is not known: {error}"
            ))),
            Ok(Ok((_, None))) | Err(_) => {}
        }
    }
    newest
}

fn of_path(name: String, project: &PackageProject<'_>, path: &std::path::Path) -> Line {
    let place = project.settings.folder.join(path);
    Line {
        name,
        source: path.display().to_string(),
        wanted: String::new(),
        locked: None,
        newest: None,
        state: if place.exists() { "path" } else { "not there" },
        program: Some(place.display().to_string()),
    }
}

fn of_library(
    name: String,
    project: &PackageProject<'_>,
    source: &PackSource,
    range: &VersionRange,
    lock: &LockFile,
    hub: Option<&std::path::Path>,
) -> Result<Line, Failure> {
    let locked = lock.libraries.get(&name).filter(|it| it.source == *source);
    let stored = match locked {
        Some(locked) => Some(pack_store()?.place(&locked.hash)).filter(|it| it.exists()),
        None => None,
    };
    let (place, found, newest) = match source {
        PackSource::File(path) => {
            let place = project.settings.folder.join(path);
            let found = read(&place).ok();
            let newest = found.as_ref().map(|it| it.pack.manifest.version.clone());
            (Some(place), found, newest)
        }
        PackSource::Hub(address) => {
            // A hub that cannot be read has no newest version.
            let hub = hub.and_then(|it| HubPlace::open(it, address).ok());
            let index = hub.and_then(|it| it.index(address).ok()).flatten();
            let newest = index.and_then(|it| Some(it.newest(&VersionRange::any())?.0.to_string()));
            (stored.clone(), None, newest)
        }
    };
    let state = match (locked, &found) {
        (None, _) => "not locked",
        (Some(locked), Some(found)) if found.hash != locked.hash => "another hash",
        (Some(_), Some(_)) => "installed",
        (Some(_), None) if stored.is_some() => "installed",
        (Some(_), None) => "not installed",
    };
    Ok(Line {
        name,
        source: source.to_string(),
        wanted: range.to_string(),
        locked: locked.map(|it| it.version.to_string()),
        newest,
        state,
        program: place.map(|it| it.display().to_string()),
    })
}

fn of_source(
    wanted: &WantedPackage,
    lock: &LockFile,
    tools: &PackageTools,
    newest: &BTreeMap<PackageSource, Version>,
) -> Result<Line, Failure> {
    let WantedPackage {
        name,
        source,
        range,
        ..
    } = wanted;
    let locked = wanted.locked(lock);
    let stored = match locked {
        None => None,
        Some(locked) => {
            let stored = store()?.stored(source, &locked.version, &tools.platform);
            // A package that cannot be read is not installed.
            stored.ok().flatten()
        }
    };
    let state = match (locked, &stored) {
        _ if tools.overrides(source) => "overridden",
        (None, _) => "not locked",
        (Some(_), None) => "not installed",
        (Some(locked), Some(stored)) if stored.hashes.is_disjoint(&locked.hashes) => "another hash",
        (Some(_), Some(_)) => "installed",
    };
    Ok(Line {
        source: source.to_string(),
        wanted: range.to_string(),
        locked: locked.map(|it| it.version.to_string()),
        newest: newest.get(source).map(ToString::to_string),
        state,
        program: stored.map(|it| it.executable.display().to_string()),
        name: name.to_string(),
    })
}

fn write_table(lines: &[Line], out: &mut dyn Write) -> std::io::Result<()> {
    let text = |it: &Option<String>| it.clone().unwrap_or_else(|| "-".to_owned());
    let rows = lines.iter().map(|it| {
        let wanted = if it.wanted.is_empty() {
            "any"
        } else {
            &it.wanted
        };
        [
            it.name.clone(),
            it.source.clone(),
            wanted.to_owned(),
            text(&it.locked),
            text(&it.newest),
            it.state.to_owned(),
        ]
    });
    let rows: Vec<[String; 6]> = std::iter::once(HEADINGS.map(str::to_owned))
        .chain(rows)
        .collect();
    let mut widths = [0; 6];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
    }
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

fn as_value(line: &Line) -> Value {
    json!({
        "name": line.name,
        "source": line.source,
        "wanted": line.wanted,
        "locked": line.locked,
        "newest": line.newest,
        "state": line.state,
        "program": line.program,
    })
}
