//! Closures: what a function of the program needs elsewhere.

use deno_core::{op2, v8};

use crate::host::closures::Outcome;

use super::error::OpError;
use super::session::Session;
use super::value::string;

/// Answers `{ number }` of the capture that is kept, or `{ pending }` with promises to wait for
/// before trying again.
#[op2(reentrant)]
pub fn op_lumi_closure_capture<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    function: v8::Local<'s, v8::Function>,
    classify: v8::Local<'s, v8::Function>,
) -> Result<v8::Local<'s, v8::Value>, OpError> {
    let session = Session::of(scope);
    let tools = session.borrow().closures.tools();
    let (name, value) = match tools.capture(scope, function, classify) {
        Outcome::Captured(capture) => {
            let number = session.borrow_mut().closures.keep(capture);
            ("number", v8::Number::new(scope, f64::from(number)).into())
        }
        Outcome::Pending(promises) => {
            let promises: Vec<v8::Local<v8::Value>> =
                promises.into_iter().map(Into::into).collect();
            let list = v8::Array::new_with_elements(scope, &promises);
            ("pending", list.into())
        }
        Outcome::Refused(error) => return Err(error.into()),
        Outcome::Thrown(exception) => {
            scope.throw_exception(exception);
            return Ok(v8::undefined(scope).into());
        }
    };
    let answer = v8::Object::new(scope);
    let name = string(scope, name);
    answer.create_data_property(scope, name.into(), value);
    Ok(answer.into())
}
