//! The syntax of a source in TypeScript, as its author wrote it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use deno_ast::swc::ast::{Module, Program};
use deno_ast::swc::common::SyntaxContext;
use deno_ast::{
    MediaType, ModuleSpecifier, ParseDiagnostic, ParseParams, ParsedSource, ProgramRef,
    StartSourcePos,
};

use crate::nesting::{Jsx, deeply};

/// The text of a source without byte order marks before it. The parser takes none, and counts bytes behind one.
pub fn without_marks(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Parses a source in TypeScript, as one without JSX first, then as one with JSX, and returns the first result of `look`. A text that
/// cannot be parsed has no result, and one must not begin with a byte order mark. Names that the source does not declare are [unresolved](crate::analysis::is_unresolved).
pub fn look_into<T>(text: &str, look: impl Fn(&Program) -> Option<T>) -> Option<T> {
    [Jsx::No, Jsx::Yes].into_iter().find_map(|jsx| {
        let search = || parsed(text, jsx).and_then(|it| look(&it.program()));
        // Malformed text can break assertions of the parser.
        let searched = deeply(text, jsx, |_| catch_unwind(AssertUnwindSafe(search)).ok());
        searched.ok().flatten().flatten()
    })
}

/// A text that is not a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", place.map_or_else(String::new, |it| format!(" at line {}, column {}", it.0, it.1)))]
pub struct ModuleFault {
    /// Line, and column in UTF-16 units, both from 1.
    pub place: Option<(u32, u32)>,
    pub message: String,
}

impl ModuleFault {
    fn without_place(message: impl Into<String>) -> Self {
        Self {
            place: None,
            message: message.into(),
        }
    }

    fn of_diagnostic(text: &str, error: &ParseDiagnostic) -> Self {
        let start = error.range().start;
        let offset = start.as_byte_index(StartSourcePos::START_SOURCE_POS);
        Self {
            place: Some(position(text, offset)),
            message: error.kind().msg().to_string(),
        }
    }
}

/// Parses a module in the language that the name of its file says, and looks at its syntax. `look` gets the context of names
/// that the module does not declare. The text must not begin with a byte order mark.
pub fn look_into_module<T>(
    file: &str,
    text: &str,
    look: impl FnOnce(SyntaxContext, &Module) -> T,
) -> Result<T, ModuleFault> {
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
            .map_err(|_| ModuleFault::without_place("the parser gave up"))?
            .map_err(|error| ModuleFault::of_diagnostic(text, &error))?;
        if let Some(error) = parsed.diagnostics().first() {
            return Err(ModuleFault::of_diagnostic(text, error));
        }
        let ProgramRef::Module(module) = parsed.program_ref() else {
            return Err(ModuleFault::without_place("it is not a module"));
        };
        Ok(look(parsed.unresolved_context(), module))
    });
    looked.map_err(|error| ModuleFault {
        place: Some(position(text, error.offset)),
        message: error.to_string(),
    })?
}

/// The line and the column, in UTF-16 units, of a byte offset; both from 1.
fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    let column = before[start..].encode_utf16().count() + 1;
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    (number(line), number(column))
}

/// The quotes of most texts in a module.
pub fn prevailing_quote(text: &str) -> char {
    match text.matches('\'').count() > text.matches('"').count() {
        true => '\'',
        false => '"',
    }
}

fn parsed(text: &str, jsx: Jsx) -> Option<ParsedSource> {
    let parsed = deno_ast::parse_program(ParseParams {
        specifier: ModuleSpecifier::parse("file:///module.ts").ok()?,
        text: text.into(),
        media_type: match jsx {
            Jsx::No => MediaType::TypeScript,
            Jsx::Yes => MediaType::Tsx,
        },
        capture_tokens: false,
        scope_analysis: true,
        maybe_syntax: None,
    });
    parsed.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of the first fault.
    fn place(text: &str) -> (u32, u32) {
        let fault = look_into_module("index.ts", text, |_, _| ()).unwrap_err();
        fault.place.unwrap()
    }

    #[test]
    fn columns_of_faults_are_utf16_units() {
        let (line, column) = place("a;\nconst b = '' + ;\n");
        assert_eq!(line, 2);
        for (before, units) in [("e", 1), ("\u{e9}", 1), ("\u{1f600}", 2), ("\t", 1)] {
            let text = format!("a;\nconst b = '{before}' + ;\n");
            assert_eq!(place(&text), (2, column + units), "{text}");
        }
    }
}
