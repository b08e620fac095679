//! Declarations of the packages of a project, beside those of the SDK.

#[cfg(test)]
#[path = "../../terraform/interface/synthetic.rs"]
mod synthetic;
#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use lumi_graph::{EscapedText, PackageInterfaces as _};

use super::error::CommandError;
use super::types::TypesArgs;
use lumi_project::interfaces::sdk_declarations::{FOLDER, referring_tsconfig};
use lumi_project::interfaces::{ProjectInterfaces, STUBS, write_declarations, write_stubs};
use lumi_project::libraries::Libraries;
use lumi_project::{CompiledLanguage, ProjectSettings, is_written_in};
use lumi_terminal::output::terminal::Terminal;

/// Writes the declarations of the packages of a project, and reports packages without declarations, with the reason.
pub fn write_package_types(
    args: &TypesArgs,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let Ok(settings) = ProjectSettings::find(folder, folder) else {
        return Ok(());
    };
    let packages = ProjectInterfaces::new(&settings, args.project);
    for (name, written) in write_declarations(&settings.folder, &packages, args.full) {
        match written {
            Ok(true) => writeln!(out, "wrote {FOLDER}/packages/{name}")?,
            Ok(false) => {}
            Err(error) => writeln!(out, "{}", line_of(&error))?,
        }
    }
    if !packages.names().is_empty() && lacks_paths(&settings.folder) {
        writeln!(out, "{ADVICE}")?;
    }
    for line in stub_lines(&settings) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// A package without declarations, in one line; a provider may have said why.
fn line_of(error: &impl Display) -> String {
    format!("note: {}", EscapedText::whole(&error.to_string()))
}

/// Writes the stubs of the libraries of a program in Python, and says so.
fn stub_lines(settings: &ProjectSettings) -> Vec<String> {
    if !is_written_in(settings, CompiledLanguage::Python) {
        return Vec::new();
    }
    let libraries = match Libraries::of_settings(settings) {
        Ok(libraries) => libraries,
        Err(failure) => {
            let message = failure.report.map_or_else(String::new, |it| it.message);
            return vec![format!("note: {message}")];
        }
    };
    let written = write_stubs(&settings.folder, &libraries).into_iter();
    let lines = written.filter_map(|(name, written)| match written {
        Ok(true) => Some(format!("wrote {STUBS}, for {name} in Python")),
        Ok(false) => None,
        Err(error) => Some(format!("note: {error}")),
    });
    lines.collect()
}

/// A line that a tsconfig.json of before packages does not have.
const ADVICE: &str = "for the types of packages, add to \"paths\" of tsconfig.json:\n  \
                      \"lumi:*\": [\"./.lumi/types/packages/*/index.d.ts\", \
                      \"./.lumi/types/modules/*.d.ts\"]";

/// Whether a project refers to declarations, and not to those of packages.
fn lacks_paths(folder: &Path) -> bool {
    referring_tsconfig(folder).is_some_and(|it| !it.contains("lumi:*"))
}

/// Writes the declarations of all packages after their list or their versions have changed, if the
/// project refers to declarations.
pub fn write_changed_types(current: &Path, terminal: Terminal) {
    let Ok(settings) = ProjectSettings::find(Path::new("."), current) else {
        return;
    };
    for line in stub_lines(&settings) {
        terminal.print_line(&line);
    }
    if referring_tsconfig(&settings.folder).is_none() {
        return;
    }
    let packages = ProjectInterfaces::new(&settings, false);
    for (name, written) in write_declarations(&settings.folder, &packages, false) {
        match written {
            Ok(true) => terminal.print_line(&format!("wrote {FOLDER}/packages/{name}")),
            Ok(false) => {}
            Err(error) => terminal.print_line(&line_of(&error)),
        }
    }
    if !packages.names().is_empty() && lacks_paths(&settings.folder) {
        terminal.print_line(ADVICE);
    }
}
