//! The packages of a program: their files and what these declare.

use std::collections::HashMap;
use std::rc::Rc;

use super::library;
use super::lowering::{Lowered, Lowering, Refused};
use super::objects::{
    ConstantObject, FunctionObject, Global, ImportedName, Lazy, Object, Package, TypeObject,
};
use super::refusal::Refusal;
use super::syntax::tree::{Declaration, ExprKind, File, FunctionDeclaration, Ident, Import};
use super::syntax::{Pos, parse};

/// The largest number of packages between the entry and one that it imports.
const MAX_CHAIN: usize = 100;

/// Packages of Go that LumiGo does not have, with what to do instead.
const ADVICE: &[(&str, &str)] = &[
    (
        "os",
        "read settings with `ctx.Config()`, and files as assets",
    ),
    (
        "time",
        "a program has no clock: what it makes depends on its inputs alone",
    ),
    ("math/rand", "use the resources of `std:random`"),
    ("crypto/rand", "use the resources of `std:random`"),
    ("sync", "programs run one step at a time"),
    ("context", "programs run one step at a time"),
    ("net/http", "use the resources of `std:http`"),
    ("unsafe", "LumiGo has no addresses of memory"),
    ("reflect", "use a type switch"),
];

impl Lowering<'_> {
    /// Loads the package whose files these are, with the packages that it imports.
    #[expect(
        clippy::too_many_lines,
        reason = "one sequence of steps, of which each needs what those before it found"
    )]
    pub fn load_package(
        &mut self,
        path: &str,
        files: &[(String, String)],
        is_library: bool,
        chain: usize,
    ) -> Lowered<usize> {
        let mut parsed: Vec<File> = Vec::new();
        let mut failed = false;
        for (name, text) in files {
            let index = self.sources.add(name, text, is_library);
            let base = self.sources.files[index].base;
            match parse(text, base) {
                Ok(file) => parsed.push(file),
                Err(error) => {
                    let refusal = if error.is_depth {
                        Refusal::Nesting
                    } else {
                        Refusal::Syntax
                    };
                    let _: Lowered<()> = self.refuse(error.at, refusal, &error.message, "");
                    failed = true;
                }
            }
        }
        let (Some(first), false) = (parsed.first(), failed) else {
            return Err(Refused);
        };
        let name = first.package.name.to_string();
        if let Some(other) = parsed.iter().find(|it| *it.package.name != *name) {
            let message = format!(
                "the files of the folder are of the packages {name} and {}",
                other.package.name
            );
            return self.refuse(other.package.at, Refusal::Declaration, &message, "");
        }
        let mut imports = Vec::new();
        for file in &parsed {
            for it in &file.imports {
                imports.push((it, self.imported_package(it, chain)?));
            }
        }
        let package = self.packages.len();
        self.packages.push(Package {
            path: path.to_owned(),
            name: name.clone(),
            names: HashMap::new(),
            is_library,
            starts: Vec::new(),
        });
        self.types.packages.push(name);
        self.package_of_path.insert(path.to_owned(), package);
        for (import, index) in imports {
            self.add_import(import, index)?;
        }
        let mut methods = Vec::new();
        for file in parsed {
            for it in file.declarations {
                self.register(it, package, &mut methods)?;
            }
        }
        for it in methods {
            self.add_method(it, package)?;
        }
        Ok(package)
    }

    fn add_import(&mut self, import: &Import, package: usize) -> Lowered<()> {
        let name: Rc<str> = match &import.alias {
            Some(it) if &*it.name == "." => {
                return self.absent(it.at, Refusal::Import, "imports by `.`", "name the package");
            }
            Some(it) if &*it.name == "_" => return Ok(()),
            Some(it) => Rc::clone(&it.name),
            None => self.packages[package].name.as_str().into(),
        };
        let file = self.sources.index_of(import.at);
        let imported = self.imported.entry(file).or_default();
        if imported.contains_key(&name) {
            return self.refuse(
                import.at,
                Refusal::Import,
                &format!("{name} redeclared by an import"),
                "",
            );
        }
        let (at, is_used) = (import.at, false);
        imported.insert(
            name,
            ImportedName {
                package,
                at,
                is_used,
            },
        );
        Ok(())
    }

    /// The package that an import means.
    fn imported_package(&mut self, import: &Import, chain: usize) -> Lowered<usize> {
        let path = import.path.as_str();
        if let Some(found) = self.package_of_path.get(path) {
            return Ok(*found);
        }
        if chain > MAX_CHAIN || self.loading.iter().any(|it| it == path) {
            return self.refuse(
                import.at,
                Refusal::Import,
                "the packages import each other in a circle",
                "",
            );
        }
        self.loading.push(path.to_owned());
        let found = self.load_import(import, chain);
        self.loading.pop();
        found
    }

    fn load_import(&mut self, import: &Import, chain: usize) -> Lowered<usize> {
        let path = import.path.as_str();
        if let Some((file, text)) = library::package(path) {
            return self.load_package(path, &[(file.to_owned(), text.to_owned())], true, chain + 1);
        }
        let module = self.module.clone();
        let below = path
            .strip_prefix(&module)
            .and_then(|it| it.strip_prefix('/'))
            .filter(|_| !module.is_empty());
        if let Some(below) = below {
            let folder = format!("{}{below}", self.root);
            let files = self.package_files(&folder, None);
            if !files.is_empty() {
                return self.load_package(path, &files, false, chain + 1);
            }
        }
        let advice = ADVICE.iter().find(|it| it.0 == path).map(|it| it.1);
        let near = library::paths().find(|it| strsim::damerau_levenshtein(it, path) <= 2);
        let help = match (advice, near) {
            (Some(it), _) => it.to_owned(),
            (None, Some(it)) => format!("did you mean `{it}`?"),
            _ => "docs/lumigo.md names the packages that programs can use".to_owned(),
        };
        self.refuse(
            import.at,
            Refusal::Import,
            &format!("LumiGo has no package `{path}`"),
            &help,
        )
    }

    /// The files of the package in a folder, the entry first.
    pub fn package_files(&mut self, folder: &str, entry: Option<&str>) -> Vec<(String, String)> {
        let mut names = self.files.listed(folder, crate::EXTENSION);
        names.retain(|it| !it.ends_with("_test.go") && Some(it.as_str()) != entry);
        names.sort();
        names.truncate(1_000);
        let all = entry.map(str::to_owned).into_iter().chain(names);
        let mut found = Vec::new();
        for name in all {
            if let Ok(text) = self.files.read(&name) {
                let head = text.split("\npackage ").next().unwrap_or_default();
                let is_conditional = head.lines().any(|it| it.starts_with("//go:build"));
                if !is_conditional || Some(name.as_str()) == entry {
                    found.push((name, text));
                }
            }
        }
        found
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    fn register(
        &mut self,
        of: Declaration,
        package: usize,
        methods: &mut Vec<Rc<FunctionDeclaration>>,
    ) -> Lowered<()> {
        match of {
            Declaration::Const(syntax) => {
                for (index, name) in syntax.names.iter().enumerate() {
                    self.constants.push(ConstantObject {
                        syntax: Rc::clone(&syntax),
                        index,
                        package,
                        value: Lazy::Unknown,
                    });
                    let object = Object::Constant(self.constants.len() - 1);
                    self.add_name(name, object, package)?;
                }
            }
            Declaration::Var(syntax) => {
                let first = self.globals.len();
                for (index, name) in syntax.names.iter().enumerate() {
                    self.globals.push(Global {
                        syntax: Rc::clone(&syntax),
                        package,
                        slot: None,
                        of: Lazy::Unknown,
                        first,
                        code: None,
                    });
                    self.add_name(name, Object::Global(first + index), package)?;
                }
            }
            Declaration::Type(syntax) => {
                let name = syntax.name.clone();
                self.declared.push(TypeObject {
                    syntax,
                    package,
                    instances: HashMap::new(),
                    methods: HashMap::new(),
                    is_busy: false,
                });
                let object = Object::Type(self.declared.len() - 1);
                self.add_name(&name, object, package)?;
            }
            Declaration::Function(syntax) if syntax.receiver.is_some() => methods.push(syntax),
            Declaration::Function(syntax) => {
                let name = syntax.name.clone();
                self.functions.push(FunctionObject { syntax, package });
                let index = self.functions.len() - 1;
                if &*name.name == "init" {
                    self.packages[package].starts.push(index);
                    return Ok(());
                }
                self.add_name(&name, Object::Function(index), package)?;
            }
        }
        Ok(())
    }

    fn add_name(&mut self, name: &Ident, object: Object, package: usize) -> Lowered<()> {
        if &*name.name == "_" {
            return Ok(());
        }
        let before = self.packages[package]
            .names
            .insert(Rc::clone(&name.name), object);
        match before {
            Some(_) => self.refuse(
                name.at,
                Refusal::Declaration,
                &format!("{} redeclared in this package", name.name),
                "",
            ),
            None => Ok(()),
        }
    }

    fn add_method(&mut self, syntax: Rc<FunctionDeclaration>, package: usize) -> Lowered<()> {
        let mut receiver = syntax.receiver.as_ref().map(|it| &*it.value_type);
        let mut found: Option<(Rc<str>, Pos)> = None;
        while let Some(it) = receiver.take() {
            match &it.kind {
                ExprKind::Paren(inner) | ExprKind::Star(inner) | ExprKind::Index(inner, _) => {
                    receiver = Some(inner)
                }
                ExprKind::Name(name) => found = Some((Rc::clone(name), it.at)),
                _ => {}
            }
        }
        let object = found
            .as_ref()
            .and_then(|it| self.packages[package].names.get(&it.0).cloned());
        let (Some(Object::Type(index)), Some((type_name, _))) = (object, &found) else {
            let at = found.map_or(syntax.name.at, |it| it.1);
            return self.refuse(
                at,
                Refusal::Declaration,
                "the receiver of a method is a type of the package",
                "",
            );
        };
        let name = syntax.name.clone();
        if &*name.name == "_" {
            return Ok(());
        }
        match self.declared[index]
            .methods
            .insert(Rc::clone(&name.name), syntax)
        {
            Some(_) => {
                let message = format!("method {type_name}.{} already declared", name.name);
                self.refuse(name.at, Refusal::Declaration, &message, "")
            }
            None => Ok(()),
        }
    }
}
