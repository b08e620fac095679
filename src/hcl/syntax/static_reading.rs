//! Readings of expressions that are not evaluated: references, keywords, lists.
//!
//! In JSON, a text is read as the native syntax for these.

use super::expression::{Call, Expression, ExpressionKind, Literal, Step, StepKind, Traversal};
use super::native::Parser;
use super::source_file::{SourceFile, Span};
use std::sync::Arc;

impl Expression {
    /// The expression as a reference to something.
    pub fn as_traversal(&self) -> Option<Traversal> {
        let name = |root: &str| Traversal {
            root: root.to_owned(),
            root_span: self.span.clone(),
            steps: Vec::new(),
            span: self.span.clone(),
        };
        match &*self.kind {
            ExpressionKind::Traversal(traversal) => Some(traversal.clone()),
            ExpressionKind::Key(inner) => inner.as_traversal(),
            // References have no constants.
            ExpressionKind::Literal(Literal::Null) => Some(name("null")),
            ExpressionKind::Literal(Literal::Bool(true)) => Some(name("true")),
            ExpressionKind::Literal(Literal::Bool(false)) => Some(name("false")),
            ExpressionKind::JsonText(json) => {
                json_parser(&self.span, &json.text).whole_traversal().ok()
            }
            _ => None,
        }
    }

    /// The expression as one word, such as `string` or `all`.
    pub fn as_keyword(&self) -> Option<String> {
        let traversal = self.as_traversal()?;
        traversal.steps.is_empty().then_some(traversal.root)
    }

    /// The elements of a list that is written as such.
    pub fn as_list(&self) -> Option<Vec<Expression>> {
        match &*self.kind {
            ExpressionKind::Tuple(elements) => Some(elements.clone()),
            _ => None,
        }
    }

    /// The keys and values of an object that is written as such.
    pub fn as_map(&self) -> Option<Vec<(Expression, Expression)>> {
        match &*self.kind {
            ExpressionKind::Object(entries) | ExpressionKind::JsonObject(entries) => {
                Some(entries.clone())
            }
            _ => None,
        }
    }

    /// The expression as a call.
    pub fn as_call(&self) -> Option<Call> {
        match &*self.kind {
            ExpressionKind::Call(call) => Some(call.clone()),
            ExpressionKind::JsonText(json) => {
                let expression = json_parser(&self.span, &json.text).whole_expression();
                match &*expression.ok()?.kind {
                    ExpressionKind::Call(call) => Some(call.clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The text of a template without interpolations.
    pub fn as_literal_text(&self) -> Option<String> {
        match &*self.kind {
            ExpressionKind::Literal(Literal::Text(text)) => Some(text.clone()),
            ExpressionKind::Template(parts) => match parts.as_slice() {
                [part] => match &*part.kind {
                    ExpressionKind::Literal(Literal::Text(text)) => Some(text.clone()),
                    _ => None,
                },
                _ => None,
            },
            ExpressionKind::JsonText(json) => Some(json.text.clone()),
            _ => None,
        }
    }
}

impl Traversal {
    /// The names of the root and of the attributes right after it.
    pub fn names(&self) -> Vec<&str> {
        let names = self.steps.iter().map_while(Step::attribute);
        std::iter::once(self.root.as_str()).chain(names).collect()
    }
}

impl Step {
    /// The name of an attribute.
    pub fn attribute(&self) -> Option<&str> {
        match &self.kind {
            StepKind::Attribute(name) => Some(name),
            StepKind::Index(_) => None,
        }
    }
}

fn json_parser(span: &Span, text: &str) -> Parser {
    Parser::new(&Arc::new(SourceFile::inside(span, text)))
}
