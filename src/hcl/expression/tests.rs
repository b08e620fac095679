use std::collections::BTreeMap;

use super::{Variables, evaluate, references, type_constraint};
use crate::syntax::parse_expression;
use crate::value::Value;

fn value(text: &str) -> Result<Value, String> {
    let expression = parse_expression("t.tf", text).map_err(|it| it.to_string())?;
    let scope = Variables::new(BTreeMap::new(), ".");
    evaluate(&expression, &scope).map_err(|it| it.to_string())
}

#[test]
fn short_circuits_ignore_errors_of_the_other_side() {
    assert_eq!(value("true || [][0]"), Ok(Value::bool(true)));
    assert_eq!(value("null && true"), Ok(Value::bool(false)));
    assert!(value("null || false").is_err());
}

#[test]
fn references_leave_out_names_of_for() {
    let text = "[for k, v in var.a : v.b if local.c[k] == data.d[*].e]";
    let expression = parse_expression("t.tf", text).unwrap();
    let roots: Vec<String> = references(&expression)
        .into_iter()
        .map(|it| it.root)
        .collect();
    assert_eq!(roots, ["var", "local", "data"]);
}

#[test]
fn defaults_are_applied_before_conversion() {
    let text = r#"list(object({ a = optional(string, "x"), b = optional(object({ c = optional(number, 1) }), {}) }))"#;
    let constraint = type_constraint(&parse_expression("t.tf", text).unwrap()).unwrap();
    let converted = constraint
        .convert(value("[{ a = null }, { b = { c = 2 } }]").unwrap())
        .unwrap();
    let expected = value(r#"[{ a = "x", b = { c = 1 } }, { a = "x", b = { c = 2 } }]"#).unwrap();
    assert_eq!(Some(converted.elements().unwrap()), expected.elements());
}
