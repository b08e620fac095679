//! Programs, and what is found in them.

use std::collections::{HashMap, HashSet};

use lumi_closure::analysis::Analysis;

use crate::{Finding, Module, Program, Target, check};

mod captures;
mod disguises;
mod endings;
mod leaving;
mod moments;
mod races;
mod samples;

/// Findings as `CODE line:column subject`, without the rest.
fn found(text: &str) -> Vec<String> {
    shown(&check(&program(&[("index.js", text)])))
}

fn shown(findings: &[Finding]) -> Vec<String> {
    let shown = findings.iter().map(|it| {
        let code = it.rule.code();
        format!("{code} {}:{} {}", it.line, it.column, it.subject)
    });
    shown.collect()
}

/// A program of modules in JavaScript; the specifiers of its own modules are `./NAME`.
pub fn program(modules: &[(&str, &str)]) -> Program {
    let names: Vec<&str> = modules.iter().map(|it| it.0).collect();
    let modules = modules.iter().map(|(name, text)| Module {
        analysis: Analysis::new(name, (*text).into(), None).unwrap(),
        imports: imports(text, &names),
        is_commonjs: false,
        moments: HashSet::new(),
    });
    Program {
        modules: modules.collect(),
    }
}

fn imports(text: &str, names: &[&str]) -> HashMap<String, Target> {
    let quoted = text.split('"').skip(1).step_by(2);
    let target = |name: &str| {
        let own = name
            .strip_prefix("./")
            .and_then(|it| names.iter().position(|name| *name == it));
        match own {
            Some(index) => Target::Module(index),
            None if name.starts_with("./") => Target::Data,
            None if name == "lumi" || name.starts_with("lumi/") || name.starts_with("lumi:") => {
                Target::Lumi(name.to_owned())
            }
            None => match name.strip_prefix("node:") {
                Some(name) => Target::Node(name.to_owned()),
                None => Target::Package(name.to_owned()),
            },
        }
    };
    quoted.map(|it| (it.to_owned(), target(it))).collect()
}
