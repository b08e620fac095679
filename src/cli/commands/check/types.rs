//! Checks types with TypeScript's own compiler, in the embedded V8.
//!
//! The compiler is a script of a process of lumi, as a program would start it: it reads files, writes below
//! `.lumi/check` alone, and has no network. What it knows about unchanged files is kept there, so the next check is
//! faster.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use lumi_graph::environment_variables::SCRIPT;
use lumi_graph::{LUMI_FOLDER, SourcePosition};
use lumi_host::{Allow, PermissionFlags, ScriptParent};
use lumi_state::project_path;

use super::check_result::{CheckFinding, CheckResult};
use super::diagnostics::{Diagnostic, diagnostics};
use super::subset::Texts;
use super::typescript::{ProjectCompiler, TypeScript};
use crate::commands::tsconfig::default_tsconfig;
use lumi_project::Project;
use lumi_project::files::embedded_files::TYPESCRIPT_VERSION;
use lumi_project::interfaces::sdk_declarations::{self, TSCONFIG};
use lumi_project::interfaces::{ProjectInterfaces, refresh_declarations};
use lumi_runs::plugins;
use lumi_terminal::ui::report::{Report, Severity, SourceExcerpt};

/// The folder of the files that checks keep, in the project folder.
const FOLDER: &str = ".lumi/check";

/// Adds the errors of types. Packages and programs in Python have none that a compiler of TypeScript could find.
pub fn check(project: &Project, result: &mut CheckResult) {
    if project.pack.is_some() {
        return;
    }
    let folder = &project.settings.folder;
    let compiler = match ProjectCompiler::find(folder) {
        ProjectCompiler::JavaScript(compiler) => Ok(compiler),
        ProjectCompiler::Missing => embedded(folder),
        ProjectCompiler::Native { version } => {
            result.notes.push(native(&version));
            embedded(folder)
        }
    };
    match compiler.and_then(|it| Ok((checked(project, &it)?, it.version))) {
        Ok((found, version)) => {
            result.typescript = Some(version);
            let mut texts = Texts::default();
            let findings = found.into_iter().map(|it| shown(it, folder, &mut texts));
            result.findings.extend(findings);
        }
        Err(problem) => {
            let message = format!("types are not checked, as TypeScript failed: {problem}");
            result.errors.push(Report::error(message));
        }
    }
}

/// The compiler that is a part of lumi, in the home folder of the user, or else in that of the project.
fn embedded(folder: &Path) -> io::Result<TypeScript> {
    let own = plugins::home().map(|it| it.join(".lumi/typescript"));
    own.and_then(|it| TypeScript::embedded(&it).ok())
        .map_or_else(|| TypeScript::embedded(&folder.join(FOLDER)), Ok)
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

fn checked(project: &Project, compiler: &TypeScript) -> io::Result<Vec<Diagnostic>> {
    let folder = &project.settings.folder;
    sdk_declarations::ensure_sdk(folder).map_err(io::Error::other)?;
    refresh_declarations(folder, &ProjectInterfaces::new(&project.settings, false));
    let kept = folder.join(FOLDER);
    project_path::check_without_links(folder, &folder.join(LUMI_FOLDER), &kept)?;
    fs::create_dir_all(&kept)?;
    let config = config(folder, &kept)?;
    let output = run(folder, &kept, &config, compiler)?;
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

/// The tsconfig.json of the project, or one with the settings of `lumi new`.
fn config(folder: &Path, kept: &Path) -> io::Result<PathBuf> {
    let own = folder.join(TSCONFIG);
    if own.is_file() {
        return Ok(own);
    }
    let config = kept.join(TSCONFIG);
    let text = default_tsconfig("../types", "../../");
    if fs::read_to_string(&config).ok().as_deref() != Some(&text) {
        fs::write(&config, text)?;
    }
    Ok(config)
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
