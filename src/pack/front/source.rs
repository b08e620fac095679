//! A module of a program: its text and its syntax.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use deno_ast::swc::ast::{Module, ModuleDecl, ModuleItem};
use deno_ast::swc::common::BytePos;
use deno_ast::{MediaType, ModuleSpecifier, ParseParams, ParsedSource, ProgramRef, StartSourcePos};
use lumi_closure::analysis::line_starts;

use crate::il::At;

use super::error::SourceProblem;
use super::foreign_module;

/// A module of a program.
pub struct Source {
    /// The file relative to the project folder, with `/`.
    pub file: String,
    pub text: Arc<str>,
    pub kind: MediaType,
    parsed: ParsedSource,
    line_starts: Vec<usize>,
}

/// Whether a file is TypeScript, by its name; or why LumiIL does not have it, and what to do instead.
fn is_typescript(file: &str) -> Result<bool, (&'static str, &'static str)> {
    match extension(file) {
        "ts" | "mts" => Ok(true),
        "js" | "mjs" => Ok(false),
        "tsx" | "jsx" => Err((
            "LumiIL has no JSX",
            "write the elements as calls, in a .ts file",
        )),
        _ => Err((
            "LumiIL has no modules of this kind",
            "modules of a pack are .ts, .mts, .js and .mjs files",
        )),
    }
}

impl Source {
    /// Parses a module, on a stack that is large enough for its nesting.
    pub fn parse(file: &str, text: &str) -> Result<Self, SourceProblem> {
        let text: Arc<str> = text.into();
        let line_starts = line_starts(&text);
        let problem = |offset: usize, message: String, help: Option<&str>| {
            let at = At::of(&text, &line_starts, offset);
            SourceProblem {
                file: file.to_owned(),
                line: at.line,
                column: at.column,
                message,
                help: help.map(str::to_owned),
            }
        };
        let is_typescript = is_typescript(file)
            .map_err(|(message, help)| problem(0, message.to_owned(), Some(help)))?;
        let kind = match (is_typescript, extension(file)) {
            // It has no casts and no generic arrows that could be JSX.
            (true, "mts") => MediaType::Mts,
            (true, _) => MediaType::TypeScript,
            (false, _) => MediaType::Mjs,
        };
        let parameters = ParseParams {
            specifier: ModuleSpecifier::parse("file:///module.ts")
                .expect("BUG: a constant URL is one"),
            text: Arc::clone(&text),
            media_type: kind,
            capture_tokens: false,
            scope_analysis: false,
            maybe_syntax: None,
        };
        // Malformed text can break assertions of the parser.
        let parsed = catch_unwind(AssertUnwindSafe(|| deno_ast::parse_module(parameters)))
            .map_err(|_| problem(0, "the parser gave up".to_owned(), None))?
            .map_err(|error| diagnostic(&error, &problem))?;
        if let Some(error) = parsed.diagnostics().first() {
            return Err(diagnostic(error, &problem));
        }
        Ok(Self {
            file: file.to_owned(),
            kind,
            parsed,
            line_starts,
            text,
        })
    }

    pub const fn is_typescript(&self) -> bool {
        !matches!(self.kind, MediaType::Mjs)
    }

    pub fn module(&self) -> &Module {
        match self.parsed.program_ref() {
            ProgramRef::Module(it) => it,
            ProgramRef::Script(_) => unreachable!("BUG: it was parsed as a module"),
        }
    }

    /// The specifiers of all modules that are evaluated before this one, in order, with the type of their
    /// import attribute.
    pub fn imports(&self) -> Vec<(String, Option<String>, BytePos)> {
        let declarations = self.module().body.iter().filter_map(|it| match it {
            ModuleItem::ModuleDecl(it) => Some(it),
            ModuleItem::Stmt(_) => None,
        });
        declarations.filter_map(imported).collect()
    }

    /// The position of a byte of the syntax tree.
    pub fn at(&self, position: BytePos) -> At {
        self.at_offset(offset(position))
    }

    pub fn at_offset(&self, offset: usize) -> At {
        At::of(&self.text, &self.line_starts, offset)
    }

    /// The position of the first token after `position`, without closing parentheses.
    pub fn token_after(&self, position: BytePos) -> At {
        let mut at = offset(position);
        while let Some(rest) = self.text.get(at..) {
            let skipped = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', ')']).len();
            if skipped > 0 {
                at += skipped;
            } else if rest.starts_with("//") {
                at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                at += rest.find("*/").map_or(rest.len(), |it| it + 2);
            } else {
                break;
            }
        }
        self.at_offset(at)
    }

    pub fn problem(&self, at: BytePos, message: String, help: Option<&str>) -> SourceProblem {
        let at = self.at(at);
        SourceProblem {
            file: self.file.clone(),
            line: at.line,
            column: at.column,
            message,
            help: help.map(str::to_owned),
        }
    }
}

fn diagnostic(
    error: &deno_ast::ParseDiagnostic,
    problem: &impl Fn(usize, String, Option<&str>) -> SourceProblem,
) -> SourceProblem {
    let offset = error
        .range()
        .start
        .as_byte_index(StartSourcePos::START_SOURCE_POS);
    problem(offset, error.kind().msg().to_string(), None)
}

/// Whether the names of types of a module tell what they are: those of Lumi and of packages.
fn has_types(specifier: &str) -> bool {
    foreign_module(specifier).is_some_and(|it| it.package() != "node")
}

fn imported(declaration: &ModuleDecl) -> Option<(String, Option<String>, BytePos)> {
    let (source, with, at) = match declaration {
        ModuleDecl::Import(it) => {
            let only_types = !it.specifiers.is_empty()
                && it
                    .specifiers
                    .iter()
                    .all(|it| it.as_named().is_some_and(|it| it.is_type_only));
            // Types of files come from nowhere, unless code of the file is imported, too: it is not evaluated.
            let specifier = it.src.value.to_string_lossy();
            if (it.type_only || only_types) && !has_types(&specifier) {
                return None;
            }
            (&it.src, &it.with, it.src.span.lo)
        }
        ModuleDecl::ExportNamed(it) if !it.type_only => {
            (it.src.as_ref()?, &it.with, it.src.as_ref()?.span.lo)
        }
        ModuleDecl::ExportAll(it) if !it.type_only => (&it.src, &it.with, it.src.span.lo),
        _ => return None,
    };
    let kind = with.as_ref().and_then(|it| it.as_import_with());
    let kind = kind.and_then(|it| {
        it.get("type")
            .map(|it| it.value.to_string_lossy().into_owned())
    });
    Some((source.value.to_string_lossy().into_owned(), kind, at))
}

/// The byte offset of a position of the syntax tree, which begins at 1.
pub fn offset(position: BytePos) -> usize {
    (position.0 as usize).saturating_sub(1)
}

fn extension(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |it| it.1)
}
