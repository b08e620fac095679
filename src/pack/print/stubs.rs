//! The stub of a module for Python (`.pyi`): what it exports, with types.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use crate::il::{
    Body, Class, ClassMember, ExportTarget, Expr, ExprKind, Function, Key, MemberKind, Module,
    Parameter, Pattern, PatternKind, Slot, Statement, StatementKind, Type, TypeMember,
};

use super::interface::{constructor, is_python};
use super::stub_types::{ANY, is_name};

/// The folder of the library of LumiPy, which programs do not import.
const LUMIPY: &str = "lumipy/";

/// The modules of a library as stubs: file below the folder of the package, and text. `entry` is the name of the entry module.
pub fn stubs(modules: &[Module], entry: &str) -> Vec<(String, String)> {
    let own = modules.iter().filter(|it| !it.name.starts_with(LUMIPY));
    let texts = own.map(|module| {
        let file = match module.name == entry {
            true => "__init__.pyi".to_owned(),
            false => format!("{}.pyi", module.name),
        };
        let mut writer = StubWriter {
            modules,
            module,
            depth: module.name.matches('/').count(),
            entry,
            imports: BTreeSet::new(),
            typing: BTreeSet::new(),
            steps: 0,
        };
        (file, writer.text())
    });
    texts.collect()
}

/// The name that Python has for one of TypeScript: `publicIp` is `public_ip`.
pub fn snake(name: &str) -> String {
    let mut result = String::new();
    match name.starts_with(|it: char| it.is_lowercase()) {
        false => result.push_str(name),
        true => {
            for character in name.chars() {
                if character.is_uppercase() {
                    result.push('_');
                }
                result.extend(character.to_lowercase());
            }
        }
    }
    match KEYWORDS.contains(&result.as_str()) {
        true => format!("{result}_"),
        false => result,
    }
}

/// Words that cannot be names in Python.
pub const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// Writes the stub of one module.
pub struct StubWriter<'a> {
    pub modules: &'a [Module],
    pub module: &'a Module,
    /// The number of folders around the module.
    depth: usize,
    entry: &'a str,
    pub imports: BTreeSet<String>,
    pub typing: BTreeSet<&'static str>,
    /// The types that are written within each other.
    pub steps: usize,
}

impl<'a> StubWriter<'a> {
    fn text(&mut self) -> String {
        let mut parts = Vec::new();
        let exported = self.module.types.iter().filter(|it| it.exported);
        for it in exported.filter(|it| it.interface && it.generics.is_empty() && is_name(&it.name))
        {
            parts.push(self.dict_type(it));
        }
        let declared: HashMap<Slot, &Statement> = self
            .module
            .body
            .iter()
            .flat_map(|it| slots(it).into_iter().map(move |slot| (slot, it)))
            .collect();
        for export in &self.module.exports {
            let name = snake(&export.name);
            if !is_name(&name) {
                continue;
            }
            parts.push(match &export.value {
                ExportTarget::Local(slot) => {
                    self.declaration(&name, *slot, declared.get(slot).copied())
                }
                ExportTarget::Token(token) if token.is_own() && !token.is_namespace() => {
                    let from = self.place(token.module());
                    format!("from {from} import {} as {name}\n", snake(token.name()))
                }
                _ => format!("{name}: {}\n", self.any()),
            });
        }
        let mut text = String::new();
        if !self.typing.is_empty() {
            let names: Vec<&str> = self.typing.iter().copied().collect();
            let _ = writeln!(text, "from typing import {}", names.join(", "));
        }
        for it in &self.imports {
            let _ = writeln!(text, "{it}");
        }
        if !text.is_empty() && !parts.is_empty() {
            text.push('\n');
        }
        text.push_str(&parts.join("\n"));
        text
    }

    pub fn any(&mut self) -> String {
        self.typing.insert(ANY);
        ANY.to_owned()
    }

    /// The module of a name in `from … import`.
    pub fn place(&self, module: &str) -> String {
        let up = ".".repeat(self.depth + 1);
        match module == self.entry {
            true => up,
            false => format!("{up}{}", module.replace('/', ".")),
        }
    }

    fn declaration(&mut self, name: &str, slot: Slot, statement: Option<&'a Statement>) -> String {
        let local = self.module.locals.get(slot as usize);
        let declared = local.and_then(|it| it.value_type.as_ref());
        match (declared, statement.map(|it| &it.kind)) {
            (Some(Type::Function { parameters, result }), _) => {
                let list = self.typed_parameters(parameters);
                let result = self.type_text(result);
                format!("def {name}({list}) -> {result}: ...\n")
            }
            (_, Some(StatementKind::Function { function, .. })) => self.function(name, function),
            (_, Some(StatementKind::Class { class, .. })) => self.class(name, class),
            (
                None,
                Some(StatementKind::Variable {
                    value: Some(it), ..
                }),
            ) => match &it.kind {
                ExprKind::Function(function) => self.function(name, function),
                _ => format!("{name}: {}\n", self.value_type(it)),
            },
            (Some(it), _) => format!("{name}: {}\n", self.type_text(it)),
            _ => format!("{name}: {}\n", self.any()),
        }
    }

    fn value_type(&mut self, value: &Expr) -> String {
        match &value.kind {
            ExprKind::String(_) | ExprKind::Template(_) => "str".to_owned(),
            ExprKind::Number(_) => "float".to_owned(),
            ExprKind::Bool(_) => "bool".to_owned(),
            _ => self.any(),
        }
    }

    fn function(&mut self, name: &str, function: &Function) -> String {
        let parameters = self.parameters(function, false);
        let result = self.result(function);
        format!("def {name}({}) -> {result}: ...\n", parameters.join(", "))
    }

    fn result(&mut self, function: &Function) -> String {
        match (&function.result, &function.body) {
            (Some(it), _) => self.type_text(it),
            (None, Body::Value(value)) => self.value_type(value),
            (None, Body::Block(_)) => self.any(),
        }
    }

    /// The parameters of a function: an object among them is given as arguments by name, and what follows it as `opts`.
    fn parameters(&mut self, function: &Function, of_python: bool) -> Vec<String> {
        let mut found = Vec::new();
        let mut is_named = false;
        let mut has_options = false;
        for (index, it) in function.parameters.iter().enumerate() {
            let (pattern, has_default) = unwrapped(&it.pattern);
            let members = match of_python {
                true => None,
                false => it.value_type.as_ref().and_then(|it| self.members(it)),
            };
            match (members, is_named) {
                (Some(members), false) => {
                    is_named = true;
                    if members.iter().any(|it| is_name(&snake(&it.name))) {
                        found.push("*".to_owned());
                    }
                    // A member with another name can only be given in a dict.
                    for member in members.iter().filter(|it| is_name(&snake(&it.name))) {
                        let default = if member.optional || has_default {
                            " = ..."
                        } else {
                            ""
                        };
                        let value = self.type_text(&member.value_type);
                        found.push(format!("{}: {value}{default}", snake(&member.name)));
                    }
                }
                // What follows the options can only be given by place.
                (None | Some(_), true) if has_options => {}
                (None | Some(_), true) => {
                    has_options = true;
                    found.push(format!("opts: {} = ...", self.any()));
                }
                (None, false) => {
                    let name = self.parameter_name(pattern, index, of_python);
                    let name = match is_name(&name) {
                        true => name,
                        false => format!("argument{index}"),
                    };
                    found.push(self.parameter(&name, it, has_default));
                }
            }
        }
        found
    }

    fn parameter(&mut self, name: &str, it: &Parameter, has_default: bool) -> String {
        let value = match &it.value_type {
            Some(value_type) => self.type_text(value_type),
            None => self.any(),
        };
        match (&it.pattern.kind, has_default || it.optional) {
            (PatternKind::Rest(_), _) => format!("*{name}: {ANY}"),
            (_, true) => format!("{name}: {value} = ..."),
            (_, false) => format!("{name}: {value}"),
        }
    }

    fn parameter_name(&self, pattern: &Pattern, index: usize, of_python: bool) -> String {
        match &pattern.kind {
            PatternKind::Bind(slot) => {
                let local = self.module.locals.get(*slot as usize);
                let name = local.map(|it| it.name.as_str()).unwrap_or_default();
                if of_python {
                    name.to_owned()
                } else {
                    snake(name)
                }
            }
            _ => format!("argument{index}"),
        }
    }

    /// The parameters of a function type of LumiPy, whose names are those of Python.
    fn typed_parameters(&mut self, parameters: &[TypeMember]) -> String {
        let list = parameters.iter().map(|it| {
            let value = self.type_text(&it.value_type);
            let default = if it.optional { " = ..." } else { "" };
            format!("{}: {value}{default}", it.name)
        });
        let list: Vec<String> = list.collect();
        list.join(", ")
    }

    fn class(&mut self, name: &str, class: &Class) -> String {
        let of_python = is_python(class);
        // The class that it extends may have more members.
        let base = match &class.extends {
            Some(_) => format!("({})", self.any()),
            None => String::new(),
        };
        let mut text = format!("class {name}{base}:\n");
        let mut is_empty = true;
        for member in &class.members {
            if let Some(line) = self.member(member, of_python) {
                is_empty = false;
                text.push_str(&line);
            }
        }
        if is_empty {
            text.push_str("    ...\n");
        }
        text
    }

    fn member(&mut self, member: &ClassMember, of_python: bool) -> Option<String> {
        if let Some(it) = constructor(member) {
            return Some(self.constructor(it, of_python));
        }
        let key = match &member.key {
            Key::Name(key) if !key.starts_with(['_', '$']) => key,
            _ => return None,
        };
        let name = Some(snake(key)).filter(|it| is_name(it))?;
        Some(match &member.kind {
            MemberKind::Constructor(_) | MemberKind::Setter(_) => return None,
            MemberKind::Method(it) => {
                let receiver = if member.is_static { "cls" } else { "self" };
                let mark = if member.is_static {
                    "    @classmethod\n"
                } else {
                    ""
                };
                let mut list = vec![receiver.to_owned()];
                list.extend(self.parameters(it, of_python));
                let result = self.result(it);
                format!(
                    "{mark}    def {name}({}) -> {result}: ...\n",
                    list.join(", ")
                )
            }
            MemberKind::Getter(it) => {
                let result = self.result(it);
                format!("    @property\n    def {name}(self) -> {result}: ...\n")
            }
            MemberKind::Field {
                value_type, value, ..
            } => {
                let value = match (value_type, value) {
                    (Some(it), _) => self.type_text(it),
                    (None, Some(it)) => self.value_type(it),
                    (None, None) => self.any(),
                };
                format!("    {name}: {value}\n")
            }
            MemberKind::Declared { value_type, .. } => {
                let value = match value_type {
                    Some(it) => self.type_text(it),
                    None => self.any(),
                };
                format!("    {name}: {value}\n")
            }
        })
    }

    fn constructor(&mut self, function: &Function, of_python: bool) -> String {
        let mut list = vec!["self".to_owned()];
        list.extend(self.parameters(function, of_python));
        format!("    def __init__({}) -> None: ...\n", list.join(", "))
    }
}

/// The pattern of a parameter without its default, and whether it has one.
fn unwrapped(pattern: &Pattern) -> (&Pattern, bool) {
    match &pattern.kind {
        PatternKind::Default { pattern, .. } => (pattern, true),
        PatternKind::Rest(pattern) => (pattern, false),
        _ => (pattern, false),
    }
}

/// The variables that a statement declares.
fn slots(statement: &Statement) -> Vec<Slot> {
    match &statement.kind {
        StatementKind::Variable { pattern, .. } => {
            let mut found = Vec::new();
            super::printer::bound(pattern, &mut found);
            found
        }
        StatementKind::Function { slot, .. }
        | StatementKind::Class { slot, .. }
        | StatementKind::Closure { slot, .. }
        | StatementKind::Enum { slot, .. } => vec![*slot],
        _ => Vec::new(),
    }
}
