//! Dataclasses: the fields of which the lowering made the members.

use lumi_pack::Doc;
use lumi_pack::il::{
    Class, ClassMember, Expr, ExprKind, Function, Key, MemberKind, Parameter, PatternKind,
    Statement,
};

use super::forms::{
    array, block, bound, evaluated, index_name, library_name, local, made, py, string,
};
use super::layout::{arguments, list, text};
use super::raiser::{LAMBDA, Raiser};

/// The name of a member.
pub fn key_of(of: &ClassMember) -> Option<&str> {
    match &of.key {
        Key::Name(it) => Some(it),
        _ => None,
    }
}

fn constant<'c>(class: &'c Class, name: &str) -> Option<&'c Expr> {
    let mut members = class.members.iter();
    let member = members.find(|it| key_of(it) == Some(name))?;
    match &member.kind {
        MemberKind::Field { value, .. } => value.as_ref(),
        _ => None,
    }
}

/// The names in a list of fields.
fn names<'c>(class: &'c Class, list: &str) -> Vec<&'c str> {
    let all = constant(class, list).and_then(array).unwrap_or_default();
    all.iter().filter_map(string).collect()
}

pub fn is_dataclass(class: &Class) -> bool {
    constant(class, "$fields").is_some()
}

/// The method that sets the fields.
fn setter(class: &Class) -> Option<&Function> {
    let mut members = class.members.iter();
    members.find_map(|it| match &it.kind {
        MemberKind::Method(function) if key_of(it)?.starts_with("$set") => Some(function),
        _ => None,
    })
}

/// Whether a method is the one that calls the setter, which the lowering makes.
pub fn is_made(name: &str, function: &Function) -> bool {
    let first = block(function).and_then(|it| evaluated(it.first()?));
    let callee = match first.map(|it| &it.kind) {
        Some(ExprKind::Call { callee, .. }) => &callee.kind,
        _ => return false,
    };
    name == "__init__" && matches!(callee, ExprKind::Get { name, .. } if name.starts_with("$set"))
}

/// The field that a statement sets, and the value.
fn set_field(of: &Statement) -> Option<(&str, &Expr)> {
    let ExprKind::Assign { target, value, .. } = &evaluated(of)?.kind else {
        return None;
    };
    let PatternKind::Target(target) = &target.kind else {
        return None;
    };
    match &target.kind {
        ExprKind::Get { of, name, .. } if matches!(of.kind, ExprKind::This) => Some((name, value)),
        _ => None,
    }
}

/// The default of the parameter that a value names. The outer `None` says that the value names no parameter, the inner one
/// that the parameter has no default.
fn default_of<'f>(parameters: &'f [Parameter], value: &Expr) -> Option<Option<&'f Expr>> {
    let slot = local(value)?;
    parameters.iter().find_map(|it| match &it.pattern.kind {
        PatternKind::Default { pattern, value } if bound(pattern) == Some(slot) => {
            Some(Some(&**value))
        }
        _ => (bound(&it.pattern) == Some(slot)).then_some(None),
    })
}

impl Raiser<'_> {
    /// `@dataclass` with its options.
    pub fn dataclass_decorator(&mut self, class: &Class) -> Doc {
        let name = self.imports.standard("dataclasses.dataclass");
        let signature = constant(class, "$init")
            .and_then(string)
            .unwrap_or_default();
        let options = [
            ("frozen", constant(class, "$frozen").is_some()),
            ("order", constant(class, "$order").is_some()),
            ("kw_only", signature.starts_with("*, ")),
        ];
        let options = options.iter().filter(|it| it.1);
        let options: Vec<Doc> = options.map(|it| text(format!("{}=True", it.0))).collect();
        match options.is_empty() {
            true => text(format!("@{name}")),
            false => list(vec![text(format!("@{name}")), arguments(options)]),
        }
    }

    /// The lines of the fields.
    pub fn fields(&mut self, class: &Class) -> Vec<Doc> {
        let Some(setter) = setter(class) else {
            return Vec::new();
        };
        let shown = names(class, "$shown");
        let compared = names(class, "$compared");
        let mut lines = Vec::new();
        for (name, value) in block(setter)
            .unwrap_or_default()
            .iter()
            .filter_map(set_field)
        {
            let parameter = default_of(&setter.parameters, value);
            let default = parameter.unwrap_or(Some(value));
            let mut options = Vec::new();
            if parameter.is_none() {
                options.push(text("init=False"));
            }
            if !shown.contains(&name) {
                options.push(text("repr=False"));
            }
            if !compared.contains(&name) {
                options.push(text("compare=False"));
            }
            let name = self.member_name(name);
            let kind = self.annotation(default);
            let mut parts = vec![text(format!("{name}: {kind}"))];
            parts.extend(self.field_default(default, options));
            lines.push(list(parts));
        }
        lines
    }

    /// ` = value`, or ` = field(...)`.
    fn field_default(&mut self, default: Option<&Expr>, options: Vec<Doc>) -> Option<Doc> {
        let mut all = Vec::new();
        let factory = default.and_then(|it| match py(it) {
            Some(("call", [factory, arguments])) if array(arguments)?.is_empty() => Some(factory),
            _ => None,
        });
        if let Some(factory) = factory {
            let factory = self.value(factory).within(LAMBDA);
            all.push(list(vec![text("default_factory="), factory]));
        } else if let Some(it) = default {
            let value = self.value(it).within(LAMBDA);
            if options.is_empty() {
                return Some(list(vec![text(" = "), value]));
            }
            all.push(list(vec![text("default="), value]));
        }
        all.extend(options);
        if all.is_empty() {
            return None;
        }
        let field = self.imports.standard("dataclasses.field");
        Some(list(vec![text(format!(" = {field}")), arguments(all)]))
    }

    /// The type of a field as its default says; LumiIL of programs has no other.
    fn annotation(&mut self, default: Option<&Expr>) -> String {
        let known = default.and_then(|it| match &it.kind {
            ExprKind::String(_) => Some("str"),
            ExprKind::Bool(_) => Some("bool"),
            ExprKind::Number(it) if it.fract() == 0.0 => Some("int"),
            ExprKind::Number(_) => Some("float"),
            ExprKind::New { .. } => {
                made(it)
                    .and_then(|it| index_name(it.0))
                    .and_then(|it| match it {
                        "Float" => Some("float"),
                        "Bytes" => Some("bytes"),
                        _ => None,
                    })
            }
            _ => factory_type(it),
        });
        match known {
            Some(it) => it.to_owned(),
            None => self.imports.standard("typing.Any"),
        }
    }
}

/// The built-in type that a factory makes.
fn factory_type(of: &Expr) -> Option<&str> {
    let Some(("call", [factory, _])) = py(of) else {
        return None;
    };
    match &factory.kind {
        ExprKind::Token(token) => match library_name(token)? {
            ("builtins", name @ ("list" | "dict" | "set")) => Some(name),
            _ => None,
        },
        _ => None,
    }
}
