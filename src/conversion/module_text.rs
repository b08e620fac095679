//! Parses a module, with positions of its text.

use deno_ast::swc::ast::Module;
use deno_ast::swc::common::SyntaxContext;
use lumi_closure::typescript::{look_into_module, prevailing_quote, without_marks};
use lumi_graph::{LineIndex, SourcePosition};

/// A module that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}:{}: {message}", place.file, place.line, place.column)]
pub struct SyntaxFault {
    pub place: SourcePosition,
    pub message: String,
}

/// A module whose names are resolved.
pub struct ModuleText<'s> {
    /// The name in positions.
    pub file: &'s str,
    /// Without a byte order mark.
    pub text: &'s str,
    lines: LineIndex<'s>,
    /// The context of names that the module does not declare.
    pub unresolved: SyntaxContext,
    /// The quotes of most texts.
    pub quote: char,
}

impl<'s> ModuleText<'s> {
    /// Parses a module, and looks at its syntax. Byte order marks before it are no part of it.
    pub fn parse<T>(
        file: &'s str,
        text: &'s str,
        look: impl FnOnce(&Self, &Module) -> T,
    ) -> Result<T, SyntaxFault> {
        let text = without_marks(text);
        let looked = look_into_module(file, text, |unresolved, module| {
            let source = Self {
                file,
                text,
                lines: LineIndex::new(text),
                unresolved,
                quote: prevailing_quote(text),
            };
            look(&source, module)
        });
        looked.map_err(|fault| {
            let (line, column) = fault.place.unwrap_or((1, 1));
            let place = SourcePosition {
                file: file.into(),
                line,
                column,
            };
            let message = fault.message;
            SyntaxFault { place, message }
        })
    }

    /// The position of a byte offset.
    pub fn position(&self, offset: usize) -> SourcePosition {
        let (line, column) = self.lines.position(offset);
        SourcePosition {
            file: self.file.into(),
            line,
            column,
        }
    }

    /// A text as a literal, between the quotes of the module.
    pub fn quoted(&self, text: &str) -> String {
        let mut literal = String::from(self.quote);
        for it in text.chars() {
            match it {
                '\n' => literal.push_str("\\n"),
                '\r' => literal.push_str("\\r"),
                '\\' => literal.push_str("\\\\"),
                it if it == self.quote => literal.extend(['\\', it]),
                it => literal.push(it),
            }
        }
        literal.push(self.quote);
        literal
    }
}
