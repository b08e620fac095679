//! Constants, references, calls and parentheses.

use super::lexer::{Token, TokenKind};
use super::parser::{Parsed, Parser};
use crate::syntax::expression::{
    Call, Expression, ExpressionKind, Literal, Traversal, UnaryOperator,
};

impl Parser {
    pub(super) fn term_with_traversals(&mut self) -> Parsed<Expression> {
        let term = self.term()?;
        self.traversals(term)
    }

    pub(super) fn term(&mut self) -> Parsed<Expression> {
        let next = self.peek();
        match next.kind {
            TokenKind::Symbol("(") => self.parentheses(),
            TokenKind::Symbol("-") => self.unary(UnaryOperator::Negate),
            TokenKind::Symbol("!") => self.unary(UnaryOperator::Not),
            TokenKind::Symbol("[") => self.tuple(),
            TokenKind::Symbol("{") => self.object(),
            TokenKind::Number => self.number(),
            TokenKind::Name => {
                self.read();
                self.name_or_call(&next)
            }
            TokenKind::Quote => self.quoted(),
            TokenKind::Heredoc => self.heredoc(),
            _ => Err(self.error(
                "An expression is missing",
                "An expression was expected here.",
                &next,
            )),
        }
    }

    fn parentheses(&mut self) -> Parsed<Expression> {
        let open = self.read();
        self.with_lines(true, |it| {
            let inner = it.expression()?;
            it.symbol(")", "The parenthesis is not closed.")?;
            let span = it.span_from(open.range.start);
            Ok(Expression::new(ExpressionKind::Parentheses(inner), span))
        })
    }

    fn unary(&mut self, operator: UnaryOperator) -> Parsed<Expression> {
        let symbol = self.read();
        let operand = self.nested(Self::term_with_traversals)?;
        let span = self.span(&symbol).to(&operand.span);
        Ok(Expression::new(
            ExpressionKind::Unary { operator, operand },
            span,
        ))
    }

    /// Reads digits with at most one point and one exponent.
    pub(super) fn number(&mut self) -> Parsed<Expression> {
        let token = self.read();
        let text = self.text(&token);
        let mantissa = text.find(['e', 'E']).map_or(text, |at| &text[..at]);
        let exponent = &text[mantissa.len()..];
        let is_valid = mantissa.matches('.').count() <= 1
            && !mantissa.ends_with('.')
            && !exponent.contains('.')
            && exponent.matches(['e', 'E']).count() <= 1;
        match is_valid {
            true => {
                let literal = Literal::Number(text.to_owned());
                Ok(Expression::new(
                    ExpressionKind::Literal(literal),
                    self.span(&token),
                ))
            }
            false => Err(self.error(
                "The number is not valid",
                "A number was expected here.",
                &token,
            )),
        }
    }

    fn name_or_call(&mut self, name: &Token) -> Parsed<Expression> {
        if matches!(self.peek().kind, TokenKind::Symbol("(" | "::")) {
            return self.call(name);
        }
        let span = self.span(name);
        let literal = match self.text(name) {
            "true" => Literal::Bool(true),
            "false" => Literal::Bool(false),
            "null" => Literal::Null,
            root => {
                let traversal = Traversal {
                    root: root.to_owned(),
                    root_span: span.clone(),
                    steps: Vec::new(),
                    span: span.clone(),
                };
                return Ok(Expression::new(ExpressionKind::Traversal(traversal), span));
            }
        };
        Ok(Expression::new(ExpressionKind::Literal(literal), span))
    }

    fn call(&mut self, first: &Token) -> Parsed<Expression> {
        let mut name = self.text(first).to_owned();
        while self.take("::") {
            let next = self.name("The name of a function must follow the two colons.")?;
            name = format!("{name}::{}", self.text(&next));
        }
        let name_span = self.span_from(first.range.start);
        self.symbol(
            "(",
            "The arguments of the function must follow in parentheses.",
        )?;
        let (arguments, is_expanded) = self.with_lines(true, Self::arguments)?;
        let span = self.span_from(first.range.start);
        let call = Call {
            name,
            name_span,
            arguments,
            is_expanded,
            span: span.clone(),
        };
        Ok(Expression::new(ExpressionKind::Call(call), span))
    }

    /// Reads arguments up to the closing parenthesis, and whether the last one is expanded.
    fn arguments(&mut self) -> Parsed<(Vec<Expression>, bool)> {
        let mut arguments = Vec::new();
        loop {
            if self.take(")") {
                return Ok((arguments, false));
            }
            arguments.push(self.expression()?);
            let separator = self.read();
            match separator.kind {
                TokenKind::Symbol(",") => {}
                TokenKind::Symbol(")") => return Ok((arguments, false)),
                TokenKind::Symbol("...") => {
                    self.symbol(
                        ")",
                        "After an expanded argument (`...`), the closing parenthesis must follow.",
                    )?;
                    return Ok((arguments, true));
                }
                _ => {
                    let detail = "A comma or a closing parenthesis must follow an argument.";
                    return Err(self.error("The call is not closed", detail, &separator));
                }
            }
        }
    }
}
