//! The references of an expression.

use crate::syntax::{Expression, ExpressionKind, For, Traversal};

/// The references of an expression, in the order of its text. Names that `for` introduces are none.
pub fn references(expression: &Expression) -> Vec<Traversal> {
    let mut walk = Walk::default();
    walk.expression(expression);
    walk.references
}

#[derive(Default)]
struct Walk {
    references: Vec<Traversal>,
    /// Names of the `for` expressions around.
    names: Vec<String>,
}

impl Walk {
    fn expression(&mut self, expression: &Expression) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.kind(&expression.kind));
    }

    fn all(&mut self, expressions: &[Expression]) {
        expressions.iter().for_each(|it| self.expression(it));
    }

    fn kind(&mut self, kind: &ExpressionKind) {
        match kind {
            ExpressionKind::Literal(_) | ExpressionKind::Element => {}
            ExpressionKind::Traversal(traversal) => self.traversal(traversal),
            ExpressionKind::Template(parts) | ExpressionKind::Tuple(parts) => self.all(parts),
            ExpressionKind::Key(inner) if inner.as_keyword().is_some() => {}
            ExpressionKind::Key(inner)
            | ExpressionKind::Wrapped(inner)
            | ExpressionKind::Join(inner)
            | ExpressionKind::Parentheses(inner)
            | ExpressionKind::Relative { source: inner, .. }
            | ExpressionKind::Unary { operand: inner, .. } => self.expression(inner),
            ExpressionKind::Index {
                collection: one,
                key: two,
            }
            | ExpressionKind::Splat {
                source: one,
                each: two,
            }
            | ExpressionKind::Binary {
                left: one,
                right: two,
                ..
            } => {
                self.expression(one);
                self.expression(two);
            }
            ExpressionKind::Call(call) => self.all(&call.arguments),
            ExpressionKind::Conditional {
                condition,
                on_true,
                on_false,
            } => {
                for part in [condition, on_true, on_false] {
                    self.expression(part);
                }
            }
            ExpressionKind::Object(entries) | ExpressionKind::JsonObject(entries) => {
                for (key, value) in entries {
                    self.expression(key);
                    self.expression(value);
                }
            }
            ExpressionKind::For(it) => self.for_expression(it),
            ExpressionKind::JsonText(json) => {
                json.template.iter().for_each(|it| self.expression(it));
            }
        }
    }

    fn traversal(&mut self, traversal: &Traversal) {
        if !self.names.contains(&traversal.root) {
            self.references.push(traversal.clone());
        }
    }

    fn for_expression(&mut self, it: &For) {
        self.expression(&it.collection);
        let count = self.names.len();
        self.names.extend(it.key_name.clone());
        self.names.push(it.value_name.clone());
        for part in it.key.iter().chain([&it.value]).chain(&it.condition) {
            self.expression(part);
        }
        self.names.truncate(count);
    }
}
