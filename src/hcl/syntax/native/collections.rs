//! Lists and objects.

use super::lexer::{Token, TokenKind};
use super::parser::{Parsed, Parser};
use crate::syntax::expression::{Expression, ExpressionKind};

impl Parser {
    pub(super) fn tuple(&mut self) -> Parsed<Expression> {
        let open = self.read();
        self.with_lines(true, |it| match it.is_word("for") {
            true => it.for_expression(&open),
            false => it.elements(&open),
        })
    }

    fn elements(&mut self, open: &Token) -> Parsed<Expression> {
        let mut elements = Vec::new();
        while !self.take("]") {
            elements.push(self.expression()?);
            if self.take("]") {
                break;
            }
            self.symbol(",", "A comma or a closing bracket must follow an element.")?;
        }
        let span = self.span_from(open.range.start);
        Ok(Expression::new(ExpressionKind::Tuple(elements), span))
    }

    pub(super) fn object(&mut self) -> Parsed<Expression> {
        let open = self.read();
        match self.with_lines(true, |it| Ok(it.is_word("for")))? {
            true => self.with_lines(true, |it| it.for_expression(&open)),
            false => self.with_lines(false, |it| it.entries(&open)),
        }
    }

    fn entries(&mut self, open: &Token) -> Parsed<Expression> {
        let mut entries = Vec::new();
        loop {
            let next = self.peek();
            match next.kind {
                TokenKind::LineBreak => {
                    self.read();
                    continue;
                }
                TokenKind::Symbol("}") => {
                    self.read();
                    break;
                }
                _ => entries.push(self.entry(&next)?),
            }
            let separator = self.read();
            match separator.kind {
                TokenKind::Symbol("}") => break,
                TokenKind::Symbol(",") | TokenKind::LineBreak => {}
                _ => {
                    let detail = "A comma, a line break or a closing brace must follow a value.";
                    return Err(self.error("The object is not closed", detail, &separator));
                }
            }
        }
        let span = self.span_from(open.range.start);
        Ok(Expression::new(ExpressionKind::Object(entries), span))
    }

    fn entry(&mut self, first: &Token) -> Parsed<(Expression, Expression)> {
        let key = self.expression()?;
        let key = match first.kind {
            TokenKind::Symbol("(") => key,
            _ => {
                let span = key.span.clone();
                Expression::new(ExpressionKind::Key(key), span)
            }
        };
        if !self.take("=") && !self.take(":") {
            let next = self.peek();
            let detail = "After a key, `=` and the value must follow. A key with dots or spaces needs quotes.";
            return Err(self.error("The value of a key is missing", detail, &next));
        }
        Ok((key, self.expression()?))
    }
}
