//! Source maps of printed code.

use deno_ast::swc::sourcemap::SourceMapBuilder;

use crate::il::At;

/// The source map (JSON) of one module; `file` is the source.
pub fn source_map(file: &str, marks: &[(u32, u32, At)]) -> String {
    let mut builder = SourceMapBuilder::new(None);
    for &(line, column, at) in marks {
        let source = Some(file.to_owned().into());
        builder.add(
            line,
            column,
            at.line - 1,
            at.column.saturating_sub(1),
            source,
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
