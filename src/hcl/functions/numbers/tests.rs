//! Functions of numbers.

use super::super::{FunctionContext, FunctionError, function};
use crate::value::{Mark, Number, Refinement, Type, Value};

fn number(text: &str) -> Value {
    Value::number(Number::parse(text).expect("BUG: it is a number"))
}

fn call(name: &str, arguments: &[Value]) -> Result<Value, FunctionError> {
    let function = function(name).expect("BUG: there is such a function");
    function.call(arguments, &FunctionContext::new("."))
}

fn text(name: &str, arguments: &[&str]) -> String {
    let arguments: Vec<Value> = arguments.iter().map(|it| number(it)).collect();
    let result = call(name, &arguments).unwrap();
    result.as_number().unwrap().to_string()
}

#[test]
fn numbers_are_rounded_to_whole_ones() {
    assert_eq!(text("ceil", &["-0.5"]), "0");
    assert_eq!(text("ceil", &["1e-7"]), "1");
    assert_eq!(text("floor", &["-1e-7"]), "-1");
    assert_eq!(
        text("floor", &["12345678901234567890123.5"]),
        "12345678901234567890123"
    );
    assert_eq!(text("abs", &["-0.1"]), "0.1");
    assert_eq!(text("max", &["1", "3", "2"]), "3");
    assert_eq!(text("min", &["1", "-3", "2"]), "-3");
    assert!(call("signum", &[number("0.5")]).is_err() && call("max", &[]).is_err());
}

#[test]
fn powers_and_logarithms_are_those_of_doubles() {
    assert_eq!(
        text("pow", &["2", "100"]),
        "1267650600228229400000000000000"
    );
    assert_eq!(text("pow", &["2", "-1"]), "0.5");
    assert_eq!(text("pow", &["9", "0.5"]), "3");
    assert_eq!(text("log", &["100", "10"]), "2");
    assert_eq!(text("log", &["4.999", "0"]), "-0");
    assert!(call("pow", &[number("-2"), number("0.3")]).is_err());
    assert!(call("log", &[number("1e400"), number("2")]).is_err());
}

#[test]
fn whole_numbers_are_parsed_in_every_base() {
    let parse = |text: &str, base: i64| call("parseint", &[text.into(), Value::integer(base)]);
    assert_eq!(parse("-ff", 16), Ok(Value::integer(-255)));
    assert_eq!(parse("FF", 16), Ok(Value::integer(255)));
    assert_eq!(parse("Z", 62), Ok(Value::integer(61)));
    for (text, base) in [
        ("2", 2),
        ("", 10),
        ("1_0", 10),
        ("1", 1),
        ("1", 63),
        ("é", 36),
    ] {
        assert!(parse(text, base).is_err(), "{text}");
    }
    let secret = Value::from("hunter2").mark(Mark::Sensitive);
    let error = call("parseint", &[secret, Value::integer(10)]).unwrap_err();
    assert!(!error.message.contains("hunter2"));
}

#[test]
fn unknown_and_marked_arguments_have_such_results() {
    let unknown = Value::unknown(Type::Number).mark(Mark::Sensitive);
    let result = call("floor", &[unknown]).unwrap();
    let expected = Value::unknown(Type::Number).refine(&Refinement::not_null());
    assert_eq!(result, expected.mark(Mark::Sensitive));
    assert_eq!(
        call("floor", &[Value::DYNAMIC]),
        Ok(Value::unknown(Type::Number).not_null())
    );
    let open = [Value::DYNAMIC, Value::integer(10)];
    assert_eq!(call("parseint", &open), Ok(Value::DYNAMIC));
    let error = call("floor", &[Value::null(Type::Number)]).unwrap_err();
    assert_eq!(error.argument, Some(0));
}
