//! Minifies modules.

use std::collections::BTreeMap;

use deno_ast::ModuleSpecifier;
use deno_ast::swc::codegen::text_writer::{JsWriter, WriteJs};
use deno_ast::swc::codegen::{Config, Emitter, Node};
use deno_ast::swc::common::sync::Lrc;
use deno_ast::swc::common::{BytePos, LineCol, SourceMap};
use deno_ast::{MediaType, ParseParams, ProgramRef};

use super::Format;
use super::code::{Code, Mark};
use crate::nesting::{Jsx, deeply};

/// Removes white space. Names are kept, because programs may read `fn.name`. Code that is nested
/// too deeply for the parser is returned unchanged.
pub fn minify(code: Code, format: Format) -> Code {
    deeply(&code.text, Jsx::No, |_| minified(&code, format))
        .ok()
        .flatten()
        .unwrap_or(code)
}

/// `None` if the code cannot be parsed; V8 will report the error.
fn minified(code: &Code, format: Format) -> Option<Code> {
    let parsed = deno_ast::parse_program(ParseParams {
        specifier: ModuleSpecifier::parse("file:///module.js").expect("BUG: a constant URL is one"),
        text: code.text.as_str().into(),
        media_type: match format {
            Format::Esm => MediaType::Mjs,
            Format::CommonJs => MediaType::Cjs,
        },
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    });
    let parsed = parsed.ok()?;
    let mut text = Vec::new();
    let mut positions: Vec<(BytePos, LineCol)> = Vec::new();
    let sources: Lrc<SourceMap> = Lrc::default();
    {
        let writer = JsWriter::new(Lrc::clone(&sources), "\n", &mut text, Some(&mut positions));
        let mut emitter = Emitter {
            cfg: Config::default().with_minify(true),
            cm: sources,
            comments: None,
            wr: Box::new(deno_ast::swc::codegen::text_writer::omit_trailing_semi(
                writer,
            )) as Box<dyn WriteJs>,
        };
        let written = match parsed.program_ref() {
            ProgramRef::Module(module) => module.emit_with(&mut emitter),
            ProgramRef::Script(script) => script.emit_with(&mut emitter),
        };
        written.expect("BUG: writing to memory cannot fail");
    }
    let mut minified = Code::new(String::from_utf8(text).expect("BUG: swc writes UTF-8"));
    let origins = Origins::new(code);
    minified.marks = positions
        .into_iter()
        .filter(|(position, _)| position.0 > 0)
        .filter_map(|(position, at)| {
            let mark = origins.at(position.0 as usize - 1)?;
            Some(Mark {
                line: at.line,
                column: at.col,
                ..mark
            })
        })
        .collect();
    Some(minified)
}

/// Marks by byte offset.
struct Origins(BTreeMap<usize, Mark>);

impl Origins {
    fn new(code: &Code) -> Self {
        let mut starts = vec![0];
        starts.extend(code.text.match_indices('\n').map(|(at, _)| at + 1));
        let offset = |mark: &Mark| {
            let start = *starts.get(mark.line as usize)?;
            let mut left = mark.column as usize;
            for (at, character) in code.text[start..].char_indices() {
                if left == 0 {
                    return Some(start + at);
                }
                left = left.saturating_sub(character.len_utf16());
            }
            Some(code.text.len())
        };
        Self(
            code.marks
                .iter()
                .filter_map(|mark| Some((offset(mark)?, *mark)))
                .collect(),
        )
    }

    /// The source position of a piece; generated pieces have none.
    fn at(&self, offset: usize) -> Option<Mark> {
        self.0.get(&offset).copied()
    }
}
