//! Functions of collections.

use super::super::{FunctionContext, FunctionError, function};
use crate::value::{Mark, Number, Refinement, Type, Value};

fn call(name: &str, arguments: &[Value]) -> Result<Value, FunctionError> {
    let function = function(name).expect("BUG: there is such a function");
    function.call(arguments, &FunctionContext::new("."))
}

fn texts(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|it| Value::from(*it)).collect()
}

fn tuple(elements: &[&str]) -> Value {
    Value::tuple(texts(elements))
}

fn list(elements: &[&str]) -> Value {
    Value::list(&Type::String, texts(elements))
}

#[test]
fn the_first_argument_that_is_there_is_taken() {
    let null = Value::null(Type::Dynamic);
    let coalesced = call("coalesce", &[null.clone(), "".into(), Value::integer(1)]);
    assert_eq!(coalesced, Ok(Value::from("1")));
    assert!(call("coalesce", &[null]).is_err() && call("coalesce", &[]).is_err());
    let lists = [tuple(&[]), tuple(&["a"])];
    assert_eq!(call("coalescelist", &lists), Ok(tuple(&["a"])));
}

#[test]
fn elements_are_counted_around() {
    let element = |index: i64| call("element", &[tuple(&["a", "b"]), Value::integer(index)]);
    assert_eq!(element(-1), Ok(Value::from("b")));
    assert_eq!(element(4), Ok(Value::from("a")));
    assert!(call("element", &[tuple(&[]), Value::integer(0)]).is_err());
}

#[test]
fn sequences_within_sequences_become_one() {
    let inner = Value::tuple(vec![tuple(&["a"]), tuple(&[]), Value::integer(1)]);
    let expected = Value::tuple(vec![Value::from("a"), Value::integer(1)]);
    assert_eq!(call("flatten", &[inner]), Ok(expected));
    let open = Value::tuple(vec![Value::unknown(Type::list(Type::String))]);
    assert_eq!(call("flatten", &[open]), Ok(Value::DYNAMIC));
}

#[test]
fn merged_maps_stay_maps_and_others_become_objects() {
    let one = Value::map_of([("a", Value::from("1"))]);
    let two = Value::map_of([("a", Value::from("2")), ("b", Value::from("3"))]);
    assert_eq!(call("merge", &[one.clone(), two.clone()]), Ok(two));
    let object = Value::object([("c", Value::integer(1))]).mark(Mark::Sensitive);
    let merged = call("merge", &[one, object]).unwrap();
    let expected = Value::object([("a", Value::from("1")), ("c", Value::integer(1))]);
    assert_eq!(merged, expected.mark(Mark::Sensitive));
}

#[test]
fn lookups_fall_back_to_defaults() {
    let map = Value::map_of([("a", Value::from("1"))]);
    let lookup = |key: &str, default: Value| call("lookup", &[map.clone(), key.into(), default]);
    assert_eq!(lookup("a", "x".into()), Ok(Value::from("1")));
    assert_eq!(lookup("b", Value::integer(2)), Ok(Value::from("2")));
    assert!(call("lookup", &[map.clone(), "b".into()]).is_err());
}

#[test]
fn unknown_lengths_have_limits() {
    let unknown = Value::unknown(Type::list(Type::String));
    let facts = Refinement::not_null().with_min_length(1).with_max_length(3);
    let length = call("length", &[unknown.refine(&facts)]).unwrap();
    let expected = Refinement::not_null()
        .with_lower(Number::from(1_i64), true)
        .with_upper(Number::from(3_i64), true);
    assert_eq!(length, Value::unknown(Type::Number).refine(&expected));
    let family = Value::from("👩‍👩‍👧é");
    assert_eq!(call("length", &[family]), Ok(Value::integer(2)));
}

#[test]
fn sets_are_combined() {
    let (one, two) = (tuple(&["b", "a"]), tuple(&["b", "c"]));
    let set = |elements: &[&str]| Ok(Value::set(&Type::String, texts(elements)));
    let both = [one.clone(), two.clone()];
    assert_eq!(call("setunion", &both), set(&["a", "b", "c"]));
    assert_eq!(call("setintersection", &both), set(&["b"]));
    assert_eq!(call("setsubtract", &both), set(&["a"]));
    let product = call("setproduct", &[one, tuple(&["x"])]).unwrap();
    assert_eq!(
        product.elements().unwrap(),
        [tuple(&["b", "x"]), tuple(&["a", "x"])]
    );
}

#[test]
fn ranges_go_up_and_down() {
    let range = |numbers: &[i64]| {
        let numbers: Vec<Value> = numbers.iter().map(|it| Value::integer(*it)).collect();
        call("range", &numbers).map(|it| it.elements().unwrap().len())
    };
    assert_eq!(range(&[3]), Ok(3));
    assert_eq!(range(&[-3]), Ok(3));
    assert_eq!(range(&[5, 1, -2]), Ok(2));
    assert_eq!(range(&[0, 0, 0]), Ok(0));
    assert!(range(&[0, 1, 0]).is_err() && range(&[2000]).is_err() && range(&[0, 1, -1]).is_err());
}

#[test]
fn parts_and_orders_of_sequences() {
    let letters = tuple(&["a", "b", "c"]);
    let part = call(
        "slice",
        &[letters.clone(), Value::integer(1), Value::integer(3)],
    );
    assert_eq!(part, Ok(tuple(&["b", "c"])));
    assert!(
        call(
            "slice",
            &[letters.clone(), Value::integer(2), Value::integer(1)]
        )
        .is_err()
    );
    assert_eq!(call("reverse", &[letters]), Ok(tuple(&["c", "b", "a"])));
    let sorted = call("sort", &[tuple(&["b", "a", "B"])]);
    assert_eq!(sorted, Ok(list(&["B", "a", "b"])));
    let distinct = call(
        "distinct",
        &[Value::tuple(vec![Value::integer(1), "1".into()])],
    );
    assert_eq!(distinct, Ok(list(&["1"])));
    assert_eq!(call("compact", &[tuple(&["", "a"])]), Ok(list(&["a"])));
}

#[test]
fn removed_functions_say_what_to_write() {
    let error = call("list", &texts(&["a"])).unwrap_err();
    assert!(error.message.contains("tolist"));
}
