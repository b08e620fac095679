//! Ops of `require`: resolution, and CommonJS text as a function.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use deno_core::{OpState, op2, v8};
use v8::script_compiler::{CachedData, CompileOptions, NoCacheReason, Source};

use crate::modules::{
    CompiledCode, LoadError, ModuleLoader, Position, RequiredKind, builtin_names, emitted,
};
use lumi_closure::analysis::COMMONJS_PARAMETERS;
use lumi_graph::{EscapedText, SourcePosition};
use lumi_node::string;

use super::error::OpError;
use super::session::Session;
use crate::errors::lost_resources::LostResource;

fn loader(state: &RefCell<OpState>) -> Rc<ModuleLoader> {
    Rc::clone(state.borrow().borrow::<Rc<ModuleLoader>>())
}

/// Returns the kind of the module that `specifier` refers to in `file` (0 built-in, 1 CommonJS, 2
/// ES module, 3 JSON), and its path; for built-in and ES modules the URL.
#[op2]
#[serde]
pub fn op_lumi_require_resolve(
    state: Rc<RefCell<OpState>>,
    #[string] specifier: &str,
    #[string] file: &str,
) -> Result<(u32, String), LoadError> {
    let required = loader(&state).require(specifier, Path::new(file))?;
    let kind = match required.kind {
        RequiredKind::Builtin => 0,
        RequiredKind::CommonJs => 1,
        RequiredKind::Module => 2,
        RequiredKind::Json => 3,
    };
    Ok((kind, required.location))
}

/// Returns the text of a JSON file. If V8 has refused it: an error with the position.
#[op2]
#[string]
pub fn op_lumi_require_json(
    state: Rc<RefCell<OpState>>,
    #[string] file: &str,
    is_refused: bool,
) -> Result<String, LoadError> {
    loader(&state).required_json(Path::new(file), is_refused)
}

/// Compiles a CommonJS file to a function of [`COMMONJS_PARAMETERS`]; lines and columns are those of the
/// file.
#[op2]
pub fn op_lumi_commonjs_compile<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    state: Rc<RefCell<OpState>>,
    #[string] file: &str,
) -> Result<v8::Local<'s, v8::Function>, LoadError> {
    let (path, loader) = (Path::new(file), loader(&state));
    let text = loader.commonjs_text(path)?;
    let compiled = compile(
        scope,
        &FunctionText {
            url: text.url.as_str(),
            file: &text.file,
            code: &text.emitted.code,
            code_cache: text.code_cache.as_deref(),
        },
    );
    let (function, is_new) = compiled.map_err(|error| loader.with_commonjs_rule(path, error))?;
    if is_new {
        loader.note_compiled(path, text);
    }
    Ok(function)
}

/// Compiles a text as the CommonJS file at a URL, which it imports from.
#[op2]
pub fn op_lumi_commonjs_evaluate<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    #[string] code: &str,
    #[string] url: &str,
    #[string] file: &str,
) -> Result<v8::Local<'s, v8::Function>, LoadError> {
    let text = FunctionText {
        url,
        file,
        code,
        code_cache: None,
    };
    compile(scope, &text).map(|(function, _)| function)
}

/// Returns the text that the program's compiler of TypeScript must compile; null if its code is kept from an earlier run.
#[op2]
#[string]
pub fn op_lumi_typed_text(
    state: Rc<RefCell<OpState>>,
    #[string] file: &str,
    #[string] compiler: &str,
) -> Result<Option<String>, LoadError> {
    loader(&state).typed_text(Path::new(file), compiler)
}

/// Takes the code of a compiled text, and its source map, which may be empty.
#[op2(fast)]
pub fn op_lumi_typed_keep(
    state: Rc<RefCell<OpState>>,
    #[string] file: &str,
    #[string] compiler: &str,
    #[string] text: &str,
    #[string] code: &str,
    #[string] map: &str,
) {
    loader(&state).keep_typed(Path::new(file), compiler, text, emitted(code, map));
}

/// Returns those of the names, which have getters, that importers of the file ask for.
#[op2]
#[serde]
pub fn op_lumi_commonjs_asked(
    state: Rc<RefCell<OpState>>,
    #[string] file: &str,
    #[serde] names: Vec<String>,
) -> Vec<String> {
    loader(&state).names_to_read(Path::new(file), names)
}

/// Stores the code cache of a file for the next run. Called after its body has run, so that
/// functions compiled meanwhile are included; those that the program calls later are added at its end.
#[op2(nofast)]
pub fn op_lumi_commonjs_keep(
    scope: &mut v8::PinScope<'_, '_>,
    state: Rc<RefCell<OpState>>,
    #[string] file: &str,
    function: v8::Local<v8::Function>,
) {
    let code = || {
        let data = function.create_code_cache();
        let data = data.map(|it| it.to_vec()).unwrap_or_default();
        (data, CompiledCode::function(scope, function))
    };
    loader(&state).queue_code_cache(Path::new(file), code);
}

/// Fails, because a package of Pulumi asks for its engine. The program fails at its end, too, if it catches that.
/// `resource_type` is empty for reads and invokes.
#[op2(nofast)]
pub fn op_lumi_no_engine(
    scope: &mut v8::PinScope<'_, '_>,
    #[string] resource_type: &str,
    #[string] name: &str,
) -> Result<(), OpError> {
    let what = match resource_type {
        "" => "a function of a provider".to_owned(),
        _ => format!(
            "{} \"{}\"",
            EscapedText::short(resource_type),
            EscapedText::short(name)
        ),
    };
    let session = Session::of(scope);
    let mut session = session.borrow_mut();
    let position = session.scripts.of_program(scope);
    let error = OpError::NoEngine { what };
    session.lost.note(LostResource {
        message: error.to_string(),
        position,
    });
    Err(error)
}

/// The names of supported Node modules, without `node:`.
#[op2]
#[serde]
pub fn op_lumi_builtin_names() -> Vec<String> {
    builtin_names().collect()
}

/// The text of a function of [`COMMONJS_PARAMETERS`].
struct FunctionText<'a> {
    url: &'a str,
    /// The display name.
    file: &'a str,
    code: &'a str,
    code_cache: Option<&'a [u8]>,
}

/// Also returns whether V8 compiled from source, without a usable code cache.
fn compile<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    text: &FunctionText<'_>,
) -> Result<(v8::Local<'s, v8::Function>, bool), LoadError> {
    let too_long = || LoadError::NotText {
        file: text.file.to_owned(),
        problem: "it is too long".to_owned(),
    };
    v8::tc_scope!(let scope, scope);
    let name = string(scope, text.url);
    let origin = v8::ScriptOrigin::new(
        scope,
        name.into(),
        0,
        0,
        false,
        -1,
        None,
        false,
        false,
        false,
        None,
    );
    let code = v8::String::new(scope, text.code).ok_or_else(too_long)?;
    let parameters = COMMONJS_PARAMETERS.map(|it| string(scope, it));
    let (mut source, options) = match text.code_cache {
        Some(data) => (
            Source::new_with_cached_data(code, Some(&origin), CachedData::new(data)),
            CompileOptions::ConsumeCodeCache,
        ),
        None => (
            Source::new(code, Some(&origin)),
            CompileOptions::NoCompileOptions,
        ),
    };
    let function = v8::script_compiler::compile_function(
        scope,
        &mut source,
        &parameters,
        &[],
        options,
        NoCacheReason::NoReason,
    );
    match function {
        Some(function) => {
            let kept = source.get_cached_data();
            Ok((function, kept.is_none_or(|it| it.rejected())))
        }
        None => Err(syntax_error(scope, text.file)),
    }
}

/// The exception of a failed compilation.
fn syntax_error(
    scope: &mut v8::PinnedRef<'_, v8::TryCatch<v8::HandleScope>>,
    file: &str,
) -> LoadError {
    let (mut message, mut line, mut column) = ("this cannot be compiled".to_owned(), 1, 1);
    if let Some(found) = scope.message() {
        message = found.get(scope).to_rust_string_lossy(scope);
        line = found.get_line_number(scope).unwrap_or(1);
        column = found.get_start_column() + 1;
    }
    let message = message.trim_start_matches("Uncaught SyntaxError: ");
    LoadError::Syntax {
        message: message.to_owned(),
        position: Position(SourcePosition {
            file: file.into(),
            line: u32::try_from(line).unwrap_or(1),
            column: u32::try_from(column).unwrap_or(1),
        }),
    }
}
