//! Inputs and options of resources, which are values as TypeScript knows them.

use lumi_pack::Doc;
use lumi_pack::il::{At, Expr, ExprKind, Key, Property};

use super::forms::{prepared, py};
use super::layout::{arguments, elements, list, text};
use super::names::snake;
use super::raiser::{ATOM, LAMBDA, Raised, Raiser};
use super::texts::literal;

/// The members of an object, if all of them have names.
fn members(properties: &[Property]) -> Option<Vec<(&str, &Expr)>> {
    let named = properties.iter().map(|it| match it {
        Property::Value {
            key: Key::Name(name),
            value,
            ..
        } => Some((name.as_str(), value)),
        _ => None,
    });
    named.collect()
}

impl Raiser<'_> {
    /// `new` of a class of TypeScript.
    pub fn resource(&mut self, class: &Expr, all: &[Expr]) -> Raised {
        let callee = self.value(class).within(ATOM);
        let args_of = match &class.kind {
            ExprKind::Token(it) if it.package() != "lumi" => Some(callee.clone()),
            _ => None,
        };
        let arguments = self.foreign_arguments(all, args_of.as_ref());
        Raised::new(list(vec![callee, arguments]), ATOM)
    }

    /// `super().__init__(...)` of a class of TypeScript.
    pub fn super_constructor(&mut self, all: &[Expr]) -> Raised {
        let callee = text("super().__init__");
        let arguments = match prepared(all, "prepare") {
            Some([_, rest @ ..]) => self.arguments(rest),
            _ => self.placed_arguments(all),
        };
        Raised::new(list(vec![callee, arguments]), ATOM)
    }

    /// Inputs in a dict, and options as the last argument.
    fn placed_arguments(&mut self, all: &[Expr]) -> Doc {
        let mut found = Vec::new();
        for (index, it) in all.iter().enumerate() {
            let is_options = index == 3 && matches!(it.kind, ExprKind::Object(_));
            found.push(match (is_options, &it.kind) {
                (true, ExprKind::Object(properties)) => {
                    let options = self.options(properties, it.at, "ResourceOptions");
                    list(vec![text("opts="), options])
                }
                _ => self.input(it, None, ""),
            });
        }
        arguments(found)
    }

    /// Inputs by name, and options as `opts`.
    fn foreign_arguments(&mut self, all: &[Expr], args_of: Option<&Doc>) -> Doc {
        let object = all
            .iter()
            .position(|it| matches!(it.kind, ExprKind::Object(_)));
        let (placed, rest) = all.split_at(object.unwrap_or(all.len()));
        let mut found: Vec<Doc> = placed.iter().map(|it| self.input(it, None, "")).collect();
        let [inputs, options @ ..] = rest else {
            return arguments(found);
        };
        let ExprKind::Object(properties) = &inputs.kind else {
            return arguments(found);
        };
        match self.named_inputs(properties, args_of) {
            Some(named) if !named.is_empty() || !options.is_empty() => found.extend(named),
            _ => found.push(self.input(inputs, args_of, "")),
        }
        match options {
            [] => {}
            [options] => {
                let value = match &options.kind {
                    ExprKind::Object(it) => self.options(it, options.at, "ResourceOptions"),
                    _ => self.input(options, None, ""),
                };
                found.push(list(vec![text("opts="), value]));
            }
            [_, other, ..] => self.refuse(other.at, "arguments after the options"),
        }
        arguments(found)
    }

    /// The members of an object as arguments by name; `None` if one has no such name.
    fn named_inputs(&mut self, properties: &[Property], args_of: Option<&Doc>) -> Option<Vec<Doc>> {
        let members = members(properties)?;
        let is_said = |it: &(&str, &Expr)| !matches!(it.1.kind, ExprKind::Undefined);
        let names: Option<Vec<String>> = members
            .iter()
            .filter(|it| is_said(it))
            .map(|it| snake(it.0).filter(|name| !matches!(name.as_str(), "opts" | "props")))
            .collect();
        let names = names.filter(|it| it.len() == members.len())?;
        let mut found = Vec::new();
        for (name, (key, value)) in names.iter().zip(members) {
            let value = self.input(value, args_of, key);
            found.push(list(vec![text(format!("{name}=")), value]));
        }
        Some(found)
    }

    /// `ResourceOptions(...)`, or another class of options.
    fn options(&mut self, properties: &[Property], at: At, class: &str) -> Doc {
        let class = format!("{}.{class}", self.imports.lumi());
        match self.named_inputs(properties, None) {
            Some(named) => list(vec![text(class), arguments(named)]),
            None => {
                self.refuse(at, "options with these names");
                text(class)
            }
        }
    }

    /// An input. `args_of` is the class of the resource, if it is one of a typed package, and `key` the name of the input.
    fn input(&mut self, of: &Expr, args_of: Option<&Doc>, key: &str) -> Doc {
        match &of.kind {
            ExprKind::Undefined => text("None"),
            ExprKind::Array(items) => {
                let items = items
                    .iter()
                    .map(|it| self.input(it, args_of, key))
                    .collect();
                elements("[", items, "]")
            }
            ExprKind::Object(properties) => self.plain_dict(properties, of, args_of),
            ExprKind::String(_) | ExprKind::Bool(_) | ExprKind::Number(_) => {
                self.value(of).within(LAMBDA)
            }
            _ => match py(of) {
                Some(("input" | "plain", [inner])) => match (&inner.kind, args_of) {
                    (ExprKind::Object(it), None) => self.options(it, of.at, class_of(key)),
                    (ExprKind::Object(it), Some(class)) => self.args(it, of, class, key),
                    _ => self.value(inner).within(LAMBDA),
                },
                Some(("join", _)) => self.value(of).within(LAMBDA),
                _ => {
                    self.refuse(of.at, "an input that is computed in JavaScript");
                    text("...")
                }
            },
        }
    }

    /// A value that goes to TypeScript.
    pub fn plain_input(&mut self, of: &Expr) -> Doc {
        self.input(of, None, "")
    }

    fn plain_dict(&mut self, properties: &[Property], of: &Expr, args_of: Option<&Doc>) -> Doc {
        let Some(members) = members(properties) else {
            self.refuse(of.at, "an object whose members have no names");
            return text("...");
        };
        let mut items = Vec::new();
        for (key, value) in members {
            let value = self.input(value, args_of, key);
            items.push(list(vec![text(format!("{}: ", literal(key))), value]));
        }
        elements("{", items, "}")
    }

    /// An object of a class of a typed package, such as `BucketWebsiteArgs`.
    fn args(&mut self, properties: &[Property], of: &Expr, class: &Doc, key: &str) -> Doc {
        let mut name = key.to_owned();
        if let Some(first) = name.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        let class = text(format!("{}{name}Args", super::layout::flat(class)));
        match self.named_inputs(properties, None) {
            Some(named) => list(vec![class, arguments(named)]),
            None => {
                self.refuse(of.at, "an object with these names");
                class
            }
        }
    }
}

/// The class of the options that an option of this name takes.
fn class_of(key: &str) -> &'static str {
    match key {
        "aliases" => "Alias",
        "customTimeouts" => "CustomTimeouts",
        _ => "ResourceOptions",
    }
}
