//! The edits and notes of one module.

use std::collections::HashSet;
use std::ops::Range;

use deno_ast::swc::ast::{Expr, Ident, Module, ModuleDecl, ModuleItem};
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::offset;
use lumi_reconciliation::{SourceEdit, apply};

use super::chain::Chain;
use super::imports::{
    CONFIG, Imported, Imports, Origin, RefusedImport, TYPES, has_comment, package_member,
};
use super::packages::PulumiPackages;
use super::sdk_members::{Counterpart, counterpart};
use super::testing::Tests;
use crate::module_text::{ModuleText, SyntaxFault};
use crate::note::{Note, NoteKind};

/// A module of the new program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedModule {
    pub text: String,
    /// In the order of the text.
    pub notes: Vec<Note>,
}

/// Converts a module; `file` is its name in notes, relative to the project folder.
pub fn convert_module(
    file: &str,
    text: &str,
    packages: &PulumiPackages,
) -> Result<ConvertedModule, SyntaxFault> {
    ModuleText::parse(file, text, |source, module| {
        let mut conversion = Conversion::new(source, module, packages);
        conversion.tests(module);
        conversion.transforms(module);
        module.visit_with(&mut conversion);
        conversion.finish()
    })
}

/// How a chain of names is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Value,
    /// It is called.
    Call,
    Type,
}

/// A module that is being converted.
pub struct Conversion<'m> {
    pub module: &'m ModuleText<'m>,
    pub imports: Imports,
    pub tests: Tests,
    packages: &'m PulumiPackages,
    /// Whether the module has imports or exports, or should have: programs of Lumi import the SDK.
    pub is_es_module: bool,
    /// The kinds of superclasses around the walk, innermost last.
    pub superclasses: Vec<super::classes::Superclass>,
    /// The start of the last argument that is a call.
    pub argument: Option<usize>,
    edits: Vec<SourceEdit>,
    /// Bytes that are removed, with all edits within them.
    removed: Vec<Range<usize>>,
    notes: Vec<Note>,
}

impl<'m> Conversion<'m> {
    fn new(module: &'m ModuleText<'m>, syntax: &Module, packages: &'m PulumiPackages) -> Self {
        let mut names = Names::default();
        syntax.visit_with(&mut names);
        let mut conversion = Self {
            module,
            imports: Imports::new(names.0),
            tests: Tests::default(),
            packages,
            is_es_module: syntax
                .body
                .iter()
                .any(|it| matches!(it, ModuleItem::ModuleDecl(_)))
                || requires_sdk(module.text),
            superclasses: Vec::new(),
            argument: None,
            edits: Vec::new(),
            removed: Vec::new(),
            notes: Vec::new(),
        };
        for item in &syntax.body {
            let ModuleItem::ModuleDecl(ModuleDecl::Import(statement)) = item else {
                continue;
            };
            let start = offset(statement.span);
            if let Err(RefusedImport(what)) = conversion.imports.add(statement, packages, module) {
                conversion.not_converted(
                    start,
                    what,
                    "write its part of the program with Lumi's SDK",
                );
            } else if packages
                .source(&statement.src.value.to_string_lossy())
                .is_some()
                && has_comment(statement, module)
            {
                conversion.check(
                    start,
                    "comments within this import are not kept".to_owned(),
                    "copy them from the original",
                );
            }
        }
        conversion
    }

    fn finish(mut self) -> ConvertedModule {
        self.edits.extend(self.imports.edits(self.module));
        let removed = &self.removed;
        self.edits.retain(|edit| {
            let is_within = |it: &Range<usize>| it.start <= edit.start && edit.end <= it.end;
            !removed.iter().any(is_within)
        });
        let removals = removed.iter().map(|it| SourceEdit::new(it.clone(), ""));
        self.edits.extend(removals);
        let text = apply(self.module.text, &self.edits).expect("BUG: edits do not overlap");
        self.notes
            .sort_by_key(|it| (it.place.line, it.place.column, it.kind));
        self.notes.dedup();
        ConvertedModule {
            text,
            notes: self.notes,
        }
    }

    /// Removes bytes, whatever else the walk changes in them.
    pub fn remove(&mut self, range: Range<usize>) {
        self.removed.push(range);
    }

    pub fn edit(&mut self, range: Range<usize>, text: impl Into<String>) {
        let text = text.into();
        if self.module.text.get(range.clone()) != Some(text.as_str()) {
            self.edits.push(SourceEdit::new(range, text));
        }
    }

    /// A part of the text with the edits in it so far.
    pub fn edited_text(&self, range: &Range<usize>) -> String {
        let within = self.edits.iter();
        let within = within.filter(|it| range.start <= it.start && it.end <= range.end);
        let shifted: Vec<SourceEdit> = within
            .map(|it| SourceEdit::new(it.start - range.start..it.end - range.start, &*it.text))
            .collect();
        let text = &self.module.text[range.clone()];
        apply(text, &shifted).expect("BUG: edits do not overlap")
    }

    pub fn not_converted(&mut self, at: usize, what: String, advice: &str) {
        self.note(NoteKind::NotConverted, at, what, advice);
    }

    pub fn check(&mut self, at: usize, what: String, advice: &str) {
        self.note(NoteKind::Check, at, what, advice);
    }

    fn note(&mut self, kind: NoteKind, at: usize, what: String, advice: &str) {
        self.notes.push(Note {
            kind,
            place: self.module.position(at),
            what,
            advice: advice.to_owned(),
        });
    }

    pub fn imported(&self, name: &Ident) -> Option<&Imported> {
        self.imports.get(&name.to_id())
    }

    /// The path in the SDK that a chain is.
    pub fn sdk_path(&self, chain: &Chain<'_>) -> Option<Vec<String>> {
        match &self.imported(chain.root)?.origin {
            Origin::Sdk(path) => Some(joined(path, chain)),
            Origin::Package(_) => None,
        }
    }

    /// The path in a package that a chain is.
    pub fn package_path(&self, chain: &Chain<'_>) -> Option<Vec<String>> {
        match &self.imported(chain.root)?.origin {
            Origin::Package(path) => Some(joined(path, chain)),
            Origin::Sdk(_) => None,
        }
    }

    /// The path in the SDK that an expression is.
    pub fn sdk_path_of(&self, expression: &Expr) -> Option<Vec<String>> {
        self.sdk_path(&Chain::of(expression)?)
    }

    /// Converts a chain; false if it is none of Pulumi's.
    pub fn chain(&mut self, chain: &Chain<'_>, used: Use) -> bool {
        if let Some(path) = self.sdk_path(chain) {
            self.sdk_chain(chain, &path, used);
        } else if let Some(path) = self.package_path(chain) {
            self.package_chain(chain, &path, used);
        } else {
            return false;
        }
        true
    }

    fn sdk_chain(&mut self, chain: &Chain<'_>, path: &[String], used: Use) {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let shown = &self.module.text[chain.range(chain.names().count())];
        let at = chain.start();
        if self.tests.has_converted(at) {
            return;
        }
        let Some((length, found)) = counterpart(&names) else {
            let what = format!("`{shown}` is a whole module of Pulumi's SDK");
            self.not_converted(at, what, "name the members that the program uses");
            return;
        };
        // Names before the chain are those of the import.
        let own = path.len() - chain.names().count();
        let range = chain.range(length.saturating_sub(own));
        match found {
            Counterpart::Nothing(advice) => {
                let what = format!("`{shown}` has no counterpart");
                self.not_converted(at, what, advice);
            }
            Counterpart::NewProperty if used != Use::Call => {
                let what = format!("`{shown}` is used as a value");
                self.not_converted(at, what, "write `(value) => new Property(value)`");
            }
            _ => {
                let new = if found == Counterpart::NewProperty {
                    "new "
                } else {
                    ""
                };
                let text = self.imports.sdk_text(&chain.root.to_id(), found);
                self.edit(range, format!("{new}{text}"));
            }
        }
    }

    fn package_chain(&mut self, chain: &Chain<'_>, path: &[String], used: Use) {
        let shown = &self.module.text[chain.range(chain.names().count())];
        let at = chain.start();
        let parts: Vec<&str> = path.iter().map(String::as_str).collect();
        match parts.as_slice() {
            [] => {
                let what = format!("`{shown}` is a whole package");
                self.check(at, what, "its members have the names that `lumi doc` shows");
            }
            [CONFIG, rest @ ..] => {
                let name = rest.first().filter(|_| used != Use::Type);
                if name.is_some_and(|it| self.setting(chain, path.len(), it)) {
                    return;
                }
                let what = format!("`{shown}` reads the configuration of a package");
                let advice = "write `new Config(\"PACKAGE\").get(…)`; variables of the environment are not looked at";
                self.not_converted(at, what, advice);
                return;
            }
            // These have the same names in Lumi.
            [TYPES, "input" | "output", ..] if used == Use::Type => {}
            [TYPES | "input" | "output", ..] if used == Use::Type => {
                let what = format!("`{shown}` is a type that packages of Lumi do not have");
                self.not_converted(
                    at,
                    what,
                    "write the members that the program uses; `lumi doc` shows them",
                );
                return;
            }
            _ => {}
        }
        let imported = self.imported(chain.root);
        if let Some(text) = imported.and_then(|it| self.imports.package_text(it)) {
            self.edit(chain.range(0), text);
        }
        if used == Use::Call
            && chain.names().count() > 0
            && let Some(name) = parts.last()
        {
            self.edit(chain.last_range(), package_member(name));
        }
    }

    /// `aws.config.region` is `new Config("aws").get("region")`; false if the setting is not known. The path of the chain
    /// has `length` names.
    fn setting(&mut self, chain: &Chain<'_>, length: usize, name: &str) -> bool {
        let package = self.imported(chain.root).and_then(|it| it.npm.as_ref());
        let settings = package.and_then(|it| self.packages.settings.get(it));
        let Some(setting) = settings.and_then(|it| it.get(name)) else {
            return false;
        };
        let config = self.imports.config_text(&chain.root.to_id());
        let [namespace, key] = [&setting.namespace, &setting.key].map(|it| self.module.quoted(it));
        let getter = &setting.getter;
        let mut text = format!("new {config}({namespace}).{getter}({key})");
        if let Some(default) = &setting.default {
            text = format!("({text} {default})");
        }
        // `config` and the name; those before the chain are of the import.
        let own = length - chain.names().count();
        let range = chain.range(2_usize.saturating_sub(own));
        if !setting.variables.is_empty() {
            let variables = setting.variables.join(", ");
            let what = format!("the package also reads `{name}` from {variables}");
            let advice =
                "set it in the configuration: variables of the environment are not looked at";
            self.check(range.start, what, advice);
        }
        self.edit(range, text);
        true
    }

    /// A name that stands for itself in an object: `{ Config }`.
    pub fn shorthand(&mut self, name: &Ident) {
        if self.imported(name).is_none() {
            self.common_js_shorthand(name);
            return;
        }
        let edits = self.edits.len();
        if self.chain(&Chain::of_name(name), Use::Value) && self.edits.len() > edits {
            let start = offset(name.span());
            self.edits
                .push(SourceEdit::new(start..start, format!("{}: ", name.sym)));
        }
    }
}

fn joined(path: &[String], chain: &Chain<'_>) -> Vec<String> {
    let names = chain.names().map(str::to_owned);
    path.iter().cloned().chain(names).collect()
}

/// All names that a module uses as variables or types.
#[derive(Default)]
struct Names(HashSet<String>);

impl Visit for Names {
    fn visit_ident(&mut self, name: &Ident) {
        self.0.insert(name.sym.to_string());
    }
}

/// Whether a CommonJS module requires a package of Pulumi. Lumi has no such package, so the user gets a list of these places.
fn requires_sdk(text: &str) -> bool {
    ["require(\"@pulumi/", "require('@pulumi/"]
        .iter()
        .any(|it| text.contains(it))
}
