//! The parts of a module as texts, each for itself.

use std::collections::BTreeMap;

use crate::il::{ExprKind, Module, StatementKind};

use super::doc::{Doc, Layout};
use super::printer::{Language, ModuleFiles, Printer, declared};

/// A part of a module. Statements that declare nothing are one part, and so are imports.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub part: &'static str,
    pub name: String,
    pub text: String,
}

/// The parts of a module, types in TypeScript alone.
pub fn declarations(
    module: &Module,
    language: Language,
    texts: &BTreeMap<String, String>,
    files: &ModuleFiles,
) -> Vec<Declaration> {
    let printer = Printer::new(module, language, texts, files);
    let mut found = Vec::new();
    let mut code = String::new();
    for it in &module.body {
        let text = Layout::of(&printer.statement(it)).text;
        let slots = declared(it);
        if slots.is_empty() {
            code.push_str(&text);
            code.push('\n');
        }
        let part = part_of(&it.kind);
        found.extend(slots.into_iter().map(|slot| Declaration {
            part,
            name: printer.local(slot).to_owned(),
            text: text.clone(),
        }));
    }
    let types = module
        .types
        .iter()
        .filter(|_| language == Language::TypeScript);
    found.extend(types.map(|it| Declaration {
        part: "type",
        name: it.name.clone(),
        text: Layout::of(&printer.type_declaration(it)).text,
    }));
    let imports = Layout::of(&Doc::List(printer.imports())).text;
    for (part, text) in [("statements", code), ("imports", imports)] {
        if !text.is_empty() {
            let name = String::new();
            found.push(Declaration { part, name, text });
        }
    }
    found
}

fn part_of(kind: &StatementKind) -> &'static str {
    match kind {
        StatementKind::Function { .. } => "function",
        StatementKind::Class { .. } => "class",
        StatementKind::Enum { .. } => "enum",
        StatementKind::Closure { .. } => "closure",
        StatementKind::Variable {
            value: Some(value), ..
        } => match value.kind {
            ExprKind::Function(_) => "function",
            ExprKind::Closure(_) => "closure",
            _ => "variable",
        },
        _ => "variable",
    }
}
