//! A program: its packages become one module.

use std::collections::{BTreeSet, HashMap, VecDeque};

use lumi_closure::nesting::with_stack;
use lumi_pack::il::{At, DebugInfo, Export, ExportTarget, Module, Statement, StatementKind};
use lumi_pack::{Compiled, CompiledModule, SourceFiles, SourceProblem};

use super::library::{FOLDER, LibraryFiles};
use super::lowering::{Lowered, Lowering, Unit};
use super::nodes::{call, evaluate, statement};
use super::objects::{Object, Package};
use super::refusal::Refusal;
use super::source::Sources;
use super::types::Types;
use super::universe::universe;

/// The levels of code for which there is a stack: each level of syntax is several calls.
const LEVELS: usize = 4_000;

/// Names that code uses of JavaScript.
const RESERVED: &[&str] = &["BigInt", "Math", "Infinity", "NaN"];

/// Compiles the program whose main function is in `entry`, a file relative to the project folder.
pub fn compile(entry: &str, files: &mut dyn SourceFiles) -> Result<Compiled, Vec<SourceProblem>> {
    with_stack(LEVELS, || {
        let module = lowered_module(entry, files)?;
        with_library(module)
    })
}

/// The module of a program, without the library.
pub fn lowered_module(
    entry: &str,
    files: &mut dyn SourceFiles,
) -> Result<CompiledModule, Vec<SourceProblem>> {
    let mut lowering = begun(files);
    let made = lowering.program(entry);
    match (lowering.problems.is_empty(), made) {
        (true, Ok(module)) => Ok(module),
        (true, Err(_)) => Err(vec![unreadable(entry, "the program cannot be compiled")]),
        (false, _) => {
            let mut problems = lowering.problems;
            problems.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
            Err(problems)
        }
    }
}

fn begun(files: &mut dyn SourceFiles) -> Lowering<'_> {
    let mut types = Types::new();
    let universe = universe(&mut types);
    let nowhere = Package {
        path: String::new(),
        name: String::new(),
        names: HashMap::new(),
        is_library: true,
        starts: Vec::new(),
    };
    Lowering {
        files,
        sources: Sources::default(),
        types,
        problems: Vec::new(),
        packages: vec![nowhere],
        package_of_path: HashMap::new(),
        loading: Vec::new(),
        module: String::new(),
        root: String::new(),
        imported: HashMap::new(),
        constants: Vec::new(),
        globals: Vec::new(),
        declared: Vec::new(),
        functions: Vec::new(),
        universe,
        variables: Vec::new(),
        method_types: HashMap::new(),
        locals: Vec::new(),
        imports: Vec::new(),
        taken: RESERVED.iter().map(|it| (*it).to_owned()).collect(),
        instances: HashMap::new(),
        queue: VecDeque::new(),
        descriptors: HashMap::new(),
        described: Vec::new(),
        completed: Vec::new(),
        to_complete: VecDeque::new(),
        made: Vec::new(),
        needed_globals: Vec::new(),
        uses: HashMap::new(),
        package: 0,
        unit: Unit::Main,
        scopes: Vec::new(),
        function: None,
        iota: None,
    }
}

fn unreadable(file: &str, message: &str) -> SourceProblem {
    SourceProblem {
        file: file.to_owned(),
        line: 1,
        column: 1,
        message: message.to_owned(),
        help: None,
    }
}

impl Lowering<'_> {
    #[expect(
        clippy::too_many_lines,
        reason = "one sequence of steps, of which each needs what those before it found"
    )]
    fn program(&mut self, entry: &str) -> Lowered<CompiledModule> {
        let folder = entry.rsplit_once('/').map_or("", |it| it.0).to_owned();
        self.find_module(&folder);
        if let Err(message) = self.files.read(entry) {
            self.problems.push(unreadable(entry, &message));
            return Err(super::lowering::Refused);
        }
        let files = self.package_files(&folder, Some(entry));
        let main = self.load_package("main", &files, false, 0)?;
        let Some(Object::Function(function)) = self.packages[main].names.get("main").cloned()
        else {
            let help = "write `func main() { … }`";
            return self.refuse(
                1,
                Refusal::Declaration,
                "function main is undeclared in the main package",
                help,
            );
        };
        if self.packages[main].name != "main" {
            let help = "write `package main` in its first line";
            return self.refuse(
                1,
                Refusal::Declaration,
                "a program is of the package main",
                help,
            );
        }
        self.check_all();
        self.package = main;
        let mut starts = Vec::new();
        let all: Vec<usize> = self
            .packages
            .iter()
            .flat_map(|it| it.starts.clone())
            .collect();
        for it in all {
            starts.push(self.function_code(it, Vec::new(), 1)?);
        }
        let main_code = self.function_code(function, Vec::new(), 1)?;
        self.drain();
        self.check_uncalled_methods();
        self.unused_imports();
        let globals = self.ordered_globals();
        let at = At::default();
        let mut body = std::mem::take(&mut self.described);
        body.append(&mut self.made);
        body.append(&mut self.completed);
        body.extend(globals);
        body.extend(
            starts
                .into_iter()
                .map(|it| evaluate(call(it, Vec::new(), at))),
        );
        let run = self.go("run", vec![main_code], at);
        body.push(evaluate(run));
        Ok(self.finished(entry, body))
    }

    /// Finds the path of the module around a folder, by the nearest `go.mod`.
    fn find_module(&mut self, folder: &str) {
        let mut at = folder;
        loop {
            let prefix = if at.is_empty() {
                String::new()
            } else {
                format!("{at}/")
            };
            if let Ok(text) = self.files.read(&format!("{prefix}go.mod")) {
                let line = text
                    .lines()
                    .find_map(|it| it.trim().strip_prefix("module "));
                let name = line.map(|it| {
                    it.split("//")
                        .next()
                        .unwrap_or_default()
                        .trim()
                        .trim_matches('"')
                });
                self.module = name.unwrap_or_default().to_owned();
                self.root = prefix;
                return;
            }
            match at.rsplit_once('/') {
                Some((parent, _)) => at = parent,
                None if !at.is_empty() => at = "",
                None => return,
            }
        }
    }

    /// Looks at all declarations of the program, also at those that nothing uses.
    fn check_all(&mut self) {
        let is_own: Vec<bool> = self.packages.iter().map(|it| !it.is_library).collect();
        for index in 0..self.declared.len() {
            let (syntax, package) = (
                self.declared[index].syntax.clone(),
                self.declared[index].package,
            );
            if is_own[package] && syntax.parameters.is_empty() {
                let found = self.declared_type(index, Vec::new(), syntax.name.at);
                let Ok(of) = found else { continue };
                self.check_methods(of);
            }
        }
        for index in 0..self.constants.len() {
            if is_own[self.constants[index].package] {
                let at = self.constants[index].syntax.names[0].at;
                let _ = self.constant_object(index, at);
            }
        }
        for index in 0..self.globals.len() {
            if is_own[self.globals[index].package] && self.globals[index].first == index {
                let _ = self.lower_global(index);
                self.global_slot(index);
            }
        }
        for index in 0..self.functions.len() {
            let (syntax, package) = (
                self.functions[index].syntax.clone(),
                self.functions[index].package,
            );
            if is_own[package] && syntax.type_parameters.is_empty() {
                let _ = self.function_code(index, Vec::new(), syntax.name.at);
            }
        }
    }

    fn check_methods(&mut self, of: super::types::TypeId) {
        let Some(named) = self.types.named_of(of) else {
            return;
        };
        let mut methods: Vec<_> = named.methods.values().cloned().collect();
        methods.sort_by_key(|it| it.name.at);
        for declaration in methods {
            let method = super::types::Method {
                name: declaration.name.name.clone(),
                of,
                has_pointer: super::types::has_pointer(&declaration),
                declaration,
            };
            let _ = self.method_code(&method, 1);
        }
    }

    /// Makes the code of all functions and variables that code uses.
    fn drain(&mut self) {
        loop {
            if let Some(instance) = self.queue.pop_front() {
                let _ = self.lower_instance(&instance);
                continue;
            }
            let waiting = self
                .needed_globals
                .iter()
                .copied()
                .find(|it| self.globals[*it].code.is_none());
            if let Some(first) = waiting {
                if self.lower_global(first).is_err() {
                    return;
                }
                continue;
            }
            if self.to_complete.is_empty() {
                return;
            }
            self.complete_descriptions();
        }
    }

    fn unused_imports(&mut self) {
        if !self.problems.is_empty() {
            return;
        }
        let mut unused = Vec::new();
        for (file, names) in &self.imported {
            if self.sources.files[*file].is_library {
                continue;
            }
            unused.extend(
                names
                    .values()
                    .filter(|it| !it.is_used)
                    .map(|it| (it.at, it.package)),
            );
        }
        unused.sort_unstable();
        for (at, package) in unused {
            let message = format!("{:?} imported and not used", self.packages[package].path);
            let _: Lowered<()> = self.refuse(at, Refusal::Import, &message, "");
        }
    }

    fn finished(&mut self, entry: &str, mut body: Vec<Statement>) -> CompiledModule {
        let at = At::default();
        let has_outputs = self
            .imports
            .iter()
            .any(|it| it.token.module() == "lumigo/lumi");
        let mut exports = Vec::new();
        if has_outputs {
            let outputs = self.library("lumi", "outputs", at);
            body.push(statement(StatementKind::Default(outputs), at));
            exports.push(Export {
                name: "default".to_owned(),
                value: ExportTarget::Default,
            });
        }
        let mut module = Module {
            lumiil: Module::VERSION,
            name: entry.rsplit_once('.').map_or(entry, |it| it.0).to_owned(),
            imports: std::mem::take(&mut self.imports),
            locals: std::mem::take(&mut self.locals),
            types: Vec::new(),
            body,
            exports,
        };
        let debug = DebugInfo::of(&mut module, entry.to_owned());
        CompiledModule { module, debug }
    }
}

/// A module with the modules of the library that it uses.
fn with_library(module: CompiledModule) -> Result<Compiled, Vec<SourceProblem>> {
    let imports = module.module.imports.iter();
    let used: BTreeSet<String> = imports
        .filter_map(|it| it.token.module().strip_prefix(FOLDER).map(str::to_owned))
        .collect();
    let used: Vec<&str> = used.iter().map(String::as_str).collect();
    let mut compiled = lumi_pack::compile(LibraryFiles::ENTRY, &mut LibraryFiles::of(&used))?;
    compiled.modules.pop();
    compiled.modules.push(module);
    Ok(compiled)
}
