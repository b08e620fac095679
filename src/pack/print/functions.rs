//! Functions and classes as text.

use crate::il::{
    Body, Class, ClassMember, Expr, ExprKind, Function, Key, MemberKind, Parameter, PatternKind,
    Type,
};

use super::doc::Doc;
use super::expressions::{ASSIGNMENT, SEQUENCE, leftmost};
use super::printer::Printer;

impl Printer<'_> {
    /// A function expression.
    pub fn function(&self, function: &Function) -> Doc {
        let is_async = if function.is_async { "async " } else { "" };
        if !function.arrow {
            let own = function
                .own
                .map(|it| format!(" {}", self.local(it)))
                .unwrap_or_default();
            return Doc::List(vec![
                Doc::text(format!("{is_async}function{}{own}", star(function))),
                self.rest_of_function(function),
            ]);
        }
        let body = match &function.body {
            Body::Block(body) => self.block(body),
            Body::Value(it) => match leftmost(it) {
                ExprKind::Object(_) => Doc::List(vec![
                    Doc::text("("),
                    self.expression(it, SEQUENCE),
                    Doc::text(")"),
                ]),
                _ => self.expression(it, ASSIGNMENT),
            },
        };
        Doc::List(vec![
            Doc::text(is_async),
            self.signature(function),
            Doc::text(" => "),
            body,
        ])
    }

    pub fn rest_of_function(&self, function: &Function) -> Doc {
        let body = match &function.body {
            Body::Block(body) => self.block(body),
            Body::Value(it) => Doc::List(vec![
                Doc::text("{ return "),
                self.expression(it, SEQUENCE),
                Doc::text("; }"),
            ]),
        };
        Doc::List(vec![self.signature(function), Doc::text(" "), body])
    }

    fn signature(&self, function: &Function) -> Doc {
        let parameters = function.parameters.iter().map(|it| self.parameter(it));
        let mut inner = vec![Doc::Fold];
        inner.extend(Doc::joined(parameters, &[Doc::text(","), Doc::Line]));
        if !matches!(
            function.parameters.last().map(|it| &it.pattern.kind),
            Some(PatternKind::Rest(_)) | None
        ) {
            inner.push(Doc::Comma);
        }
        let list = Doc::group(vec![
            Doc::text("("),
            Doc::Indent(inner),
            Doc::Fold,
            Doc::text(")"),
        ]);
        Doc::List(vec![
            self.generics(&function.generics),
            list,
            self.annotation("", function.result.as_ref()),
        ])
    }

    fn parameter(&self, parameter: &Parameter) -> Doc {
        let mark = if parameter.optional && self.is_typescript() {
            "?"
        } else {
            ""
        };
        let annotation = self.annotation(mark, parameter.value_type.as_ref());
        match &parameter.pattern.kind {
            PatternKind::Default { pattern, value } => Doc::List(vec![
                self.pattern(pattern),
                annotation,
                Doc::text(" = "),
                self.expression(value, ASSIGNMENT),
            ]),
            _ => Doc::List(vec![self.pattern(&parameter.pattern), annotation]),
        }
    }

    pub fn method(&self, word: &str, key: &Key, function: &Function) -> Doc {
        let is_async = if function.is_async { "async " } else { "" };
        Doc::List(vec![
            Doc::text(format!("{word}{is_async}{}", star(function))),
            self.key(key),
            self.rest_of_function(function),
        ])
    }

    /// `name` is that of a declaration.
    pub fn class(&self, name: &str, class: &Class) -> Doc {
        let own = class.own.map(|it| self.local(it)).unwrap_or_default();
        let name = if name.is_empty() { own } else { name };
        let space = if name.is_empty() { "" } else { " " };
        let mut parts = vec![
            Doc::text(format!("class{space}{name}")),
            self.generics(&class.generics),
        ];
        if let Some(extends) = &class.extends {
            parts.extend([
                Doc::text(" extends "),
                self.expression(extends, 17),
                self.type_arguments(&class.super_types),
            ]);
        }
        let mut inner = Vec::new();
        let mut was_field = true;
        let members = class
            .members
            .iter()
            .filter(|it| self.is_typescript() || !is_declared(it));
        for (index, member) in members.enumerate() {
            let is_field = matches!(
                member.kind,
                MemberKind::Field { .. } | MemberKind::Declared { .. }
            );
            if index > 0 && !(is_field && was_field) {
                inner.push(Doc::Break);
            }
            was_field = is_field;
            inner.extend([Doc::Break, self.member(member)]);
        }
        match inner.is_empty() {
            true => parts.push(Doc::text(" {}")),
            false => parts.extend([
                Doc::text(" {"),
                Doc::Indent(inner),
                Doc::Break,
                Doc::text("}"),
            ]),
        }
        Doc::List(parts)
    }

    fn member(&self, member: &ClassMember) -> Doc {
        let is_static = if member.is_static { "static " } else { "" };
        let mark = Doc::Mark(member.at);
        match &member.kind {
            MemberKind::Constructor(it) => Doc::List(vec![
                mark,
                Doc::text("constructor"),
                self.rest_of_function(it),
            ]),
            MemberKind::Method(it) => {
                Doc::List(vec![mark, self.method(is_static, &member.key, it)])
            }
            MemberKind::Getter(it) => Doc::List(vec![
                mark,
                self.method(&format!("{is_static}get "), &member.key, it),
            ]),
            MemberKind::Setter(it) => Doc::List(vec![
                mark,
                self.method(&format!("{is_static}set "), &member.key, it),
            ]),
            MemberKind::Field {
                value_type,
                readonly,
                value,
            } => {
                let readonly = if *readonly && self.is_typescript() {
                    "readonly "
                } else {
                    ""
                };
                let head = format!("{is_static}{readonly}");
                self.field(member, head, value_type.as_ref(), value.as_ref())
            }
            MemberKind::Declared {
                value_type,
                readonly,
            } => {
                let readonly = if *readonly { "readonly " } else { "" };
                Doc::List(vec![
                    Doc::text(format!("declare {is_static}{readonly}")),
                    self.key(&member.key),
                    self.annotation("", value_type.as_ref()),
                    Doc::text(";"),
                ])
            }
        }
    }

    fn field(
        &self,
        member: &ClassMember,
        head: String,
        value_type: Option<&Type>,
        value: Option<&Expr>,
    ) -> Doc {
        let mut parts = vec![
            Doc::Mark(member.at),
            Doc::text(head),
            self.key(&member.key),
            self.annotation("", value_type),
        ];
        if let Some(value) = value {
            parts.extend([Doc::text(" = "), self.expression(value, ASSIGNMENT)]);
        }
        parts.push(Doc::text(";"));
        Doc::List(parts)
    }
}

/// The mark of generators.
pub fn star(function: &Function) -> &'static str {
    if function.is_generator { "*" } else { "" }
}

fn is_declared(member: &ClassMember) -> bool {
    matches!(member.kind, MemberKind::Declared { .. })
}
