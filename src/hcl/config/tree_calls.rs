//! The folder of the module that a call names.

use std::path::{Path, PathBuf};

use crate::syntax::{Diagnostic, Diagnostics, Span};

use super::module_call::ModuleCall;
use super::module_packages::{ModulePackages, WantedModule};

/// Modules that call each other more deeply than this are refused.
const DEEPEST: usize = 64;

/// A module that is not read yet.
pub(super) struct PendingModule {
    pub parent: Option<usize>,
    pub path: Vec<String>,
    pub folder: PathBuf,
    pub shown_folder: String,
    /// The folder of the package that the module is in, without symbolic links; `None` for one of the project.
    package: Option<PathBuf>,
    /// The folders of the callers, without symbolic links.
    callers: Vec<PathBuf>,
}

/// The folder of a module that is called.
struct Called {
    folder: PathBuf,
    shown_folder: String,
    package: Option<PathBuf>,
}

impl PendingModule {
    pub fn root(folder: &Path) -> Self {
        Self {
            parent: None,
            path: Vec::new(),
            folder: folder.to_owned(),
            shown_folder: ".".to_owned(),
            package: None,
            callers: Vec::new(),
        }
    }

    /// The module that a call of this one names; `index` is the place of this one in the tree.
    pub fn called(
        &self,
        index: usize,
        call: &ModuleCall,
        packages: &dyn ModulePackages,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let source = call.constant_source(diagnostics)?;
        let span = call.source.as_ref().map_or(&call.span, |it| &it.span);
        let mut path = self.path.clone();
        path.push(call.name.clone());
        let called = match ModuleCall::is_folder(&source) {
            true => {
                call.refuse_version(diagnostics);
                self.beside(&source)
            }
            false => installed(&path, &source, call, packages, diagnostics)?,
        };
        let real = match called.folder.canonicalize() {
            Ok(real) if real.is_dir() => real,
            _ => {
                let detail = format!("there is no folder {}", called.folder.display());
                diagnostics.push(Diagnostic::error("a module is missing", detail, span));
                return None;
            }
        };
        if called
            .package
            .as_ref()
            .is_some_and(|it| !real.starts_with(it))
        {
            let detail = format!("`{source}` leads out of the package of the module");
            let summary = "a module is outside of its package";
            diagnostics.push(Diagnostic::error(summary, detail, span));
            return None;
        }
        let callers = self.callers(&called.folder, &real, span, diagnostics)?;
        Some(Self {
            parent: Some(index),
            path,
            folder: called.folder,
            shown_folder: called.shown_folder,
            package: called.package,
            callers,
        })
    }

    /// The module in a folder whose path starts at that of this one.
    fn beside(&self, source: &str) -> Called {
        Called {
            folder: self.folder.join(source.replace('\\', "/")),
            shown_folder: joined(&self.shown_folder, source),
            package: self.package.clone(),
        }
    }

    /// The folders of all callers, unless the module cannot be called by them.
    fn callers(
        &self,
        folder: &Path,
        real: &Path,
        span: &Span,
        diagnostics: &mut Diagnostics,
    ) -> Option<Vec<PathBuf>> {
        let own = self
            .folder
            .canonicalize()
            .unwrap_or_else(|_| self.folder.clone());
        let mut callers = self.callers.clone();
        callers.push(own);
        if callers.iter().any(|it| it == real) {
            let detail = format!(
                "the module in {} calls itself, directly or by others",
                folder.display()
            );
            diagnostics.push(Diagnostic::error(
                "modules call each other in a circle",
                detail,
                span,
            ));
            return None;
        }
        if callers.len() >= DEEPEST {
            let detail = format!("modules call each other more than {DEEPEST} levels deep");
            diagnostics.push(Diagnostic::error(
                "modules are nested too deeply",
                detail,
                span,
            ));
            return None;
        }
        if !super::files::has_files(real) {
            let detail = format!("the folder {} has no files of a module", folder.display());
            diagnostics.push(Diagnostic::error("a module is empty", detail, span));
            return None;
        }
        Some(callers)
    }
}

/// A module of a package, if it is installed.
fn installed(
    path: &[String],
    source: &str,
    call: &ModuleCall,
    packages: &dyn ModulePackages,
    diagnostics: &mut Diagnostics,
) -> Option<Called> {
    let version = call.constant_version(diagnostics).ok()?;
    let wanted = WantedModule {
        path,
        source,
        version: version.as_deref(),
    };
    match packages.find(&wanted) {
        Ok(place) => Some(Called {
            shown_folder: place.folder.display().to_string(),
            // A home folder may be behind a link.
            package: Some(place.package.canonicalize().unwrap_or(place.package)),
            folder: place.folder,
        }),
        Err(absence) => {
            let of_source = call.source.as_ref().map_or(&call.span, |it| &it.span);
            let of_version = call.version.as_ref().map(|it| &it.expression.span);
            let span = of_version
                .filter(|_| absence.is_of_version)
                .unwrap_or(of_source);
            diagnostics.push(Diagnostic::error(absence.summary, absence.detail, span));
            None
        }
    }
}

/// A path below another one, without `.` and needless `..`.
fn joined(folder: &str, source: &str) -> String {
    let source = source.replace('\\', "/");
    let is_rooted = folder.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(source.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|it| *it != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    match (is_rooted, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_without_detours() {
        for (folder, source, expected) in [
            (".", "./modules/a", "modules/a"),
            ("modules/a", "../b", "modules/b"),
            (".", "../x", "../x"),
            ("../x", "..", ".."),
            ("a", "..", "."),
        ] {
            assert_eq!(joined(folder, source), expected, "{folder} {source}");
        }
    }
}
