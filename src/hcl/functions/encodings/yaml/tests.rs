use proptest::prelude::*;

use super::{YamlError, decode, encode};
use crate::value::json;

fn json_of(text: &str) -> String {
    json::to_json(&decode(text).unwrap()).unwrap()
}

#[test]
fn merged_members_win_over_those_before() {
    assert_eq!(
        json_of("a: &x {p: 1}\nb:\n  p: 2\n  <<: *x\n  q: 3\n"),
        r#"{"a":{"p":1},"b":{"p":1,"q":3}}"#
    );
}

#[test]
fn blocks_are_texts_that_scalars_are_read_from() {
    assert_eq!(
        json_of("- |-\n  yes\n- |-\n  0x10\n- |\n  yes\n"),
        r#"["true","16","yes\n"]"#
    );
}

#[test]
fn references_to_themselves_are_refused() {
    assert_eq!(decode("&a [*a]"), Err(YamlError::Cycle("a".to_owned())));
}

#[test]
fn references_that_multiply_are_refused() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..9 {
        let before = format!("*a{}", level - 1);
        text += &format!("a{level}: &a{level} [{}]\n", vec![before; 10].join(", "));
    }
    assert_eq!(decode(&text), Err(YamlError::TooLarge));
}

#[test]
fn deep_nesting_is_refused() {
    assert!(decode(&"[".repeat(100_000)).is_err());
    assert!(decode(&"- ".repeat(100_000)).is_err());
}

proptest! {
    #[test]
    fn texts_do_not_panic(text in "[a1 \n:\\-?,\\[\\]{}#&*!|>'\"%<\\\\\t]{0,40}") {
        let _ = decode(&text);
    }

    #[test]
    fn strings_survive(text in any::<String>()) {
        let value = crate::value::Value::string(text);
        // A string is read as the scalar that its block is, unless it is in quotes.
        let document = encode(&value).unwrap();
        if document.starts_with('"') {
            prop_assert_eq!(decode(&document).unwrap(), value);
        }
    }
}
