//! A program: its modules in the order of their evaluation.

use std::collections::{BTreeSet, HashMap};

use lumi_closure::nesting::with_stack;
use lumi_pack::il::Token;
use lumi_pack::{Compiled, CompiledModule, SourceFiles, SourceProblem};
use ruff_python_ast::ModModule;
use ruff_python_ast::visitor::Visitor;
use ruff_text_size::TextSize;

use super::depth::{MAX_LEVELS, MAX_OPERATORS};
use super::facts::{ClassInfo, ProjectTexts, files_of};
use super::imports::{ImportFinder, Imported, Targets, module_help};
use super::library::{FOLDER, LibraryFiles};
use super::module::{Lowered, Role, Surroundings, lowered};
use super::refusal::Refusal;
use super::source::Source;
use super::standard;

/// The members of the modules of a program.
#[derive(Default)]
pub struct Exports {
    /// The names of each module that has been lowered.
    names: HashMap<String, BTreeSet<String>>,
    classes: HashMap<String, HashMap<String, ClassInfo>>,
    /// The names of each module that stand for members of others.
    tokens: HashMap<String, HashMap<String, Token>>,
    /// Modules in TypeScript.
    foreign: BTreeSet<String>,
    /// Packages that are libraries, in any language.
    libraries: BTreeSet<String>,
    /// Whether a module exports outputs whose names only the run knows.
    pub has_dynamic_outputs: bool,
}

impl Exports {
    pub fn has(&self, module: &str, name: &str) -> bool {
        // The members of a module are unknown while the modules that it imports are lowered.
        self.names.get(module).is_none_or(|it| it.contains(name))
    }

    /// The member that a name of a module stands for: modules may import names for others.
    pub fn original(&self, token: Token) -> Token {
        let known = self.tokens.get(token.module()).filter(|_| token.is_own());
        let original = known.and_then(|it| it.get(token.name()));
        original.cloned().unwrap_or(token)
    }

    pub fn is_foreign(&self, module: &str) -> bool {
        self.foreign.contains(module)
    }

    /// Whether a token is of a library.
    pub fn is_of_library(&self, token: &Token) -> bool {
        self.libraries.contains(token.package())
    }

    /// Whether a token is of a module in Python.
    pub fn is_python(&self, token: &Token) -> bool {
        token.is_own() && !self.is_foreign(token.module())
    }

    pub fn class(&self, token: &Token) -> Option<ClassInfo> {
        self.classes.get(token.module())?.get(token.name()).cloned()
    }

    /// Whether a token is a class of which `new` makes objects.
    pub fn is_class(&self, token: &Token) -> bool {
        let class = self.class(token).filter(|_| self.is_python(token));
        class.is_some_and(|it| it.is_constructed())
    }

    /// The names of a module that has been lowered.
    pub fn names_of(&self, module: &str) -> Option<&BTreeSet<String>> {
        self.names.get(module)
    }

    fn add(&mut self, module: &CompiledModule) {
        let names = module.module.exports.iter().map(|it| it.name.clone());
        self.names
            .insert(module.module.name.clone(), names.collect());
    }
}

/// Compiles the program that begins with `entry`, a file relative to the project folder.
pub fn compile(entry: &str, files: &mut dyn SourceFiles) -> Result<Compiled, Vec<SourceProblem>> {
    compiled(entry, files, false)
}

/// Compiles the library whose entry module is `entry`.
pub fn compile_library(
    entry: &str,
    files: &mut dyn SourceFiles,
) -> Result<Compiled, Vec<SourceProblem>> {
    compiled(entry, files, true)
}

fn compiled(
    entry: &str,
    files: &mut dyn SourceFiles,
    is_library: bool,
) -> Result<Compiled, Vec<SourceProblem>> {
    with_stack(MAX_LEVELS + MAX_OPERATORS, || {
        Program::loaded(entry, files, is_library).finish()
    })
}

/// The modules of a program without the library of LumiPy.
#[cfg(any(test, fuzzing))]
pub fn lowered_modules(
    entry: &str,
    files: &mut dyn SourceFiles,
    is_library: bool,
) -> Result<Vec<CompiledModule>, Vec<SourceProblem>> {
    with_stack(MAX_LEVELS + MAX_OPERATORS, || {
        let program = Program::loaded(entry, files, is_library);
        match program.problems.is_empty() {
            true => Ok(program.compiled.modules),
            false => Err(program.problems),
        }
    })
}

struct Program<'f> {
    files: &'f mut dyn SourceFiles,
    /// The folder of the entry, in which absolute imports are looked for.
    root: String,
    exports: Exports,
    is_library: bool,
    has_mixins: bool,
    wants_mixins: bool,
    begun: BTreeSet<String>,
    compiled: Compiled,
    problems: Vec<SourceProblem>,
}

/// The largest number of imports between the entry and a module.
const MAX_CHAIN: usize = 500;

impl<'f> Program<'f> {
    /// A program whose modules are lowered.
    fn loaded(entry: &str, files: &'f mut dyn SourceFiles, is_library: bool) -> Self {
        let program = Self::loaded_with(entry, files, is_library, false);
        match program.wants_mixins {
            // The classes that are extended were made before one was known to extend several.
            true => Self::loaded_with(entry, program.files, is_library, true),
            false => program,
        }
    }

    fn loaded_with(
        entry: &str,
        files: &'f mut dyn SourceFiles,
        is_library: bool,
        has_mixins: bool,
    ) -> Self {
        let mut program = Program {
            files,
            root: folder_of(entry).to_owned(),
            exports: Exports::default(),
            is_library,
            has_mixins,
            wants_mixins: false,
            begun: BTreeSet::new(),
            compiled: Compiled::default(),
            problems: Vec::new(),
        };
        program.load(entry, true, 0);
        program
    }
}

impl Program<'_> {
    /// Loads a module and what it imports.
    fn load(&mut self, file: &str, is_entry: bool, depth: usize) {
        if !self.begun.insert(file.to_owned()) {
            return;
        }
        let text = match self.read(file) {
            Ok(text) => text,
            Err(message) => return self.problems.push(unreadable(file, message)),
        };
        let source = Source::new(file, &text);
        if depth > MAX_CHAIN {
            let message = "modules import each other in too long a chain";
            let problem = source.problem(TextSize::new(0), Refusal::Nesting, message, "");
            return self.problems.push(problem);
        }
        match source.parse() {
            Ok(syntax) => self.lower(&source, &syntax, is_entry, depth),
            Err(problem) => self.problems.push(problem),
        }
    }

    /// The text of a module of the program, or of one of the library that is in LumiPy.
    fn read(&mut self, file: &str) -> Result<String, String> {
        match standard::python_text(file) {
            Some(text) => Ok(text.to_owned()),
            None => self.files.read(file),
        }
    }

    /// The texts of the files that a module reads.
    fn texts(&mut self, source: &Source, syntax: &ModModule) -> ProjectTexts {
        let paths = files_of(&source.file, &syntax.body).into_iter();
        paths
            .map(|path| {
                let text = self.files.read(&path);
                (path, text)
            })
            .collect()
    }

    fn lower(&mut self, source: &Source, syntax: &ModModule, is_entry: bool, depth: usize) {
        let mut finder = ImportFinder::default();
        syntax.body.iter().for_each(|it| finder.visit_stmt(it));
        let mut targets = Targets::new();
        for it in finder.packages {
            if self.files.is_library(&it) {
                self.exports.libraries.insert(it);
            }
        }
        for it in finder.found {
            self.target(source, &it, &mut targets, depth);
        }
        let name = module_name(&source.file);
        if name.starts_with(FOLDER) && standard::python_text(&source.file).is_none() {
            let message = "the folder `lumipy` has the library of LumiPy";
            let problem = source.problem(
                TextSize::new(0),
                Refusal::Import,
                message,
                "give it another name",
            );
            return self.problems.push(problem);
        }
        let role = match (is_entry, self.is_library) {
            (true, false) => Role::Program,
            (true, true) => Role::Library,
            (false, false) => Role::Module,
            (false, true) => Role::LibraryModule,
        };
        let texts = self.texts(source, syntax);
        let around = Surroundings {
            exports: &self.exports,
            targets: &targets,
            texts: &texts,
            role,
            has_mixins: self.has_mixins,
        };
        let lowered = with_stack(MAX_LEVELS + MAX_OPERATORS, || {
            lowered(source, syntax, &name, &around)
        });
        self.add(name, lowered);
    }

    fn add(&mut self, name: String, lowered: Lowered) {
        self.wants_mixins |= lowered.wants_mixins && !self.has_mixins;
        self.exports.has_dynamic_outputs |= lowered.has_dynamic_outputs;
        let imports = &lowered.compiled.module.imports;
        let packages = imports.iter().map(|it| it.token.package());
        let packages = packages.filter(|it| !matches!(*it, "lumi" | "node" | "."));
        self.compiled.packages.extend(packages.map(str::to_owned));
        self.exports.add(&lowered.compiled);
        self.exports.tokens.insert(name.clone(), lowered.tokens);
        self.exports.classes.insert(name, lowered.classes);
        self.problems.extend(lowered.problems);
        self.compiled.modules.push(lowered.compiled);
    }

    /// Finds the module that an import means, and loads it.
    fn target(&mut self, source: &Source, import: &Imported, targets: &mut Targets, depth: usize) {
        let Some((file, is_python)) = self.resolved(&import.name, &source.file) else {
            if !import.is_guess {
                let message = format!("LumiPy has no module `{}`", import.name);
                let help = module_help(&import.name);
                let problem = source.problem(import.at, Refusal::Import, &message, &help);
                self.problems.push(problem);
            }
            return;
        };
        let name = module_name(&file);
        targets.insert(import.name.clone(), Token::new(".", &name, "*"));
        match is_python {
            true => self.load(&file, false, depth + 1),
            false => self.load_typescript(&file),
        }
    }

    /// The file of a module, and whether it is Python.
    fn resolved(&mut self, name: &str, importer: &str) -> Option<(String, bool)> {
        if let Some((file, _)) = standard::python_module(name) {
            return Some((file, true));
        }
        let dots = name.len() - name.trim_start_matches('.').len();
        let parts = name[dots..].split('.').filter(|it| !it.is_empty());
        let mut folder = match dots {
            0 => self.root.clone(),
            _ => folder_of(importer).to_owned(),
        };
        for _ in 1..dots {
            folder = folder_of(folder.trim_end_matches('/')).to_owned();
        }
        let rest: Vec<&str> = parts.collect();
        if rest.is_empty() {
            return None;
        }
        let base = format!("{folder}{}", rest.join("/"));
        let python = [format!("{base}.py"), format!("{base}/__init__.py")];
        let typescript = [format!("{base}.ts"), format!("{base}/index.ts")];
        let candidates = python.into_iter().map(|it| (it, true));
        candidates
            .chain(typescript.into_iter().map(|it| (it, false)))
            .find(|(file, _)| self.files.read(file).is_ok())
    }

    /// A module in TypeScript, with all that it imports.
    fn load_typescript(&mut self, file: &str) {
        if !self.begun.insert(file.to_owned()) {
            return;
        }
        match lumi_pack::compile(file, self.files) {
            Ok(compiled) => {
                for it in &compiled.modules {
                    self.exports.foreign.insert(it.module.name.clone());
                    self.exports.add(it);
                }
                self.merge(compiled);
            }
            Err(problems) => self.problems.extend(problems),
        }
    }

    fn merge(&mut self, other: Compiled) {
        for it in other.modules {
            let mut known = self.compiled.modules.iter();
            if !known.any(|module| module.module.name == it.module.name) {
                self.compiled.modules.push(it);
            }
        }
        self.compiled.texts.extend(other.texts);
        self.compiled.data.extend(other.data);
        self.compiled.packages.extend(other.packages);
    }

    /// Adds the modules of the library that the program uses.
    fn finish(mut self) -> Result<Compiled, Vec<SourceProblem>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let imports = self
            .compiled
            .modules
            .iter()
            .flat_map(|it| &it.module.imports);
        let used = imports.filter(|it| !it.token.module().starts_with(standard::PYTHON_FOLDER));
        let used = used.filter_map(|it| it.token.module().strip_prefix(FOLDER));
        let used: BTreeSet<String> = used.map(str::to_owned).collect();
        if used.is_empty() {
            return Ok(self.compiled);
        }
        let used: Vec<&str> = used.iter().map(String::as_str).collect();
        let mut library = LibraryFiles::of(&used);
        let own = std::mem::take(&mut self.compiled.modules);
        let mut compiled = lumi_pack::compile(LibraryFiles::ENTRY, &mut library)?;
        compiled.modules.pop();
        self.merge(compiled);
        self.compiled.modules.extend(own);
        Ok(self.compiled)
    }
}

fn unreadable(file: &str, message: String) -> SourceProblem {
    SourceProblem {
        file: file.to_owned(),
        line: 1,
        column: 1,
        message,
        help: None,
    }
}

/// The folder of a file, with `/` behind it; empty for the project folder.
fn folder_of(file: &str) -> &str {
    file.rfind('/').map_or("", |at| &file[..=at])
}

/// The name of a module in tokens.
fn module_name(file: &str) -> String {
    file.rsplit_once('.').map_or(file, |it| it.0).to_owned()
}
