//! Imports of a module that is raised.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use lumi_pack::Doc;
use lumi_pack::il::{Module, Token};

use super::layout::{bracketed, text};
use super::names::{is_name, python_name};
use crate::library::{FOLDER, builtin};
use crate::standard;

/// A module, or a name in a module: the module and the name.
type Imported = (Option<String>, String);

/// The names of modules in the imports of Python.
pub struct Imports<'a> {
    module: &'a Module,
    /// The folder of the entry, in which modules of the program are.
    root: &'a str,
    /// The names of variables and of other imports, which no import may have.
    taken: HashSet<String>,
    /// The names that imports have, by what they import.
    locals: HashMap<Imported, String>,
    /// Lines `import …` of Python's library.
    standard: BTreeSet<String>,
    /// Lines `import …` of Lumi and packages.
    lumi: BTreeSet<String>,
    /// Names that are imported of a module, with the names that they get.
    from: BTreeMap<String, BTreeSet<String>>,
    used: BTreeSet<String>,
}

impl<'a> Imports<'a> {
    pub fn new(module: &'a Module, root: &'a str) -> Self {
        let taken = module.locals.iter().map(|it| python_name(&it.name));
        Self {
            module,
            root,
            taken: taken.collect(),
            locals: HashMap::new(),
            standard: BTreeSet::new(),
            lumi: BTreeSet::new(),
            from: BTreeMap::new(),
            used: BTreeSet::new(),
        }
    }

    /// `import name`, or under another name where something else has that.
    fn whole(&mut self, name: &str, wanted: &str, is_standard: bool) -> String {
        let local = self.local((None, name.to_owned()), wanted);
        let line = match local == name {
            true => format!("import {name}"),
            false => format!("import {name} as {local}"),
        };
        match is_standard {
            true => self.standard.insert(line),
            false => self.lumi.insert(line),
        };
        local
    }

    /// `from module import name`, or under another name where something else has that.
    fn member(&mut self, module: &str, name: &str) -> String {
        let local = self.local((Some(module.to_owned()), name.to_owned()), name);
        let item = match local == name {
            true => name.to_owned(),
            false => format!("{name} as {local}"),
        };
        self.from.entry(module.to_owned()).or_default().insert(item);
        local
    }

    /// The name of what is imported: the wanted one, or one with a number behind it where something else has that.
    fn local(&mut self, of: Imported, wanted: &str) -> String {
        if let Some(it) = self.locals.get(&of) {
            return it.clone();
        }
        let mut local = wanted.to_owned();
        let mut count = 0;
        while self.taken.contains(&local) || builtin(&local).is_some() {
            count += 1;
            local = format!("{wanted}_{count}");
        }
        self.taken.insert(local.clone());
        self.locals.insert(of, local.clone());
        local
    }

    /// `import name` of a module of which only the evaluation is wanted.
    fn unused(&mut self, name: &str) -> Doc {
        let first = name.split('.').next().unwrap_or(name);
        let local = self.local((None, first.to_owned()), first);
        text(match local == first {
            true => format!("import {name}"),
            false => format!("import {name} as {local}"),
        })
    }

    /// A module of Python's library.
    pub fn standard(&mut self, name: &str) -> String {
        match name.split_once('.') {
            Some((of, member)) => self.member(of, member),
            None => self.whole(name, name, true),
        }
    }

    /// `lumi`
    pub fn lumi(&mut self) -> String {
        self.whole("lumi", "lumi", false)
    }

    /// The name in Python of a token that is not of the library; `None` if LumiPy has none for it.
    pub fn token(&mut self, token: &Token) -> Option<String> {
        if token.is_own() {
            return self.own(token);
        }
        let member = |of: String, name: &str| match name {
            "*" => Some(of),
            name => is_name(name).then(|| format!("{of}.{name}")),
        };
        match (token.package(), token.module(), token.name()) {
            ("node", ..) => None,
            ("lumi", "index", name) => {
                let of = self.lumi();
                member(of, name)
            }
            ("lumi", "std", "*") => Some(self.member("lumi", "std")),
            ("lumi", "std", name) => Some(self.member("lumi.std", name)),
            ("lumi", module, name) => {
                let of = self.whole(&format!("lumi.{module}"), module, false);
                member(of, name)
            }
            (package, module, name) => {
                let package = package.replace('-', "_");
                let last = match module {
                    "index" => package.as_str(),
                    other => other.rsplit('/').next().unwrap_or(other),
                };
                let whole = match module {
                    "index" => format!("lumi_{package}"),
                    other => format!("lumi_{package}.{}", other.replace('/', ".")),
                };
                let of = self.whole(&whole, last, false);
                member(of, name)
            }
        }
    }

    /// A member of a module of the program, or of one of Python's library that is in LumiPy.
    fn own(&mut self, token: &Token) -> Option<String> {
        self.used.insert(token.module().to_owned());
        if let Some(name) = python_module(token.module()) {
            return Some(match token.name() {
                "*" => self.standard(&name),
                member if name.contains('.') => self.member(&name, member),
                member => format!("{}.{member}", self.standard(&name)),
            });
        }
        let name = self.dotted(token.module())?;
        Some(match token.name() {
            "*" => match name.rsplit_once('.') {
                Some((of, last)) => self.member(of, last),
                None => self.whole(&name, &name, false),
            },
            member => self.member(&name, &python_name(member)),
        })
    }

    /// The dotted name of a module of the program.
    fn dotted(&self, module: &str) -> Option<String> {
        let below = module.strip_prefix(self.root)?;
        let below = below.strip_suffix("/__init__").unwrap_or(below);
        let below = below.strip_suffix("/index").unwrap_or(below);
        below
            .split('/')
            .all(is_name)
            .then(|| below.replace('/', "."))
    }

    /// The lines of the imports, by groups. Modules of the program come in the order of their evaluation, also those of
    /// which nothing is used.
    pub fn lines(&mut self) -> Vec<Vec<Doc>> {
        let mut own = Vec::new();
        let modules = self.module.imports.iter().map(|it| &it.token);
        let modules = modules.filter(|it| it.is_own() && !it.module().starts_with(FOLDER));
        let mut seen = BTreeSet::new();
        for module in modules.map(Token::module) {
            let Some(name) = self.dotted(module).filter(|_| seen.insert(module)) else {
                continue;
            };
            match self.from.remove(&name) {
                Some(names) => own.push(from_line(&name, &names)),
                None if !self.used.contains(module) => own.push(self.unused(&name)),
                None => {}
            }
        }
        let mut standard: Vec<Doc> = self.standard.iter().map(text).collect();
        let mut lumi: Vec<Doc> = self.lumi.iter().map(text).collect();
        for (module, names) in &self.from {
            match module.starts_with("lumi") {
                true => lumi.push(from_line(module, names)),
                false => standard.push(from_line(module, names)),
            }
        }
        let groups = [standard, lumi, own];
        groups.into_iter().filter(|it| !it.is_empty()).collect()
    }
}

fn from_line(module: &str, names: &BTreeSet<String>) -> Doc {
    let head = format!("from {module} import ");
    let flat = names.iter().cloned().collect::<Vec<_>>().join(", ");
    if head.len() + flat.len() <= 88 {
        return text(format!("{head}{flat}"));
    }
    let names: Vec<Doc> = names.iter().map(text).collect();
    let mut inner = Doc::joined(names, &[Doc::text(","), Doc::Line]);
    inner.push(Doc::Comma);
    Doc::List(vec![text(head), bracketed("(", inner, ")")])
}

/// The name of a module of Python's library, of which LumiPy has the source.
fn python_module(module: &str) -> Option<String> {
    let file = module.strip_prefix(standard::PYTHON_FOLDER)?;
    let dotted = file.replacen('_', ".", 1);
    let names = [file.to_owned(), dotted];
    names
        .into_iter()
        .find(|it| standard::python_module(it).is_some())
}
