use proptest::prelude::*;

use super::formatted;
use crate::functions::{FunctionContext, function};
use crate::value::{Refinement, Type, Value};

#[test]
fn unknown_arguments_leave_the_text_before_them() {
    let arguments = [Value::string("name-%s"), Value::unknown(Type::String)];
    let result = function("format")
        .unwrap()
        .call(&arguments, &FunctionContext::new("."));
    let range: Refinement = result.unwrap().range();
    assert_eq!((range.prefix.as_str(), range.is_not_null), ("name-", true));
}

#[test]
fn widths_count_what_readers_count() {
    let text = formatted("%4s|%-4s|%.1s", &vec![Value::string("👩‍👩‍👧é"); 3]);
    assert_eq!(text.unwrap(), "  👩‍👩‍👧é|👩‍👩‍👧é  |👩‍👩‍👧");
}

#[test]
fn widths_beyond_a_million_are_refused() {
    assert!(formatted("%9999999d", &[Value::integer(1)]).is_err());
}

proptest! {
    #[test]
    fn formats_do_not_panic(format in "[%a#0+ .\\-\\[\\]1-3svdfgxqbé]{0,16}", number in any::<f64>()) {
        let number = crate::value::Number::from_double(number).map_or(Value::integer(1), Value::number);
        let _ = formatted(&format, &[number, Value::string("é")]);
    }
}
