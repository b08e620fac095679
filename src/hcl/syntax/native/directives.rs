//! `%{if}` and `%{for}`: from flat parts to a tree.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::for_expressions::ForIntroduction;
use super::parser::Parsed;
use super::templates::{Part, PartKind};
use crate::syntax::diagnostic::{Diagnostic, Diagnostics};
use crate::syntax::expression::{Expression, ExpressionKind, For};
use crate::syntax::source_file::Span;

type Parts = Peekable<IntoIter<Part>>;

/// The expressions of a template's parts; an empty text if there are none.
pub fn tree(parts: Vec<Part>, span: &Span) -> Parsed<Vec<Expression>> {
    let mut parts = parts.into_iter().peekable();
    let expressions = sequence(&mut parts)?;
    match parts.next() {
        Some(end) => Err(unbalanced(&end, "no directive is open here")),
        None if expressions.is_empty() => Ok(vec![Expression::text("", span.clone())]),
        None => Ok(expressions),
    }
}

fn unbalanced(end: &Part, reason: &str) -> Diagnostics {
    let name = match end.kind {
        PartKind::Else => "else",
        PartKind::EndIf => "endif",
        _ => "endfor",
    };
    let detail = format!("`%{{ {name} }}` is not expected: {reason}.");
    Diagnostic::error("Directives are not balanced", detail, &end.span).into()
}

/// Reads up to the end of the directive that the parts are in.
fn sequence(parts: &mut Parts) -> Parsed<Vec<Expression>> {
    let mut expressions = Vec::new();
    let is_end = |it: &Part| matches!(it.kind, PartKind::Else | PartKind::EndIf | PartKind::EndFor);
    while let Some(part) = parts.next_if(|it| !is_end(it)) {
        expressions.push(match part.kind {
            PartKind::Literal(text) => Expression::text(text, part.span),
            PartKind::Interpolation(expression) => expression,
            PartKind::If(condition) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                if_directive(parts, condition, &part.span)
            })?,
            PartKind::For(introduction) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                for_directive(parts, introduction, &part.span)
            })?,
            PartKind::Else | PartKind::EndIf | PartKind::EndFor => break,
        });
    }
    Ok(expressions)
}

/// The expressions as one text.
fn template(expressions: Vec<Expression>, empty: &Span) -> Expression {
    let span = match (expressions.first(), expressions.last()) {
        (Some(first), Some(last)) => first.span.to(&last.span),
        _ => empty.clone(),
    };
    let parts = match expressions.is_empty() {
        true => vec![Expression::text("", empty.clone())],
        false => expressions,
    };
    Expression::new(ExpressionKind::Template(parts), span)
}

fn if_directive(parts: &mut Parts, condition: Expression, open: &Span) -> Parsed<Expression> {
    let on_true = template(sequence(parts)?, open);
    let mut end = next(parts, open, "endif")?;
    let on_false = match end.kind {
        PartKind::Else => {
            let on_false = template(sequence(parts)?, &end.span);
            end = next(parts, open, "endif")?;
            on_false
        }
        _ => template(Vec::new(), &end.span),
    };
    match end.kind {
        PartKind::EndIf => {
            let kind = ExpressionKind::Conditional {
                condition,
                on_true,
                on_false,
            };
            Ok(Expression::new(kind, open.to(&end.span)))
        }
        _ => Err(unbalanced(&end, "`%{ endif }` must come first")),
    }
}

fn for_directive(
    parts: &mut Parts,
    introduction: ForIntroduction,
    open: &Span,
) -> Parsed<Expression> {
    let value = template(sequence(parts)?, open);
    let end = next(parts, open, "endfor")?;
    if !matches!(end.kind, PartKind::EndFor) {
        return Err(unbalanced(&end, "`%{ endfor }` must come first"));
    }
    let span = open.to(&end.span);
    let kind = ExpressionKind::For(For {
        key_name: introduction.key_name,
        value_name: introduction.value_name,
        collection: introduction.collection,
        key: None,
        value,
        condition: None,
        is_grouped: false,
    });
    let texts = Expression::new(kind, span.clone());
    Ok(Expression::new(ExpressionKind::Join(texts), span))
}

fn next(parts: &mut Parts, open: &Span, name: &str) -> Parsed<Part> {
    parts.next().ok_or_else(|| {
        let detail = format!("`%{{ {name} }}` is missing.");
        Diagnostic::error("A directive is not closed", detail, open).into()
    })
}
