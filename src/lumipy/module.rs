//! A module as LumiIL.

use std::collections::{HashMap, HashSet};

use lumi_pack::CompiledModule;
use lumi_pack::SourceProblem;
use lumi_pack::il::{At, DebugInfo, Export, ExportTarget, Import, Module, Statement, Token};
use ruff_python_ast::ModModule;

use super::facts::{ClassInfo, Paths, ProjectTexts};
use super::imports::Targets;
use super::lowering::{Lowering, Meaning, ScopeKind, alias_of, variable_name};
use super::nodes::{call, evaluate};
use super::program::Exports;
use super::scopes::{AllNames, Names};
use super::source::Source;

/// A module that has been lowered.
pub struct Lowered {
    pub compiled: CompiledModule,
    /// The classes that it exports.
    pub classes: HashMap<String, ClassInfo>,
    /// The names that stand for members of other modules, or for modules.
    pub tokens: HashMap<String, Token>,
    /// Whether a class extends several.
    pub wants_mixins: bool,
    pub has_dynamic_outputs: bool,
    pub problems: Vec<SourceProblem>,
}

/// The surroundings of a module.
pub struct Surroundings<'a> {
    pub exports: &'a Exports,
    pub targets: &'a Targets,
    pub texts: &'a ProjectTexts,
    pub role: Role,
    pub has_mixins: bool,
}

/// The place of a module in its program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The entry of a program.
    Program,
    Module,
    /// The entry of a library.
    Library,
    LibraryModule,
}

/// Lowers the module `name`.
pub fn lowered(
    source: &Source,
    syntax: &ModModule,
    name: &str,
    around: &Surroundings<'_>,
) -> Lowered {
    let role = around.role;
    let mut lowering = begun(source, syntax, around);
    lowering.import_targets();
    lowering.open(ScopeKind::Module, &Names::of(&syntax.body));
    let mut body = Vec::new();
    lowering.statements(&syntax.body, &mut body);
    lowering.flush(&mut body);
    lowering.dynamic_outputs(&mut body);
    let library =
        (role == Role::Library).then(|| lowering.library_exports(&syntax.body, &mut body));
    let names = lowering.scope().names.clone();
    let body = lowering.close(body, At::default());
    let exported = library.unwrap_or_else(|| lowering.exported(&names));
    lowering.import_exported(&exported);
    let mut module = Module {
        lumiil: Module::VERSION,
        name: name.to_owned(),
        imports: lowering.imports,
        locals: lowering.locals,
        types: Vec::new(),
        body,
        exports: exported,
    };
    let debug = DebugInfo::of(&mut module, source.file.clone());
    Lowered {
        compiled: CompiledModule { module, debug },
        classes: classes(&names, &lowering.class_infos),
        tokens: tokens(names),
        wants_mixins: lowering.wants_mixins,
        has_dynamic_outputs: lowering.has_dynamic_outputs,
        problems: lowering.problems,
    }
}

/// The lowering of a module before its first statement.
fn begun<'a>(source: &'a Source, syntax: &ModModule, around: &Surroundings<'a>) -> Lowering<'a> {
    let role = around.role;
    let all = AllNames::of(&syntax.body);
    let taken: HashSet<String> = all.names.iter().map(|it| variable_name(it)).collect();
    Lowering {
        source,
        exports: around.exports,
        targets: around.targets,
        texts: around.texts,
        paths: Paths::of(&source.file, &syntax.body),
        is_entry: role == Role::Program,
        is_library: matches!(role, Role::Library | Role::LibraryModule),
        has_mixins: around.has_mixins,
        wants_mixins: false,
        has_dynamic_outputs: false,
        locals: Vec::new(),
        imports: Vec::new(),
        taken,
        shared: all.shared,
        globals: all.globals,
        scopes: Vec::new(),
        loops: Vec::new(),
        caught: Vec::new(),
        classes: Vec::new(),
        class_infos: HashMap::new(),
        block_classes: HashMap::new(),
        outputs: Vec::new(),
        block_depth: 0,
        problems: Vec::new(),
    }
}

fn classes(
    names: &HashMap<String, Meaning>,
    infos: &HashMap<u32, ClassInfo>,
) -> HashMap<String, ClassInfo> {
    let found = names.iter().filter_map(|(name, it)| match it {
        Meaning::Variable(slot) => Some((name.clone(), infos.get(slot)?.clone())),
        _ => None,
    });
    found.collect()
}

fn tokens(names: HashMap<String, Meaning>) -> HashMap<String, Token> {
    let found = names.into_iter().filter_map(|(name, it)| match it {
        Meaning::Token(token) => Some((name, token)),
        _ => None,
    });
    found.collect()
}

impl Lowering<'_> {
    /// Ends the entry with a statement that prints text after the last end of a line.
    fn flush(&mut self, body: &mut Vec<Statement>) {
        let mut imports = self.imports.iter();
        if self.is_entry && imports.any(|it| it.token.module() == "lumipy/builtins") {
            let flush = self.library("builtins", "flush", At::default());
            body.push(evaluate(call(flush, Vec::new(), At::default())));
        }
    }

    /// Imports the modules of the program in the order of their evaluation, also those of which nothing is used.
    fn import_targets(&mut self) {
        for module in self.targets.values() {
            self.import(module, &alias_of(module));
        }
    }

    /// Imports what the module exports of others.
    fn import_exported(&mut self, exports: &[Export]) {
        for export in exports {
            let ExportTarget::Token(token) = &export.value else {
                continue;
            };
            if !self.imports.iter().any(|it| it.token == *token) {
                self.imports.push(Import {
                    token: token.clone(),
                    alias: String::new(),
                    is_type: false,
                });
            }
        }
    }

    /// The exports of a module: the outputs of the entry, all names of others.
    fn exported(&self, names: &HashMap<String, Meaning>) -> Vec<Export> {
        let mut found: Vec<Export> = match self.is_entry {
            true => self
                .outputs
                .iter()
                .map(|(name, slot)| Export {
                    name: name.clone(),
                    value: ExportTarget::Local(*slot),
                })
                .chain(self.has_dynamic_outputs.then(|| Export {
                    name: "default".to_owned(),
                    value: ExportTarget::Default,
                }))
                .collect(),
            false => names
                .iter()
                .filter_map(|(name, it)| match it {
                    Meaning::Variable(slot) => Some(Export {
                        name: name.clone(),
                        value: ExportTarget::Local(*slot),
                    }),
                    // Names of Lumi are those of each module that imports them; some are types alone.
                    Meaning::Token(token)
                        if token.is_own()
                            && !token.is_namespace()
                            && !token.name().contains('.') =>
                    {
                        Some(Export {
                            name: name.clone(),
                            value: ExportTarget::Token(token.clone()),
                        })
                    }
                    _ => None,
                })
                .collect(),
        };
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }
}
