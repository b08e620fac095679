//! Checks a whole program.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::captures::check_captures;
use super::effects::check_effects;
use super::finding::Finding;
use super::generator::Generator;
use super::program::{Program, Target};
use super::reach::elsewhere;
use super::rule::Rule;
use super::solver::{ObjectId, ObjectKind, Solver, UNCLEAR_DATE, UnitId};

/// The findings of a program, in the order of modules and positions.
pub fn check(program: &Program) -> Vec<Finding> {
    let mut solver = Solver::new();
    let exempt = solved(program, &mut solver);
    let files: Vec<Arc<str>> = program
        .modules
        .iter()
        .map(|it| it.analysis.file.as_str().into())
        .collect();
    let mut packages = BTreeSet::new();
    let violations = std::mem::take(&mut solver.violations);
    let mut findings = Vec::new();
    for violation in violations {
        let module = violation.site.module;
        if exempt.contains(&violation.site.unit) {
            continue;
        }
        // One finding for each package and module, not one for each use.
        let subject = match violation.rule {
            Rule::ForeignPackage => package_name(program, &violation.subject),
            _ => violation.subject,
        };
        if violation.rule == Rule::ForeignPackage && !packages.insert((module, subject.clone())) {
            continue;
        }
        let analysis = &program.modules[module as usize].analysis;
        let (line, column) = analysis.original_position(violation.site.offset as usize);
        let moments = &program.modules[module as usize].moments;
        // The text of the same date is a finding of its own.
        if subject == UNCLEAR_DATE && moments.contains(&(line + 1, column + 1)) {
            continue;
        }
        findings.push(Finding {
            rule: violation.rule,
            file: Arc::clone(&files[module as usize]),
            line: line + 1,
            column: column + 1,
            subject,
        });
    }
    findings
}

/// Collects all violations; gives the code that runs elsewhere only.
fn solved(program: &Program, solver: &mut Solver) -> FxHashSet<UnitId> {
    let (tops, _) = walked(program, solver);
    check_captures(solver);
    solver.solve();
    let exempt = elsewhere(solver, &tops);
    check_effects(solver, &exempt);
    exempt
}

/// Passes the values of a program on. Gives the code and the exports of each module.
pub fn walked(program: &Program, solver: &mut Solver) -> (Vec<UnitId>, Vec<ObjectId>) {
    let namespaces: Vec<ObjectId> = program
        .modules
        .iter()
        .map(|_| solver.object(ObjectKind::Record))
        .collect();
    let modules = program.modules.iter().enumerate();
    let tops = modules
        .map(|(index, module)| {
            let walk = |syntax: &_| Generator::run(solver, module, index, &namespaces, syntax);
            module.analysis.with_syntax(walk)
        })
        .collect();
    solver.solve();
    (tops, namespaces)
}

/// How many steps the analysis of a program takes.
#[cfg(test)]
pub fn steps(program: &Program) -> usize {
    let mut solver = Solver::new();
    solved(program, &mut solver);
    solver.steps
}

/// The name of the package in a path such as `npm:@scope/name.member`.
fn package_name(program: &Program, path: &str) -> String {
    let path = path.strip_prefix("npm:").unwrap_or(path);
    let imports = program.modules.iter().flat_map(|it| it.imports.values());
    let names = imports.filter_map(|it| match it {
        Target::Package(name) if path.starts_with(name.as_str()) => Some(name),
        _ => None,
    });
    names
        .max_by_key(|it| it.len())
        .map_or(path, String::as_str)
        .to_owned()
}
