//! Types of LumiIL in stubs for Python.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::il::{ExportTarget, Slot, StatementKind, Token, Type, TypeDeclaration, TypeMember};

use super::stubs::{KEYWORDS, StubWriter, snake};

/// A type that nothing says.
pub const ANY: &str = "Any";

/// The maximum nesting of types.
const MAX_STEPS: usize = 32;

/// Names of types that are other ones in Python.
fn standard_type(name: &str, arguments: &[String]) -> Option<String> {
    let first = || arguments.first().cloned().unwrap_or_else(|| ANY.to_owned());
    Some(match name {
        "Array" | "ReadonlyArray" | "Iterable" => format!("list[{}]", first()),
        "Record" | "Map" | "ReadonlyMap" => {
            let value = arguments.get(1).cloned().unwrap_or_else(|| ANY.to_owned());
            format!("dict[{}, {value}]", first())
        }
        "Set" | "ReadonlySet" => format!("set[{}]", first()),
        "Partial" | "Readonly" | "Required" | "Awaited" | "NonNullable" => first(),
        _ => return None,
    })
}

impl<'a> StubWriter<'a> {
    /// An interface as the dict that it is.
    pub fn dict_type(&mut self, it: &TypeDeclaration) -> String {
        self.typing.insert("TypedDict");
        let mut text = format!("class {}(TypedDict, total=False):\n", it.name);
        let mut fields = BTreeMap::new();
        if let Type::Members(members) = &it.value_type {
            for member in members {
                fields.insert(member.name.clone(), self.type_text(&member.value_type));
            }
        }
        fields.retain(|name, _| is_name(name));
        for (name, value) in &fields {
            let _ = writeln!(text, "    {name}: {value}");
        }
        if fields.is_empty() {
            text.push_str("    ...\n");
        }
        text
    }

    /// The members of a type of objects, if it is one.
    pub fn members(&self, of: &Type) -> Option<Vec<TypeMember>> {
        match of {
            Type::Members(members) => Some(members.clone()),
            Type::Readonly(inner) => self.members(inner),
            Type::Named { name, .. } => {
                let declaration = self.declared_type(name)?;
                let mut found = match &declaration.value_type {
                    Type::Members(members) => members.clone(),
                    _ => return None,
                };
                for it in &declaration.extends {
                    found.extend(self.base_members(it));
                }
                Some(found)
            }
            _ => None,
        }
    }

    /// The members of an interface that another one extends, one level up.
    fn base_members(&self, of: &Type) -> Vec<TypeMember> {
        let Type::Named { name, .. } = of else {
            return Vec::new();
        };
        match self.declared_type(name).map(|it| &it.value_type) {
            Some(Type::Members(members)) => members.clone(),
            _ => Vec::new(),
        }
    }

    fn declared_type(&self, name: &str) -> Option<&'a TypeDeclaration> {
        let token = Token::of(name);
        let (module, name) = match token.is_whole() {
            true if token.is_own() => (token.module(), token.name()),
            true => return None,
            false => (self.module.name.as_str(), name),
        };
        let module = self.modules.iter().find(|it| it.name == module)?;
        module.types.iter().find(|it| it.name == name)
    }

    pub fn type_text(&mut self, of: &Type) -> String {
        self.steps += 1;
        let text = match self.steps > MAX_STEPS {
            true => self.any(),
            false => self.plain_type(of),
        };
        self.steps -= 1;
        text
    }

    fn plain_type(&mut self, of: &Type) -> String {
        match of {
            Type::Void | Type::Null | Type::Undefined => "None".to_owned(),
            Type::String => "str".to_owned(),
            Type::Number => "float".to_owned(),
            Type::Boolean => "bool".to_owned(),
            Type::Literal(serde_json::Value::String(_)) => "str".to_owned(),
            Type::Literal(serde_json::Value::Bool(_)) => "bool".to_owned(),
            Type::Literal(_) => "float".to_owned(),
            Type::Array(of) => format!("list[{}]", self.type_text(of)),
            Type::Readonly(of) => self.type_text(of),
            Type::Union(of) => {
                let mut parts: Vec<String> = Vec::new();
                for it in of {
                    let text = self.type_text(it);
                    if !parts.contains(&text) {
                        parts.push(text);
                    }
                }
                match parts.is_empty() {
                    true => self.any(),
                    false => parts.join(" | "),
                }
            }
            Type::Named { name, arguments } => self.named(name, arguments),
            _ => self.any(),
        }
    }

    fn named(&mut self, name: &str, arguments: &[Type]) -> String {
        let token = Token::of(name);
        if !token.is_whole() {
            if let Some(found) = self.own_name(&self.module.name, name) {
                return found;
            }
            let list: Vec<String> = arguments.iter().map(|it| self.type_text(it)).collect();
            return standard_type(name, &list).unwrap_or_else(|| self.any());
        }
        // An input may be an output as well.
        if token.text() == "lumi:index:Input" {
            let of = arguments.first().map(|it| self.type_text(it));
            let any = self.any();
            return of.map_or(any.clone(), |it| format!("{it} | {any}"));
        }
        if !token.is_own() {
            return self.any();
        }
        match self.own_name(token.module(), token.name()) {
            Some(found) if token.module() == self.module.name => found,
            Some(found) => {
                let from = self.place(token.module());
                self.imports.insert(format!("from {from} import {found}"));
                found
            }
            None => self.any(),
        }
    }

    /// The name of a class or an interface in the stub of a module.
    fn own_name(&self, module: &str, name: &str) -> Option<String> {
        let module = self.modules.iter().find(|it| it.name == module)?;
        let mut types = module.types.iter();
        let is_type = types
            .any(|it| it.name == name && it.exported && it.interface && it.generics.is_empty());
        let is_class = |slot: Slot| {
            module.body.iter().any(
                |it| matches!(&it.kind, StatementKind::Class { slot: own, .. } if *own == slot),
            )
        };
        let mut exports = module.exports.iter();
        let is_class = exports.any(
            |it| matches!(it.value, ExportTarget::Local(slot) if it.name == name && is_class(slot)),
        );
        let name = if is_class {
            snake(name)
        } else {
            name.to_owned()
        };
        ((is_type || is_class) && is_name(&name)).then_some(name)
    }
}

/// Whether Python can have a name.
pub fn is_name(text: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let first = text.chars().next();
    first.is_some_and(|it| !it.is_ascii_digit())
        && text.chars().all(is_part)
        && !KEYWORDS.contains(&text)
}
