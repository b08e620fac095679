//! Functions that change what a value is taken for.

use super::super::{FunctionContext, FunctionError, function};
use crate::value::{Mark, Refinement, Type, Value};

fn call(name: &str, argument: &Value) -> Result<Value, FunctionError> {
    let function = function(name).expect("BUG: there is such a function");
    function.call(std::slice::from_ref(argument), &FunctionContext::new("."))
}

#[test]
fn values_are_converted_where_it_is_asked_for() {
    let null = Value::null(Type::Dynamic);
    let list = call("tolist", &null).unwrap();
    assert_eq!(list, Value::null(Type::list(Type::Dynamic)));
    assert_eq!(call("tostring", &Value::bool(true)), Ok("true".into()));
    let secret = Value::from("hunter2").mark(Mark::Sensitive);
    let error = call("tonumber", &secret).unwrap_err();
    assert!(!error.message.contains("hunter2"));
    assert!(call("tomap", &Value::from("a")).is_err());
}

#[test]
fn marks_are_put_on_and_taken_off() {
    let secret = call("sensitive", &Value::from("a")).unwrap();
    assert_eq!(call("issensitive", &secret), Ok(Value::bool(true)));
    assert_eq!(call("nonsensitive", &secret), Ok(Value::from("a")));
    assert!(call("issensitive", &Value::DYNAMIC).unwrap().is_unknown());
    let ephemeral = Value::from("a").mark(Mark::Ephemeral);
    let object = Value::object([("x", ephemeral), ("y", Value::integer(1))]);
    let expected = Value::object([("x", Value::null(Type::String)), ("y", Value::integer(1))]);
    assert_eq!(call("ephemeralasnull", &object), Ok(expected));
}

#[test]
fn json_of_unknown_values_has_a_known_beginning() {
    let object = Value::object([("a", Value::unknown(Type::String))]);
    let facts = Refinement::not_null().with_full_prefix("{");
    let expected = Value::unknown(Type::String).refine(&facts);
    assert_eq!(call("jsonencode", &object), Ok(expected.clone()));
    assert_eq!(call("jsondecode", &expected), Ok(Value::DYNAMIC));
    let text = Value::unknown(Type::String).refine(&Refinement::not_null().with_full_prefix("\""));
    assert_eq!(call("jsondecode", &text), Ok(Value::unknown(Type::String)));
    let secret = Value::from("a").mark(Mark::Sensitive);
    let encoded = call("jsonencode", &secret);
    assert_eq!(encoded, Ok(Value::from("\"a\"").mark(Mark::Sensitive)));
}
