//! The syntax of scripts, behind `node:vm`.

use deno_core::{op2, v8};
use v8::script_compiler::{CompileOptions, NoCacheReason, Source, compile_unbound_script};

use crate::v8_string::string;

/// Compiles a script without running it, and returns the SyntaxError if that is not possible. A script that runs
/// declares its names for good, even if its first statement throws. Returns an error for all text where code is not
/// made from text.
#[op2]
pub fn op_lumi_script_check<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    code: v8::Local<'s, v8::String>,
    #[string] name: &str,
) -> v8::Local<'s, v8::Value> {
    let context = scope.get_current_context();
    if !context.is_code_generation_from_strings_allowed() {
        let message = string(
            scope,
            "code of a package is in the package: no code is made from text",
        );
        return v8::Exception::error(scope, message);
    }
    let name = string(scope, name).into();
    v8::tc_scope!(let scope, scope);
    let origin = v8::ScriptOrigin::new(
        scope, name, 0, 0, false, -1, None, false, false, false, None,
    );
    let mut source = Source::new(code, Some(&origin));
    let compiled = compile_unbound_script(
        scope,
        &mut source,
        CompileOptions::NoCompileOptions,
        NoCacheReason::NoReason,
    );
    match (compiled, scope.exception()) {
        (None, Some(error)) => error,
        _ => v8::undefined(scope).into(),
    }
}
