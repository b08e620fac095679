//! Attributes, indexes and splats after a term.

use super::lexer::{Token, TokenKind};
use super::parser::{Parsed, Parser};
use crate::syntax::expression::{Expression, ExpressionKind, Literal, Step, StepKind, Traversal};
use crate::syntax::source_file::Span;

impl Parser {
    pub(super) fn traversals(&mut self, mut of: Expression) -> Parsed<Expression> {
        loop {
            let next = self.peek();
            of = match next.kind {
                TokenKind::Symbol(".") => {
                    let dot = self.read();
                    self.after_dot(of, &dot)?
                }
                TokenKind::Symbol("[") => {
                    let open = self.read();
                    self.after_bracket(of, &open)?
                }
                _ => return Ok(of),
            };
        }
    }

    fn after_dot(&mut self, of: Expression, dot: &Token) -> Parsed<Expression> {
        let next = self.peek();
        match next.kind {
            TokenKind::Name | TokenKind::Number => {
                let step = self.attribute_step(dot)?;
                Ok(with_step(of, step))
            }
            TokenKind::Symbol("*") => {
                self.read();
                self.attribute_splat(of, dot)
            }
            _ => Err(self.error(
                "The name of an attribute is missing",
                "A name must follow the dot.",
                &next,
            )),
        }
    }

    /// Reads the name or the number after a dot.
    fn attribute_step(&mut self, dot: &Token) -> Parsed<Step> {
        let token = self.read();
        let text = self.text(&token).to_owned();
        let span = self.span(dot).to(&self.span(&token));
        let kind = match token.kind {
            TokenKind::Name => StepKind::Attribute(text),
            _ if text.contains('.') => {
                let indexes = text.replace('.', "][");
                let detail = format!("Write two indexes in brackets: [{indexes}].");
                return Err(self.error("Two indexes after dots are not allowed", &detail, &token));
            }
            _ => StepKind::Index(Literal::Number(text)),
        };
        Ok(Step { kind, span })
    }

    /// Reads the attributes after `.*`, which belong to the elements; indexes in brackets do not.
    fn attribute_splat(&mut self, source: Expression, dot: &Token) -> Parsed<Expression> {
        let mut each = Expression::new(ExpressionKind::Element, self.span_from(dot.range.start));
        while self.peek().kind == TokenKind::Symbol(".") {
            let dot = self.read();
            let next = self.peek();
            if !matches!(next.kind, TokenKind::Name | TokenKind::Number) {
                let detail = "After `.*`, only names of attributes can follow; use `[*]` for more.";
                return Err(self.error("The name of an attribute is missing", detail, &next));
            }
            let step = self.attribute_step(&dot)?;
            each = with_step(each, step);
        }
        Ok(splat(source, each))
    }

    fn after_bracket(&mut self, of: Expression, open: &Token) -> Parsed<Expression> {
        if self.take("*") {
            self.symbol("]", "After `[*`, the closing bracket must follow.")?;
            let element =
                Expression::new(ExpressionKind::Element, self.span_from(open.range.start));
            let each = self.nested(|it| it.traversals(element))?;
            return Ok(splat(of, each));
        }
        let key = self.with_lines(true, |it| {
            let key = it.expression()?;
            it.symbol("]", "The index needs a closing bracket.")?;
            Ok(key)
        })?;
        let span = self.span_from(open.range.start);
        let constant = match &*key.kind {
            ExpressionKind::Literal(literal) => Some(literal.clone()),
            _ => key.as_literal_text().map(Literal::Text),
        };
        Ok(match constant {
            Some(literal) => with_step(
                of,
                Step {
                    kind: StepKind::Index(literal),
                    span,
                },
            ),
            None => {
                let span = of.span.to(&span);
                Expression::new(
                    ExpressionKind::Index {
                        collection: of,
                        key,
                    },
                    span,
                )
            }
        })
    }
}

fn splat(source: Expression, each: Expression) -> Expression {
    let span = source.span.to(&each.span);
    Expression::new(ExpressionKind::Splat { source, each }, span)
}

/// The expression with a further step: references and steps of another expression become longer.
fn with_step(of: Expression, step: Step) -> Expression {
    let span: Span = of.span.to(&step.span);
    let kind = match &*of.kind {
        ExpressionKind::Traversal(traversal) => {
            let mut traversal: Traversal = traversal.clone();
            traversal.steps.push(step);
            traversal.span = span.clone();
            ExpressionKind::Traversal(traversal)
        }
        ExpressionKind::Relative { source, steps } => {
            let mut steps = steps.clone();
            steps.push(step);
            ExpressionKind::Relative {
                source: source.clone(),
                steps,
            }
        }
        _ => ExpressionKind::Relative {
            source: of.clone(),
            steps: vec![step],
        },
    };
    Expression::new(kind, span)
}
