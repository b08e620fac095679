use super::{case, graphemes};
use crate::functions::{FunctionContext, function};
use crate::value::{Mark, Refinement, Type, Value};

#[test]
fn letters_become_one_letter() {
    assert_eq!(case::upper("ß ŉ ǆ ᾳ ᾀ ﬁ"), "ß ŉ Ǆ ᾼ ᾈ ﬁ");
    assert_eq!(case::lower("İ Σ"), "i σ");
    assert_eq!(case::title("ǆ აბ o'neil 2nd x_y"), "ǅ აბ O'Neil 2nd X_y");
}

#[test]
fn clusters_are_those_of_unicode_15() {
    assert_eq!(graphemes::count("क्षि"), 2);
    assert_eq!(graphemes::reversed("ab👩‍👩‍👧"), "👩‍👩‍👧ba");
}

#[test]
fn marks_go_to_the_result() {
    let argument = Value::string("a").mark(Mark::Sensitive);
    let result = function("upper")
        .unwrap()
        .call(&[argument], &FunctionContext::new("."));
    assert_eq!(result.unwrap(), Value::string("A").mark(Mark::Sensitive));
}

#[test]
fn prefixes_of_unknown_strings_decide() {
    let known = Refinement::not_null().with_full_prefix("arn:aws:");
    let unknown = Value::unknown(Type::String).refine(&known);
    let starts = |prefix: &str| {
        let arguments = [unknown.clone(), Value::string(prefix)];
        function("startswith")
            .unwrap()
            .call(&arguments, &FunctionContext::new("."))
            .unwrap()
    };
    assert_eq!(starts("arn:"), Value::bool(true));
    assert_eq!(starts("x"), Value::bool(false));
    assert!(starts("arn:aws:s3").is_unknown());
}
