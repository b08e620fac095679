//! Objects, arrays, templates, arguments and patterns as text.

use crate::il::{At, Expr, ExprKind, Key, ObjectPattern, Pattern, PatternKind, Property, Template};

use super::doc::Doc;
use super::expressions::{
    ASSIGNMENT, CALL, PRIMARY, SEQUENCE, is_breakable, member_name, template_text,
};
use super::printer::Printer;

impl Printer<'_> {
    pub fn template(&self, template: &Template) -> Doc {
        let mut parts = vec![Doc::text("`")];
        let is_raw = !template.raw.is_empty();
        let texts = if is_raw {
            &template.raw
        } else {
            &template.texts
        };
        for (index, text) in texts.iter().enumerate() {
            let text = if is_raw {
                text.clone()
            } else {
                template_text(text)
            };
            parts.push(Doc::Verbatim(text, At::default()));
            if let Some(value) = template.values.get(index) {
                parts.extend([
                    Doc::text("${"),
                    self.expression(value, SEQUENCE),
                    Doc::text("}"),
                ]);
            }
        }
        parts.push(Doc::text("`"));
        Doc::List(parts)
    }

    pub fn array(&self, items: &[Expr]) -> Doc {
        if items.is_empty() {
            return Doc::text("[]");
        }
        // A hole at the end needs a comma of its own.
        let ends_with_hole = items.last().is_some_and(|it| it.kind == ExprKind::Hole);
        if let [only] = items
            && is_breakable(only)
        {
            return Doc::List(vec![
                Doc::text("["),
                self.expression(only, ASSIGNMENT),
                Doc::text("]"),
            ]);
        }
        let items = items.iter().map(|it| self.expression(it, ASSIGNMENT));
        let mut inner = vec![Doc::Fold];
        inner.extend(Doc::joined(items, &[Doc::text(","), Doc::Line]));
        inner.push(if ends_with_hole {
            Doc::text(",")
        } else {
            Doc::Comma
        });
        Doc::group(vec![
            Doc::text("["),
            Doc::Indent(inner),
            Doc::Fold,
            Doc::text("]"),
        ])
    }

    pub fn object(&self, properties: &[Property]) -> Doc {
        if properties.is_empty() {
            return Doc::text("{}");
        }
        let properties = properties.iter().map(|it| self.property(it));
        let mut inner = vec![Doc::Line];
        inner.extend(Doc::joined(properties, &[Doc::text(","), Doc::Line]));
        inner.push(Doc::Comma);
        Doc::group(vec![
            Doc::text("{"),
            Doc::Indent(inner),
            Doc::Line,
            Doc::text("}"),
        ])
    }

    fn property(&self, property: &Property) -> Doc {
        match property {
            Property::Value { key, value, at } => {
                if let Key::Name(name) = key
                    && self.name_of(&value.kind) == Some(name)
                {
                    return self.expression(value, ASSIGNMENT);
                }
                Doc::List(vec![
                    Doc::Mark(*at),
                    self.key(key),
                    Doc::text(": "),
                    self.expression(value, ASSIGNMENT),
                ])
            }
            Property::Method { key, function, at } => {
                Doc::List(vec![Doc::Mark(*at), self.method("", key, function)])
            }
            Property::Getter { key, function, at } => {
                Doc::List(vec![Doc::Mark(*at), self.method("get ", key, function)])
            }
            Property::Closure(it) => self.closure(it),
            Property::Spread(it) => {
                Doc::List(vec![Doc::text("..."), self.expression(it, ASSIGNMENT)])
            }
        }
    }

    /// The name that an expression is printed as, if it is one.
    fn name_of<'k>(&'k self, kind: &'k ExprKind) -> Option<&'k str> {
        match kind {
            ExprKind::Local(slot) => Some(self.local(*slot)),
            ExprKind::Token(token) => self.names.alias(token),
            ExprKind::Intrinsic(name) if !name.contains('.') => Some(name),
            _ => None,
        }
    }

    pub fn key(&self, key: &Key) -> Doc {
        match key {
            Key::Name(name) => Doc::text(member_name(name)),
            Key::Private(name) => Doc::text(format!("#{name}")),
            Key::Computed(it) => Doc::List(vec![
                Doc::text("["),
                self.expression(it, ASSIGNMENT),
                Doc::text("]"),
            ]),
        }
    }

    pub fn arguments(&self, arguments: &[Expr]) -> Doc {
        let list = arguments.iter().map(|it| self.argument(it));
        if arguments.is_empty() || arguments.iter().any(is_breakable) {
            let mut parts = vec![Doc::text("(")];
            parts.extend(Doc::joined(list, &[Doc::text(", ")]));
            parts.push(Doc::text(")"));
            return Doc::List(parts);
        }
        let mut inner = vec![Doc::Fold];
        inner.extend(Doc::joined(list, &[Doc::text(","), Doc::Line]));
        inner.push(Doc::Comma);
        Doc::group(vec![
            Doc::text("("),
            Doc::Indent(inner),
            Doc::Fold,
            Doc::text(")"),
        ])
    }

    /// V8 refuses `f([-1], [x] = y)`: to its parser, the first argument may be a pattern, too.
    pub fn argument(&self, argument: &Expr) -> Doc {
        let least = match &argument.kind {
            ExprKind::Assign { target, .. } if !matches!(target.kind, PatternKind::Target(_)) => {
                PRIMARY
            }
            _ => ASSIGNMENT,
        };
        self.expression(argument, least)
    }

    pub fn pattern(&self, pattern: &Pattern) -> Doc {
        let at = Doc::Mark(pattern.at);
        match &pattern.kind {
            PatternKind::Bind(slot) => Doc::List(vec![at, Doc::text(self.local(*slot))]),
            PatternKind::Target(it) => self.expression(it, CALL),
            PatternKind::Array(items) => {
                let ends_with_hole = items.last().is_some_and(Option::is_none);
                let items = items
                    .iter()
                    .map(|it| it.as_ref().map_or(Doc::text(""), |it| self.pattern(it)));
                let mut parts = vec![at, Doc::text("[")];
                parts.extend(Doc::joined(items, &[Doc::text(", ")]));
                parts.push(Doc::text(if ends_with_hole { ",]" } else { "]" }));
                Doc::List(parts)
            }
            PatternKind::Object(it) => Doc::List(vec![at, self.object_pattern(it)]),
            PatternKind::Default { pattern, value } => Doc::List(vec![
                self.pattern(pattern),
                Doc::text(" = "),
                self.expression(value, ASSIGNMENT),
            ]),
            PatternKind::Rest(it) => Doc::List(vec![at, Doc::text("..."), self.pattern(it)]),
        }
    }

    fn object_pattern(&self, pattern: &ObjectPattern) -> Doc {
        let mut parts: Vec<Doc> = Vec::new();
        for it in &pattern.properties {
            let bound = match &it.value.kind {
                PatternKind::Default { pattern, .. } => &pattern.kind,
                other => other,
            };
            let is_short = match (&it.key, bound) {
                (Key::Name(name), PatternKind::Bind(slot)) => name == self.local(*slot),
                (Key::Name(name), PatternKind::Target(target)) => {
                    self.name_of(&target.kind) == Some(name)
                }
                _ => false,
            };
            let value = self.pattern(&it.value);
            parts.push(match is_short {
                true => value,
                false => Doc::List(vec![self.read_key(&it.key), Doc::text(": "), value]),
            });
        }
        if let Some(rest) = &pattern.rest {
            parts.push(Doc::List(vec![Doc::text("..."), self.pattern(rest)]));
        }
        if parts.is_empty() {
            return Doc::text("{}");
        }
        let mut inner = vec![Doc::Line];
        inner.extend(Doc::joined(parts, &[Doc::text(","), Doc::Line]));
        if pattern.rest.is_none() {
            inner.push(Doc::Comma);
        }
        Doc::group(vec![
            Doc::text("{"),
            Doc::Indent(inner),
            Doc::Line,
            Doc::text("}"),
        ])
    }
}
