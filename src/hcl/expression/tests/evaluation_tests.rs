use std::collections::BTreeMap;

use crate::expression::{Variables, evaluate, references, type_constraint};
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

/// Pairs of expressions with one value.
#[test]
fn expressions_have_their_values() {
    for (text, expected) in [
        ("1 + 2 * 3 - -4 % 3", "8"),
        ("true ? 1 : \"a\"", "\"1\""),
        ("1 == \"1\"", "false"),
        (
            "[for k, v in { b = 2, a = 1 } : \"${k}${v}\" if v > 0]",
            "[\"a1\", \"b2\"]",
        ),
        (
            "{for v in [\"a\", \"b\", \"a\"] : v => 1...}",
            "{ a = [1, 1], b = [1] }",
        ),
        ("[{ a = 1 }, { a = 2 }][*].a", "[1, 2]"),
        ("[{ a = [1] }, { a = [2] }].*.a[0]", "[1]"),
        ("{ a = 1 }[*]", "[{ a = 1 }]"),
        ("null[*]", "[]"),
        ("[[1, 2], [3]].0[1]", "2"),
        (
            "\"a ${~ 1 ~} b%{ if false }x%{ else } y%{ endif }\"",
            "\"a1b y\"",
        ),
        ("\"%{ for v in [1, 2] ~} ${v},%{ endfor }\"", "\"1,2,\""),
        ("\"$${a} %%{b} \\u00e9\"", "\"${\"$\"}{a} ${\"%\"}{b} é\""),
        ("{ a = 1, a = 2, (\"b\") = 3 }", "{ a = 2, b = 3 }"),
        ("try([][0], 1)", "1"),
        ("can([][0])", "false"),
    ] {
        assert_eq!(value(text), value(expected), "{text}");
    }
}

#[test]
fn wrong_expressions_are_refused_with_their_place() {
    for (text, place) in [
        ("1 + \"x\"", "t.tf:1:5"),
        ("[1][2]", "t.tf:1:4"),
        ("{ a = 1 }.b", "t.tf:1:10"),
        ("nosuch.x", "t.tf:1:1"),
        ("nosuch()", "t.tf:1:1"),
        ("{for v in [1, 1] : \"a\" => v}", "t.tf:1:20"),
        ("{ a.b = 1 }", "t.tf:1:3"),
        ("\"${null}\" == \"\" ? 1 : \"${[]}x\"", "t.tf:1:26"),
        ("try([][0])", "t.tf:1:1"),
    ] {
        let error = value(text).unwrap_err();
        assert!(error.contains(place), "{text}: {error}");
    }
}

#[test]
fn types_that_are_none_are_refused() {
    for text in [
        "list",
        "list()",
        "strin",
        "optional(string)",
        "object([])",
        "object({ a = string, a = string })",
        "tuple(string)",
        "string(1)",
        "object({ a = optional(number, \"x\") })",
        "object({ a = optional(number, var.x) })",
        "1",
    ] {
        assert!(
            type_constraint(&parse_expression("t.tf", text).unwrap()).is_err(),
            "{text}"
        );
    }
}

/// Errors of calls that repeat a part of their arguments, and of keys that are there twice.
#[test]
fn errors_hide_parts_of_sensitive_values() {
    for text in [
        r#"cidrsubnet(sensitive("s3cr3t"), 8, 1)"#,
        r#"timeadd(sensitive("s3cr3t"), "1h")"#,
        r#"regex(sensitive("s3cr3t("), "x")"#,
        r#"uuidv5(sensitive("s3cr3t"), "x")"#,
        r#"format(sensitive("%!s3cr3t"), 1)"#,
        r#"templatestring(sensitive("$${s3cr3t"), {})"#,
        r#"yamldecode(sensitive("a: *s3cr3t"))"#,
        r#"tonumber(sensitive("s3cr3t"))"#,
        r#"{ for it in [sensitive("s3cr3t"), sensitive("s3cr3t")] : it => 1 }"#,
        r#"{ for it in sensitive(["s3cr3t", "s3cr3t"]) : it => 1 }"#,
    ] {
        let error = value(text).unwrap_err();
        // The line of the configuration has the text itself.
        let sentences: Vec<&str> = error.lines().filter(|it| !it.contains(text)).collect();
        assert!(!sentences.concat().contains("s3cr3t"), "{text}: {error}");
    }
}
