//! Prints syntax with source positions.

use deno_ast::swc::codegen::text_writer::{JsWriter, WriteJs};
use deno_ast::swc::codegen::{Config, Emitter, Node};
use deno_ast::swc::common::sync::Lrc;
use deno_ast::swc::common::{BytePos, LineCol, SourceMap};

use crate::capture::ModuleId;

use super::code::{Code, Mark};

pub fn print(node: &impl Node, module: ModuleId, indent: usize) -> Code {
    let mut text = Vec::new();
    let mut positions: Vec<(BytePos, LineCol)> = Vec::new();
    let sources: Lrc<SourceMap> = Lrc::default();
    {
        let mut writer = JsWriter::new(Lrc::clone(&sources), "\n", &mut text, Some(&mut positions));
        writer.set_indent_str("  ");
        for _ in 0..indent {
            writer
                .increase_indent()
                .expect("BUG: writing to memory cannot fail");
        }
        let mut emitter = Emitter {
            cfg: Config::default(),
            cm: Lrc::clone(&sources),
            comments: None,
            wr: Box::new(writer) as Box<dyn WriteJs>,
        };
        node.emit_with(&mut emitter)
            .expect("BUG: writing to memory cannot fail");
    }
    let text = String::from_utf8(text).expect("BUG: swc writes UTF-8");
    // The printer also indents the first line, which follows other text here.
    let skipped = text.len() - text.trim_start_matches(' ').len();
    let shift = u32::try_from(skipped).unwrap_or(u32::MAX);
    let mut code = Code::new(&text[skipped..]);
    code.marks = positions
        .into_iter()
        .filter(|(position, _)| position.0 > 0)
        .map(|(position, at)| Mark {
            line: at.line,
            column: if at.line == 0 {
                at.col.saturating_sub(shift)
            } else {
                at.col
            },
            module,
            offset: position.0 as usize - 1,
        })
        .collect();
    code
}
