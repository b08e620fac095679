//! The slots of functions for the SDK of Pulumi, which serialises functions itself (`js/pulumi/closure.ts`).

use deno_core::{op2, v8};

use lumi_node::string;

use crate::ops::session::Session;

/// Returns `[file, line, column, scopes, bound]`: the place counts from 0, and its file is the name of the script;
/// `scopes` are objects with the variables, innermost first; `bound` is null, or target, `this` and arguments of a bound
/// function.
#[op2(reentrant)]
pub fn op_lumi_function_internals<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    function: v8::Local<'s, v8::Value>,
) -> v8::Local<'s, v8::Value> {
    let Ok(function) = v8::Local::<v8::Function>::try_from(function) else {
        return v8::null(scope).into();
    };
    let session = Session::of(scope);
    let context = session.borrow().closures.context();
    let inspector = context.inspector(scope);
    let internals = inspector.and_then(|it| it.internals(scope, function.into()));
    context.release();
    let internals = internals.unwrap_or_default();
    let name = function.get_script_origin(scope).resource_name();
    let file = name.filter(|it| it.is_string());
    let file = file.unwrap_or_else(|| string(scope, "").into());
    let place = [
        function.get_script_line_number(),
        function.get_script_column_number(),
    ];
    let place = place.map(|it| v8::Number::new(scope, f64::from(it.unwrap_or(0))).into());
    let scopes: Vec<v8::Local<v8::Value>> = internals.scopes.iter().map(|it| it.1.into()).collect();
    let scopes = v8::Array::new_with_elements(scope, &scopes).into();
    let bound = match internals.bound {
        Some(parts) => v8::Array::new_with_elements(scope, &parts).into(),
        None => v8::null(scope).into(),
    };
    let parts = [file, place[0], place[1], scopes, bound];
    v8::Array::new_with_elements(scope, &parts).into()
}
