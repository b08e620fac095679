//! `for` expressions.

use super::lexer::{Token, TokenKind};
use super::parser::{Parsed, Parser};
use crate::syntax::Span;
use crate::syntax::expression::{Expression, ExpressionKind, For};

const SUMMARY: &str = "The `for` expression is not valid";

/// The names and the collection of a `for` expression or directive.
pub struct ForIntroduction {
    pub key_name: Option<String>,
    pub value_name: String,
    pub collection: Expression,
}

impl Parser {
    /// Reads a `for` expression after its opening bracket or brace.
    pub(super) fn for_expression(&mut self, open: &Token) -> Parsed<Expression> {
        self.read();
        let introduction = self.for_introduction()?;
        self.symbol(
            ":",
            "After the collection of a `for` expression, a colon must follow.",
        )?;
        let first = self.expression()?;
        let (key, value) = match self.take("=>") {
            true => (Some(first), self.expression()?),
            false => (None, first),
        };
        let ellipsis = self.peek();
        let is_grouped = self.take("...");
        let condition = match self.is_word("if") {
            true => {
                self.read();
                Some(self.expression()?)
            }
            false => None,
        };
        let is_object = open.kind == TokenKind::Symbol("{");
        let close = self.read();
        let closing = if is_object { "}" } else { "]" };
        if close.kind != TokenKind::Symbol(closing) {
            let detail = format!("`{closing}` was expected at the end of the `for` expression.");
            return Err(self.error(SUMMARY, &detail, &close));
        }
        if let Some((problem, span)) = misplaced(is_object, key.as_ref(), &value) {
            return Err(self.error_at(SUMMARY, problem, &span));
        }
        if is_grouped && !is_object {
            let problem = "Only objects can group values (`...`).";
            return Err(self.error(SUMMARY, problem, &ellipsis));
        }
        let span = self.span_from(open.range.start);
        let kind = ExpressionKind::For(For {
            key_name: introduction.key_name,
            value_name: introduction.value_name,
            collection: introduction.collection,
            key,
            value,
            condition,
            is_grouped,
        });
        Ok(Expression::new(kind, span))
    }

    /// Reads names, `in` and the collection.
    pub(super) fn for_introduction(&mut self) -> Parsed<ForIntroduction> {
        let first = self.name("A name must follow `for`.")?;
        let second = match self.take(",") {
            true => Some(self.name("The name for the value must follow the comma.")?),
            false => None,
        };
        if !self.is_word("in") {
            let next = self.peek();
            return Err(self.error(SUMMARY, "`in` must follow the names.", &next));
        }
        self.read();
        let (key, value) = match &second {
            Some(second) => (Some(&first), second),
            None => (None, &first),
        };
        Ok(ForIntroduction {
            key_name: key.map(|it| self.text(it).to_owned()),
            value_name: self.text(value).to_owned(),
            collection: self.expression()?,
        })
    }
}

/// The problem of a key that a list has, or that an object lacks, and its place.
fn misplaced(
    is_object: bool,
    key: Option<&Expression>,
    value: &Expression,
) -> Option<(&'static str, Span)> {
    match key {
        Some(key) if !is_object => Some((
            "A list has no keys: leave out the key and `=>`.",
            key.span.clone(),
        )),
        None if is_object => Some((
            "An object needs a key: write `key => value`.",
            value.span.clone(),
        )),
        _ => None,
    }
}
