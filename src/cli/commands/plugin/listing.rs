//! Which plugins there are.

use std::io::Write;

use serde_json::{Value, json};

use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::plugins;
use crate::cli::terminal::Terminal;
use crate::provider::PluginKind;

/// One plugin as it is listed.
struct Line {
    package: String,
    kind: PluginKind,
    /// Of a plugin on `PATH`, only it knows that.
    version: Option<String>,
    place: String,
}

pub(super) fn list(
    as_json: bool,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let folders = plugins::folders();
    let on_path = folders
        .on_path()
        .into_iter()
        .map(|(package, kind, program)| Line {
            package: package.to_string(),
            kind,
            version: None,
            place: program.display().to_string(),
        });
    let installed = folders.installed().into_iter().map(|it| Line {
        package: it.package.to_string(),
        kind: it.kind,
        version: Some(it.version.to_string()),
        place: it.folder.display().to_string(),
    });
    let mut lines: Vec<Line> = on_path.chain(installed).collect();
    // Of a package, those for Lumi are taken first, and of these the one on PATH.
    lines.sort_by(|a, b| (&a.package, a.kind).cmp(&(&b.package, b.kind)));
    if as_json {
        let list: Vec<Value> = lines
            .iter()
            .map(|it| {
                json!({
                    "package": it.package,
                    "version": it.version,
                    "path": it.place,
                    "protocol": protocol(it),
                })
            })
            .collect();
        writeln!(out, "{}", Value::from(list))?;
        return Ok(Exit::Success);
    }
    if lines.is_empty() {
        terminal.say("there are no plugins; `lumi plugin install FILE` installs one");
    }
    let width = |of: fn(&Line) -> usize| lines.iter().map(of).max().unwrap_or_default();
    let package = width(|it| it.package.len());
    let version = width(|it| version(it).len());
    for line in &lines {
        writeln!(
            out,
            "{:package$}  {:version$}  {}{}",
            line.package,
            self::version(line),
            line.place,
            match line.kind {
                PluginKind::Lumi => "",
                PluginKind::Pulumi => "  (of Pulumi)",
            }
        )?;
    }
    Ok(Exit::Success)
}

fn protocol(line: &Line) -> &'static str {
    match line.kind {
        PluginKind::Lumi => "lumi",
        PluginKind::Pulumi => "pulumi",
    }
}

fn version(line: &Line) -> &str {
    line.version.as_deref().unwrap_or("on PATH")
}
