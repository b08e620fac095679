//! Each rule of the verifier refuses what breaks it.

use serde_json::{Value, json};

use super::*;
use crate::fuzzing::sealed;
use crate::{Rule, VerifyError, verify};

/// The rules that a module breaks.
fn rules(module: &Value) -> Vec<Rule> {
    match verify(&sealed(&module.to_string())) {
        Ok(_) => Vec::new(),
        Err(VerifyError::Broken(violations)) => violations.into_iter().map(|it| it.rule).collect(),
        Err(error) => panic!("{error:?}"),
    }
}

/// A module with these local variables and statements.
fn module(names: &[&str], body: Value) -> Value {
    let locals: Vec<Value> = names.iter().map(|it| json!({ "name": it })).collect();
    json!({
        "lumiil": 1, "name": "index", "imports": [], "locals": locals, "types": [], "body": body, "exports": []
    })
}

fn evaluate(expression: Value) -> Value {
    json!({ "evaluate": expression })
}

fn constant(slot: u32, value: Value) -> Value {
    json!({ "variable": { "kind": "const", "pattern": { "bind": slot }, "value": value } })
}

#[test]
fn a_correct_module_breaks_none() {
    let body = json!([
        constant(0, json!({ "number": 1 })),
        evaluate(json!({ "local": 0 }))
    ]);
    assert_eq!(rules(&module(&["a"], body)), []);
}

#[test]
fn expressions_break_rules() {
    for (expression, rule) in [
        (json!({ "local": 7 }), Rule::Slots),
        (json!({ "token": "lumi:index:Config" }), Rule::Tokens),
        (json!({ "intrinsic": "Math.random" }), Rule::Intrinsics),
        (json!({ "intrinsic": "eval" }), Rule::Intrinsics),
        (
            json!({ "get": { "of": "null", "name": "constructor" } }),
            Rule::Intrinsics,
        ),
        (
            json!({ "get": { "of": "null", "name": "a; evil()" } }),
            Rule::Intrinsics,
        ),
        (
            json!({ "private": { "of": "null", "name": "x" } }),
            Rule::Names,
        ),
        (json!({ "superCall": [] }), Rule::Places),
        (json!({ "superGet": "x" }), Rule::Places),
        (json!("hole"), Rule::Shapes),
        (json!({ "spread": "null" }), Rule::Shapes),
        (json!({ "sequence": [] }), Rule::Shapes),
        (json!({ "regex": ["/; evil(); /", ""] }), Rule::Shapes),
        (
            json!({ "unary": { "operator": "evil()", "of": "null" } }),
            Rule::Shapes,
        ),
        (
            json!({ "unary": { "operator": "delete", "of": "null" } }),
            Rule::Shapes,
        ),
        (
            json!({ "binary": { "operator": ",", "left": "null", "right": "null" } }),
            Rule::Shapes,
        ),
        (
            json!({ "update": { "operator": "++", "target": "null" } }),
            Rule::Shapes,
        ),
        (
            json!({ "template": { "texts": ["a"], "values": ["null"] } }),
            Rule::Shapes,
        ),
        (
            json!({ "tagged": { "tag": "null", "template": { "texts": ["a"], "raw": ["`"], "values": [] } } }),
            Rule::Shapes,
        ),
        (
            json!({ "assign": { "operator": "=", "target": { "target": "null" }, "value": "null" } }),
            Rule::Shapes,
        ),
        (
            json!({ "object": [{ "value": { "key": { "name": "__proto__" }, "value": "null" } }] }),
            Rule::Intrinsics,
        ),
        (
            json!({ "closure": { "text": "00", "shape": "expression" } }),
            Rule::Closures,
        ),
        (
            json!({ "function": { "parameters": [], "body": { "value": "null" } } }),
            Rule::Shapes,
        ),
        (
            json!({ "function": { "parameters": [], "body": { "block": [evaluate(json!({ "await": "null" }))] } } }),
            Rule::Places,
        ),
        (
            json!({ "new": { "class": "null", "arguments": [], "types": [{ "named": { "name": "a>(evil" } }] } }),
            Rule::Types,
        ),
    ] {
        let found = rules(&module(&[], json!([evaluate(expression.clone())])));
        assert_eq!(found.first(), Some(&rule), "{expression}");
    }
}

#[test]
fn statements_break_rules() {
    for (names, statement, rule) in [
        (&[][..], json!({ "return": "null" }), Rule::Places),
        (&[], json!({ "break": null }), Rule::Places),
        (&[], json!({ "continue": "a" }), Rule::Places),
        (&["a"], json!({ "evaluate": "null" }), Rule::Slots),
        (&["let"], constant(0, json!("null")), Rule::Names),
        (&["a b"], constant(0, json!("null")), Rule::Names),
        (
            &["a"],
            json!({ "variable": { "kind": "const", "pattern": { "bind": 0 } } }),
            Rule::Shapes,
        ),
        (&[], json!({ "try": { "body": [] } }), Rule::Shapes),
        (&[], json!({ "default": "null" }), Rule::Exports),
        (
            &["a"],
            json!({ "class": { "slot": 0, "class": { "extends": { "local": 0 }, "members": [] } } }),
            Rule::Classes,
        ),
    ] {
        let found = rules(&module(names, json!([statement])));
        assert!(found.contains(&rule), "{statement}: {found:?}");
    }
}

#[test]
fn a_variable_is_used_where_it_is_declared() {
    let block = json!({ "block": [constant(0, json!("null"))] });
    assert_eq!(
        rules(&module(
            &["a"],
            json!([block.clone(), evaluate(json!({ "local": 0 }))])
        )),
        [Rule::Slots]
    );
    // The inner variable hides the outer one of the same name.
    let hidden = json!({ "block": [constant(1, json!({ "local": 0 }))] });
    assert_eq!(
        rules(&module(
            &["a", "a"],
            json!([constant(0, json!("null")), hidden])
        )),
        [Rule::Names]
    );
    let twice = json!([constant(0, json!("null")), constant(0, json!("null"))]);
    assert!(rules(&module(&["a"], twice)).contains(&Rule::Slots));
}

#[test]
fn classes_do_not_extend_each_other_in_a_circle() {
    let class = |slot: u32, parent: u32| json!({ "class": { "slot": slot, "class": { "extends": { "local": parent }, "members": [] } } });
    let found = rules(&module(&["a", "b"], json!([class(0, 1), class(1, 0)])));
    assert_eq!(found, [Rule::Classes, Rule::Classes]);
}

#[test]
fn exports_and_imports_are_there() {
    let mut wrong = module(&[], json!([]));
    wrong["exports"] = json!([{ "name": "a", "value": { "local": 3 } }]);
    assert!(rules(&wrong).contains(&Rule::Slots));
    for (token, rule) in [
        (".:nowhere:a", Rule::Tokens),
        ("aws:index:Bucket", Rule::Dependencies),
        ("lumi", Rule::Tokens),
        ("lumi:index:a b", Rule::Tokens),
    ] {
        let mut wrong = module(&[], json!([]));
        wrong["imports"] = json!([{ "token": token, "as": "a" }]);
        assert_eq!(rules(&wrong), [rule], "{token}");
    }
}

#[test]
fn other_forms_of_a_module_are_refused() {
    let correct = module(&[], json!([])).to_string();
    assert!(verify(&sealed(&correct)).is_ok());
    for text in [
        String::new(),
        correct.replace("\"lumiil\":1", "\"lumiil\":2"),
        correct.replace("\"body\"", "\"other\""),
        format!(" {correct}"),
        correct.replace("\"body\":[]", "\"body\":[],\"more\":1"),
        correct.replace(
            "\"body\":[]",
            &format!("\"body\":[{}]", "{\"block\":[".repeat(5_000)),
        ),
    ] {
        let error = verify(&sealed(&text)).map(drop).unwrap_err();
        let VerifyError::Broken(violations) = error else {
            panic!("{error:?}")
        };
        assert!(
            matches!(violations[0].rule, Rule::WellFormed | Rule::Limits),
            "{violations:?}"
        );
    }
}

#[test]
fn a_violation_names_node_and_position() {
    let text = "const a = 1;\nexport const b =\n  [a, a];";
    let built = built_text(text);
    let archive = crate::archive::read(&built.bytes).unwrap();
    let mut files = archive.files.clone();
    let code = files.get_mut("il/index.json").unwrap();
    *code = code.replacen("{\"local\":0}]", "{\"local\":9}]", 1);
    let bytes = mutations::sealed_again(archive.manifest, files);
    let VerifyError::Broken(violations) = verify(&bytes).map(drop).unwrap_err() else {
        panic!("it is readable")
    };
    assert_eq!(
        violations[0].to_string(),
        "LP007: index.ts:3:7: the slot 9 does not exist (module index, body[1].variable.value.array[1])"
    );
}

#[test]
fn archives_are_not_believed() {
    use crate::ReadError;
    let built = built_text("export const a = 1;");
    let unreadable = |bytes: &[u8]| match verify(bytes).map(drop).unwrap_err() {
        VerifyError::Unreadable(error) => error,
        other => panic!("{other:?}"),
    };
    assert!(matches!(unreadable(b""), ReadError::NotZip(_)));
    assert!(matches!(
        unreadable(&built.bytes[..built.bytes.len() / 2]),
        ReadError::NotZip(_)
    ));
    let zip = |files: &[(&str, &str)]| {
        let files: BTreeMap<&str, String> = files
            .iter()
            .map(|(name, text)| (*name, (*text).to_owned()))
            .collect();
        lumi_closure::zip::ZipWriter::default().zip(&files)
    };
    assert_eq!(unreadable(&zip(&[("a", "b")])), ReadError::NoManifest);
    assert!(matches!(
        unreadable(&zip(&[("../a", "b")])),
        ReadError::Name(_)
    ));
    assert_eq!(
        unreadable(&zip(&[("manifest.json", "{\"lumipack\":2}")])),
        ReadError::Newer(2)
    );
    assert_eq!(
        unreadable(&zip(&[("manifest.json", "{\"lumipack\":1,\"lumiil\":9}")])),
        ReadError::NewerCode(9)
    );
    assert!(matches!(
        unreadable(&zip(&[("manifest.json", "[")])),
        ReadError::Manifest(_)
    ));
}
