//! Prints one module.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use crate::asset_uses::OwnAssets;
use crate::il::{
    Closure, Export, ExportTarget, Import, Module, OWN_PACKAGE, Pattern, PatternKind, Slot,
    Statement, StatementKind, Token,
};

use super::asset_folder::asset_folder_name;
use super::dates::DATE_FUNCTION;
use super::doc::Doc;
use super::expressions::quoted;
use super::member_guard::{free_name, guard_name};

/// The form that code is printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    JavaScript,
    TypeScript,
}

/// The files of a program, by the names of their modules. Data have their own names.
#[derive(Clone, Debug, Default)]
pub struct ModuleFiles {
    pub modules: HashMap<String, String>,
    /// Files of data: whether they are imported as text.
    pub data: HashMap<String, bool>,
}

/// The names of members of other modules.
pub struct Aliases(HashMap<Token, String>);

impl Aliases {
    fn of(imports: &[Import], types: bool) -> Self {
        let named = imports
            .iter()
            .filter(|it| !it.alias.is_empty() && (types || !it.is_type));
        Self(
            named
                .map(|it| (it.token.clone(), it.alias.clone()))
                .collect(),
        )
    }

    pub fn alias(&self, token: &Token) -> Option<&str> {
        self.0.get(token).map(String::as_str)
    }
}

/// The specifier of a module by its package and its name, if it has one of its own.
pub type Specifiers<'a> = &'a dyn Fn(&str, &str) -> Option<String>;

/// Prints one module of a verified program.
pub struct Printer<'a> {
    pub module: &'a Module,
    pub language: Language,
    pub names: Aliases,
    pub type_names: Aliases,
    texts: &'a BTreeMap<String, String>,
    files: &'a ModuleFiles,
    /// The specifiers of modules by package and module, where they are not those of files.
    pub specifiers: Option<Specifiers<'a>>,
    /// Exports that are declared where they stand, by slot.
    inline_exports: HashMap<Slot, bool>,
    /// The name of the function that computed names of members pass, and whether the module needs it.
    pub guard: String,
    pub is_guarded: Cell<bool>,
    /// The name of the function that makes dates, and whether the module needs it.
    pub date_function: String,
    pub has_dates: Cell<bool>,
    /// The assets of the library that the module is of, if it has any.
    pub own_assets: Option<OwnAssets>,
    /// The name of their folder, and whether the module needs it.
    pub asset_folder: String,
    pub has_own_assets: Cell<bool>,
}

impl<'a> Printer<'a> {
    pub fn new(
        module: &'a Module,
        language: Language,
        texts: &'a BTreeMap<String, String>,
        files: &'a ModuleFiles,
    ) -> Self {
        let mut exported: HashMap<Slot, usize> = HashMap::new();
        for export in &module.exports {
            if let ExportTarget::Local(slot) = export.value {
                let name = module.locals.get(slot as usize).map(|it| it.name.as_str());
                // One that has two names, or another one, is named after the code.
                *exported.entry(slot).or_default() +=
                    if name == Some(&export.name) { 1 } else { 2 };
            }
        }
        let mut printer = Self {
            module,
            language,
            names: Aliases::of(&module.imports, false),
            type_names: Aliases::of(&module.imports, true),
            texts,
            files,
            specifiers: None,
            inline_exports: HashMap::new(),
            guard: String::new(),
            is_guarded: Cell::new(false),
            date_function: String::new(),
            has_dates: Cell::new(false),
            own_assets: None,
            asset_folder: String::new(),
            has_own_assets: Cell::new(false),
        };
        printer.guard = guard_name(|it| printer.is_name(it));
        printer.date_function = free_name(DATE_FUNCTION, |it| printer.is_name(it));
        printer.asset_folder = asset_folder_name(|it| printer.is_name(it));
        for statement in &module.body {
            let slots = declared(statement);
            if !slots.is_empty() && slots.iter().all(|it| exported.get(it) == Some(&1)) {
                printer
                    .inline_exports
                    .extend(slots.into_iter().map(|it| (it, true)));
            }
        }
        printer
    }

    /// Whether a variable is exported where it is declared.
    pub fn is_exported_inline(&self, slot: Slot) -> bool {
        self.inline_exports.contains_key(&slot)
    }

    /// Whether a variable or an import of the module has a name.
    pub fn is_name(&self, name: &str) -> bool {
        let mut imports = self.module.imports.iter();
        self.module.locals.iter().any(|it| it.name == name)
            || imports.any(|it| it.alias == name && !it.is_type)
    }

    pub fn local(&self, slot: Slot) -> &str {
        self.module
            .locals
            .get(slot as usize)
            .map_or("undefined", |it| &it.name)
    }

    pub fn closure(&self, closure: &Closure) -> Doc {
        let text = self.texts.get(&closure.text).cloned().unwrap_or_default();
        Doc::Verbatim(text, closure.at)
    }

    pub fn is_typescript(&self) -> bool {
        self.language == Language::TypeScript
    }

    /// The whole module.
    pub fn module(&self) -> Doc {
        let mut parts = self.imports();
        if self.is_typescript() {
            for it in &self.module.types {
                parts.extend([Doc::Break, self.type_declaration(it), Doc::Break]);
            }
        }
        let mut was_large = true;
        for (index, statement) in self.module.body.iter().enumerate() {
            let is_large = is_large(statement);
            if (is_large || was_large) && (index > 0 || !parts.is_empty()) {
                parts.push(Doc::Break);
            }
            was_large = is_large;
            let keyword = match declared(statement).first() {
                Some(slot) if self.inline_exports.contains_key(slot) => "export ",
                _ => "",
            };
            parts.extend([Doc::text(keyword), self.statement(statement), Doc::Break]);
        }
        parts.extend(self.exports());
        parts.extend(self.guard());
        parts.extend(self.dates());
        parts.extend(self.asset_folder_import());
        Doc::List(parts)
    }

    pub fn imports(&self) -> Vec<Doc> {
        let mut parts = Vec::new();
        let kept: Vec<&Import> = self
            .module
            .imports
            .iter()
            .filter(|it| !it.is_type || self.is_typescript())
            .filter(|it| !self.is_undeclared(&it.token))
            .collect();
        let mut rest = kept.as_slice();
        while let Some(first) = rest.first() {
            let module = first.token.sibling("*");
            let is_export = self.is_export(first);
            let same = rest.iter().take_while(|it| {
                it.token.sibling("*") == module && self.is_export(it) == is_export
            });
            let (group, after) = rest.split_at(same.count());
            rest = after;
            let source = self.specifier(&module);
            if is_export {
                for clause in self.exported(group) {
                    let text = format!("export {clause} from {source};");
                    parts.extend([Doc::text(text), Doc::Break]);
                }
                continue;
            }
            for clause in clauses(group) {
                let text = match clause.is_empty() {
                    true => format!("import {source};"),
                    false => format!("import {clause} from {source};"),
                };
                parts.extend([Doc::text(text), Doc::Break]);
            }
        }
        parts
    }

    /// Whether a token is of data, for which an interface has no module.
    fn is_undeclared(&self, token: &Token) -> bool {
        self.specifiers.is_some() && token.is_own() && self.files.data.contains_key(token.module())
    }

    /// Whether an entry is there for an export alone.
    fn is_export(&self, import: &Import) -> bool {
        import.alias.is_empty() && self.exports_of(&import.token).next().is_some()
    }

    fn exports_of<'t>(&'t self, token: &'t Token) -> impl Iterator<Item = &'t Export> {
        self.module
            .exports
            .iter()
            .filter(move |it| matches!(&it.value, ExportTarget::Token(it) if it == token))
    }

    /// The text between `export` and `from`: a namespace needs a statement of its own.
    fn exported(&self, group: &[&Import]) -> Vec<String> {
        let mut clauses = Vec::new();
        let mut named: Vec<String> = Vec::new();
        for import in group {
            // All exports of a token stand at its first entry.
            let mut imports = self.module.imports.iter();
            let first = imports.find(|it| it.alias.is_empty() && it.token == import.token);
            if !first.is_some_and(|it| std::ptr::eq(it, *import)) {
                continue;
            }
            for export in self.exports_of(&import.token) {
                let text = renamed(import.token.name(), &export.name);
                if !import.token.is_namespace() {
                    named.push(text);
                    continue;
                }
                flush(&mut named, &mut clauses);
                clauses.push(text);
            }
        }
        flush(&mut named, &mut clauses);
        clauses
    }

    /// The exports that stand neither at their declarations nor at an import.
    pub fn exports(&self) -> Vec<Doc> {
        let mut names = Vec::new();
        for export in &self.module.exports {
            match &export.value {
                ExportTarget::Local(slot) if !self.inline_exports.contains_key(slot) => {
                    names.push(renamed(self.local(*slot), &export.name));
                }
                ExportTarget::Token(token) => {
                    let is_listed = self
                        .module
                        .imports
                        .iter()
                        .any(|it| it.token == *token && it.alias.is_empty());
                    if let (false, Some(alias)) = (is_listed, self.names.alias(token)) {
                        names.push(renamed(alias, &export.name));
                    }
                }
                ExportTarget::Local(_) | ExportTarget::Default => {}
            }
        }
        match names.is_empty() {
            true => Vec::new(),
            false => {
                let text = format!("export {{ {} }};", names.join(", "));
                vec![Doc::Break, Doc::text(text), Doc::Break]
            }
        }
    }

    /// The specifier of a module as a literal, with its attribute.
    fn specifier(&self, module: &Token) -> String {
        let other = self
            .specifiers
            .and_then(|it| it(module.package(), module.module()));
        if let Some(text) = other {
            return quoted(&text);
        }
        let text = match (module.package(), module.module()) {
            ("lumi", "index") => "lumi".to_owned(),
            ("lumi", name) => format!("lumi/{name}"),
            ("node", name) => format!("node:{name}"),
            (OWN_PACKAGE, name) => {
                self.relative(self.files.modules.get(name).map_or(name, String::as_str))
            }
            (package, "index") => format!("lumi:{package}"),
            (package, name) => format!("lumi:{package}/{name}"),
        };
        let attribute = match self.files.data.get(module.module()) {
            Some(is_text) if module.is_own() => {
                format!(
                    " with {{ type: {} }}",
                    if *is_text { "\"text\"" } else { "\"json\"" }
                )
            }
            _ => String::new(),
        };
        format!("{}{attribute}", quoted(&text))
    }

    /// The path from this module to a file.
    fn relative(&self, file: &str) -> String {
        let own = self
            .files
            .modules
            .get(&self.module.name)
            .map_or("", String::as_str);
        let mut from: Vec<&str> = own.split('/').collect();
        from.pop();
        let mut to: Vec<&str> = file.split('/').collect();
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let shared = shared.min(to.len().saturating_sub(1));
        let up = from.len() - shared;
        let rest = to.split_off(shared).join("/");
        match up {
            0 => format!("./{rest}"),
            _ => format!("{}{rest}", "../".repeat(up)),
        }
    }
}

fn renamed(name: &str, exported: &str) -> String {
    match name == exported {
        true => name.to_owned(),
        false => format!("{name} as {exported}"),
    }
}

/// Ends a list of names in braces.
fn flush(named: &mut Vec<String>, clauses: &mut Vec<String>) {
    if !named.is_empty() {
        clauses.push(format!("{{ {} }}", std::mem::take(named).join(", ")));
    }
}

/// The text between `import` and `from`: a namespace needs a statement of its own.
fn clauses(group: &[&Import]) -> Vec<String> {
    let mut clauses = Vec::new();
    let mut named: Vec<String> = Vec::new();
    for import in group {
        let word = if import.is_type { "type " } else { "" };
        let alias = &import.alias;
        match import.token.name() {
            "*" if alias.is_empty() => {
                flush(&mut named, &mut clauses);
                clauses.push(String::new());
            }
            "*" => {
                flush(&mut named, &mut clauses);
                clauses.push(format!("{word}* as {alias}"));
            }
            "default" if !import.is_type => {
                flush(&mut named, &mut clauses);
                clauses.push(alias.clone());
            }
            name => named.push(format!("{word}{}", renamed(name, alias))),
        }
    }
    flush(&mut named, &mut clauses);
    clauses
}

/// The variables that a statement declares.
pub fn declared(statement: &Statement) -> Vec<Slot> {
    match &statement.kind {
        StatementKind::Variable { pattern, .. } => {
            let mut slots = Vec::new();
            bound(pattern, &mut slots);
            slots
        }
        StatementKind::Function { slot, .. }
        | StatementKind::Class { slot, .. }
        | StatementKind::Closure { slot, .. }
        | StatementKind::Enum { slot, .. } => vec![*slot],
        _ => Vec::new(),
    }
}

/// The variables that a pattern declares.
pub fn bound(pattern: &Pattern, slots: &mut Vec<Slot>) {
    match &pattern.kind {
        PatternKind::Bind(slot) => slots.push(*slot),
        PatternKind::Target(_) => {}
        PatternKind::Array(items) => items.iter().flatten().for_each(|it| bound(it, slots)),
        PatternKind::Object(it) => {
            it.properties.iter().for_each(|it| bound(&it.value, slots));
            if let Some(rest) = &it.rest {
                bound(rest, slots);
            }
        }
        PatternKind::Default { pattern, .. } | PatternKind::Rest(pattern) => bound(pattern, slots),
    }
}

/// Whether a statement stands between empty lines.
fn is_large(statement: &Statement) -> bool {
    use crate::il::ExprKind;
    match &statement.kind {
        StatementKind::Variable { value, .. } => value.as_ref().is_some_and(|it| {
            matches!(
                it.kind,
                ExprKind::New { .. } | ExprKind::Function(_) | ExprKind::Closure(_)
            )
        }),
        StatementKind::Evaluate(it) => matches!(it.kind, ExprKind::New { .. }),
        StatementKind::Return(_)
        | StatementKind::Throw(_)
        | StatementKind::Break(_)
        | StatementKind::Continue(_) => false,
        _ => true,
    }
}
