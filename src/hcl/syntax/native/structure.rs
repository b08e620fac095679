//! Bodies: attributes and blocks.

use super::lexer::{Token, TokenKind};
use super::parser::{Parsed, Parser};
use crate::syntax::body::{Attribute, Block, Body, BodyKind, Label};
use crate::syntax::native_content::NativeBody;
use crate::syntax::source_file::Span;

/// An attribute or a block.
enum Item {
    Attribute(Attribute),
    Block(Block),
}

impl Parser {
    /// Reads a body up to the end of the text.
    pub fn file(mut self) -> Parsed<Body> {
        self.body(TokenKind::End)
    }

    /// Reads attributes and blocks up to a token, which is read, too.
    pub(super) fn body(&mut self, end: TokenKind) -> Parsed<Body> {
        let mut body = NativeBody::default();
        loop {
            let next = self.read();
            match next.kind {
                TokenKind::LineBreak => {}
                TokenKind::Name => {
                    let item = self.item(&next)?;
                    self.add(&mut body, item)?;
                    self.end_of_line()?;
                }
                kind if kind == end => {
                    return Ok(Body::new(BodyKind::Native(body), self.span(&next).point()));
                }
                TokenKind::End => {
                    return Err(self.error(
                        "A block is not closed",
                        "A closing brace was expected.",
                        &next,
                    ));
                }
                TokenKind::Quote => {
                    let detail = "Names of arguments and types of blocks stand without quotes.";
                    return Err(self.error("An argument or a block was expected", detail, &next));
                }
                _ => {
                    let detail = "An argument or a block starts with a name.";
                    return Err(self.error("An argument or a block was expected", detail, &next));
                }
            }
        }
    }

    fn add(&self, body: &mut NativeBody, item: Item) -> Parsed<()> {
        match item {
            Item::Block(block) => body.blocks.push(block),
            Item::Attribute(attribute) => {
                let mut others = body.attributes.iter();
                if let Some(other) = others.find(|it| it.name == attribute.name) {
                    let detail = format!(
                        "`{}` is set at {} already.",
                        attribute.name, other.name_span
                    );
                    return Err(self.error_at(
                        "An argument is set twice",
                        &detail,
                        &attribute.name_span,
                    ));
                }
                body.attributes.push(attribute);
            }
        }
        Ok(())
    }

    fn end_of_line(&mut self) -> Parsed<()> {
        let next = self.peek();
        match next.kind {
            TokenKind::End => Ok(()),
            TokenKind::LineBreak => {
                self.read();
                Ok(())
            }
            _ => Err(self.error(
                "A line break is missing",
                "An argument or a block must end with its line.",
                &next,
            )),
        }
    }

    fn item(&mut self, name: &Token) -> Parsed<Item> {
        let next = self.peek();
        match next.kind {
            TokenKind::Symbol("=") => Ok(Item::Attribute(self.attribute(name)?)),
            TokenKind::Quote | TokenKind::Symbol("{") | TokenKind::Name => {
                self.nested(|it| it.block(name)).map(Item::Block)
            }
            _ => Err(self.error(
                "An argument or a block was expected",
                "After the name, an equals sign, a label or an opening brace must follow.",
                &next,
            )),
        }
    }

    fn attribute(&mut self, name: &Token) -> Parsed<Attribute> {
        self.read();
        let expression = self.expression()?;
        let name_span = self.span(name);
        Ok(Attribute {
            name: self.text(name).to_owned(),
            span: name_span.to(&expression.span),
            name_span,
            expression,
        })
    }

    fn block(&mut self, name: &Token) -> Parsed<Block> {
        let name_span = self.span(name);
        let mut labels = Vec::new();
        let open = loop {
            let next = self.peek();
            match next.kind {
                TokenKind::Symbol("{") => break self.read(),
                TokenKind::Quote => labels.push(self.quoted_label()?),
                TokenKind::Name => {
                    self.read();
                    labels.push(Label {
                        text: self.text(&next).to_owned(),
                        span: self.span(&next),
                    });
                }
                _ => {
                    let detail = "A label in quotes or an opening brace was expected.";
                    return Err(self.error("A block is not valid", detail, &next));
                }
            }
        };
        let last: &Span = labels.last().map_or(&name_span, |it| &it.span);
        let span = name_span.to(last);
        Ok(Block {
            name: self.text(name).to_owned(),
            body: self.block_body(&open)?,
            name_span,
            labels,
            span,
        })
    }

    fn quoted_label(&mut self) -> Parsed<Label> {
        let quoted = self.quoted()?;
        match quoted.as_literal_text() {
            Some(text) => Ok(Label {
                text,
                span: quoted.span,
            }),
            None => {
                let detail = "Labels have no interpolations. To write `${` or `%{` in one, double the first character.";
                Err(self.error_at("A label is not constant", detail, &quoted.span))
            }
        }
    }

    /// Reads a body after its opening brace: one attribute in the same line, or lines.
    fn block_body(&mut self, open: &Token) -> Parsed<Body> {
        let next = self.peek();
        if next.kind == TokenKind::LineBreak {
            return self.with_lines(false, |it| it.body(TokenKind::Symbol("}")));
        }
        let mut body = NativeBody::default();
        if next.kind == TokenKind::Name {
            let name = self.read();
            match self.peek().kind {
                TokenKind::Symbol("=") => body.attributes.push(self.attribute(&name)?),
                _ => {
                    let detail = "A block in one line can have one argument, and no blocks.";
                    return Err(self.error("A block is not valid", detail, &name));
                }
            }
        }
        let detail = "A block in one line can have one argument. Begin a new line after the opening brace for more.";
        let close = self.symbol("}", detail)?;
        let end = self.span(&close).point();
        debug_assert!(
            open.range.end <= close.range.start,
            "the block is closed after its start"
        );
        Ok(Body::new(BodyKind::Native(body), end))
    }
}
