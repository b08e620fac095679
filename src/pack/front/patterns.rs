//! Patterns, keys and objects.

use deno_ast::swc::ast::{
    Expr as Syntax, ObjectLit, ObjectPatProp, Pat, Prop, PropName, PropOrSpread,
};
use deno_ast::swc::common::Spanned;

use crate::il::{
    ClosureShape, Expr, ExprKind, Key, ObjectPattern, Pattern, PatternKind, Property,
    PropertyPattern,
};

use super::binder::Binder;

impl Binder<'_> {
    /// `declares` is false in assignments.
    pub fn pattern(&mut self, syntax: &Pat, declares: bool) -> Pattern {
        let at = self.at(syntax.span_lo());
        let kind = match syntax {
            Pat::Ident(it) if declares => {
                let slot = self.declared(&it.id);
                if let Some(annotation) = &it.type_ann {
                    let value_type = self.value_type(&annotation.type_ann);
                    if let Some(local) = self.locals.get_mut(slot as usize) {
                        local.value_type = Some(value_type);
                    }
                }
                PatternKind::Bind(slot)
            }
            Pat::Ident(it) => {
                let kind = self.name(&it.id);
                self.assignable(&kind, it.id.span.lo);
                PatternKind::Target(Box::new(self.expr(kind, it.id.span.lo)))
            }
            Pat::Expr(it) => PatternKind::Target(self.boxed(it)),
            Pat::Array(it) => {
                let items = it.elems.iter();
                let items = items.map(|it| it.as_ref().map(|it| self.pattern(it, declares)));
                PatternKind::Array(items.collect())
            }
            Pat::Object(it) => PatternKind::Object(self.object_pattern(&it.props, declares)),
            Pat::Assign(it) => PatternKind::Default {
                pattern: Box::new(self.pattern(&it.left, declares)),
                value: self.boxed(&it.right),
            },
            Pat::Rest(it) => PatternKind::Rest(Box::new(self.pattern(&it.arg, declares))),
            Pat::Invalid(it) => {
                self.absent(it.span.lo, "pattern like this", "");
                PatternKind::Array(Vec::new())
            }
        };
        Pattern { kind, at }
    }

    fn object_pattern(&mut self, properties: &[ObjectPatProp], declares: bool) -> ObjectPattern {
        let mut found = ObjectPattern {
            properties: Vec::new(),
            rest: None,
        };
        for property in properties {
            match property {
                ObjectPatProp::KeyValue(it) => {
                    let key = self.read_key(&it.key);
                    let value = self.pattern(&it.value, declares);
                    found.properties.push(PropertyPattern { key, value });
                }
                ObjectPatProp::Assign(it) => {
                    self.member_name(&it.key.id.sym, it.key.id.span.lo);
                    let key = Key::Name(it.key.id.sym.to_string());
                    let pattern = Pat::Ident(it.key.clone());
                    let pattern = self.pattern(&pattern, declares);
                    let at = pattern.at;
                    let value = match &it.value {
                        None => pattern,
                        Some(value) => Pattern {
                            kind: PatternKind::Default {
                                pattern: Box::new(pattern),
                                value: self.boxed(value),
                            },
                            at,
                        },
                    };
                    found.properties.push(PropertyPattern { key, value });
                }
                ObjectPatProp::Rest(it) => {
                    found.rest = Some(Box::new(self.pattern(&it.arg, declares)))
                }
            }
        }
        found
    }

    /// The name of a member that a pattern reads.
    fn read_key(&mut self, name: &PropName) -> Key {
        let key = self.key(name);
        let text = match &key {
            Key::Name(text) => Some(text),
            Key::Computed(it) => match &it.kind {
                ExprKind::String(text) => Some(text),
                _ => None,
            },
            Key::Private(_) => None,
        };
        if let Some(text) = text {
            self.member_name(text, name.span_lo());
        }
        key
    }

    pub fn key(&mut self, name: &PropName) -> Key {
        match name {
            PropName::Ident(it) => Key::Name(it.sym.to_string()),
            PropName::Str(it) => {
                Key::Name(self.text(it.value.as_str(), it.span.lo).unwrap_or_default())
            }
            PropName::Num(it) if it.value.fract() == 0.0 && it.value.abs() < 1e15 => {
                Key::Name(it.value.to_string())
            }
            PropName::Num(it) => {
                Key::Computed(Box::new(self.expr(ExprKind::Number(it.value), it.span.lo)))
            }
            PropName::BigInt(it) => {
                self.absent(it.span.lo, "BigInt", "write the name as a text");
                Key::Name(String::new())
            }
            PropName::Computed(it) => Key::Computed(self.boxed(&it.expr)),
        }
    }

    pub fn object(&mut self, object: &ObjectLit) -> ExprKind {
        let properties = object.props.iter().map(|it| match it {
            PropOrSpread::Spread(it) => Property::Spread(self.expression(&it.expr)),
            PropOrSpread::Prop(it) => self.property(it),
        });
        ExprKind::Object(properties.collect())
    }

    fn property(&mut self, property: &Prop) -> Property {
        let at = self.at(property.span_lo());
        match property {
            Prop::Shorthand(it) => {
                let kind = self.name(it);
                Property::Value {
                    key: Key::Name(it.sym.to_string()),
                    value: self.expr(kind, it.span.lo),
                    at,
                }
            }
            Prop::KeyValue(it) => Property::Value {
                key: self.property_key(&it.key),
                value: self.expression(&it.value),
                at,
            },
            Prop::Method(_) | Prop::Getter(_) | Prop::Setter(_)
                if self.is_kept(property.span_lo()) =>
            {
                let name = match property {
                    Prop::Method(it) => Some(&it.key),
                    Prop::Getter(it) => Some(&it.key),
                    Prop::Setter(it) => Some(&it.key),
                    _ => None,
                };
                if matches!(name, Some(PropName::Computed(_))) {
                    self.absent(
                        property.span_lo(),
                        "methods of objects with a computed name",
                        "give it a name",
                    );
                }
                Property::Closure(self.closure(
                    property.span_lo(),
                    property.span_hi(),
                    ClosureShape::Method,
                ))
            }
            Prop::Method(it) => Property::Method {
                key: self.key(&it.key),
                function: self.function(&it.function, None),
                at,
            },
            other => {
                let kind =
                    self.absent(other.span_lo(), "property like this", "write `name: value`");
                Property::Spread(self.expr(kind, other.span_lo()))
            }
        }
    }

    /// `__proto__: value` would not be a property.
    fn property_key(&mut self, name: &PropName) -> Key {
        let key = self.key(name);
        if matches!(&key, Key::Name(it) if it == "__proto__") {
            self.absent(name.span_lo(), "`__proto__`", "extend a class");
        }
        key
    }

    pub fn opt(&mut self, syntax: Option<&Syntax>) -> Option<Expr> {
        syntax.map(|it| self.expression(it))
    }
}
