//! Checks types with TypeScript's own compiler, in the embedded V8.
//!
//! The compiler is a script of a process of lumi, as a program would start it: it reads files, writes below
//! `.lumi/check` alone, and has no network. What it knows about unchanged files is kept there, so the next check is
//! faster. In a project that cannot be written, the check uses a temporary folder, and keeps nothing.

use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use lumi_graph::SourcePosition;
use lumi_graph::environment_variables::SCRIPT;
use lumi_host::{Allow, PermissionFlags, ScriptParent};

use super::check_folder::{CheckFolder, CheckFolderError};
use super::check_result::{CheckFinding, CheckResult};
use super::diagnostics::{Diagnostic, diagnostics};
use super::subset::Texts;
use super::typescript::{ProjectCompiler, TypeScript};
use lumi_project::Project;
use lumi_project::files::embedded_files::TYPESCRIPT_VERSION;
use lumi_runs::plugins;
use lumi_terminal::ui::report::{Report, Severity, SourceExcerpt};

/// Why types are not checked.
#[derive(Debug, thiserror::Error)]
enum TypesError {
    #[error("types are not checked: {0}")]
    Folder(#[from] CheckFolderError),
    #[error("types are not checked, as TypeScript failed: {0}")]
    TypeScript(#[from] io::Error),
}

/// Adds the errors of types. Packages and programs in Python have none that a compiler of TypeScript could find.
pub fn check(project: &Project, result: &mut CheckResult) {
    if project.pack.is_some() {
        return;
    }
    match checked(project, result) {
        Ok((found, version)) => {
            result.typescript = Some(version);
            let mut texts = Texts::default();
            let folder = &project.settings.folder;
            let findings = found.into_iter().map(|it| shown(it, folder, &mut texts));
            result.findings.extend(findings);
        }
        Err(problem) => result.errors.push(Report::error(problem.to_string())),
    }
}

/// The compiler that is a part of lumi, in the home folder of the user, or else in that of the check.
fn embedded(kept: &Path) -> io::Result<TypeScript> {
    let own = plugins::home().map(|it| it.join(".lumi/typescript"));
    own.and_then(|it| TypeScript::embedded(&it).ok())
        .map_or_else(|| TypeScript::embedded(kept), Ok)
}

fn native(version: &str) -> Report {
    let message = format!(
        "TypeScript {version} of the project is a native program, which lumi does not run: types are checked with \
         {TYPESCRIPT_VERSION}"
    );
    let report = Report::error(message)
        .help("run \"npx tsc --noEmit\" for the errors of the project's version");
    Report {
        severity: Severity::Note,
        ..report
    }
}

/// The findings of the compiler, and its version.
fn checked(
    project: &Project,
    result: &mut CheckResult,
) -> Result<(Vec<Diagnostic>, String), TypesError> {
    let folder = &project.settings.folder;
    let own = CheckFolder::open(folder).map_err(CheckFolderError::from)?;
    let kept = own.kept();
    let compiler = match ProjectCompiler::find(folder) {
        ProjectCompiler::JavaScript(compiler) => compiler,
        ProjectCompiler::Missing => embedded(&kept)?,
        ProjectCompiler::Native { version } => {
            result.notes.push(native(&version));
            embedded(&kept)?
        }
    };
    let config = own.config(project)?;
    Ok((
        diagnosed(folder, &kept, &config, &compiler)?,
        compiler.version,
    ))
}

fn diagnosed(
    folder: &Path,
    kept: &Path,
    config: &Path,
    compiler: &TypeScript,
) -> io::Result<Vec<Diagnostic>> {
    let output = run(folder, kept, config, compiler)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let found = diagnostics(&text);
    match (found, output.status.code()) {
        (Some(found), Some(0..=2)) if output.status.success() || !found.is_empty() => Ok(found),
        _ => {
            let problem = String::from_utf8_lossy(&output.stderr);
            Err(io::Error::other(format!(
                "{}{}",
                text.trim(),
                problem.trim()
            )))
        }
    }
}

fn run(folder: &Path, kept: &Path, config: &Path, compiler: &TypeScript) -> io::Result<Output> {
    let parent = ScriptParent {
        permissions: PermissionFlags {
            read: Allow::All,
            write: Allow::Only(vec![kept.display().to_string()]),
            env: Allow::All,
            ..PermissionFlags::default()
        },
        project: folder.to_owned(),
        heap: None,
        is_pulumi_plugin: false,
    };
    Command::new(std::env::current_exe()?)
        .arg(&compiler.script)
        .arg("-p")
        .arg(config)
        .args([
            "--noEmit",
            "--pretty",
            "false",
            "--incremental",
            "--tsBuildInfoFile",
        ])
        .arg(kept.join("tsbuildinfo"))
        .current_dir(folder)
        .env(SCRIPT, parent.text())
        .stdin(Stdio::null())
        .output()
}

fn shown(diagnostic: Diagnostic, folder: &Path, texts: &mut Texts) -> CheckFinding {
    let at = diagnostic.at.map(|(file, line, column)| {
        let position = SourcePosition {
            file: file.as_str().into(),
            line,
            column,
        };
        let line = texts.line(folder, &position);
        SourceExcerpt::new(&position, line)
    });
    CheckFinding {
        code: diagnostic.code,
        message: diagnostic.message,
        subject: None,
        at,
        reason: None,
        help: None,
    }
}
