//! Writes syntax trees as the text that is embedded.

use std::env;

use deno_ast::swc::codegen::text_writer::JsWriter;
use deno_ast::swc::codegen::{Emitter, Node};
use deno_ast::{ProgramRef, SourceMap};

/// Whether the binary is for users, who download it: what is embedded is as small as it can be.
pub fn is_small() -> bool {
    env::var("PROFILE").as_deref() == Ok("release")
}

/// Without comments, and in builds with optimisation without white space, of which the binary would contain half a
/// megabyte. Other characters than ASCII are escaped there, as V8 reads the text without a copy, a byte for each.
pub fn emit(program: ProgramRef<'_>) -> String {
    let small = is_small();
    let sources = SourceMap::default().inner().clone();
    let mut text = Vec::new();
    let mut emitter = Emitter {
        cfg: deno_ast::swc_codegen_config()
            .with_minify(small)
            .with_ascii_only(small),
        cm: sources.clone(),
        comments: None,
        wr: JsWriter::new(sources, "\n", &mut text, None),
    };
    let written = match program {
        ProgramRef::Module(module) => module.emit_with(&mut emitter),
        ProgramRef::Script(script) => script.emit_with(&mut emitter),
    };
    written.expect("a vector takes what is written");
    String::from_utf8(text).expect("JavaScript is UTF-8")
}
