//! The syntax of a source in TypeScript, as its author wrote it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use deno_ast::swc::ast::Program;
use deno_ast::{MediaType, ModuleSpecifier, ParseParams, ParsedSource};

use crate::nesting::{Jsx, deeply};

/// Parses a source in TypeScript, as one without JSX first, then as one with JSX, and returns the first result of `look`. A text that
/// cannot be parsed has no result. Names that the source does not declare are [unresolved](crate::analysis::is_unresolved).
pub fn look_into<T>(text: &str, look: impl Fn(&Program) -> Option<T>) -> Option<T> {
    [Jsx::No, Jsx::Yes].into_iter().find_map(|jsx| {
        let search = || parsed(text, jsx).and_then(|it| look(&it.program()));
        // Malformed text can break assertions of the parser.
        let searched = deeply(text, jsx, |_| catch_unwind(AssertUnwindSafe(search)).ok());
        searched.ok().flatten().flatten()
    })
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
