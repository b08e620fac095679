//! `lumi plugin ls`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use lumi_project::ProjectSettings;
use lumi_project::accepted_plugins;
use lumi_project::stacks::backend::wait;
use lumi_provider::{
    NoPlugin, PackageName, PluginFolders, PluginInfo, PluginKind, PluginSource, inspect,
};
use lumi_runs::plugins;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

/// Time limit for a plugin to identify itself.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(5);

/// Of a plugin of the project that the user has not accepted, and which is therefore not started.
const NOT_ACCEPTED: &str = "not accepted yet";

/// A plugin and its declarations; plugins made for Lumi are started to ask for them.
struct Line {
    package: PackageName,
    kind: PluginKind,
    program: PathBuf,
    /// The origin: in the file of the project, on PATH, or in the store.
    source: &'static str,
    is_of_project: bool,
    /// The path to show.
    place: PathBuf,
    /// The version in the name of its folder.
    version: Option<String>,
    /// `None` if the plugin was not asked.
    info: Option<Result<PluginInfo, String>>,
}

pub fn list(
    as_json: bool,
    settings: &ProjectSettings,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let (mut lines, missing) = found(settings);
    let starts_local = accepted_plugins::has_accepted_plugins(settings);
    wait(ask(&mut lines, starts_local, terminal))?;
    if as_json {
        let lines = lines.iter().map(as_value);
        let list: Vec<Value> = lines
            .chain(missing.iter().map(|it| missing_value(it, settings)))
            .collect();
        writeln!(out, "{}", Value::from(list))?;
        return Ok(Exit::Success);
    }
    if lines.is_empty() && missing.is_empty() {
        terminal.print_line("there are no plugins; `lumi plugin install FILE` installs one");
    }
    let rows: Vec<[String; 5]> = lines.iter().map(row).collect();
    let mut widths = [0; 5];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
    }
    for [package, version, secrets, source, place] in &rows {
        let [a, b, c, d, _] = widths;
        writeln!(
            out,
            "{package:a$}  {version:b$}  {secrets:c$}  {source:d$}  {place}"
        )?;
    }
    for line in &lines {
        if let Some(Err(problem)) = &line.info {
            terminal.print_line(&format!("{}: {problem}", line.program.display()));
        }
    }
    for missing in &missing {
        terminal.print_line(&missing.to_string());
    }
    Ok(Exit::Success)
}

/// All plugins; those of a package in order of preference: that of the project, then Lumi plugins,
/// and of these the one on PATH. With the required plugins that are missing.
fn found(settings: &ProjectSettings) -> (Vec<Line>, Vec<NoPlugin>) {
    let folders = plugins::folders();
    let (of_project, missing) = of_project(settings, &folders);
    let on_path = folders.on_path().into_iter();
    let on_path = on_path.map(|(package, kind, program)| Line {
        package,
        kind,
        place: program.clone(),
        program,
        source: "PATH",
        is_of_project: false,
        version: None,
        info: None,
    });
    let installed = folders.installed().into_iter().map(|it| Line {
        program: it.program(),
        package: it.package,
        kind: it.kind,
        source: "installed",
        is_of_project: false,
        place: it.folder,
        version: Some(it.version.to_string()),
        info: None,
    });
    let mut lines: Vec<Line> = of_project
        .into_iter()
        .chain(on_path)
        .chain(installed)
        .collect();
    let rank = |it: &Line| (!it.is_of_project, it.kind);
    lines.sort_by(|a, b| (&a.package, rank(a)).cmp(&(&b.package, rank(b))));
    (lines, missing)
}

/// Executables in `plugins` of `Lumi.yaml`, and required plugins that are missing.
fn of_project(settings: &ProjectSettings, folders: &PluginFolders) -> (Vec<Line>, Vec<NoPlugin>) {
    let mut lines = Vec::new();
    let mut missing = Vec::new();
    for (package, requirement) in &settings.manifest.plugins {
        let source = requirement.source.below(&settings.folder);
        match (folders.find(package, &source), source) {
            (Ok(found), PluginSource::Path(_)) => lines.push(Line {
                package: package.clone(),
                kind: found.kind,
                place: found.program.clone(),
                program: found.program,
                source: settings.file_name(),
                is_of_project: true,
                version: None,
                info: None,
            }),
            (Ok(_), PluginSource::Version(_)) => {}
            (Err(problem), _) => missing.push(problem),
        }
    }
    (lines, missing)
}

/// Asks all plugins concurrently. `starts_local`: also those that `Lumi.yaml` names by a path.
async fn ask(lines: &mut [Line], starts_local: bool, terminal: Terminal) {
    let mut asked = JoinSet::new();
    let for_lumi = |it: &(usize, &Line)| {
        it.1.kind == PluginKind::Lumi && (starts_local || !it.1.is_of_project)
    };
    for (index, line) in lines.iter().enumerate().filter(for_lumi) {
        let (program, package) = (line.program.clone(), line.package.clone());
        asked.spawn(async move {
            let log = plugins::aside(&package, terminal);
            let info = inspect(&program, &package, STARTUP_TIMEOUT, log).await;
            (index, info.map_err(|it| it.to_string()))
        });
    }
    while let Some(answer) = asked.join_next().await {
        if let Ok((index, info)) = answer
            && let Some(line) = lines.get_mut(index)
        {
            line.info = Some(info);
        }
    }
}

fn version(line: &Line) -> Option<String> {
    match &line.info {
        Some(Ok(info)) => Some(info.version.to_string()),
        _ => line.version.clone(),
    }
}

fn row(line: &Line) -> [String; 5] {
    let declares = match &line.info {
        Some(Ok(info)) if info.keeps_secrets => "protects secrets",
        Some(Ok(_)) => "gets no secrets",
        Some(Err(_)) => "does not start",
        None if line.kind == PluginKind::Lumi => NOT_ACCEPTED,
        None if line.kind == PluginKind::Pulumi => "of Pulumi",
        None => "of Terraform",
    };
    [
        line.package.to_string(),
        version(line).unwrap_or_else(|| "?".to_owned()),
        declares.to_owned(),
        line.source.to_owned(),
        line.place.display().to_string(),
    ]
}

fn as_value(line: &Line) -> Value {
    let info = line.info.as_ref();
    let declared = info.and_then(|it| it.as_ref().ok());
    json!({
        "package": line.package.to_string(),
        "version": version(line),
        "keepsSecrets": declared.map(|it| it.keeps_secrets),
        "protocol": match line.kind {
            PluginKind::Lumi => "lumi",
            PluginKind::Pulumi => "pulumi",
            PluginKind::Terraform => "terraform",
        },
        "source": line.source,
        "path": line.place.display().to_string(),
        "problem": match info {
            None if line.kind == PluginKind::Lumi => Some(NOT_ACCEPTED),
            _ => info.and_then(|it| it.as_ref().err()).map(String::as_str),
        },
    })
}

/// A plugin that the project names, and that does not exist.
fn missing_value(missing: &NoPlugin, settings: &ProjectSettings) -> Value {
    json!({
        "package": missing.package().to_string(),
        "version": null,
        "keepsSecrets": null,
        "protocol": null,
        "source": settings.file_name(),
        "path": null,
        "problem": missing.to_string(),
    })
}
