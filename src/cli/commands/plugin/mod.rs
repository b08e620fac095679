//! `lumi plugin`: the provider plugins of this user.
//!
//! | module | |
//! |---|---|
//! | `install` | `lumi plugin install`: installs a plugin from a file |
//! | `listing` | `lumi plugin ls` |
//! | `package_schema` | the description of a package of the project |
//! | `schema` | `lumi plugin schema`: prints the schema of a plugin's package |

mod install;
mod listing;
mod package_schema;
mod schema;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use lumi_project::ProjectSettings;
use lumi_provider::{PackageName, PluginKind, PluginVersion};
use lumi_runs::plugins;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

/// Manage provider plugins
#[derive(Debug, Args)]
pub struct PluginArgs {
    #[command(subcommand)]
    pub command: PluginCommand,
}

#[derive(Debug, Subcommand)]
pub enum PluginCommand {
    /// List the plugins that the project names, those on PATH, and those that are installed
    Ls {
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the schema of a package of the project as JSON; `lumi doc` shows it as text
    Schema { package: String },
    /// Install a plugin: an executable `lumi-resource-PACKAGE`, or a .tar.gz or .zip with one
    Install { file: PathBuf },
    /// Remove an installed plugin
    Rm {
        /// The name of its package; with @VERSION, that version only
        #[arg(value_name = "PACKAGE[@VERSION]")]
        plugin: String,
    },
}

/// Runs the command; `current` is the folder that paths are relative to.
pub fn run(
    args: &PluginArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let settings = || ProjectSettings::find(Path::new("."), current);
    match &args.command {
        PluginCommand::Ls { json } => listing::list(*json, &settings()?, terminal, out),
        PluginCommand::Schema { package } => schema::write(package, &settings()?, terminal, out),
        PluginCommand::Install { file } => install::install(&current.join(file), terminal),
        PluginCommand::Rm { plugin } => remove(plugin, terminal),
    }
}

fn remove(plugin: &str, terminal: Terminal) -> Result<Exit, Failure> {
    let (package, version) = match plugin.split_once('@') {
        None => (plugin, None),
        Some((package, version)) => (package, Some(version)),
    };
    let package = PackageName::parse(package)
        .ok_or_else(|| usage(format!("`{package}` is not a package name")))?;
    let version = version.map(PluginVersion::parse).transpose();
    let version = version.map_err(|error| usage(error.to_string()))?;
    let mut installed = plugins::folders().installed();
    // Pulumi manages its own plugins.
    installed.retain(|it| it.package == package && it.kind == PluginKind::Lumi);
    let known: Vec<String> = installed.iter().map(|it| it.version.to_string()).collect();
    installed.retain(|it| {
        version
            .as_ref()
            .is_none_or(|version| it.version == *version)
    });
    if installed.is_empty() {
        let report = Report::error(format!("the plugin {plugin} is not installed"));
        let help = match known.as_slice() {
            [] => "`lumi plugin ls` shows what is".to_owned(),
            known => format!("versions that are: {}", known.join(", ")),
        };
        return Err(Failure::new(Exit::Usage, report.help(help)));
    }
    for plugin in installed {
        let removed = std::fs::remove_dir_all(&plugin.folder);
        removed.map_err(|error| {
            let message = format!("cannot remove {}: {error}", plugin.folder.display());
            Failure::new(Exit::Failure, Report::error(message))
        })?;
        terminal.print_line(&format!("removed {package} {}", plugin.version));
    }
    Ok(Exit::Success)
}

fn usage(message: String) -> Failure {
    Failure::new(Exit::Usage, Report::error(message))
}
