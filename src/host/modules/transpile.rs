//! Transpiles TypeScript and JSX to JavaScript.

use std::sync::Arc;

use deno_ast::swc::ast::{ModuleDecl, ModuleItem, TsModuleRef};
use deno_ast::{
    DecoratorsTranspileOption, EmitOptions, ModuleKind, ParseDiagnostic, ParseParams, ParsedSource,
    SourceMapOption, SourceRangedForSpanned as _, StartSourcePos, TranspileModuleOptions,
    TranspileOptions, TypeStripOptions,
};
use deno_core::url::Url;

use lumi_closure::nesting::{Jsx, TooDeep, deeply};
use lumi_graph::{SourcePosition, SourceText};

use super::decorators::{decorated_parameter, has_decorators, with_types_as_values};
use super::error::{LoadError, Position};
use super::imports;
use super::instrumented::instrumented;
use super::media::Media;

/// JavaScript, with a source map (JSON) unless positions equal those of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    pub code: Arc<str>,
    pub map: Option<Arc<str>>,
}

/// Whether a module belongs to the program or to an npm package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    Program,
    /// Closures import modules of packages and never capture their internals.
    Package,
}

/// The treatment of decorators, which V8 lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decorators {
    /// Code as JavaScript will have it.
    Standard,
    /// Code as TypeScript writes it with `experimentalDecorators`, and with the types that `emitDecoratorMetadata` adds.
    Experimental { metadata: bool },
    /// They stay, for readers of the code.
    Kept,
}

impl Decorators {
    fn option(self) -> DecoratorsTranspileOption {
        match self {
            Self::Standard => DecoratorsTranspileOption::Ecma,
            Self::Experimental { metadata } => DecoratorsTranspileOption::LegacyTypeScript {
                emit_metadata: metadata,
            },
            Self::Kept => DecoratorsTranspileOption::None,
        }
    }
}

/// `file` is the display name of the module.
pub fn emit(
    url: &Url,
    file: &str,
    media: Media,
    author: Author,
    decorators: Decorators,
    text: String,
) -> Result<Emitted, LoadError> {
    let emitted = javascript(url, file, media, decorators, text)?;
    Ok(match author {
        Author::Program => instrumented(url, emitted),
        Author::Package => emitted,
    })
}

/// The error that V8 would report in JavaScript, with its position.
pub fn javascript_error(url: &Url, file: &str, text: &str) -> Option<LoadError> {
    let written = deeply(text, Jsx::No, |_| {
        let kept = Decorators::Kept;
        rewrite(url, file, Media::JavaScript, ModuleKind::Esm, kept, text)
    });
    match written {
        Ok(written) => written.err(),
        Err(error) => Some(too_deep(file, text, error)),
    }
}

/// The JavaScript of a module as its author wrote it, without instrumentation.
pub fn javascript(
    url: &Url,
    file: &str,
    media: Media,
    decorators: Decorators,
    text: String,
) -> Result<Emitted, LoadError> {
    let jsx = media.jsx();
    match media {
        Media::TypeScript | Media::Tsx | Media::Jsx => deeply(&text, jsx, |_| {
            transpiled(url, file, media, decorators, &text)
        })
        .unwrap_or_else(|error| Err(too_deep(file, &text, error))),
        // V8 decides about code that is nested too deeply for this parser.
        Media::JavaScript if text.contains('@') => {
            let rewritten = deeply(&text, jsx, |_| {
                has_decorators(url, &text)
                    .then(|| rewrite(url, file, media, ModuleKind::Esm, decorators, &text))
            });
            rewritten.ok().flatten().unwrap_or(Ok(unchanged(text)))
        }
        Media::JavaScript | Media::Json | Media::Other => Ok(unchanged(text)),
    }
}

/// Fails for decorators that the kind of a module's decorators does not have.
pub fn check_decorators(
    url: &Url,
    file: &str,
    media: Media,
    decorators: Decorators,
    text: &str,
) -> Result<(), LoadError> {
    if decorators != Decorators::Standard || !text.contains('@') {
        return Ok(());
    }
    match media {
        Media::TypeScript | Media::Tsx | Media::Jsx => deeply(text, media.jsx(), |_| {
            parsed(url, file, media, ModuleKind::Esm, decorators, text).map(drop)
        })
        .unwrap_or_else(|error| Err(too_deep(file, text, error))),
        Media::JavaScript | Media::Json | Media::Other => Ok(()),
    }
}

/// Like [`emit`], for the text of a CommonJS file, which may have a hashbang line.
pub fn emit_commonjs(
    url: &Url,
    file: &str,
    media: Media,
    author: Author,
    decorators: Decorators,
    mut text: String,
) -> Result<Emitted, LoadError> {
    if text.starts_with("#!") {
        text.replace_range(..2, "//");
    }
    let emitted = match media {
        Media::TypeScript | Media::Tsx | Media::Jsx => {
            let work = |_| commonjs(url, file, media, decorators, &text);
            deeply(&text, media.jsx(), work)
                .unwrap_or_else(|error| Err(too_deep(file, &text, error)))?
        }
        Media::JavaScript | Media::Json | Media::Other => unchanged(text),
    };
    Ok(match author {
        Author::Program => instrumented(url, emitted),
        Author::Package => emitted,
    })
}

fn commonjs(
    url: &Url,
    file: &str,
    media: Media,
    decorators: Decorators,
    text: &str,
) -> Result<Emitted, LoadError> {
    let options = TypeStripOptions {
        module: Some(false),
    };
    match deno_ast::type_strip(url, text.to_owned(), options) {
        Ok(code) if media == Media::TypeScript => Ok(unchanged(code)),
        // Such as `import x = require()` and `export =`.
        _ => rewrite(url, file, media, ModuleKind::Cjs, decorators, text),
    }
}

fn unchanged(text: String) -> Emitted {
    Emitted {
        code: text.into(),
        map: None,
    }
}

/// Transpiles on a stack sized for the nesting of the text.
fn transpiled(
    url: &Url,
    file: &str,
    media: Media,
    decorators: Decorators,
    text: &str,
) -> Result<Emitted, LoadError> {
    match media {
        Media::TypeScript => {
            let options = TypeStripOptions { module: Some(true) };
            match deno_ast::type_strip(url, text.to_owned(), options) {
                Ok(code) => Ok(Emitted {
                    code: imports::blank_unused(url, code).into(),
                    map: None,
                }),
                // Syntax that cannot be blanked, or an error, which the parser below reports.
                Err(_) => rewrite(url, file, media, ModuleKind::Esm, decorators, text),
            }
        }
        _ => rewrite(url, file, media, ModuleKind::Esm, decorators, text),
    }
}

fn rewrite(
    url: &Url,
    file: &str,
    media: Media,
    kind: ModuleKind,
    decorators: Decorators,
    text: &str,
) -> Result<Emitted, LoadError> {
    let parsed = parsed(url, file, media, kind, decorators, text)?;
    let emitted = parsed
        .transpile(
            &TranspileOptions {
                decorators: decorators.option(),
                ..TranspileOptions::default()
            },
            &TranspileModuleOptions {
                module_kind: Some(kind),
            },
            &EmitOptions {
                source_map: SourceMapOption::Separate,
                ..EmitOptions::default()
            },
        )
        .map_err(|error| LoadError::Syntax {
            message: error.to_string(),
            position: Position(SourcePosition {
                file: file.into(),
                line: 1,
                column: 1,
            }),
        })?
        .into_source();
    Ok(Emitted {
        code: emitted.text.into(),
        map: emitted.source_map.map(Arc::from),
    })
}

/// The syntax of a module, unless it has what cannot be rewritten.
fn parsed(
    url: &Url,
    file: &str,
    media: Media,
    kind: ModuleKind,
    decorators: Decorators,
    text: &str,
) -> Result<ParsedSource, LoadError> {
    let metadata = Decorators::Experimental { metadata: true };
    let text: Arc<str> = match decorators == metadata {
        true => with_types_as_values(url, media.for_parser(), text).into(),
        false => text.into(),
    };
    let parse = match kind {
        ModuleKind::Esm => deno_ast::parse_module,
        ModuleKind::Cjs => deno_ast::parse_program,
    };
    let parsed = parse(ParseParams {
        specifier: url.clone(),
        text: Arc::clone(&text),
        media_type: media.for_parser(),
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    })
    .map_err(|diagnostic| syntax_error(file, &text, &diagnostic))?;
    if let Some(diagnostic) = parsed.diagnostics().first() {
        return Err(syntax_error(file, &text, diagnostic));
    }
    if let Some((offset, problem)) = foreign_syntax(&parsed, kind) {
        return Err(syntax_error_at(file, &text, offset, problem.to_owned()));
    }
    if decorators == Decorators::Standard
        && let Some(offset) = decorated_parameter(&parsed)
    {
        return Err(syntax_error_at(
            file,
            &text,
            offset,
            OF_PARAMETER.to_owned(),
        ));
    }
    Ok(parsed)
}

/// A statement that only the other kind of modules has, and what to do about it.
fn foreign_syntax(parsed: &ParsedSource, kind: ModuleKind) -> Option<(usize, &'static str)> {
    let deno_ast::ProgramRef::Module(module) = parsed.program_ref() else {
        return None;
    };
    let declarations = module.body.iter().filter_map(|it| match it {
        ModuleItem::ModuleDecl(declaration) => Some(declaration),
        ModuleItem::Stmt(_) => None,
    });
    let found = declarations.filter_map(|it| {
        let problem = match (it, kind) {
            (ModuleDecl::TsImportEquals(it), ModuleKind::Esm)
                if matches!(it.module_ref, TsModuleRef::TsExternalModuleRef(_))
                    && !it.is_type_only =>
            {
                IMPORT_EQUALS
            }
            (ModuleDecl::TsExportAssignment(_), ModuleKind::Esm) => EXPORT_EQUALS,
            (
                ModuleDecl::TsImportEquals(_)
                | ModuleDecl::TsExportAssignment(_)
                | ModuleDecl::TsNamespaceExport(_),
                _,
            )
            | (_, ModuleKind::Esm) => return None,
            (ModuleDecl::Import(_), ModuleKind::Cjs) => IMPORT_IN_COMMONJS,
            (_, ModuleKind::Cjs) => EXPORT_IN_COMMONJS,
        };
        Some((
            it.range()
                .start
                .as_byte_index(StartSourcePos::START_SOURCE_POS),
            problem,
        ))
    });
    found.into_iter().next()
}

const IMPORT_EQUALS: &str = "\"import x = require()\" is for CommonJS modules, and this is an ES module; write \
     \"import x from\", or name the file .cts";
const EXPORT_EQUALS: &str = "\"export =\" is for CommonJS modules, and this is an ES module; write \
     \"export default\", or name the file .cts";
const IMPORT_IN_COMMONJS: &str = "Cannot use import statement outside a module";
const EXPORT_IN_COMMONJS: &str = "Cannot use export statement outside a module";

const OF_PARAMETER: &str = "a decorator of a parameter is one of TypeScript's older kind; set \"experimentalDecorators\": \
     true in \"compilerOptions\" of tsconfig.json";

fn syntax_error(file: &str, text: &str, diagnostic: &ParseDiagnostic) -> LoadError {
    let range = diagnostic.range();
    let offset = range.start.as_byte_index(StartSourcePos::START_SOURCE_POS);
    syntax_error_at(file, text, offset, diagnostic.kind().msg().to_string())
}

fn too_deep(file: &str, text: &str, error: TooDeep) -> LoadError {
    syntax_error_at(file, text, error.offset, error.to_string())
}

fn syntax_error_at(file: &str, text: &str, offset: usize, message: String) -> LoadError {
    let (line, column) = SourceText(text).position(offset);
    LoadError::Syntax {
        message,
        position: Position(SourcePosition {
            file: file.into(),
            line,
            column,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emitted(media: Media, text: &str) -> Emitted {
        emit(
            &Url::parse("file:///a.ts").unwrap(),
            "a.ts",
            media,
            Author::Program,
            Decorators::Standard,
            text.to_owned(),
        )
        .unwrap()
    }

    #[test]
    fn types_are_blanked_in_place() {
        let text = "const a: number = 1;\nexport const b = a satisfies number;\n";
        let result = emitted(Media::TypeScript, text);
        assert_eq!(result.map, None);
        assert_eq!(result.code.find("b ="), text.find("b ="));
    }

    #[test]
    fn enums_are_rewritten_with_a_map() {
        let result = emitted(Media::TypeScript, "enum A { B }\nexport const c = A.B;\n");
        assert!(result.map.is_some());
        assert!(!result.code.contains("enum"));
    }

    #[test]
    fn a_syntax_error_has_its_position() {
        let url = Url::parse("file:///a.ts").unwrap();
        let error = emit(
            &url,
            "a.ts",
            Media::TypeScript,
            Author::Program,
            Decorators::Standard,
            "let a = 1;\nlet b = ;\n".into(),
        );
        let Err(LoadError::Syntax { position, .. }) = error else {
            panic!("{error:?}")
        };
        assert_eq!((position.0.line, position.0.column), (2, 9));
    }

    /// The caller's thread has a small stack, as any caller may.
    #[test]
    fn nesting_needs_no_stack_of_the_caller_and_has_a_limit() {
        let texts = |count: usize| {
            let pair = |begin: &str, open: &str, close: &str| {
                format!("{begin}{}1{}", open.repeat(count), close.repeat(count))
            };
            [
                (
                    Media::TypeScript,
                    pair("export const a: unknown = ", "[", "]"),
                ),
                (
                    Media::TypeScript,
                    pair("enum A {}; export const a = ", "(", " as A)"),
                ),
                (
                    Media::TypeScript,
                    pair("enum A {}; export const a = ", "a => ", ""),
                ),
                (
                    Media::TypeScript,
                    pair("enum A {}; export const a = ", "1 + ", ""),
                ),
                (Media::TypeScript, pair("export type A = ", "A<b, ", ">")),
                (
                    Media::TypeScript,
                    pair("export type A = ", "a extends b ? c : ", ""),
                ),
                (Media::Tsx, pair("export const a = ", "<a>", "</a>")),
                (
                    Media::JavaScript,
                    pair("@d class A {}; export const a = ", "f(", ")"),
                ),
            ]
        };
        let run = |media, text: String| {
            let url = Url::parse("file:///a.ts").unwrap();
            let decorators = Decorators::Standard;
            let work = move || emit(&url, "a.ts", media, Author::Program, decorators, text);
            let thread = std::thread::Builder::new().stack_size(512 << 10);
            thread.spawn(work).unwrap().join().unwrap()
        };
        for (media, text) in texts(900) {
            run(media, text).unwrap();
        }
        for (media, text) in texts(6000) {
            match run(media, text) {
                Err(LoadError::Syntax { message, position }) => {
                    assert!(message.contains("levels deep"), "{message}");
                    assert_eq!(position.0.line, 1);
                }
                // V8 reports it.
                Ok(_) if media == Media::JavaScript => {}
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn columns_are_those_of_editors() {
        let url = Url::parse("file:///a.ts").unwrap();
        let error = emit(
            &url,
            "a.ts",
            Media::TypeScript,
            Author::Program,
            Decorators::Standard,
            "\t\tlet b = ;\n".into(),
        );
        let Err(LoadError::Syntax { position, .. }) = error else {
            panic!("{error:?}")
        };
        assert_eq!((position.0.line, position.0.column), (1, 11));
    }

    #[test]
    fn an_at_sign_alone_does_not_rewrite_javascript() {
        let text = "export const mail = 'a@b';\n";
        assert_eq!(&*emitted(Media::JavaScript, text).code, text);
        assert!(emitted(Media::JavaScript, "@d class A {}").map.is_some());
    }
}
