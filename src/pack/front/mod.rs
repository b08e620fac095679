//! The front end: makes LumiIL of a program in TypeScript or JavaScript.
//!
//! It says with a position what LumiIL does not have, and guesses nothing.
//!
//! | module | |
//! |---|---|
//! | `source` | a module of the program: text and syntax |
//! | `kept_functions` | which functions are kept as JavaScript, because a resource may capture them |
//! | `binder` | binds the names of a module, and refuses what LumiIL does not have |
//! | `modules`, `statements`, `expressions`, `functions`, `patterns`, `types` | syntax to LumiIL |
//! | `function_variables` | `var`: variables of a whole function or module |
//! | `library` | parts of the standard library that have a form of their own, and members of Node's modules |
//! | `parameter_properties` | properties among the parameters of constructors, in the text of closures |
//! | `star_exports` | the names that `export *` exports |
//! | `error` | the error about code that LumiIL does not have |

mod binder;
mod error;
mod expressions;
mod function_variables;
mod functions;
mod kept_functions;
mod library;
mod modules;
mod parameter_properties;
mod patterns;
mod source;
mod star_exports;
mod statements;
mod types;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use lumi_closure::nesting::{Jsx, levels, with_stack};

use crate::il::{DebugInfo, Import, Module, Token};

use binder::Binder;
pub use error::SourceProblem;
use kept_functions::kept_functions;
pub use modules::module_name;
use modules::own_module;
use source::Source;

/// The files of a program.
pub trait SourceFiles {
    /// The file, relative to the project folder and with `/`, that a specifier means in a module; or why there is
    /// none.
    fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String>;

    /// The text of a file, or why it cannot be read.
    fn read(&mut self, file: &str) -> Result<String, String>;

    /// The files of a folder that have an extension, relative to the project folder and in order.
    fn listed(&mut self, _folder: &str, _extension: &str) -> Vec<String> {
        Vec::new()
    }

    /// Whether a package is a library, and not that of a provider.
    fn is_library(&self, _package: &str) -> bool {
        false
    }

    /// Whether packages of npm are a part of the program.
    fn has_packages(&self) -> bool {
        false
    }
}

/// A program as LumiIL.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// In the order of their evaluation: the last one is the entry.
    pub modules: Vec<CompiledModule>,
    /// Texts of closures by their SHA-256.
    pub texts: BTreeMap<String, String>,
    /// Files that modules import as JSON or as text, by their path.
    pub data: BTreeMap<String, DataFile>,
    /// The packages that the program imports.
    pub packages: BTreeSet<String>,
    /// Files that go into resources as they are, by their path. The compiler finds none: see
    /// [`asset_uses`](crate::asset_uses).
    pub assets: BTreeMap<String, AssetFile>,
    /// Folders of which the assets have each file; `.` is the project folder.
    pub folders: BTreeSet<String>,
}

/// A file that goes into resources as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetFile {
    pub bytes: Vec<u8>,
    pub is_executable: bool,
}

/// A module with the positions of its nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct CompiledModule {
    pub module: Module,
    pub debug: DebugInfo,
}

/// A file that is imported as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// Whether it is imported as a text, and not as JSON.
    pub is_text: bool,
    pub text: String,
}

/// Compiles the program that begins with `entry`, a file relative to the project folder.
pub fn compile(entry: &str, files: &mut dyn SourceFiles) -> Result<Compiled, Vec<SourceProblem>> {
    let mut program = Program {
        files,
        sources: Vec::new(),
        targets: Vec::new(),
        indices: HashMap::new(),
        names: HashMap::from([(own_module(entry), entry.to_owned())]),
        order: Vec::new(),
        compiled: Compiled::default(),
        problems: Vec::new(),
        levels: 0,
    };
    program.load(entry);
    match program.problems.is_empty() {
        true => program.bind(),
        false => Err(program.problems),
    }
}

struct Program<'f> {
    files: &'f mut dyn SourceFiles,
    sources: Vec<Source>,
    /// For each source the modules that its specifiers mean.
    targets: Vec<HashMap<String, Token>>,
    indices: HashMap<String, usize>,
    /// The file of each module.
    names: HashMap<Token, String>,
    /// The sources in the order of their evaluation.
    order: Vec<usize>,
    compiled: Compiled,
    problems: Vec<SourceProblem>,
    /// The deepest nesting of a source.
    levels: usize,
}

/// A module whose imports are being loaded.
struct Open {
    index: usize,
    imports: std::vec::IntoIter<(String, Option<String>, deno_ast::swc::common::BytePos)>,
}

impl Program<'_> {
    /// Loads a module and what it imports, in the order of evaluation.
    fn load(&mut self, entry: &str) {
        let mut open: Vec<Open> = Vec::new();
        open.extend(self.open(entry, None));
        while let Some(top) = open.last_mut() {
            let index = top.index;
            let Some((specifier, kind, at)) = top.imports.next() else {
                self.order.push(index);
                open.pop();
                continue;
            };
            let result = self.target(index, &specifier, kind.as_deref());
            match result {
                Ok(Some(file)) => {
                    let next = self.open(&file, Some((index, at)));
                    open.extend(next);
                }
                Ok(None) => {}
                Err((message, help)) => {
                    let problem = self.sources[index].problem(at, message, help);
                    self.problems.push(problem);
                }
            }
        }
    }

    /// Reads and parses a module, unless it has been loaded.
    fn open(
        &mut self,
        file: &str,
        importer: Option<(usize, deno_ast::swc::common::BytePos)>,
    ) -> Option<Open> {
        if self.indices.contains_key(file) {
            return None;
        }
        let index = self.sources.len();
        let loaded = self.files.read(file).map_err(|message| match importer {
            Some((importer, at)) => self.sources[importer].problem(at, message, None),
            None => SourceProblem {
                file: file.to_owned(),
                line: 1,
                column: 1,
                message,
                help: None,
            },
        });
        let levels = loaded.as_ref().ok().and_then(|it| levels(it, Jsx::No).ok());
        self.levels = self.levels.max(levels.unwrap_or_default());
        let parsed = loaded.and_then(|text| match levels {
            Some(levels) => with_stack(levels, || Source::parse(file, &text)),
            None => Err(SourceProblem {
                file: file.to_owned(),
                line: 1,
                column: 1,
                message: "the code is nested too deeply".to_owned(),
                help: None,
            }),
        });
        match parsed {
            Ok(source) => {
                let imports = source.imports().into_iter();
                self.indices.insert(file.to_owned(), index);
                self.sources.push(source);
                self.targets.push(HashMap::new());
                Some(Open { index, imports })
            }
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }

    /// Notes which module a specifier means. Returns its file if it is one of the program.
    fn target(
        &mut self,
        index: usize,
        specifier: &str,
        kind: Option<&str>,
    ) -> Result<Option<String>, (String, Option<&'static str>)> {
        if let Some(token) = foreign_module(specifier) {
            if !matches!(token.package(), "lumi" | "node") {
                self.compiled.packages.insert(token.package().to_owned());
            }
            self.targets[index].insert(specifier.to_owned(), token);
            return Ok(None);
        }
        if !specifier.starts_with(['.', '/', '#']) && !self.files.has_packages() {
            let help = "import modules of Lumi, packages of Lumi.yaml as `lumi:NAME`, and files of the program";
            return Err((
                format!("LumiIL has no packages of npm, such as `{specifier}`"),
                Some(help),
            ));
        }
        let resolved = self.files.resolve(specifier, &self.sources[index].file);
        let file = resolved.map_err(|message| (message, None))?;
        let token = own_module(&file);
        let known = self
            .names
            .entry(token.clone())
            .or_insert_with(|| file.clone());
        if *known != file {
            let other = known.clone();
            let message = format!("the modules {other} and {file} have one name in LumiIL");
            return Err((message, Some("give one of the files another name")));
        }
        self.targets[index].insert(specifier.to_owned(), token);
        let is_data = kind.is_some() || file.ends_with(".json");
        if !is_data {
            return Ok(Some(file));
        }
        let is_text = match kind {
            Some("text") => true,
            None | Some("json") => false,
            Some(other) => {
                return Err((
                    format!("LumiIL has no imports of type `{other}`"),
                    Some("import it as `text` or `json`"),
                ));
            }
        };
        let text = self.files.read(&file).map_err(|message| (message, None))?;
        if !is_text && serde_json::from_str::<serde::de::IgnoredAny>(&text).is_err() {
            return Err((format!("{file} is not JSON"), None));
        }
        self.compiled.data.insert(file, DataFile { is_text, text });
        Ok(None)
    }

    /// Whether a module is in a circle of imports.
    fn imports_itself(&self, index: usize) -> bool {
        let imported = |module: &usize| {
            let files = self.targets[*module]
                .values()
                .filter_map(|it| self.names.get(it));
            files.filter_map(|it| self.indices.get(it).copied())
        };
        let mut seen = vec![false; self.sources.len()];
        let mut queue: Vec<usize> = imported(&index).collect();
        while let Some(next) = queue.pop() {
            if next == index {
                return true;
            }
            if !std::mem::replace(&mut seen[next], true) {
                queue.extend(imported(&next));
            }
        }
        false
    }

    /// Drops the data that no module imports for more than types.
    fn keep_used_data(&mut self) {
        let names = &self.names;
        let modules = &self.compiled.modules;
        let imports = modules.iter().flat_map(|it| &it.module.imports);
        let values = imports.filter(|it| !it.is_type && it.token.is_own());
        let used: BTreeSet<&String> = values
            .filter_map(|it| names.get(&it.token.sibling("*")))
            .collect();
        self.compiled.data.retain(|file, _| used.contains(file));
    }

    fn bind(mut self) -> Result<Compiled, Vec<SourceProblem>> {
        let levels = self.levels;
        with_stack(levels, || {
            let index_of = |token: &Token| {
                let file = self.names.get(token)?;
                self.indices.get(file).copied()
            };
            let kept = kept_functions(&self.sources, &self.targets, index_of)
                .map_err(|problem| vec![problem])?;
            let mut found = Vec::new();
            let mut stars = Vec::new();
            for &index in &self.order {
                let imports_itself = self.imports_itself(index);
                let source = &self.sources[index];
                let targets = &mut self.targets[index];
                let mut binder = Binder::new(source, targets, index, &kept);
                binder.imports_itself = imports_itself;
                let mut module = binder.module();
                let only_types = of_types_alone(&module);
                if !only_types.is_empty() {
                    // As if the imports were written with `type`, which is what raised source has.
                    drop(binder);
                    targets.retain(|_, it| !only_types.contains(it));
                    binder = Binder::new(source, targets, index, &kept);
                    binder.imports_itself = imports_itself;
                    module = binder.module();
                }
                let debug = DebugInfo::of(&mut module, source.file.clone());
                self.problems.append(&mut binder.problems);
                self.compiled.texts.append(&mut binder.texts);
                stars.push(std::mem::take(&mut binder.stars));
                found.push(CompiledModule { module, debug });
            }
            for (module, at) in star_exports::name_exports(&mut found, &stars) {
                let source = &self.sources[self.order[module]];
                let message = "LumiIL has no `export *` of modules that export each other";
                let help = Some("name the exports");
                self.problems
                    .push(source.problem(at, message.to_owned(), help));
            }
            found.iter_mut().for_each(star_exports::list_once);
            self.compiled.modules = reachable(found);
            self.keep_used_data();
            match self.problems.is_empty() {
                true => Ok(self.compiled),
                false => Err(self.problems),
            }
        })
    }
}

/// The files, and modules of Node, that a module imports for types alone.
fn of_types_alone(module: &Module) -> BTreeSet<Token> {
    let is_own = |it: &&Import| it.token.is_own() || it.token.package() == "node";
    let own = module.imports.iter().filter(is_own);
    let (types, values): (Vec<_>, Vec<_>) = own.partition(|it| it.is_type);
    let values: BTreeSet<Token> = values.iter().map(|it| it.token.sibling("*")).collect();
    let types = types.iter().map(|it| it.token.sibling("*"));
    types.filter(|it| !values.contains(it)).collect()
}

/// The modules that are evaluated: those that the entry, which is the last one, imports for more than types.
fn reachable(modules: Vec<CompiledModule>) -> Vec<CompiledModule> {
    let by_name: HashMap<&str, &Module> = modules
        .iter()
        .map(|it| (it.module.name.as_str(), &it.module))
        .collect();
    let mut found: BTreeSet<String> = BTreeSet::new();
    let mut queue: Vec<&str> = modules
        .last()
        .map(|it| it.module.name.as_str())
        .into_iter()
        .collect();
    while let Some(name) = queue.pop() {
        if let Some(module) = by_name.get(name)
            && found.insert(name.to_owned())
        {
            let imports = module
                .imports
                .iter()
                .filter(|it| !it.is_type && it.token.is_own());
            queue.extend(imports.map(|it| it.token.module()));
        }
    }
    modules
        .into_iter()
        .filter(|it| found.contains(&it.module.name))
        .collect()
}

/// The module of Lumi, of a package or of Node that a specifier means.
fn foreign_module(specifier: &str) -> Option<Token> {
    if specifier == "lumi" {
        return Some(Token::new("lumi", "index", "*"));
    }
    if let Some(module) = specifier.strip_prefix("lumi/") {
        return Some(Token::new("lumi", module, "*"));
    }
    if let Some(package) = specifier.strip_prefix("lumi:") {
        let (package, module) = package.split_once('/').unwrap_or((package, "index"));
        return Some(Token::new(package, module, "*"));
    }
    let module = specifier.strip_prefix("node:")?;
    Some(Token::new("node", module, "*"))
}
