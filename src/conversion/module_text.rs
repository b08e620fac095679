//! Parses a module, with positions of its text.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use deno_ast::swc::ast::Module;
use deno_ast::swc::common::SyntaxContext;
use deno_ast::{MediaType, ModuleSpecifier, ParseParams, ProgramRef};
use lumi_closure::nesting::{Jsx, deeply};
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
    /// Parses a module, and looks at its syntax.
    pub fn parse<T>(
        file: &'s str,
        text: &'s str,
        look: impl FnOnce(&Self, &Module) -> T,
    ) -> Result<T, SyntaxFault> {
        let media = MediaType::from_path(Path::new(file));
        let jsx = match media {
            MediaType::Jsx | MediaType::Tsx => Jsx::Yes,
            _ => Jsx::No,
        };
        let looked = deeply(text, jsx, |_| {
            let parameters = ParseParams {
                specifier: ModuleSpecifier::parse("file:///module.ts")
                    .expect("BUG: a constant URL is one"),
                text: text.into(),
                media_type: media,
                capture_tokens: false,
                scope_analysis: true,
                maybe_syntax: None,
            };
            // Malformed text can break assertions of the parser.
            let parsed = catch_unwind(AssertUnwindSafe(|| deno_ast::parse_module(parameters)))
                .map_err(|_| fault(file, (1, 1), "the parser gave up".to_owned()))?
                .map_err(|error| of_diagnostic(file, &error))?;
            if let Some(error) = parsed.diagnostics().first() {
                return Err(of_diagnostic(file, error));
            }
            let ProgramRef::Module(module) = parsed.program_ref() else {
                return Err(fault(file, (1, 1), "it is not a module".to_owned()));
            };
            let source = Self {
                file,
                text,
                lines: LineIndex::new(text),
                unresolved: parsed.unresolved_context(),
                quote: prevailing_quote(text),
            };
            Ok(look(&source, module))
        });
        looked.map_err(|error| fault(file, (1, 1), error.to_string()))?
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

fn of_diagnostic(file: &str, error: &deno_ast::ParseDiagnostic) -> SyntaxFault {
    let place = error.display_position();
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let place = (number(place.line_number), number(place.column_number));
    fault(file, place, error.kind().msg().to_string())
}

fn fault(file: &str, (line, column): (u32, u32), message: String) -> SyntaxFault {
    let place = SourcePosition {
        file: file.into(),
        line,
        column,
    };
    SyntaxFault { place, message }
}

fn prevailing_quote(text: &str) -> char {
    match text.matches('\'').count() > text.matches('"').count() {
        true => '\'',
        false => '"',
    }
}
