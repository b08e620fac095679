//! The JSON Schema of a module, which `docs/lumiil.schema.json` publishes.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::module::{Module, VERSION};
use super::node::Node as _;
use super::schema::Definitions;
use crate::intrinsics::{ASSIGN, BINARY, UNARY, UPDATE};

/// The schema as text, with a line for each kind of node.
fn text() -> String {
    let mut definitions = Definitions::default();
    Module::schema(&mut definitions);
    let mut module = definitions.0.remove("module").unwrap_or_default();
    module["properties"]["lumiil"] = json!({ "const": VERSION });
    let mut text = String::from("{\n");
    let mut line = |name: &str, value: &Value| writeln!(text, "  {}: {value},", json!(name));
    line(
        "$schema",
        &json!("https://json-schema.org/draft/2020-12/schema"),
    )
    .unwrap();
    line("title", &json!("A module in LumiIL")).unwrap();
    line(
        "description",
        &json!("docs/lumiil.md says what each part means."),
    )
    .unwrap();
    for (name, value) in module.as_object().unwrap() {
        line(name, value).unwrap();
    }
    name_operators(&mut definitions.0["expr"]);
    let definitions = definitions.0.iter().map(definition).collect::<Vec<_>>();
    write!(
        text,
        "  \"$defs\": {{\n{}\n  }}\n}}\n",
        definitions.join(",\n")
    )
    .unwrap();
    text
}

fn definition((name, schema): (&String, &Value)) -> String {
    let Some(choices) = schema["anyOf"].as_array() else {
        return format!("    {}: {schema}", json!(name));
    };
    let lines: Vec<String> = choices.iter().map(|it| format!("      {it}")).collect();
    format!(
        "    {}: {{\"anyOf\": [\n{}\n    ]}}",
        json!(name),
        lines.join(",\n")
    )
}

/// Names the operators of each kind of expression that has one.
fn name_operators(expression: &mut Value) {
    let binary: Vec<&str> = BINARY.iter().map(|it| it.0).collect();
    for (kind, operators) in [
        ("unary", UNARY),
        ("update", UPDATE),
        ("binary", &binary),
        ("assign", ASSIGN),
    ] {
        let mut kinds = expression["anyOf"].as_array_mut().unwrap().iter_mut();
        let content = kinds.find_map(|it| it["properties"].get_mut(kind)).unwrap();
        content["properties"]["operator"] = json!({ "enum": operators });
    }
}

/// `INSTA_UPDATE=always` writes the schema.
#[test]
fn the_published_schema_is_that_of_the_nodes() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lumiil.schema.json");
    if std::env::var("INSTA_UPDATE").is_ok_and(|it| it == "always") {
        std::fs::write(file, text()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), text());
}
