//! Imports of Pulumi's packages: what their names stand for, and the imports that replace them.

use std::collections::HashSet;
use std::ops::Range;

use deno_ast::swc::ast::{Id, ImportDecl, ImportSpecifier, ModuleExportName};
use deno_ast::swc::common::Spanned;
use lumi_closure::analysis::{end, offset};
use lumi_closure::is_reserved_word;
use lumi_reconciliation::SourceEdit;
use rustc_hash::FxHashMap;

use super::packages::{ImportSource, PulumiPackages};
use super::sdk_members::{Counterpart, counterpart};
use crate::module_text::ModuleText;

pub const LUMI: &str = "lumi";
pub const DYNAMIC: &str = "lumi/dynamic";
pub const TESTING: &str = "lumi/testing";
/// The module of a package whose members read its configuration.
pub const CONFIG: &str = "config";
/// The namespace of the types of nested values, of a package of Pulumi as of one of Lumi.
pub const TYPES: &str = "types";

/// The member that an imported name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A path in `@pulumi/pulumi`; empty for the module.
    Sdk(Vec<String>),
    /// A path in a package of a provider.
    Package(Vec<String>),
}

/// An imported name.
pub struct Imported {
    pub origin: Origin,
    pub local: String,
    /// Whether it was imported with `* as`, or as the default.
    pub is_namespace: bool,
    is_type: bool,
    /// The package in npm, if it is one of a provider.
    pub npm: Option<String>,
    /// The statement, by its place in [`Imports::statements`].
    statement: usize,
}

/// A name of an import that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Specifier {
    name: String,
    local: String,
    is_type: bool,
}

/// All names that are imported from one module.
#[derive(Default)]
struct ImportGroup {
    namespace: Option<String>,
    names: Vec<Specifier>,
}

/// A statement that is replaced.
struct Statement {
    range: Range<usize>,
    is_type: bool,
    /// The indentation of its names, if they stand on lines of their own.
    indent: Option<String>,
    ends: &'static str,
    /// By module.
    groups: Vec<(String, ImportGroup)>,
}

/// The imports of a module.
#[derive(Default)]
pub struct Imports {
    names: FxHashMap<Id, Imported>,
    statements: Vec<Statement>,
    /// All names of the module, which a new one must not be.
    taken: HashSet<String>,
    /// The name of `Config` of `lumi`, if no name of the SDK stands for it.
    config: Option<String>,
}

/// A statement that has no counterpart, with the reason.
pub struct RefusedImport(pub String);

impl Imports {
    pub fn new(taken: HashSet<String>) -> Self {
        Self {
            taken,
            ..Self::default()
        }
    }

    pub fn get(&self, name: &Id) -> Option<&Imported> {
        self.names.get(name)
    }

    /// Whether the module has a name.
    pub fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Imports a member of `lumi/testing` where a name of the SDK is imported.
    pub fn add_testing(&mut self, sdk: &Id, member: &str, local: &str, is_type: bool) {
        if let Some(statement) = self.names.get(sdk).map(|it| it.statement) {
            let names = &mut self.group(statement, TESTING).names;
            add(names, member.to_owned(), local.to_owned(), is_type);
        }
    }

    /// Takes a statement into account if it imports a package of Pulumi.
    pub fn add(
        &mut self,
        statement: &ImportDecl,
        packages: &PulumiPackages,
        module: &ModuleText<'_>,
    ) -> Result<(), RefusedImport> {
        let source = statement.src.value.to_string_lossy();
        let source = match packages.source(&source) {
            None => return Ok(()),
            Some(source) => source.map_err(RefusedImport)?,
        };
        if statement.specifiers.is_empty() {
            return Ok(());
        }
        let range = offset(statement.span)..end(statement.span);
        let text = &module.text[range.clone()];
        let index = self.statements.len();
        self.statements.push(Statement {
            range,
            is_type: statement.type_only,
            indent: indentation(text),
            ends: if text.ends_with(';') { ";" } else { "" },
            groups: Vec::new(),
        });
        for specifier in &statement.specifiers {
            let (imported, is_type) = imported_name(specifier);
            let mut path = source.path().to_vec();
            // The file of a class has its name: `@pulumi/aws/s3/bucket`.
            if let (Some(last), Some(name)) = (path.last(), &imported)
                && path.len() > 1
                && is_file_of(last, name)
            {
                path.pop();
            }
            path.extend(imported.clone());
            if let Some(part) = no_name(&path) {
                let problem = format!("`{part}` cannot be the name of a member");
                return Err(RefusedImport(problem));
            }
            let name = Imported {
                origin: match &source {
                    ImportSource::Sdk(_) => Origin::Sdk(path),
                    ImportSource::Package { .. } => Origin::Package(path),
                },
                npm: source.npm().map(str::to_owned),
                local: specifier.local().sym.to_string(),
                is_namespace: imported.is_none(),
                is_type: is_type || statement.type_only,
                statement: index,
            };
            match &source {
                ImportSource::Sdk(_) => self.keep_sdk_name(&name),
                ImportSource::Package { module, .. } => self.keep_package_name(&name, module),
            }
            self.names.insert(specifier.local().to_id(), name);
        }
        Ok(())
    }

    /// Imports what a name of the SDK stands for, although no place may use it.
    fn keep_sdk_name(&mut self, name: &Imported) {
        let Origin::Sdk(path) = &name.origin else {
            return;
        };
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        // Members of modules are imported where they are used.
        if let Some((
            _,
            found @ (Counterpart::Lumi(_) | Counterpart::Dynamic(_) | Counterpart::NewProperty),
        )) = counterpart(&path)
        {
            self.text_of(name, found);
        }
    }

    fn keep_package_name(&mut self, name: &Imported, module: &str) {
        let Origin::Package(path) = &name.origin else {
            return;
        };
        match path.as_slice() {
            [] => self.group(name.statement, module).namespace = Some(name.local.clone()),
            // Its members are converted where they are used.
            [first, ..] if first == CONFIG => {}
            [first, ..] => {
                let (imported, local) = match path.len() {
                    1 => (package_member(first), name.local.clone()),
                    _ => (first.as_str(), self.namespace_name(first, name)),
                };
                let (imported, is_type) = (imported.to_owned(), name.is_type || first == TYPES);
                let names = &mut self.group(name.statement, module).names;
                add(names, imported, local, is_type);
            }
        }
    }

    /// The name of a namespace of a package, of which a name is a member.
    fn namespace_name(&self, first: &str, name: &Imported) -> String {
        match self.taken.contains(first) && name.local != first {
            true => format!("{first}_"),
            false => first.to_owned(),
        }
    }

    /// The text of a name of a package in expressions; `None` if it stays.
    pub fn package_text(&self, name: &Imported) -> Option<String> {
        match &name.origin {
            Origin::Package(path) if path.len() > 1 => {
                let first = self.namespace_name(&path[0], name);
                Some([&[first], &path[1..]].concat().join("."))
            }
            _ => None,
        }
    }

    /// The text of `Config` of `lumi` in a module that imports a name of a package.
    pub fn config_text(&mut self, name: &Id) -> String {
        let is_config = |it: &Origin| match it {
            Origin::Sdk(path) => path.is_empty() || path.as_slice() == ["Config"],
            Origin::Package(_) => false,
        };
        let of_sdk = self.names.iter();
        let of_sdk = of_sdk.filter(|it| is_config(&it.1.origin) && !it.1.is_type);
        let first = of_sdk.min_by_key(|it| (it.1.statement, &it.1.local));
        if let Some(first) = first.map(|it| it.0.clone()) {
            return self.sdk_text(&first, Counterpart::Lumi("Config"));
        }
        if let Some(config) = &self.config {
            return config.clone();
        }
        let is_free = !self.taken.contains("Config");
        let local = if is_free { "Config" } else { "lumiConfig" };
        if let Some(statement) = self.names.get(name).map(|it| it.statement) {
            let names = &mut self.group(statement, LUMI).names;
            add(names, "Config".to_owned(), local.to_owned(), false);
        }
        self.config.insert(local.to_owned()).clone()
    }

    /// The text of a counterpart where an imported name, or a member of it, stood; imports what it needs.
    pub fn sdk_text(&mut self, name: &Id, counterpart: Counterpart) -> String {
        let Some(imported) = self.names.remove(name) else {
            return name.0.to_string();
        };
        let text = self.text_of(&imported, counterpart);
        self.names.insert(name.clone(), imported);
        text
    }

    fn text_of(&mut self, name: &Imported, counterpart: Counterpart) -> String {
        let (module, member) = match counterpart {
            Counterpart::Testing(member) => {
                let names = &mut self.group(name.statement, TESTING).names;
                add(names, member.to_owned(), member.to_owned(), true);
                return member.to_owned();
            }
            Counterpart::Lumi(member) => (LUMI, member),
            Counterpart::NewProperty => (LUMI, "Property"),
            Counterpart::Dynamic(member) => (DYNAMIC, member),
            Counterpart::Global(text) => return text.to_owned(),
            Counterpart::Nothing(_) => return name.local.clone(),
        };
        let Origin::Sdk(path) = &name.origin else {
            return name.local.clone();
        };
        let is_module = match path.first() {
            None => true,
            Some(first) => module == DYNAMIC && first == "dynamic" && path.len() == 1,
        };
        if is_module {
            let local = self.module_name(name, module);
            self.group(name.statement, module).namespace = Some(local.clone());
            return format!("{local}.{member}");
        }
        let (first, rest) = match member.split_once('.') {
            Some((first, rest)) => (first, format!(".{rest}")),
            None => (member, String::new()),
        };
        let original = path.last().map_or("", String::as_str);
        let stands_for_one = !matches!(path.as_slice(), [it] if ["asset", "runtime"].contains(&it.as_str()))
            && !name.is_namespace;
        let is_free = !self.taken.contains(first) || name.local == first;
        let local = match (stands_for_one, is_free) {
            (true, _) if name.local != original => name.local.clone(),
            (_, true) => first.to_owned(),
            (true, false) => name.local.clone(),
            (false, false) => format!("lumi{first}"),
        };
        let is_type = name.is_type;
        let names = &mut self.group(name.statement, module).names;
        add(names, first.to_owned(), local.clone(), is_type);
        format!("{local}{rest}")
    }

    /// The name of a module: that of the user, `lumi` in place of `pulumi`.
    fn module_name(&self, name: &Imported, module: &str) -> String {
        let usual = match module {
            DYNAMIC => "dynamic",
            _ => "lumi",
        };
        let is_own = matches!(&name.origin, Origin::Sdk(path) if path.is_empty());
        let is_free = !self.taken.contains(usual);
        match (module, is_own) {
            (LUMI, true) if name.local == "pulumi" && is_free => usual.to_owned(),
            (DYNAMIC, true) if is_free => usual.to_owned(),
            (DYNAMIC, true) => "lumiDynamic".to_owned(),
            _ => name.local.clone(),
        }
    }

    fn group(&mut self, statement: usize, module: &str) -> &mut ImportGroup {
        let groups = &mut self.statements[statement].groups;
        let at = groups.iter().position(|it| it.0 == module);
        let at = at.unwrap_or_else(|| {
            groups.push((module.to_owned(), ImportGroup::default()));
            groups.len() - 1
        });
        &mut groups[at].1
    }

    /// The edits of all statements.
    pub fn edits(&self, module: &ModuleText<'_>) -> Vec<SourceEdit> {
        let statements = self.statements.iter().enumerate();
        let is_first = |at, of: &str, it: &Specifier| self.first_of(of, &it.local) == Some(at);
        statements
            .map(|(at, it)| it.edit(module, |of, name| is_first(at, of, name)))
            .collect()
    }

    /// The statement that imports a name, which several would: one of values, if there is one.
    fn first_of(&self, module: &str, local: &str) -> Option<usize> {
        let statements = self.statements.iter().enumerate();
        let mut found = None;
        for (at, statement) in statements {
            let groups = statement.groups.iter().filter(|it| it.0 == module);
            let mut names = groups.flat_map(|it| it.1.names.iter());
            let Some(name) = names.find(|it| it.local == local) else {
                continue;
            };
            if !statement.is_type && !name.is_type {
                return Some(at);
            }
            found = found.or(Some(at));
        }
        found
    }
}

impl Statement {
    /// `has` says whether the statement imports a name of a module.
    fn edit(&self, module: &ModuleText<'_>, has: impl Fn(&str, &Specifier) -> bool) -> SourceEdit {
        let mut lines = Vec::new();
        for (name, group) in &self.groups {
            let source = module.quoted(name);
            let keyword = if self.is_type {
                "import type"
            } else {
                "import"
            };
            if let Some(namespace) = &group.namespace {
                lines.push(format!(
                    "{keyword} * as {namespace} from {source}{}",
                    self.ends
                ));
            }
            let names = group.names.iter().filter(|it| has(name, it));
            let names: Vec<String> = names.map(|it| it.text(self.is_type)).collect();
            if !names.is_empty() {
                let list = match &self.indent {
                    Some(indent) => {
                        format!("{{\n{indent}{},\n}}", names.join(&format!(",\n{indent}")))
                    }
                    None => format!("{{ {} }}", names.join(", ")),
                };
                lines.push(format!("{keyword} {list} from {source}{}", self.ends));
            }
        }
        let mut range = self.range.clone();
        if lines.is_empty() && module.text[range.end..].starts_with('\n') {
            range.end += 1;
        }
        SourceEdit::new(range, lines.join("\n"))
    }
}

impl Specifier {
    fn text(&self, all_are_types: bool) -> String {
        let keyword = if self.is_type && !all_are_types {
            "type "
        } else {
            ""
        };
        match self.name == self.local {
            true => format!("{keyword}{}", self.name),
            false => format!("{keyword}{} as {}", self.name, self.local),
        }
    }
}

fn add(names: &mut Vec<Specifier>, name: String, local: String, is_type: bool) {
    if let Some(there) = names.iter_mut().find(|it| it.local == local) {
        there.is_type &= is_type;
        return;
    }
    names.push(Specifier {
        name,
        local,
        is_type,
    });
}

/// The imported name, without one for a whole module, and whether only its type is imported.
fn imported_name(specifier: &ImportSpecifier) -> (Option<String>, bool) {
    match specifier {
        ImportSpecifier::Named(it) => {
            let name = match &it.imported {
                Some(ModuleExportName::Ident(name)) => name.sym.to_string(),
                Some(ModuleExportName::Str(text)) => text.value.to_string_lossy().into_owned(),
                None => it.local.sym.to_string(),
            };
            (Some(name), it.is_type_only)
        }
        ImportSpecifier::Default(_) | ImportSpecifier::Namespace(_) => (None, false),
    }
}

/// A function that answers an output is called `getThingOutput` by Pulumi.
pub fn package_member(name: &str) -> &str {
    let is_function = name.starts_with(|it: char| it.is_ascii_lowercase());
    match name.strip_suffix("Output") {
        Some(function) if is_function && !function.is_empty() => function,
        _ => name,
    }
}

fn is_file_of(file: &str, name: &str) -> bool {
    let (mut file, mut name) = (file.chars(), package_member(name).chars());
    file.next() == name.next().map(|it| it.to_ascii_lowercase()) && file.as_str() == name.as_str()
}

/// A part of a path that is not the name of a member. The first one may become the name of an import.
fn no_name(path: &[String]) -> Option<&String> {
    let is_word = |it: &&String| *it != "default" && is_reserved_word(it);
    let first = path.first().filter(is_word);
    first.or_else(|| path.iter().find(|it| !is_identifier(it)))
}

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let is_first = |it: char| it.is_alphabetic() || it == '_' || it == '$';
    characters.next().is_some_and(is_first) && characters.all(|it| is_first(it) || it.is_numeric())
}

/// The indentation of the second line of a text that has several.
fn indentation(text: &str) -> Option<String> {
    let line = text.lines().nth(1)?;
    let content = line.trim_start();
    Some(line[..line.len() - content.len()].to_owned())
}

/// Whether a comment stands within a statement.
pub fn has_comment(statement: &ImportDecl, module: &ModuleText<'_>) -> bool {
    let start = offset(statement.span());
    let text = &module.text[start..offset(statement.src.span)];
    text.contains("//") || text.contains("/*")
}
