//! The functions of test frameworks, and the names that stand for them.

use std::collections::HashMap;

use deno_ast::swc::ast::{
    CallExpr, Callee, Expr, Id, Ident, ImportDecl, ImportSpecifier, MemberProp, Module, ModuleDecl,
    ModuleExportName, ModuleItem, Stmt,
};
use deno_ast::swc::common::{Spanned, SyntaxContext};
use lumi_closure::analysis::{end, offset, untyped};

use crate::pulumi::conversion::Conversion;

const MODULES: &[&str] = &[
    "@jest/globals",
    "bun:test",
    "mocha",
    "node:test",
    "test",
    "vitest",
];

/// The function of a framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Group,
    Test,
    /// A test that does not run.
    Skipped,
    /// A hook that runs once before all tests of a group.
    Before,
    BeforeEach,
    After,
    Expect,
}

/// The names in a module.
#[derive(Default)]
pub struct Frameworks {
    imported: HashMap<Id, Word>,
    unresolved: SyntaxContext,
}

fn word(name: &str) -> Option<Word> {
    Some(match name {
        "context" | "describe" | "suite" => Word::Group,
        "it" | "specify" | "test" => Word::Test,
        "xit" | "xtest" => Word::Skipped,
        "before" | "beforeAll" => Word::Before,
        "beforeEach" => Word::BeforeEach,
        "after" | "afterAll" | "afterEach" => Word::After,
        "expect" => Word::Expect,
        _ => return None,
    })
}

impl Frameworks {
    pub fn of(syntax: &Module, unresolved: SyntaxContext) -> Self {
        let names = imports(syntax).flat_map(|it| it.specifiers.iter());
        let imported = names.filter_map(|it| Some((it.local().to_id(), word(&name_of(it)?)?)));
        Self {
            imported: imported.collect(),
            unresolved,
        }
    }

    /// The function that a name stands for; a name that nothing declares is that of a framework.
    pub fn word(&self, name: &Ident) -> Option<Word> {
        match self.imported.get(&name.to_id()) {
            Some(word) => Some(*word),
            None if name.ctxt == self.unresolved => word(&name.sym),
            None => None,
        }
    }

    /// The call of a framework that a statement is, and the name behind it: `it.skip`.
    pub fn call<'a>(&self, statement: &'a Stmt) -> Option<(Word, Option<&'a str>, &'a CallExpr)> {
        let call = called(statement)?;
        let Callee::Expr(callee) = &call.callee else {
            return None;
        };
        match untyped(callee) {
            Expr::Ident(name) => Some((self.word(name)?, None, call)),
            Expr::Member(member) => {
                let (Expr::Ident(name), MemberProp::Ident(property)) = (&*member.obj, &member.prop)
                else {
                    return None;
                };
                Some((self.word(name)?, Some(property.sym.as_str()), call))
            }
            _ => None,
        }
    }
}

/// The call that a statement is, also with `await`.
pub fn called(statement: &Stmt) -> Option<&CallExpr> {
    let Stmt::Expr(statement) = statement else {
        return None;
    };
    match untyped(&statement.expr) {
        Expr::Call(call) => Some(call),
        Expr::Await(awaited) => match untyped(&awaited.arg) {
            Expr::Call(call) => Some(call),
            _ => None,
        },
        _ => None,
    }
}

fn imports(syntax: &Module) -> impl Iterator<Item = &ImportDecl> {
    let imports = syntax.body.iter().filter_map(|it| match it {
        ModuleItem::ModuleDecl(ModuleDecl::Import(it)) => Some(it),
        _ => None,
    });
    imports.filter(|it| MODULES.contains(&&*it.src.value.to_string_lossy()))
}

/// The imported name; `test` for a default import, as that of `node:test`.
fn name_of(specifier: &ImportSpecifier) -> Option<String> {
    match specifier {
        ImportSpecifier::Named(it) => Some(match &it.imported {
            Some(ModuleExportName::Ident(name)) => name.sym.to_string(),
            Some(ModuleExportName::Str(text)) => text.value.to_string_lossy().into_owned(),
            None => it.local.sym.to_string(),
        }),
        ImportSpecifier::Default(_) => Some("test".to_owned()),
        ImportSpecifier::Namespace(_) => None,
    }
}

impl Conversion<'_> {
    /// Removes imports of frameworks, and lists the names that are none of theirs in Lumi.
    pub(super) fn framework_imports(&mut self, syntax: &Module) {
        for statement in imports(syntax) {
            let others = statement.specifiers.iter();
            let others = others.filter(|it| name_of(it).is_none_or(|it| word(&it).is_none()));
            let others: Vec<_> = others.map(|it| it.local().sym.to_string()).collect();
            let start = offset(statement.span());
            if others.is_empty() {
                let mut end = end(statement.span());
                if self.module.text[end..].starts_with('\n') {
                    end += 1;
                }
                self.remove(start..end);
            } else {
                let what = format!("`{}` of a test framework", others.join("`, `"));
                self.not_converted(start, what, "write it with `lumi/testing`");
            }
        }
    }
}
