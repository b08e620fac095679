//! The names that a module asks of the modules that it imports, by its text.

use std::collections::{BTreeMap, BTreeSet};

use deno_ast::swc::ast::*;
use deno_ast::swc::ecma_visit::{Visit, VisitWith, noop_visit_type};
use deno_ast::{ParsedSource, ProgramRef};
use deno_core::url::Url;
use lumi_closure::analysis::{exported_name, imported_name};
use serde::{Deserialize, Serialize};

use super::require::commonjs::parsed;

/// The names that a module asks of others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedNames {
    by_specifier: BTreeMap<String, Names>,
    /// Whether the module has a default export.
    pub has_default: bool,
}

/// Names of the exports of one module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    named: BTreeSet<String>,
    /// All exports: the namespace leaves the sight of this analysis.
    pub all: bool,
    /// The names that other modules ask of the importing one: `export *`.
    pub star: bool,
}

impl Names {
    pub fn all() -> Self {
        Self {
            all: true,
            ..Self::default()
        }
    }

    pub fn contains(&self, name: &str) -> bool {
        self.all || self.named.contains(name)
    }

    /// Adds the names that `other` names itself.
    pub fn add(&mut self, other: &Self) {
        self.all |= other.all;
        self.named.extend(other.named.iter().cloned());
    }
}

impl AskedNames {
    /// The names that are asked of `specifier`.
    pub fn of(&self, specifier: &str) -> Option<&Names> {
        self.by_specifier.get(specifier)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Names)> {
        self.by_specifier.iter().map(|(it, names)| (&**it, names))
    }
}

/// Finds what a text asks for; `None` if it cannot be parsed.
pub fn asked_names(url: &Url, text: &str) -> Option<AskedNames> {
    parsed(url, text, asked_by)
}

fn asked_by(source: &ParsedSource) -> AskedNames {
    let mut asked = AskedNames::default();
    let ProgramRef::Module(module) = source.program_ref() else {
        return asked;
    };
    let mut namespaces = BTreeMap::new();
    for item in &module.body {
        if let ModuleItem::ModuleDecl(item) = item {
            declaration(item, &mut asked, &mut namespaces);
        }
    }
    if !namespaces.is_empty() {
        let mut uses = NamespaceUses {
            found: namespaces
                .keys()
                .map(|it| (it.clone(), Names::default()))
                .collect(),
            has_eval: false,
        };
        module.visit_with(&mut uses);
        for (local, specifier) in namespaces {
            let names = asked.by_specifier.entry(specifier).or_default();
            names.all |= uses.has_eval;
            names.add(&uses.found[&local]);
        }
    }
    asked
}

/// Adds one import or export; `namespaces` are the specifiers of namespaces by local name.
fn declaration(
    item: &ModuleDecl,
    asked: &mut AskedNames,
    namespaces: &mut BTreeMap<String, String>,
) {
    match item {
        ModuleDecl::Import(import) => {
            let specifier = import.src.value.to_string_lossy().into_owned();
            let names = asked.by_specifier.entry(specifier.clone()).or_default();
            for it in &import.specifiers {
                match it {
                    ImportSpecifier::Default(_) => names.named.extend(["default".to_owned()]),
                    ImportSpecifier::Named(it) => names.named.extend([imported_name(it)]),
                    ImportSpecifier::Namespace(it) => {
                        namespaces.insert(it.local.sym.to_string(), specifier.clone());
                    }
                }
            }
        }
        ModuleDecl::ExportNamed(export) => {
            let exported = export.specifiers.iter().filter_map(|it| it.as_named());
            let is_default = |it: &ExportNamedSpecifier| {
                exported_name(it.exported.as_ref().unwrap_or(&it.orig)) == "default"
            };
            asked.has_default |= exported.clone().any(is_default);
            let Some(source) = &export.src else {
                return;
            };
            let specifier = source.value.to_string_lossy().into_owned();
            let names = asked.by_specifier.entry(specifier).or_default();
            names
                .named
                .extend(exported.map(|it| exported_name(&it.orig)));
            names.all |= export.specifiers.iter().any(|it| it.is_namespace());
        }
        ModuleDecl::ExportAll(export) => {
            let specifier = export.src.value.to_string_lossy().into_owned();
            asked.by_specifier.entry(specifier).or_default().star = true;
        }
        ModuleDecl::ExportDefaultDecl(_) | ModuleDecl::ExportDefaultExpr(_) => {
            asked.has_default = true;
        }
        _ => {}
    }
}

/// The members of namespaces that a text reads. A use in any other form asks for all names, and so
/// does a variable of the same name: asking for too much is harmless.
struct NamespaceUses {
    found: BTreeMap<String, Names>,
    has_eval: bool,
}

impl NamespaceUses {
    fn namespace(&mut self, expression: &Expr) -> Option<&mut Names> {
        self.found.get_mut(&*expression.as_ident()?.sym)
    }
}

impl Visit for NamespaceUses {
    noop_visit_type!();

    fn visit_import_decl(&mut self, _: &ImportDecl) {}

    fn visit_member_expr(&mut self, member: &MemberExpr) {
        let name = match &member.prop {
            MemberProp::Ident(it) => Some(it.sym.to_string()),
            MemberProp::Computed(it) => text(&it.expr),
            MemberProp::PrivateName(_) => None,
        };
        match (self.namespace(&member.obj), name) {
            (Some(names), Some(name)) => {
                names.named.insert(name);
            }
            _ => member.visit_children_with(self),
        }
    }

    /// `const { a, b: c } = namespace`
    fn visit_var_declarator(&mut self, variable: &VarDeclarator) {
        let names = match (&variable.name, &variable.init) {
            (Pat::Object(pattern), Some(_)) => pattern_names(pattern),
            _ => None,
        };
        let initial = variable.init.as_deref();
        match (initial.and_then(|it| self.namespace(it)), names) {
            (Some(found), Some(names)) => {
                found.named.extend(names);
                variable.name.visit_with(self);
            }
            _ => variable.visit_children_with(self),
        }
    }

    fn visit_ident(&mut self, ident: &Ident) {
        self.has_eval |= &*ident.sym == "eval";
        if let Some(names) = self.found.get_mut(&*ident.sym) {
            names.all = true;
        }
    }
}

fn text(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(Lit::Str(it)) => Some(it.value.to_string_lossy().into_owned()),
        _ => None,
    }
}

/// The names that a pattern takes; `None` if it takes all, or names that are computed.
fn pattern_names(pattern: &ObjectPat) -> Option<Vec<String>> {
    let name = |key: &PropName| match key {
        PropName::Ident(it) => Some(it.sym.to_string()),
        PropName::Str(it) => Some(it.value.to_string_lossy().into_owned()),
        _ => None,
    };
    let member = |it: &ObjectPatProp| match it {
        ObjectPatProp::KeyValue(it) => name(&it.key),
        ObjectPatProp::Assign(it) => Some(it.key.sym.to_string()),
        ObjectPatProp::Rest(_) => None,
    };
    pattern.props.iter().map(member).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> String {
        let url = Url::parse("file:///p/a.js").unwrap();
        let asked = asked_names(&url, text).unwrap();
        let names = asked.of("p").cloned().unwrap_or_default();
        let mut parts: Vec<&str> = names.named.iter().map(|it| &**it).collect();
        parts.extend(names.all.then_some("*all"));
        parts.extend(names.star.then_some("*star"));
        parts.extend(asked.has_default.then_some("*default"));
        parts.join(" ")
    }

    #[test]
    fn imports_ask_for_their_names() {
        let table = [
            ("import 'p'", ""),
            (
                "import d, { a, b as c, 'x-y' as z } from 'p'",
                "a b default x-y",
            ),
            ("import { a } from 'p'; import { b } from 'p'", "a b"),
            ("export { a, b as default } from 'p'", "a b *default"),
            ("export * from 'p'", "*star"),
            ("export * as ns from 'p'", "*all"),
            ("import { a } from 'other'; export default a", "*default"),
        ];
        for (text, wanted) in table {
            assert_eq!(names(text), wanted, "{text}");
        }
    }

    #[test]
    fn namespaces_ask_for_the_members_that_are_read() {
        let table = [
            ("", ""),
            ("ns.a; ns['b-c']; ns?.d; new ns.E(ns.f.g)", "E a b-c d f"),
            ("const { a, b: { c }, 'd-e': f = ns.g } = ns", "a b d-e g"),
            ("const { a, ...rest } = ns", "*all"),
            ("const { [a]: b } = ns", "*all"),
            ("ns[a]; other.ns; ({ ns: 1 })", "*all"),
            ("other.ns; ({ ns: 1 })", ""),
            ("f(ns)", "*all"),
            ("({ ns })", "*all"),
            ("export { ns }", "*all"),
            ("ns.a; eval('ns.b')", "a *all"),
            ("ns.a; (ns) => ns.b", "a b *all"),
        ];
        for (text, wanted) in table {
            let text = format!("import * as ns from 'p'; {text}");
            assert_eq!(names(&text), wanted, "{text}");
        }
    }

    #[test]
    fn a_text_with_errors_asks_for_nothing_known() {
        let url = Url::parse("file:///p/a.js").unwrap();
        assert_eq!(asked_names(&url, "import {"), None);
    }
}
