//! The declarations of a module for editors and compilers: its types, and what it declares without its code.

use std::collections::BTreeMap;

use crate::il::{
    Body, Class, ClassMember, Expr, ExprKind, Function, Key, MemberKind, Module, Parameter,
    Pattern, PatternKind, Slot, Statement, StatementKind, Type, VariableKind,
};

use super::doc::{Doc, Layout};
use super::expressions::member_name;
use super::printer::{Language, ModuleFiles, Printer, Specifiers, bound};

/// The precedence of what `extends` names.
const SUPERCLASS: u8 = 17;

/// A type that nothing says.
const UNKNOWN: &str = "any";

/// The declarations of a module of a library. `specifiers` are the names under which the modules of the library and its
/// dependencies are declared.
pub fn interface(module: &Module, files: &ModuleFiles, specifiers: Specifiers<'_>) -> String {
    let texts = BTreeMap::new();
    let mut printer = Printer::new(module, Language::TypeScript, &texts, files);
    printer.specifiers = Some(specifiers);
    let mut parts = printer.imports();
    for it in &module.types {
        parts.extend([Doc::Break, printer.type_declaration(it), Doc::Break]);
    }
    for statement in &module.body {
        parts.extend(printer.interface_of(statement));
    }
    parts.extend(printer.exports());
    // Without it, whatever a declaration file declares is exported.
    parts.extend([Doc::text("export {};"), Doc::Break]);
    Layout::of(&Doc::List(parts)).text
}

impl Printer<'_> {
    /// The declarations of a statement.
    fn interface_of(&self, statement: &Statement) -> Vec<Doc> {
        let each = match &statement.kind {
            StatementKind::Variable {
                kind,
                pattern,
                value,
            } => self.variables(*kind, pattern, value.as_ref()),
            StatementKind::Function { slot, function } => {
                let name = format!("function {}", self.local(*slot));
                vec![(
                    *slot,
                    Doc::List(vec![
                        Doc::text(name),
                        self.interface_signature(function, ": "),
                        Doc::text(";"),
                    ]),
                )]
            }
            StatementKind::Class { slot, class } => {
                vec![(*slot, self.interface_class(self.local(*slot), class))]
            }
            // The text is JavaScript, and says no types.
            StatementKind::Closure { slot, .. } => {
                let text = format!("const {}: {UNKNOWN};", self.local(*slot));
                vec![(*slot, Doc::text(text))]
            }
            StatementKind::Enum { slot, .. } => vec![(*slot, self.statement(statement))],
            StatementKind::Default(value) => {
                let mut parts = vec![Doc::text("declare const _default: ")];
                parts.extend([self.value_type(value), Doc::text(";"), Doc::Break]);
                parts.extend([Doc::text("export default _default;"), Doc::Break]);
                return parts;
            }
            _ => Vec::new(),
        };
        let mut parts = Vec::new();
        for (slot, doc) in each {
            let export = match self.is_exported_inline(slot) {
                true => "export declare ",
                false => "declare ",
            };
            parts.extend([Doc::text(export), doc, Doc::Break]);
        }
        parts
    }

    fn variables(
        &self,
        kind: VariableKind,
        pattern: &Pattern,
        value: Option<&Expr>,
    ) -> Vec<(Slot, Doc)> {
        let mut slots = Vec::new();
        bound(pattern, &mut slots);
        let word = match kind {
            VariableKind::Const => "const",
            VariableKind::Let => "let",
        };
        let is_plain = matches!(pattern.kind, PatternKind::Bind(_));
        let declared = slots.into_iter().map(|slot| {
            let local = self.module.locals.get(slot as usize);
            let value_type = match (local.and_then(|it| it.value_type.as_ref()), value) {
                (Some(it), _) => self.type_text(it),
                (None, Some(value)) if is_plain => self.value_type(value),
                (None, _) => Doc::text(UNKNOWN),
            };
            let name = format!("{word} {}: ", self.local(slot));
            (
                slot,
                Doc::List(vec![Doc::text(name), value_type, Doc::text(";")]),
            )
        });
        declared.collect()
    }

    /// The type of a value, as far as its form says it.
    fn value_type(&self, value: &Expr) -> Doc {
        match &value.kind {
            ExprKind::String(_) | ExprKind::Template(_) => Doc::text("string"),
            ExprKind::Number(_) => Doc::text("number"),
            ExprKind::Bool(_) => Doc::text("boolean"),
            ExprKind::Function(it) => self.interface_signature(it, " => "),
            ExprKind::New { class, .. } if is_name(class) => Doc::List(vec![
                Doc::text("InstanceType<typeof "),
                self.expression(class, SUPERCLASS),
                Doc::text(">"),
            ]),
            ExprKind::Local(_) | ExprKind::Token(_) => Doc::List(vec![
                Doc::text("typeof "),
                self.expression(value, SUPERCLASS),
            ]),
            _ => Doc::text(UNKNOWN),
        }
    }

    /// The generics, the parameters and the result of a function.
    fn interface_signature(&self, function: &Function, before_result: &str) -> Doc {
        let mut parts = vec![self.generics(&function.generics), self.parameters(function)];
        parts.push(Doc::text(before_result));
        parts.push(self.result(function));
        Doc::List(parts)
    }

    fn parameters(&self, function: &Function) -> Doc {
        // What may be left out comes last in a type.
        let last_required = function.parameters.iter().rposition(|it| !is_optional(it));
        let list = function.parameters.iter().enumerate().map(|(index, it)| {
            let may_be_optional = last_required.is_none_or(|last| index > last);
            self.interface_parameter(index, it, may_be_optional)
        });
        let mut parts = vec![Doc::text("(")];
        parts.extend(Doc::joined(list, &[Doc::text(", ")]));
        parts.push(Doc::text(")"));
        Doc::List(parts)
    }

    fn interface_parameter(
        &self,
        index: usize,
        parameter: &Parameter,
        may_be_optional: bool,
    ) -> Doc {
        let (pattern, is_rest) = match &parameter.pattern.kind {
            PatternKind::Rest(it) => (&**it, true),
            PatternKind::Default { pattern, .. } => (&**pattern, false),
            _ => (&parameter.pattern, false),
        };
        let name = match &pattern.kind {
            PatternKind::Bind(slot) => self.local(*slot).to_owned(),
            _ => format!("argument{index}"),
        };
        let (dots, mark) = match is_rest {
            true => ("...", ""),
            false if may_be_optional && is_optional(parameter) => ("", "?"),
            false => ("", ""),
        };
        let value_type = match (&parameter.value_type, &parameter.pattern.kind) {
            (Some(it), _) => self.type_text(it),
            (None, PatternKind::Rest(_)) => Doc::text(format!("{UNKNOWN}[]")),
            (None, PatternKind::Default { value, .. }) => self.value_type(value),
            (None, _) => Doc::text(UNKNOWN),
        };
        // Before others, it cannot be left out, and is `undefined` instead.
        let is_undefined = is_optional(parameter) && !is_rest && mark.is_empty();
        let or = if is_undefined { " | undefined" } else { "" };
        let head = Doc::text(format!("{dots}{name}{mark}: "));
        Doc::List(vec![head, value_type, Doc::text(or)])
    }

    fn result(&self, function: &Function) -> Doc {
        match (&function.result, &function.body) {
            (Some(it), _) => self.type_text(it),
            (None, Body::Value(value)) if !function.is_async => self.value_type(value),
            (None, _) if function.is_async && !function.is_generator => {
                Doc::text(format!("Promise<{UNKNOWN}>"))
            }
            (None, _) => Doc::text(UNKNOWN),
        }
    }

    fn interface_class(&self, name: &str, class: &Class) -> Doc {
        let mut parts = vec![
            Doc::text(format!("class {name}")),
            self.generics(&class.generics),
        ];
        if let Some(extends) = class.extends.as_ref().filter(|it| is_name(it)) {
            parts.extend([
                Doc::text(" extends "),
                self.expression(extends, SUPERCLASS),
                self.type_arguments(&class.super_types),
            ]);
        }
        let mut inner = Vec::new();
        let is_python = is_python(class);
        for member in &class.members {
            if is_python && is_of_lumipy(member) {
                continue;
            }
            if let Some(doc) = self.interface_member(member) {
                inner.extend([Doc::Break, doc, Doc::text(";")]);
            }
        }
        parts.push(Doc::text(" {"));
        if !inner.is_empty() {
            parts.extend([Doc::Indent(inner), Doc::Break]);
        }
        parts.push(Doc::text("}"));
        Doc::List(parts)
    }

    /// A member that others see.
    fn interface_member(&self, member: &ClassMember) -> Option<Doc> {
        let is_static = if member.is_static { "static " } else { "" };
        if let Some(it) = constructor(member) {
            return Some(Doc::List(vec![
                Doc::text("constructor"),
                self.parameters(it),
            ]));
        }
        let Key::Name(name) = &member.key else {
            return None;
        };
        let name = member_name(name);
        let field = |readonly: bool, value_type: Doc| {
            let readonly = if readonly { "readonly " } else { "" };
            Doc::List(vec![
                Doc::text(format!("{is_static}{readonly}{name}: ")),
                value_type,
            ])
        };
        let type_of = |it: Option<&Type>, value: Option<&Expr>| match (it, value) {
            (Some(it), _) => self.type_text(it),
            (None, Some(value)) => self.value_type(value),
            (None, None) => Doc::text(UNKNOWN),
        };
        Some(match &member.kind {
            MemberKind::Constructor(_) => return None,
            MemberKind::Method(it) => Doc::List(vec![
                Doc::text(format!("{is_static}{name}")),
                self.interface_signature(it, ": "),
            ]),
            MemberKind::Getter(it) => Doc::List(vec![
                Doc::text(format!("{is_static}get {name}(): ")),
                self.result(it),
            ]),
            MemberKind::Setter(it) => Doc::List(vec![
                Doc::text(format!("{is_static}set {name}")),
                self.parameters(it),
            ]),
            MemberKind::Field {
                value_type,
                readonly,
                value,
            } => field(*readonly, type_of(value_type.as_ref(), value.as_ref())),
            MemberKind::Declared {
                value_type,
                readonly,
            } => field(*readonly, type_of(value_type.as_ref(), None)),
        })
    }
}

/// The method with which LumiPy constructs objects of its own classes.
const INIT: &str = "__init__";

/// Whether LumiPy has made a class.
pub fn is_python(class: &Class) -> bool {
    let mut members = class.members.iter();
    members.any(|it| matches!(&it.key, Key::Name(name) if name == "$class"))
}

/// The function of a member that constructs objects.
pub fn constructor(member: &ClassMember) -> Option<&Function> {
    match (&member.key, &member.kind) {
        (_, MemberKind::Constructor(it)) => Some(it),
        (Key::Name(name), MemberKind::Method(it)) if name == INIT => Some(it),
        _ => None,
    }
}

/// Whether a member is that of the library of LumiPy alone.
fn is_of_lumipy(member: &ClassMember) -> bool {
    let Key::Name(name) = &member.key else {
        return false;
    };
    name.starts_with('$') || (name.starts_with('_') && name != INIT)
}

fn is_optional(parameter: &Parameter) -> bool {
    parameter.optional
        || matches!(
            parameter.pattern.kind,
            PatternKind::Default { .. } | PatternKind::Rest(_)
        )
}

/// Whether an expression is a name, or a member of one.
fn is_name(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Local(_) | ExprKind::Token(_) | ExprKind::Intrinsic(_) => true,
        ExprKind::Get {
            of,
            optional: false,
            ..
        } => is_name(of),
        _ => false,
    }
}
