//! Values: marks, refinements, equality, sets, and ways out and back.

use proptest::prelude::*;

use super::json::{from_json, to_json};
use super::samples::typed_value;
use super::wire::{from_wire, to_wire};
use super::{Mark, Marks, Number, Path, Refinement, Step, Type, Value, quoted};

fn strings(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|it| Value::from(*it)).collect()
}

#[test]
fn sets_are_in_order_and_have_each_element_once() {
    let set = Value::set_of(strings(&["b", "a", "b", "B"]));
    assert_eq!(set.elements().unwrap(), strings(&["B", "a", "b"]));
    let numbers = [10, 9, 1].map(Value::integer).to_vec();
    let sorted = [1, 9, 10].map(Value::integer);
    assert_eq!(Value::set_of(numbers).elements().unwrap(), sorted);
    let unknown = Value::unknown(Type::String);
    let set = Value::set_of(vec![unknown.clone(), unknown, Value::from("a")]);
    assert_eq!(set.elements().unwrap().len(), 3);
    assert!(set.length().is_unknown());
}

#[test]
fn marks_of_elements_are_marks_of_a_set() {
    let secret = Value::from("a").mark(Mark::Sensitive);
    let set = Value::set_of(vec![secret.clone(), Value::from("b")]);
    assert!(set.has_mark(&Mark::Sensitive) && !set.elements().unwrap()[0].is_marked());
    let list = Value::list_of(vec![secret]);
    assert!(!list.is_marked() && list.contains_marked());
}

#[test]
fn marks_come_off_with_their_places() {
    let secret = Value::from("a").mark(Mark::Sensitive);
    let value = Value::object([("x", Value::list_of(vec![Value::from("b"), secret]))]);
    let (bare, places) = value.unmarked_with_paths();
    let path = Path::attribute("x").then(Step::Index(1));
    assert_eq!(places, [(path, Marks::from(Mark::Sensitive))]);
    assert!(!bare.contains_marked());
    assert_eq!(bare.with_marks_at(&places), value);
}

#[test]
fn facts_can_make_a_value_known() {
    let list = Value::unknown(Type::list(Type::String));
    let empty = list.refine(&Refinement::not_null().with_length(0));
    assert_eq!(empty, Value::list(&Type::String, Vec::new()));
    let two = list.refine(&Refinement::not_null().with_length(2));
    assert_eq!(two.elements().unwrap().len(), 2);
    let number = Value::unknown(Type::Number);
    let three = Number::from(3_i64);
    let facts = Refinement::not_null()
        .with_lower(three.clone(), true)
        .with_upper(three, true);
    assert_eq!(number.refine(&facts), Value::integer(3));
    assert_eq!(Value::DYNAMIC.not_null(), Value::DYNAMIC);
}

#[test]
fn prefixes_end_where_following_text_cannot_change_them() {
    let prefix = |text: &str| Refinement::default().with_prefix(text).prefix;
    assert_eq!(prefix("arn:aws:"), "arn:aws:");
    assert_eq!(prefix("hello"), "hell");
    assert_eq!(prefix(""), "");
}

#[test]
fn equality_is_decided_where_it_can_be() {
    let unknown = Value::unknown(Type::String);
    let null = Value::null(Type::Dynamic);
    assert!(unknown.equals(&null).is_unknown());
    assert_eq!(unknown.not_null().equals(&null), Value::bool(false));
    let facts = Refinement::not_null().with_full_prefix("a-");
    let refined = unknown.refine(&facts);
    assert_eq!(refined.equals(&Value::from("b")), Value::bool(false));
    assert!(refined.equals(&Value::from("a-1")).is_unknown());
    assert_eq!(
        Value::integer(1).equals(&Value::from("1")),
        Value::bool(false)
    );
    let nulls = Value::null(Type::String).equals(&Value::null(Type::Number));
    assert_eq!(nulls, Value::bool(true));
    let list = Value::list_of(vec![Value::integer(1)]);
    let tuple = Value::tuple(vec![Value::integer(1)]);
    assert_eq!(list.equals(&tuple), Value::bool(false));
}

#[test]
fn json_has_escapes_for_html_and_types_for_open_parts() {
    let value = Value::object([("b", Value::integer(1)), ("a", Value::from("<&>\u{1}\n"))]);
    let text = r#"{"a":"\u003c\u0026\u003e\u0001\n","b":1}"#;
    assert_eq!(to_json(&value).unwrap(), text);
    assert_eq!(from_json(text).unwrap(), value);
    assert!(from_json(r#"{"a":1,"a":"x"}"#).is_err() && from_json("[1,]").is_err());
    assert!(from_json("1.e5").is_err() && to_json(&Value::DYNAMIC).is_err());
}

#[test]
fn quotes_escape_what_cannot_be_printed() {
    assert_eq!(
        quoted("a\"\\\n\u{1}\u{a0}é\u{200b}"),
        r#""a\"\\\n\x01\u00a0é\u200b""#
    );
}

proptest! {
    #[test]
    fn values_come_back_from_providers(value in typed_value()) {
        let wire = to_wire(&value, value.ty()).unwrap();
        prop_assert_eq!(from_wire(&wire, value.ty()), value);
    }

    #[test]
    fn values_of_any_type_come_back_from_providers(value in typed_value()) {
        let wire = to_wire(&value, &Type::Dynamic).unwrap();
        let back = from_wire(&wire, &Type::Dynamic);
        prop_assert!(value.is_null() || value.is_unknown() || back == value);
    }

    #[test]
    fn equality_is_reflexive_for_known_values(value in typed_value()) {
        if value.is_wholly_known() {
            prop_assert_eq!(value.equals(&value), Value::bool(true));
        }
    }

    #[test]
    fn decoded_json_is_encoded_alike(value in typed_value()) {
        if value.is_wholly_known() {
            let text = to_json(&value).unwrap();
            prop_assert_eq!(to_json(&from_json(&text).unwrap()).unwrap(), text);
        }
    }
}
