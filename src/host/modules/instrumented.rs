//! Instruments modules for closures, and maps positions back to the original.

use std::sync::Arc;

use deno_ast::swc::sourcemap::{SourceMap, SourceMapBuilder};
use deno_ast::{MediaType, ParseParams};
use deno_core::url::Url;

use lumi_closure::analysis::{Analysis, line_starts};
use lumi_closure::instrument::{LineColumns, OPEN, instrument, original};
use lumi_closure::nesting::{Jsx, deeply};

use super::transpile::Emitted;

/// Adds the instrumentation; most modules need none, see [`lumi_closure::instrument`].
pub fn instrumented(url: &Url, emitted: Emitted) -> Emitted {
    if !emitted.code.contains("=>") && !emitted.code.contains("function") {
        return emitted;
    }
    // V8 reports syntax errors, with their position.
    let Ok(analysis) = Analysis::new(url.as_str(), Arc::clone(&emitted.code), None) else {
        return emitted;
    };
    let Some(code) = instrument(&analysis) else {
        return emitted;
    };
    let map = match &emitted.map {
        Some(map) => moved_map(map, &code),
        None => token_map(url, &analysis, &code),
    };
    Emitted {
        code: code.into(),
        map: map.map(Arc::from).or(emitted.map),
    }
}

/// The module without instrumentation, and a source map unless positions equal the source.
pub fn plain(instrumented: &Emitted) -> Emitted {
    if !instrumented.code.contains(OPEN) {
        return instrumented.clone();
    }
    let map = instrumented.map.as_ref();
    Emitted {
        code: original(&instrumented.code).into(),
        map: map.and_then(|it| plain_map(it, &instrumented.code)),
    }
}

/// `None` if all positions equal those of the source.
fn plain_map(map: &str, code: &str) -> Option<Arc<str>> {
    let map = SourceMap::from_slice(map.as_bytes()).ok()?;
    let lines = lines(code);
    let mut builder = SourceMapBuilder::new(None);
    let mut is_moved = false;
    for token in map.tokens() {
        let line = token.get_dst_line();
        let column = token.get_dst_col();
        let column = lines.get(line as usize).map_or(column, |it| {
            u32::try_from(it.original(column as usize)).unwrap_or(u32::MAX)
        });
        let (source_line, source_column) = (token.get_src_line(), token.get_src_col());
        is_moved |= (line, column) != (source_line, source_column);
        let source = token.get_source().cloned();
        builder.add(
            line,
            column,
            source_line,
            source_column,
            source,
            None,
            false,
        );
    }
    is_moved.then(|| text(builder)).flatten().map(Arc::from)
}

/// The source map of a rewritten module, with positions moved by the instrumentation.
fn moved_map(map: &str, code: &str) -> Option<String> {
    let map = SourceMap::from_slice(map.as_bytes()).ok()?;
    let lines = lines(code);
    let mut builder = SourceMapBuilder::new(None);
    for token in map.tokens() {
        let line = token.get_dst_line();
        let column = moved(&lines, line, token.get_dst_col());
        let (source_line, source_column) = (token.get_src_line(), token.get_src_col());
        let source = token.get_source().cloned();
        builder.add(
            line,
            column,
            source_line,
            source_column,
            source,
            None,
            false,
        );
    }
    text(builder)
}

/// A source map with an entry for every token, because errors point to the beginning of a token.
fn token_map(url: &Url, analysis: &Analysis, code: &str) -> Option<String> {
    let map = deeply(&analysis.code, Jsx::No, |_| {
        map_of_tokens(url, analysis, code)
    });
    map.ok().flatten()
}

fn map_of_tokens(url: &Url, analysis: &Analysis, code: &str) -> Option<String> {
    let parsed = deno_ast::parse_module(ParseParams {
        specifier: url.clone(),
        text: Arc::clone(&analysis.code),
        media_type: MediaType::Mjs,
        capture_tokens: true,
        scope_analysis: false,
        maybe_syntax: None,
    })
    .ok()?;
    let lines = lines(code);
    let mut builder = SourceMapBuilder::new(None);
    for token in parsed.tokens() {
        let offset = usize::try_from(token.span.lo.0).ok()?.checked_sub(1)?;
        let (line, column) = analysis.position(offset);
        let to = moved(&lines, line, column);
        builder.add(
            line,
            to,
            line,
            column,
            Some(url.to_string().into()),
            None,
            false,
        );
    }
    text(builder)
}

/// The columns of each line, found once: code may be one long line.
fn lines(code: &str) -> Vec<LineColumns> {
    let mut starts = line_starts(code);
    starts.push(code.len());
    let pairs = starts.windows(2);
    pairs
        .map(|it| LineColumns::of(&code[it[0]..it[1]]))
        .collect()
}

fn moved(lines: &[LineColumns], line: u32, column: u32) -> u32 {
    lines.get(line as usize).map_or(column, |it| {
        u32::try_from(it.instrumented(column as usize)).unwrap_or(u32::MAX)
    })
}

fn text(builder: SourceMapBuilder) -> Option<String> {
    let mut text = Vec::new();
    builder.into_sourcemap().to_writer(&mut text).ok()?;
    String::from_utf8(text).ok()
}
