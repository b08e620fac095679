//! Whether a program is LumiJS.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use lumi_graph::{SourcePosition, SourceText};
use lumi_host::{ImportTarget, SourceModule, program_modules};
use lumi_lumijs::{Finding, Module, Program, Rule, Target};
use lumi_pack::{SourceProblem, compile, is_library_file};

use super::check_result::{CheckFinding, CheckResult};
use lumi_project::interfaces::ProjectInterfaces;
use lumi_project::{Project, ProjectFiles, relative_name};
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::{Report, SourceExcerpt};

/// Adds what in the program is not LumiJS, or why its modules cannot be read.
pub fn check(project: &Project, result: &mut CheckResult) {
    let settings = &project.settings;
    if let Some(program) = &project.pack {
        // It was compiled and verified when the project was found.
        let files = program.pack.manifest.modules.iter().map(|it| &it.file);
        result.modules = files.filter(|it| !is_library_file(it)).count();
        return;
    }
    let packages = Arc::new(ProjectInterfaces::new(settings, false));
    let modules = match program_modules(&project.entry, &settings.folder, packages) {
        Ok(modules) => modules,
        Err(errors) => {
            result.errors.extend(errors.iter().map(Report::from));
            return;
        }
    };
    result.modules = modules.len();
    let program = Program {
        modules: modules.into_iter().map(module).collect(),
    };
    let mut texts = Texts::default();
    let findings = lumi_lumijs::check(&program);
    let problems = problems_of_packing(project, &findings);
    let findings = findings
        .into_iter()
        .map(|it| shown(it, &settings.folder, &mut texts));
    result.findings.extend(findings);
    let problems = problems
        .into_iter()
        .map(|it| unpackable(it, &settings.folder, &mut texts));
    result.findings.extend(problems);
}

/// The constructs that no package has, where no finding names the line, or the whole module, already.
fn problems_of_packing(project: &Project, findings: &[Finding]) -> Vec<SourceProblem> {
    let settings = &project.settings;
    let Some(entry) = relative_name(&project.entry, &settings.folder) else {
        return Vec::new();
    };
    let problems = compile(&entry, &mut ProjectFiles::new(settings)).err();
    let is_named = |problem: &SourceProblem| {
        let mut of_file = findings.iter().filter(|it| *it.file == *problem.file);
        of_file.any(|it| {
            let of_module = matches!(it.rule, Rule::CommonJs | Rule::ForeignPackage);
            it.line == problem.line || of_module
        })
    };
    let problems = problems.into_iter().flatten();
    problems.filter(|it| !is_named(it)).collect()
}

fn module(module: SourceModule) -> Module {
    let source = read_limit::source(&module.path).unwrap_or_default();
    let moments = lumi_lumijs::moments(&source);
    let imports = module
        .imports
        .into_iter()
        .map(|(name, target)| (name, meaning(target)));
    Module {
        analysis: module.analysis,
        imports: imports.collect(),
        is_commonjs: module.is_commonjs,
        moments,
    }
}

fn meaning(target: ImportTarget) -> Target {
    match target {
        ImportTarget::Module(index) => Target::Module(index),
        ImportTarget::Data => Target::Data,
        ImportTarget::Node(name) => Target::Node(name),
        ImportTarget::Lumi(name) => Target::Lumi(name),
        ImportTarget::Package(name) => Target::Package(name),
    }
}

fn shown(finding: Finding, folder: &Path, texts: &mut Texts) -> CheckFinding {
    let rule = finding.rule.text();
    let position = SourcePosition {
        file: Arc::clone(&finding.file),
        line: finding.line,
        column: finding.column,
    };
    let line = texts.line(folder, &position);
    CheckFinding {
        code: rule.code.to_owned(),
        message: format!("{}: {}", rule.title, finding.subject),
        subject: Some(finding.subject),
        at: Some(SourceExcerpt::new(&position, line)),
        reason: Some(rule.reason),
        help: Some(rule.help.into()),
    }
}

fn unpackable(problem: SourceProblem, folder: &Path, texts: &mut Texts) -> CheckFinding {
    let rule = Rule::Unpackable.text();
    let position = SourcePosition {
        file: problem.file.into(),
        line: problem.line,
        column: problem.column,
    };
    let line = texts.line(folder, &position);
    CheckFinding {
        code: rule.code.to_owned(),
        message: problem.message,
        subject: None,
        at: Some(SourceExcerpt::new(&position, line)),
        reason: Some(rule.reason),
        help: problem.help.map(Into::into).or(Some(rule.help.into())),
    }
}

/// The lines of source files that findings are in.
#[derive(Default)]
pub struct Texts(HashMap<Arc<str>, Option<Vec<String>>>);

impl Texts {
    pub fn line(&mut self, folder: &Path, position: &SourcePosition) -> Option<String> {
        let lines = self.0.entry(Arc::clone(&position.file)).or_insert_with(|| {
            let text = read_limit::source(&folder.join(&*position.file)).ok()?;
            Some(SourceText(&text).lines().map(str::to_owned).collect())
        });
        let index = usize::try_from(position.line).ok()?.checked_sub(1)?;
        lines.as_ref()?.get(index).cloned()
    }
}
