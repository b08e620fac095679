//! A module as LumiIL.

use std::collections::{HashMap, HashSet};

use lumi_pack::CompiledModule;
use lumi_pack::SourceProblem;
use lumi_pack::il::{At, DebugInfo, Export, ExportTarget, Import, Module, Statement, Token};
use ruff_python_ast::ModModule;

use super::imports::Targets;
use super::lowering::{ClassInfo, Lowering, Meaning, ScopeKind, alias_of, variable_name};
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
    pub problems: Vec<SourceProblem>,
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
    exports: &Exports,
    targets: &Targets,
    role: Role,
) -> Lowered {
    let all = AllNames::of(&syntax.body);
    let taken: HashSet<String> = all.names.iter().map(|it| variable_name(it)).collect();
    let mut lowering = Lowering {
        source,
        exports,
        targets,
        is_entry: role == Role::Program,
        is_library: matches!(role, Role::Library | Role::LibraryModule),
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
    };
    lowering.import_targets();
    lowering.open(ScopeKind::Module, &Names::of(&syntax.body));
    let mut body = Vec::new();
    lowering.statements(&syntax.body, &mut body);
    lowering.flush(&mut body);
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
        problems: lowering.problems,
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
