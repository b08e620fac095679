//! Quoted texts, heredocs and template files as flat parts.

use super::directives::tree;
use super::for_expressions::ForIntroduction;
use super::lexer::TokenKind;
use super::literals::{flush, literal_length, meld, unescaped};
use super::parser::{Parsed, Parser};
use crate::syntax::expression::{Expression, ExpressionKind};
use crate::syntax::source_file::Span;

/// A part of a template, directives in the order of the text.
pub struct Part {
    pub kind: PartKind,
    pub span: Span,
}

/// The kinds of parts.
pub enum PartKind {
    Literal(String),
    Interpolation(Expression),
    If(Expression),
    Else,
    EndIf,
    For(ForIntroduction),
    EndFor,
}

/// How a template ends.
#[derive(Clone, PartialEq, Eq)]
pub enum Enclosure {
    Quotes,
    /// A line that is this marker.
    Heredoc(String),
    File,
}

impl Parser {
    /// Reads a quoted text.
    pub(super) fn quoted(&mut self) -> Parsed<Expression> {
        let open = self.read();
        let parts = self.parts(&Enclosure::Quotes)?;
        self.template(parts, open.range.start)
    }

    /// Reads a heredoc; `<<-` removes the spaces that all of its lines start with.
    pub(super) fn heredoc(&mut self) -> Parsed<Expression> {
        let open = self.read();
        let line = self.text(&open).trim_start_matches('<').trim_end();
        let is_flush = line.starts_with('-');
        let marker = line.trim_start_matches('-').to_owned();
        let mut parts = self.parts(&Enclosure::Heredoc(marker))?;
        if is_flush {
            flush(&mut parts);
        }
        self.template(parts, open.range.start)
    }

    /// Reads a template file.
    pub(super) fn template_file(&mut self) -> Parsed<Expression> {
        let start = self.at;
        let parts = self.parts(&Enclosure::File)?;
        self.template(parts, start)
    }

    fn template(&self, mut parts: Vec<Part>, start: usize) -> Parsed<Expression> {
        let span = self.span_from(start);
        if let [
            Part {
                kind: PartKind::Interpolation(inner),
                ..
            },
        ] = parts.as_slice()
        {
            return Ok(Expression::new(
                ExpressionKind::Wrapped(inner.clone()),
                span,
            ));
        }
        meld(&mut parts);
        let expressions = tree(parts, &span)?;
        Ok(Expression::new(ExpressionKind::Template(expressions), span))
    }

    fn parts(&mut self, enclosure: &Enclosure) -> Parsed<Vec<Part>> {
        let mut parts: Vec<Part> = Vec::new();
        let mut is_line_start = true;
        let mut trims_next = false;
        loop {
            if self.takes_end(enclosure, is_line_start)? {
                return Ok(parts);
            }
            let start = self.at;
            let rest = self.rest();
            let opening = rest.starts_with("${") || rest.starts_with("%{");
            if !opening {
                let text = self.literal(enclosure)?;
                is_line_start = self.rest_before().ends_with('\n');
                let trimmed = if trims_next { text.trim_start() } else { &text };
                let kind = PartKind::Literal(trimmed.to_owned());
                parts.push(Part {
                    kind,
                    span: self.span_from(start),
                });
                trims_next = false;
                continue;
            }
            is_line_start = false;
            let is_directive = rest.starts_with('%');
            let trims_before = rest[2..].starts_with('~');
            self.at += if trims_before { 3 } else { 2 };
            if let (
                true,
                Some(Part {
                    kind: PartKind::Literal(text),
                    ..
                }),
            ) = (trims_before, parts.last_mut())
            {
                text.truncate(text.trim_end().len());
            }
            let (kind, trims_after) = self.with_lines(true, |it| {
                let kind = it.nested(|it| it.sequence(is_directive))?;
                Ok((kind, it.close()?))
            })?;
            trims_next = trims_after;
            parts.push(Part {
                kind,
                span: self.span_from(start),
            });
        }
    }

    /// Reads the end of a template if it is here.
    fn takes_end(&mut self, enclosure: &Enclosure, is_line_start: bool) -> Parsed<bool> {
        let rest = self.rest();
        let length = match enclosure {
            Enclosure::Quotes => rest.starts_with('"').then_some(1),
            Enclosure::File => rest.is_empty().then_some(0),
            Enclosure::Heredoc(marker) if is_line_start => match rest.split_once('\n') {
                Some((line, _)) if line.trim() == marker => {
                    Some(line.strip_suffix('\r').unwrap_or(line).len())
                }
                _ => None,
            },
            Enclosure::Heredoc(_) => None,
        };
        if let Some(length) = length {
            self.at += length;
            return Ok(true);
        }
        if !rest.is_empty() {
            return Ok(false);
        }
        let detail = match enclosure {
            Enclosure::Heredoc(marker) => {
                format!("A line with only `{marker}` must end it, and a line break must follow.")
            }
            _ => "A quotation mark must end it.".to_owned(),
        };
        Err(self.error_at("The text is not closed", &detail, &self.span_from(self.at)))
    }

    fn literal(&mut self, enclosure: &Enclosure) -> Parsed<String> {
        let is_quoted = *enclosure == Enclosure::Quotes;
        let start = self.at;
        let length = literal_length(self.rest(), is_quoted);
        if length == 0 {
            let detail = "Write `\\n` for a line break, or use a heredoc (`<<EOT`).";
            return Err(self.error_at(
                "A quoted text must end in its line",
                detail,
                &self.span_from(start),
            ));
        }
        self.at += length;
        let span = self.span_from(start);
        unescaped(&self.rest_before()[start..], is_quoted)
            .map_err(|detail| self.error_at("The escape sequence is not valid", &detail, &span))
    }

    /// Reads an interpolation or directive after its opening.
    fn sequence(&mut self, is_directive: bool) -> Parsed<PartKind> {
        if !is_directive {
            return Ok(PartKind::Interpolation(self.expression()?));
        }
        let word = self.name("`if`, `else`, `endif`, `for` or `endfor` must follow `%{`.")?;
        Ok(match self.text(&word) {
            "if" => PartKind::If(self.expression()?),
            "else" => PartKind::Else,
            "endif" => PartKind::EndIf,
            "for" => PartKind::For(self.for_introduction()?),
            "endfor" => PartKind::EndFor,
            _ => {
                let detail = "It must be `if`, `else`, `endif`, `for` or `endfor`.";
                return Err(self.error("The directive does not exist", detail, &word));
            }
        })
    }

    /// Reads the closing brace, and whether spaces after it are removed.
    fn close(&mut self) -> Parsed<bool> {
        let close = self.read();
        match close.kind {
            TokenKind::Symbol("}") => Ok(false),
            TokenKind::Symbol("~}") => Ok(true),
            _ => Err(self.error(
                "The interpolation is not closed",
                "A closing brace was expected. To write `${` or `%{` as text, double its first character.",
                &close,
            )),
        }
    }
}
