use proptest::prelude::*;

use super::super::samples::{any_type, any_value, typed};
use super::super::{Bound, Number, Refinement};
use super::*;
use crate::cty::{Type, Value};

fn bytes(value: &Value, of: &Type) -> Vec<u8> {
    to_msgpack(value, of).unwrap()
}

#[test]
fn unknown_values_are_extensions() {
    assert_eq!(bytes(&Value::UNKNOWN, &Type::String), [0xd4, 0, 0]);
    assert_eq!(bytes(&Value::UNKNOWN, &Type::Dynamic), [0xd4, 0, 0]);
    for other in [&[0xd4, 7, 9][..], &[0xc7, 0, 5], &[0xd5, 12, 0x80, 0]] {
        assert_eq!(from_msgpack(other, &Type::Bool), Ok(Value::UNKNOWN));
    }
}

#[test]
fn refinements_survive() {
    let bound = |number: i64, is_inclusive| {
        Some(Bound {
            number: Number::from(number),
            is_inclusive,
        })
    };
    let refinement = Refinement {
        is_not_null: true,
        prefix: Some("i-".to_owned()),
        lower: bound(1, true),
        upper: bound(300, false),
        min_length: Some(0),
        max_length: Some(9),
    };
    let value = Value::Unknown(Some(Box::new(refinement.clone())));
    let Ok(Value::Unknown(Some(read))) = from_msgpack(&bytes(&value, &Type::String), &Type::String)
    else {
        panic!("it is refined");
    };
    assert_eq!(*read, refinement);
    // Members that are not known here, and a limit that is unknown.
    let body = [0x82, 99, 0x91, 0x81, 1, 2, 3, 0x92, 0xd4, 0, 0, 0xc3];
    let message = [&[0xc7, 12, 12][..], &body].concat();
    assert_eq!(from_msgpack(&message, &Type::String), Ok(Value::UNKNOWN));
}

#[test]
fn numbers_take_their_shortest_form() {
    for (text, expected) in [
        ("1", &[1][..]),
        ("-1", &[0xff]),
        ("255", &[0xcc, 0xff]),
        ("-200", &[0xd1, 0xff, 0x38]),
        ("0.5", &[0xcb, 0x3f, 0xe0, 0, 0, 0, 0, 0, 0]),
        ("0.1", &[0xa3, b'0', b'.', b'1']),
    ] {
        let number = Value::Number(Number::parse(text).unwrap());
        assert_eq!(bytes(&number, &Type::Number), expected, "{text}");
    }
}

#[test]
fn every_form_of_a_number_is_read() {
    for message in [
        &[5][..],
        &[0xcc, 5],
        &[0xcd, 0, 5],
        &[0xce, 0, 0, 0, 5],
        &[0xcf, 0, 0, 0, 0, 0, 0, 0, 5],
        &[0xd0, 5],
        &[0xd1, 0, 5],
        &[0xd2, 0, 0, 0, 5],
        &[0xd3, 0, 0, 0, 0, 0, 0, 0, 5],
        &[0xca, 0x40, 0xa0, 0, 0],
        &[0xcb, 0x40, 0x14, 0, 0, 0, 0, 0, 0],
        &[0xa1, b'5'],
        &[0xc4, 1, b'5'],
    ] {
        assert_eq!(
            from_msgpack(message, &Type::Number),
            Ok(Value::from(5)),
            "{message:?}"
        );
    }
}

#[test]
fn objects_have_exactly_their_attributes() {
    let of = Type::object([("a", Type::Bool), ("b", Type::Bool)]);
    let missing = from_msgpack(&[0x81, 0xa1, b'a', 0xc2], &of).unwrap_err();
    assert_eq!(missing.to_string(), "`b`: the attribute is missing");
    let other = from_msgpack(&[0x81, 0xa1, b'c', 0xc2], &of).unwrap_err();
    assert_eq!(other.to_string(), "`c`: there is no such attribute");
    let error = to_msgpack(&Value::object([("a", Value::Null)]), &of).unwrap_err();
    assert_eq!(error.to_string(), "`b`: the attribute is missing");
}

#[test]
fn values_of_another_type_are_refused() {
    let list = Type::list(Type::String);
    for (message, of) in [
        (&[][..], &list),
        (&[0xc1], &list),
        (&[0x91], &list),
        (&[0xdd, 0xff, 0xff, 0xff, 0xff], &list),
        (&[0xdb, 0xff, 0xff, 0xff, 0xff], &Type::String),
        (&[0x91, 0xa1, 0xff], &list),
        (&[0x91, 0xc2], &list),
        (&[0xc2, 0xc2], &Type::Bool),
        (&[0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0], &Type::Number),
        (&[0x92, 0xa1, b'x', 0xc2], &Type::Dynamic),
    ] {
        assert!(from_msgpack(message, of).is_err(), "{message:?}");
    }
    // Each level of a dynamic value names the next one.
    let level = [&[0x92, 0xc4, 9][..], b"\"dynamic\""].concat();
    let mut deep = level.repeat(200);
    deep.push(0xc0);
    assert!(from_msgpack(&deep, &Type::Dynamic).is_err());
}

proptest! {
    #[test]
    fn values_survive((of, value) in typed(any_type(), any_value)) {
        let message = bytes(&value, &of);
        prop_assert!(from_msgpack(&message, &of).unwrap() == value);
    }

    #[test]
    fn any_bytes_are_read_or_refused(of in any_type(), message in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = from_msgpack(&message, &of);
    }
}
