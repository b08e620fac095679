//! JSON values as expressions: texts and keys are templates.

use std::sync::Arc;

use super::node::{Node, NodeKind};
use crate::syntax::expression::{Expression, ExpressionKind, JsonText, Literal};
use crate::syntax::native::Parser;
use crate::syntax::source_file::{SourceFile, Span};

/// The expression of a value.
pub fn expression(node: &Node) -> Expression {
    let kind = match &node.kind {
        NodeKind::Null => ExpressionKind::Literal(Literal::Null),
        NodeKind::Bool(it) => ExpressionKind::Literal(Literal::Bool(*it)),
        NodeKind::Number(digits) => ExpressionKind::Literal(Literal::Number(digits.clone())),
        NodeKind::Text(text) => return text_expression(text, &node.span),
        NodeKind::Array(elements) => {
            ExpressionKind::Tuple(elements.iter().map(expression).collect())
        }
        NodeKind::Object(properties) => {
            let entries = properties.iter().map(|it| {
                (
                    text_expression(&it.name, &it.name_span),
                    expression(&it.value),
                )
            });
            ExpressionKind::JsonObject(entries.collect())
        }
    };
    Expression::new(kind, node.span.clone())
}

fn text_expression(text: &str, span: &Span) -> Expression {
    let json = JsonText {
        text: text.to_owned(),
        template: Parser::new(&Arc::new(SourceFile::inside(span, text))).whole_template(),
    };
    Expression::new(ExpressionKind::JsonText(json), span.clone())
}
