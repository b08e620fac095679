//! Members that LumiIL does not have are not reached by other ways either.

use serde_json::{Value, json};

use super::*;
use crate::fuzzing::sealed;
use crate::{Rule, VerifyError, verify};

fn module(body: Value) -> Vec<u8> {
    let module = json!({
        "lumiil": 1, "name": "index", "imports": [], "locals": [{ "name": "a" }], "types": [], "body": body, "exports": []
    });
    sealed(&module.to_string())
}

fn is_refused(body: Value) -> bool {
    match verify(&module(body)).map(drop) {
        Ok(()) => false,
        Err(VerifyError::Broken(found)) => found.iter().any(|it| it.rule == Rule::Intrinsics),
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn names_that_are_known_are_refused_wherever_members_are_read() {
    let function =
        json!({ "function": { "arrow": true, "parameters": [], "body": { "value": "null" } } });
    let declared =
        json!({ "variable": { "kind": "const", "pattern": { "bind": 0 }, "value": "null" } });
    let read = |pattern: Value| json!([{ "variable": { "kind": "const", "pattern": pattern, "value": function } }]);
    let property = |key: Value| json!({ "object": { "properties": [{ "key": key, "value": { "bind": 0 } }] } });
    assert!(is_refused(read(property(json!({ "name": "constructor" })))));
    assert!(is_refused(read(property(
        json!({ "computed": { "string": "constructor" } })
    ))));
    assert!(!is_refused(read(property(json!({ "name": "other" })))));
    for value in [
        json!({ "at": { "of": function, "index": { "string": "constructor" } } }),
        json!({ "at": { "of": function, "index": { "string": "__proto__" }, "optional": true } }),
        json!({ "get": { "of": { "array": [] }, "name": "constructor" } }),
        json!({ "intrinsic": "Object.getPrototypeOf" }),
        json!({ "intrinsic": "Object.getOwnPropertyDescriptors" }),
        // Under another name, `random` would be a member like any other.
        json!({ "intrinsic": "Math" }),
        json!({ "get": { "of": { "intrinsic": "Math" }, "name": "random" } }),
        json!({ "at": { "of": { "intrinsic": "Math" }, "index": { "string": "random" } } }),
        json!({ "intrinsic": "console" }),
        json!({ "unary": { "operator": "delete", "of": { "get": { "of": { "intrinsic": "Object" }, "name": "keys" } } } }),
        json!({ "assign": { "operator": "=", "target": { "target": { "get": {
            "of": { "intrinsic": "Object" }, "name": "keys" } } }, "value": "null" } }),
        json!({ "assign": { "operator": "=", "target": { "object": { "properties": [
            { "key": { "name": "constructor" }, "value": { "target": { "local": 0 } } }] } }, "value": function } }),
    ] {
        assert!(
            is_refused(json!([declared, { "evaluate": value }])),
            "{value}"
        );
    }
}

/// A name that is computed passes a function in JavaScript; source has none of it.
#[test]
fn computed_names_are_checked_when_they_are_used() {
    let script = |text: &str| {
        let pack = verify(&built_text(text).bytes).unwrap();
        assert!(!pack.sources()[0].1.contains("$key("), "{text}");
        pack.scripts()[0].code.clone()
    };
    for text in [
        "const k = \"a\"; const o = {}; export const b = o[k];",
        "const k = \"a\"; const o = {}; export const b = o?.[k];",
        "const k = \"a\"; const o = {}; o[k] = 1; o[k] += 1; delete o[k];",
        "const k = \"a\"; const { [k]: a } = {}; export { a };",
        "const k = \"a\"; let a; ({ [k]: a } = {}); export { a };",
        "const f = ({ [\"a\" + \"b\"]: a }) => a; f({});",
        "const k = \"a\"; for (const { [k]: a } of [{}]) { a; }",
        "const k = \"a\"; const o = {}; o[`${k}`]``; o[(k, k)]();",
    ] {
        let code = script(text);
        assert!(code.contains("[$key("), "{code}");
        assert!(code.contains("case \"constructor\":"), "{code}");
    }
    for text in [
        "const o = [1]; export const b = o[0] + o[o.length - 1] + o[+\"0\"]; for (let i = 0; i < 1;) { o[i++]; }",
        "const k = \"a\"; export const o = { [k]: 1, [\"b\" + k]: 2 }; export class K { [k] = 1; }",
    ] {
        let code = script(text);
        assert!(!code.contains("$key"), "{code}");
    }
    let code = script("const $key = \"a\", TypeError = 1; export const b = [TypeError][$key];");
    assert!(code.contains("[$key$($key)]"), "{code}");
    assert!(code.contains("throw `LumiIL has no member"), "{code}");
}

#[test]
fn source_with_such_a_name_is_refused_at_its_place() {
    for (text, column) in [
        ("const { constructor: a } = () => 1;", 9),
        ("const { constructor } = () => 1;", 9),
        ("const { [\"constructor\"]: a } = () => 1;", 9),
        ("const a = (() => 1)[\"constructor\"];", 21),
        ("const a = []?.[\"__proto__\"];", 16),
        ("const m = Math;", 11),
        ("const { random } = Math;", 20),
        ("Object.keys = null;", 1),
        ("const a = Object.getPrototypeOf([]);", 11),
        ("class A { m() { return super.constructor; } }", 30),
    ] {
        let problems = compiled(&mut Texts::of(&[("index.ts", text)]))
            .map(drop)
            .unwrap_err();
        assert_eq!(
            (problems[0].line, problems[0].column),
            (1, column),
            "{text}: {}",
            problems[0].message
        );
    }
}
