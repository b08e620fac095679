//! Conversions of values and unification of types.

use proptest::prelude::*;

use super::super::samples::{any_type, typed_value};
use super::super::{Mark, Number, Refinement, Type, Value};
use super::{Unification, convert, has_conversion, unify, unify_unsafe};

fn tuple(values: &[Value]) -> Value {
    Value::tuple(values.to_vec())
}

#[test]
fn primitives_become_each_other() {
    let number = Value::number(Number::parse("1.50").unwrap());
    assert_eq!(convert(&number, &Type::String), Ok(Value::from("1.5")));
    assert_eq!(
        convert(&Value::from("12"), &Type::Number),
        Ok(Value::integer(12))
    );
    assert_eq!(
        convert(&Value::from("1"), &Type::Bool),
        Ok(Value::bool(true))
    );
    assert!(convert(&Value::from("True"), &Type::Bool).is_err());
    assert!(convert(&Value::bool(true), &Type::Number).is_err());
}

#[test]
fn tuples_become_lists_of_what_their_elements_have_in_common() {
    let any = Type::list(Type::Dynamic);
    let mixed = tuple(&[Value::integer(1), Value::from("a"), Value::bool(true)]);
    let list = convert(&mixed, &any).unwrap();
    let texts = ["1", "a", "true"].map(Value::from).to_vec();
    assert_eq!(list, Value::list(&Type::String, texts));
    let null = tuple(&[Value::null(Type::Dynamic), Value::integer(1)]);
    let list = convert(&null, &any).unwrap();
    assert_eq!(*list.ty(), Type::list(Type::Number));
    assert!(list.elements().unwrap()[0].is_null());
    assert!(convert(&tuple(&[Value::bool(true), tuple(&[])]), &any).is_err());
}

#[test]
fn attributes_that_may_be_absent_become_null() {
    let Type::Object(mut object) = Type::object([("a", Type::String), ("b", Type::Number)]) else {
        unreachable!("it is an object");
    };
    object.optional.insert("b".to_owned());
    let of = Type::Object(object);
    let value = Value::object([("a", Value::integer(1)), ("c", Value::integer(2))]);
    let expected = Value::object([("a", Value::from("1")), ("b", Value::null(Type::Number))]);
    assert_eq!(convert(&value, &of), Ok(expected.clone()));
    let map = Value::map_of([("a", Value::from("1"))]);
    assert_eq!(convert(&map, &of), Ok(expected));
    let absent = Value::object([("b", Value::integer(1))]);
    let error = convert(&absent, &of).unwrap_err().to_string();
    assert_eq!(error, "the attribute `a` is required");
}

#[test]
fn unknown_values_keep_what_is_known_of_their_length() {
    let of = Type::Tuple(vec![Type::String, Type::Number]);
    let list = convert(
        &Value::unknown(of.clone()).not_null(),
        &Type::list(Type::String),
    );
    assert_eq!(list.unwrap().elements().unwrap().len(), 2);
    let set = convert(&Value::unknown(of), &Type::set(Type::String)).unwrap();
    let expected = Refinement::default().with_min_length(1).with_max_length(2);
    assert_eq!(set.range(), expected);
}

#[test]
fn marks_stay_on_parts() {
    let secret = Value::integer(1).mark(Mark::Sensitive);
    let list = convert(&tuple(&[secret]), &Type::list(Type::String)).unwrap();
    assert!(!list.is_marked() && list.elements().unwrap()[0].has_mark(&Mark::Sensitive));
}

#[test]
fn errors_say_where() {
    let value = Value::object([("a", tuple(&[Value::from("x")]))]);
    let of = Type::object([("a", Type::list(Type::Number))]);
    let error = convert(&value, &of).unwrap_err().to_string();
    assert_eq!(error, "a[0]: a number is required");
}

#[test]
fn types_unify_to_the_most_general_one() {
    let object = |of: Type| Type::object([("a", of)]);
    let empty = || Type::object(std::iter::empty::<(&str, Type)>());
    let cases = [
        (vec![Type::Number, Type::String], Some(Type::String)),
        (vec![Type::Bool, Type::Number], None),
        (vec![Type::Dynamic, Type::Number], Some(Type::Number)),
        (
            vec![object(Type::Number), object(Type::String)],
            Some(object(Type::String)),
        ),
        (
            vec![object(Type::Number), Type::object([("b", Type::Bool)])],
            None,
        ),
        (
            vec![object(Type::Number), empty()],
            Some(Type::map(Type::Number)),
        ),
        (
            vec![Type::map(Type::String), object(Type::Number)],
            Some(Type::map(Type::String)),
        ),
        (
            vec![Type::list(Type::Number), Type::Tuple(vec![Type::String])],
            Some(Type::list(Type::String)),
        ),
        (
            vec![Type::Tuple(vec![Type::Number]), Type::Tuple(vec![])],
            Some(Type::list(Type::Number)),
        ),
        (
            vec![Type::list(Type::Dynamic), Type::Dynamic],
            Some(Type::Dynamic),
        ),
        (vec![object(Type::Number), Type::Tuple(vec![])], None),
        (vec![], None),
    ];
    for (types, expected) in cases {
        assert_eq!(unify_unsafe(&types), expected, "{types:?}");
    }
    // Without loss, a value of an unknown type cannot become another one.
    assert_eq!(unify(&[Type::Dynamic, Type::Number]), Some(Type::Dynamic));
}

#[test]
fn an_unknown_type_beside_a_collection_leaves_all_open() {
    let list = Value::list_of(vec![Value::integer(1)]);
    let unification = Unification::of(&[list.ty().clone(), Type::Dynamic]).unwrap();
    assert_eq!(unification.apply(&list), Ok(Value::DYNAMIC));
}

proptest! {
    #[test]
    fn values_of_a_type_are_unchanged(value in typed_value()) {
        prop_assert_eq!(convert(&value, value.ty()), Ok(value.clone()));
        prop_assert_eq!(convert(&value, &Type::Dynamic), Ok(value));
    }

    #[test]
    fn converted_values_have_the_type(value in typed_value(), of in any_type()) {
        if let Ok(converted) = convert(&value, &of) {
            prop_assert!(*converted.ty() == of || value.ty() != &of);
            prop_assert!(has_conversion(value.ty(), &of, true));
        }
    }

    #[test]
    fn types_become_what_they_have_in_common(one in any_type(), two in any_type()) {
        if let Some(common) = unify(&[one.clone(), two.clone()]) {
            prop_assert!(has_conversion(&one, &common, false));
            prop_assert!(has_conversion(&two, &common, false));
        }
        prop_assert_eq!(unify(&[one.clone(), one.clone()]), Some(one));
    }
}
