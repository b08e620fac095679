//! The value of an expression.
//!
//! As in OpenTofu, evaluation goes on after an error, with a value of unknown type in place of the wrong part: the
//! errors of a branch that is not taken do not count, its type does.

use crate::syntax::{
    Diagnostic, Diagnostics, Expression, ExpressionKind, JsonText, Literal, Traversal,
};
use crate::value::{Number, Type, Value};
use lumi_graph::nearest;

use super::access;
use super::scope::{Scope, Variables};

/// The value of an expression.
pub fn evaluate(expression: &Expression, scope: &dyn Scope) -> Result<Value, Diagnostics> {
    limited(
        Evaluator::new(Some(scope)).evaluate(expression)?,
        expression,
    )
}

/// The deepest nesting of a value: everything that follows parts is as deep.
const MAX_NESTING: usize = 300;

/// A value that is not nested too deeply, as one that grows from reference to reference can be.
fn limited(value: Value, expression: &Expression) -> Result<Value, Diagnostics> {
    if value.depth() <= MAX_NESTING {
        return Ok(value);
    }
    let detail = format!("A value can have at most {MAX_NESTING} levels.");
    let error = Diagnostic::error("The value is nested too deeply", detail, &expression.span);
    Err(error.into())
}

/// The value of an expression that can neither refer to anything nor call functions. A text in JSON stands for
/// itself.
pub fn evaluate_literal(expression: &Expression) -> Result<Value, Diagnostics> {
    Evaluator::new(None).evaluate(expression)
}

/// Evaluates expressions in a scope.
#[derive(Clone, Copy)]
pub struct Evaluator<'s> {
    /// Without a scope, only constants are allowed.
    pub scope: Option<&'s dyn Scope>,
    /// Whether this is the place of a constant: texts of JSON are no templates then.
    is_literal: bool,
    /// The element that the innermost splat is at.
    pub element: Option<&'s Value>,
}

impl<'s> Evaluator<'s> {
    pub fn new(scope: Option<&'s dyn Scope>) -> Self {
        Self {
            scope,
            is_literal: scope.is_none(),
            element: None,
        }
    }

    /// An evaluator with further names. Names in a constant have a scope without functions.
    pub fn within<'c>(self, scope: &'c Variables<'c>) -> Evaluator<'c>
    where
        's: 'c,
    {
        Evaluator {
            scope: Some(scope),
            is_literal: self.is_literal,
            element: self.element,
        }
    }

    pub fn at_element<'c>(self, element: &'c Value) -> Evaluator<'c>
    where
        's: 'c,
    {
        Evaluator {
            element: Some(element),
            ..self
        }
    }

    /// Whether functions can be called.
    pub fn has_functions(self) -> bool {
        !self.is_literal
    }

    fn evaluate(self, expression: &Expression) -> Result<Value, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let value = self.value(expression, &mut diagnostics);
        diagnostics.or(value)
    }

    /// The value of an expression, of unknown type where it has errors.
    pub fn value(self, expression: &Expression, diagnostics: &mut Diagnostics) -> Value {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || {
            self.of_kind(expression, diagnostics)
        })
    }

    fn of_kind(self, expression: &Expression, diagnostics: &mut Diagnostics) -> Value {
        match &*expression.kind {
            ExpressionKind::Literal(it) => literal(it),
            ExpressionKind::Template(parts) => self.template(parts, diagnostics),
            ExpressionKind::Wrapped(inner) | ExpressionKind::Parentheses(inner) => {
                self.value(inner, diagnostics)
            }
            ExpressionKind::Join(texts) => self.join(texts, diagnostics),
            ExpressionKind::Traversal(traversal) => self.traversal(traversal, diagnostics),
            ExpressionKind::Relative { source, steps } => {
                let value = self.value(source, diagnostics);
                access::steps(value, steps, diagnostics)
            }
            ExpressionKind::Index { collection, key } => {
                let collection = self.value(collection, diagnostics);
                let key = self.value(key, diagnostics);
                access::index(&collection, &key, &expression.span, diagnostics)
            }
            ExpressionKind::Splat { source, each } => {
                self.splat(source, each, &expression.span, diagnostics)
            }
            ExpressionKind::Element => self.element.cloned().unwrap_or(Value::DYNAMIC),
            ExpressionKind::Call(call) => self.call(call, diagnostics),
            ExpressionKind::Conditional {
                condition,
                on_true,
                on_false,
            } => self.conditional(condition, on_true, on_false, diagnostics),
            ExpressionKind::Unary { operator, operand } => {
                self.unary(*operator, operand, diagnostics)
            }
            ExpressionKind::Binary {
                operator,
                left,
                right,
            } => self.binary(*operator, left, right, &expression.span, diagnostics),
            ExpressionKind::Tuple(elements) => {
                let elements = elements.iter().map(|it| self.value(it, diagnostics));
                Value::tuple(elements.collect())
            }
            ExpressionKind::Object(entries) => self.object(entries, diagnostics),
            ExpressionKind::Key(inner) => self.key(inner, diagnostics),
            ExpressionKind::For(it) => self.for_value(it, diagnostics),
            ExpressionKind::JsonText(json) => self.json_text(json, diagnostics),
            ExpressionKind::JsonObject(entries) => self.json_object(entries, diagnostics),
        }
    }

    fn json_text(self, json: &JsonText, diagnostics: &mut Diagnostics) -> Value {
        if self.is_literal {
            return Value::string(json.text.as_str());
        }
        match &json.template {
            Ok(template) => self.value(template, diagnostics),
            Err(errors) => {
                diagnostics.extend(errors.clone());
                Value::DYNAMIC
            }
        }
    }

    fn traversal(self, traversal: &Traversal, diagnostics: &mut Diagnostics) -> Value {
        let root = traversal.root.as_str();
        let Some(scope) = self.scope else {
            let detail = format!("`{root}` is a reference, and only constants are allowed here.");
            diagnostics.push(Diagnostic::error(
                "References are not allowed here",
                detail,
                &traversal.span,
            ));
            return Value::DYNAMIC;
        };
        if let Some(value) = scope.variable(root) {
            return access::steps(value, &traversal.steps, diagnostics);
        }
        let names = scope.names();
        let detail = match nearest(root, names.iter().map(String::as_str), 0.8) {
            Some(name) => format!("Nothing is named `{root}`. Did you mean `{name}`?"),
            None => format!("Nothing is named `{root}`."),
        };
        diagnostics.push(Diagnostic::error(
            "The reference does not exist",
            detail,
            &traversal.root_span,
        ));
        Value::DYNAMIC
    }
}

/// The value of a constant.
pub fn literal(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::null(Type::Dynamic),
        Literal::Bool(it) => Value::bool(*it),
        Literal::Text(text) => Value::string(text.as_str()),
        Literal::Number(digits) => match Number::parse(digits) {
            Some(number) => Value::number(number),
            None => Value::unknown(Type::Number),
        },
    }
}
