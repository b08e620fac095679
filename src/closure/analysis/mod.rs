//! Analyses a module's JavaScript: its variables, its functions, and what each function uses.
//!
//! Uses the text that V8 runs, without types, before instrumentation. Variables are identified by
//! their scopes; functions are matched with V8's by position.
//!
//! | module | |
//! |---|---|
//! | `scopes` | which declaration a name refers to |
//! | `block_functions` | functions in blocks of sloppy code |
//! | `collector` | the walk that finds all that follows |
//! | `visit`, `units`, `uses` | its steps: syntax, functions and classes, references |
//! | `binding`, `reference` | variables, and the places that use them |
//! | `unit`, `block` | functions, classes and blocks |
//! | `columns` | counts UTF-16 units of a text, in which V8 counts columns |
//! | `commonjs` | CommonJS |
//! | `export` | exported variables of a module |
//! | `free_names` | the names that a text uses and does not declare |
//! | `member_chain` | chains of constant member accesses |
//! | `parsed` | syntax trees that are dropped on a stack sized for their depth |
//! | `patterns` | names in destructuring patterns |
//! | `syntax` | helpers for swc's syntax |
//! | `types` | removes types from a syntax tree |

mod binding;
mod block;
mod block_functions;
mod collector;
mod columns;
mod commonjs;
mod export;
mod free_names;
mod member_chain;
mod parsed;
mod patterns;
mod reference;
mod scopes;
mod syntax;
mod types;
mod unit;
mod units;
mod uses;
mod visit;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use deno_ast::ModuleSpecifier;
use deno_ast::swc::ast::{Ident, Module};
use deno_ast::swc::sourcemap::SourceMap;
use deno_ast::{MediaType, ParseDiagnostic, ParseParams, ParsedSource, ProgramRef};

pub use binding::{Binding, BindingId, BindingKind, Imported};
pub use block::{Block, BlockEnd};
pub use commonjs::COMMONJS_PARAMETERS;
pub use export::Export;
pub use free_names::free_names;
pub use reference::{Reference, Role, Root};
pub(super) use scopes::UNRESOLVED;
pub use syntax::{end, exported_name, imported_name, key_text, offset, untyped};
pub use unit::{Traits, Unit, UnitId, UnitKind};

use crate::nesting::{Jsx, deeply, with_stack};
use collector::Collector;
use columns::Columns;
use parsed::Parsed;

/// The analysis of a module.
#[derive(Debug)]
pub struct Analysis {
    /// The display name of the module: relative to the project folder.
    pub file: String,
    /// Its JavaScript.
    pub code: Arc<str>,
    /// The source map (JSON) from `code` to the user's file, if positions differ.
    pub map: Option<Arc<str>>,
    pub bindings: Vec<Binding>,
    pub units: Vec<Unit>,
    pub references: Vec<Reference>,
    pub blocks: Vec<Block>,
    pub exports: Vec<Export>,
    pub(super) parsed: Parsed,
    /// Maximum nesting of the code.
    pub(super) levels: usize,
    /// swc's identities, parallel to `bindings`.
    pub(super) ids: Vec<deno_ast::swc::ast::Id>,
    /// The starts of all units in order, each with its unit.
    starts: Vec<(usize, UnitId)>,
    line_starts: Vec<usize>,
    columns: Columns,
}

/// The text cannot be parsed as a module.
#[derive(Debug, thiserror::Error)]
#[error("{file} cannot be analysed: {message}")]
pub struct AnalysisError {
    pub file: String,
    pub message: String,
}

impl Analysis {
    pub fn new(file: &str, code: Arc<str>, map: Option<Arc<str>>) -> Result<Self, AnalysisError> {
        Self::of_text(file, code, map, MediaType::Mjs, scopes::resolve)
    }

    /// Analyses a source as its author wrote it, in TypeScript or JavaScript, without its types: positions are those of the source.
    /// Enumerations and namespaces declare nothing.
    pub fn of_source(
        file: &str,
        code: Arc<str>,
        media_type: MediaType,
    ) -> Result<Self, AnalysisError> {
        Self::of_text(file, code, None, media_type, |module| {
            types::remove(module);
            scopes::resolve(module)
        })
    }

    /// `resolve` gives each name of the syntax its scope.
    fn of_text(
        file: &str,
        code: Arc<str>,
        map: Option<Arc<str>>,
        media_type: MediaType,
        resolve: fn(&mut Module) -> usize,
    ) -> Result<Self, AnalysisError> {
        let text = Arc::clone(&code);
        deeply(&text, Jsx::No, |levels| {
            Self::of_levels(file, code, map, media_type, levels, resolve)
        })
        .unwrap_or_else(|error| {
            Err(AnalysisError {
                file: file.to_owned(),
                message: error.to_string(),
            })
        })
    }

    fn of_levels(
        file: &str,
        code: Arc<str>,
        map: Option<Arc<str>>,
        media_type: MediaType,
        levels: usize,
        resolve: fn(&mut Module) -> usize,
    ) -> Result<Self, AnalysisError> {
        let failed = |message: String| AnalysisError {
            file: file.to_owned(),
            message,
        };
        let parameters = ParseParams {
            specifier: ModuleSpecifier::parse("file:///module.js")
                .expect("BUG: a constant URL is one"),
            text: Arc::clone(&code),
            media_type,
            capture_tokens: false,
            scope_analysis: false,
            maybe_syntax: None,
        };
        // Malformed text such as `class A { async` can break assertions of the parser.
        let parsed = catch_unwind(AssertUnwindSafe(|| parse(parameters, resolve)))
            .map_err(|_| failed("the parser gave up".to_owned()))?
            .map_err(|error| failed(error.kind().msg().to_string()))?;
        // The parser recovers from some errors, such as an unclosed bracket.
        if let Some(diagnostic) = parsed.diagnostics().first() {
            return Err(failed(diagnostic.kind().msg().to_string()));
        }
        let collected = Collector::collect(&parsed);
        Ok(Self {
            file: file.to_owned(),
            starts: starts(&collected.units),
            line_starts: line_starts(&code),
            columns: Columns::of(&code),
            code,
            map,
            bindings: collected.bindings,
            units: collected.units,
            references: collected.references,
            blocks: collected.blocks,
            exports: export::exports(&parsed, &collected.ids),
            ids: collected.ids,
            parsed: Parsed::new(parsed, levels),
            levels,
        })
    }

    /// The function or class that begins at V8's position: line and column from 0, columns in
    /// UTF-16 units.
    pub fn unit_at(&self, line: u32, column: u32) -> Option<UnitId> {
        let offset = self.offset(line, column)?;
        let begun = self.starts.partition_point(|(start, _)| *start <= offset);
        // The last one that has begun and whose head has not ended is the innermost.
        let mut begun = self.starts[..begun].iter().rev().map(|it| it.1);
        let id = begun.find(|it| offset < self.unit(*it).head_end)?;
        let unit = self.unit(id);
        // V8 reports a class at its constructor.
        match unit.kind {
            UnitKind::Constructor { .. } => unit.parent,
            _ => Some(id),
        }
    }

    /// Calls `look` with the syntax tree, whose names are resolved, on a stack sized for its depth.
    pub fn with_syntax<T>(&self, look: impl FnOnce(&Module) -> T) -> T {
        with_stack(self.levels, || match self.parsed.program_ref() {
            ProgramRef::Module(module) => look(module),
            ProgramRef::Script(_) => unreachable!("BUG: the text is parsed as a module"),
        })
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.0 as usize]
    }

    pub fn binding(&self, id: BindingId) -> &Binding {
        &self.bindings[id.0 as usize]
    }

    /// Line and column (from 0, UTF-16 units) of a byte offset.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset) - 1;
        let units = |at: usize| self.columns.units_before(&self.code, at);
        let column = units(offset) - units(self.line_starts[line]);
        let fitting = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        (fitting(line), fitting(column))
    }

    /// As [`position`](Self::position), in the user's file if the analysed text was made from that.
    pub fn original_position(&self, offset: usize) -> (u32, u32) {
        let (line, column) = self.position(offset);
        let map = self.map.as_ref();
        let map = map.and_then(|it| SourceMap::from_slice(it.as_bytes()).ok());
        let token = map.as_ref().and_then(|it| it.lookup_token(line, column));
        token.map_or((line, column), |it| (it.get_src_line(), it.get_src_col()))
    }

    /// The variable of a unit's parameter, if the parameter is a plain identifier.
    pub fn parameter(&self, unit: UnitId, index: usize) -> Option<BindingId> {
        self.unit(unit).parameters.get(index).copied().flatten()
    }

    fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let start = *self.line_starts.get(line as usize)?;
        let before = self.columns.units_before(&self.code, start);
        self.columns.offset(&self.code, before + column as usize)
    }
}

/// Whether the module does not declare a name in its syntax tree.
pub fn is_unresolved(ident: &Ident) -> bool {
    ident.ctxt.as_u32() == UNRESOLVED
}

fn starts(units: &[Unit]) -> Vec<(usize, UnitId)> {
    let starts = units.iter().zip(0..);
    let mut starts: Vec<_> = starts.map(|(it, id)| (it.span.start, UnitId(id))).collect();
    starts.sort_by_key(|it| it.0);
    starts
}

/// Parses a module and resolves its names.
fn parse(
    parameters: ParseParams,
    resolve: fn(&mut Module) -> usize,
) -> Result<ParsedSource, ParseDiagnostic> {
    deno_ast::parse_module_with_post_process(parameters, |mut module, _| {
        resolve(&mut module);
        module
    })
}

/// Byte offsets of line starts. Lines end as in V8, including at U+2028 in a string.
pub fn line_starts(code: &str) -> Vec<usize> {
    let mut starts = vec![0];
    let mut characters = code.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let is_end = match character {
            '\r' => !matches!(characters.peek(), Some((_, '\n'))),
            '\n' | '\u{2028}' | '\u{2029}' => true,
            _ => false,
        };
        if is_end {
            starts.push(at + character.len_utf8());
        }
    }
    starts
}
