//! Converts marks of generated code to a source map.

use std::sync::Arc;

use deno_ast::swc::sourcemap::SourceMapBuilder;

use crate::analysis::Analysis;

use super::code::Mark;
use super::sources::Sources;

/// `file` is the name of the generated file.
pub fn source_map(
    file: &str,
    marks: &[Mark],
    modules: &[Arc<Analysis>],
    sources: &mut Sources,
) -> String {
    let mut builder = SourceMapBuilder::new(Some(file.to_owned().into()));
    let mut marks = marks.to_vec();
    marks.sort_by_key(|it| (it.line, it.column));
    marks.dedup_by_key(|it| (it.line, it.column));
    for mark in marks {
        let index = mark.module.0 as usize;
        let analysis = &modules[index];
        let (line, column) = analysis.position(mark.offset);
        let (line, column) = match &sources.of(analysis).map {
            None => (line, column),
            Some(map) => match map.lookup_token(line, column) {
                Some(token) => (token.get_src_line(), token.get_src_col()),
                None => continue,
            },
        };
        builder.add(
            mark.line,
            mark.column,
            line,
            column,
            Some(analysis.file.clone().into()),
            None,
            false,
        );
    }
    let mut text = Vec::new();
    builder
        .into_sourcemap()
        .to_writer(&mut text)
        .expect("BUG: writing to memory cannot fail");
    String::from_utf8(text).expect("BUG: JSON is UTF-8")
}
