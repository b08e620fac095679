//! The state of the parser, and whole texts.

use std::sync::Arc;

use super::lexer::{Token, TokenKind, token};
use crate::syntax::diagnostic::{Diagnostic, Diagnostics};
use crate::syntax::expression::{Expression, ExpressionKind, Literal, Step, StepKind, Traversal};
use crate::syntax::nesting::MAX_NESTING;
use crate::syntax::source_file::{SourceFile, Span};

/// A part of the text, or why it is wrong. The first error ends the work.
pub type Parsed<T> = Result<T, Diagnostics>;

/// Reads a text from the start to the end.
pub struct Parser {
    file: Arc<SourceFile>,
    /// The offset of the next character.
    pub(super) at: usize,
    /// Whether line breaks are skipped as spaces are.
    skips_lines: bool,
    depth: usize,
}

impl Parser {
    pub fn new(file: &Arc<SourceFile>) -> Self {
        Self {
            // The byte-order mark.
            at: if file.text.starts_with('\u{feff}') {
                3
            } else {
                0
            },
            file: file.clone(),
            skips_lines: false,
            depth: 0,
        }
    }

    /// Reads an expression up to the end of the text.
    pub fn whole_expression(mut self) -> Parsed<Expression> {
        let expression = self.with_lines(true, Self::expression)?;
        // A line break is allowed around it.
        self.skips_lines = true;
        let next = self.peek();
        match next.kind {
            TokenKind::End => Ok(expression),
            _ => Err(self.error(
                "The expression has more characters after its end",
                "An expression was expected here, and nothing after it.",
                &next,
            )),
        }
    }

    /// Reads a template up to the end of the text.
    pub fn whole_template(mut self) -> Parsed<Expression> {
        self.template_file()
    }

    /// Reads a reference up to the end of the text.
    pub fn whole_traversal(mut self) -> Parsed<Traversal> {
        self.skips_lines = true;
        let root = self.name("A reference starts with a name.")?;
        let start = self.span(&root);
        let mut steps: Vec<Step> = Vec::new();
        while self.peek().kind != TokenKind::End {
            steps.push(self.constant_step()?);
        }
        let end = steps.last().map_or(start.clone(), |it| it.span.clone());
        Ok(Traversal {
            root: self.text(&root).to_owned(),
            span: start.to(&end),
            root_span: start,
            steps,
        })
    }

    fn constant_step(&mut self) -> Parsed<Step> {
        let open = self.read();
        let kind = match open.kind {
            TokenKind::Symbol(".") => {
                let name = self.name("A name must follow the dot.")?;
                StepKind::Attribute(self.text(&name).to_owned())
            }
            TokenKind::Symbol("[") => {
                let key = self.term()?;
                self.symbol("]", "The index needs a closing bracket.")?;
                let constant = match &*key.kind {
                    ExpressionKind::Literal(literal @ Literal::Number(_)) => Some(literal.clone()),
                    _ => key.as_literal_text().map(Literal::Text),
                };
                StepKind::Index(constant.ok_or_else(|| {
                    let detail = "Only numbers and texts are allowed in brackets here.";
                    Diagnostic::error("The index is not constant", detail, &key.span)
                })?)
            }
            _ => {
                return Err(self.error(
                    "The reference is not valid",
                    "A dot or an opening bracket was expected here.",
                    &open,
                ));
            }
        };
        let span = self
            .span(&open)
            .to(&self.file.span(open.range.end..self.at));
        Ok(Step { kind, span })
    }

    /// The next token, which stays.
    pub fn peek(&self) -> Token {
        token(&self.file.text, self.at, self.skips_lines)
    }

    pub fn read(&mut self) -> Token {
        let token = self.peek();
        self.at = token.range.end;
        token
    }

    /// Reads a symbol if it is the next token.
    pub fn take(&mut self, symbol: &'static str) -> bool {
        let token = self.peek();
        let is_next = token.kind == TokenKind::Symbol(symbol);
        if is_next {
            self.at = token.range.end;
        }
        is_next
    }

    /// Reads a symbol, which must be the next token.
    pub fn symbol(&mut self, symbol: &'static str, detail: &str) -> Parsed<Token> {
        let token = self.read();
        match token.kind == TokenKind::Symbol(symbol) {
            true => Ok(token),
            false => Err(self.error(&format!("`{symbol}` is missing"), detail, &token)),
        }
    }

    /// Reads a name, which must be the next token.
    pub fn name(&mut self, detail: &str) -> Parsed<Token> {
        let token = self.read();
        match token.kind {
            TokenKind::Name => Ok(token),
            _ => Err(self.error("A name is missing", detail, &token)),
        }
    }

    /// Whether the next token is a certain name.
    pub fn is_word(&self, word: &str) -> bool {
        let token = self.peek();
        token.kind == TokenKind::Name && self.text(&token) == word
    }

    pub fn text(&self, token: &Token) -> &str {
        &self.file.text[token.range.clone()]
    }

    /// The text that is not read yet.
    pub fn rest(&self) -> &str {
        &self.file.text[self.at..]
    }

    pub fn span(&self, token: &Token) -> Span {
        self.file.span(token.range.clone())
    }

    /// The text that is read already.
    pub fn rest_before(&self) -> &str {
        &self.file.text[..self.at]
    }

    /// The span from an offset to the last character that was read.
    pub fn span_from(&self, start: usize) -> Span {
        self.file.span(start..self.at.max(start))
    }

    pub fn error(&self, summary: &str, detail: &str, token: &Token) -> Diagnostics {
        let detail = match token.kind {
            TokenKind::End => format!("{detail} The text ends here."),
            TokenKind::Heredoc | TokenKind::LineBreak => detail.to_owned(),
            _ => format!("{detail} It is `{}`.", self.text(token)),
        };
        Diagnostic::error(summary, detail, &self.span(token)).into()
    }

    /// An error about a place instead of a token.
    pub fn error_at(&self, summary: &str, detail: &str, span: &Span) -> Diagnostics {
        Diagnostic::error(summary, detail, span).into()
    }

    /// Reads a part in which line breaks are skipped, or are not.
    pub fn with_lines<T>(
        &mut self,
        skips_lines: bool,
        part: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let before = std::mem::replace(&mut self.skips_lines, skips_lines);
        let parsed = part(self);
        self.skips_lines = before;
        parsed
    }

    /// Reads a nested part, and refuses nesting that is too deep.
    pub fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            let detail = format!("At most {MAX_NESTING} levels are allowed.");
            let token = self.peek();
            return Err(
                Diagnostic::error("The nesting is too deep", detail, &self.span(&token)).into(),
            );
        }
        self.depth += 1;
        let parsed = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || part(self));
        self.depth -= 1;
        parsed
    }
}
