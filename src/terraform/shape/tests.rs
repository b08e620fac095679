use std::collections::BTreeMap;

use lumi_graph::{Object, Value as ProgramValue};

use super::*;
use crate::cty::{Path, Step, Type, Value};
use crate::schema::{Attribute, AttributeKind, Block, NestedBlock, Nesting};

fn attribute(flags: &str, of: Type) -> Attribute {
    Attribute {
        kind: AttributeKind::Of(of),
        is_required: flags.contains('r'),
        is_optional: flags.contains('o'),
        is_computed: flags.contains('c'),
        is_sensitive: flags.contains('s'),
        is_write_only: flags.contains('w'),
        is_deprecated: false,
        deprecation_message: String::new(),
        description: String::new(),
    }
}

fn block() -> Block {
    let port = [("from_port".to_owned(), attribute("r", Type::Number))];
    let rule = Block {
        attributes: BTreeMap::from(port.clone()),
        ..Block::default()
    };
    let rule = |nesting, max_items| NestedBlock {
        nesting,
        block: rule.clone(),
        min_items: 0,
        max_items,
    };
    let owner = Type::object([("full_name", Type::String)]);
    let nested = Attribute {
        kind: AttributeKind::Nested(Nesting::Map, BTreeMap::from(port)),
        ..attribute("o", Type::Dynamic)
    };
    let attributes = [
        ("bucket_name", attribute("r", Type::String)),
        ("arn", attribute("c", Type::String)),
        ("admin_password", attribute("os", Type::String)),
        ("owner_info", attribute("o", owner)),
        ("tags", attribute("o", Type::map(Type::String))),
        ("any_value", attribute("o", Type::Dynamic)),
        ("by_zone", nested),
    ];
    let blocks = [
        ("ingress_rule", rule(Nesting::List, Some(2))),
        ("egress_rule", rule(Nesting::Set, None)),
    ];
    Block {
        attributes: attributes.map(|(name, it)| (name.to_owned(), it)).into(),
        blocks: blocks.map(|(name, it)| (name.to_owned(), it)).into(),
        ..Block::default()
    }
}

fn object<const N: usize>(members: [(&str, ProgramValue); N]) -> Object {
    let members = members.into_iter();
    members.map(|(name, it)| (name.to_owned(), it)).collect()
}

fn port(number: f64) -> ProgramValue {
    ProgramValue::Object(object([("fromPort", ProgramValue::Number(number))]))
}

fn text(it: &str) -> ProgramValue {
    ProgramValue::from(it)
}

fn inputs() -> Object {
    object([
        ("bucketName", text("b")),
        ("admin_password", ProgramValue::secret(text("hunter2"))),
        (
            "ownerInfo",
            ProgramValue::Object(object([("fullName", text("Ada"))])),
        ),
        (
            "tags",
            ProgramValue::Object(object([("Is_Data", ProgramValue::Number(1.5))])),
        ),
        (
            "anyValue",
            ProgramValue::Object(object([("keepThis", ProgramValue::Unknown)])),
        ),
        (
            "byZone",
            ProgramValue::Object(object([("eu_1", port(1.0))])),
        ),
        ("ingressRule", port(80.0)),
        (
            "egressRule",
            ProgramValue::Array(vec![port(1.0), port(1.0), port(2.0)]),
        ),
    ])
}

#[test]
fn inputs_become_a_configuration() {
    let read = configuration(&block(), &inputs()).unwrap();
    let from = |number: i64| Value::object([("from_port", Value::from(number))]);
    let value = &read.value;
    assert_eq!(value.attribute("bucket_name"), Value::string("b"));
    assert_eq!(value.attribute("arn"), Value::Null);
    assert_eq!(
        value.attribute("tags"),
        Value::map([("Is_Data", Value::string("1.5"))])
    );
    let owner = Value::object([("full_name", Value::string("Ada"))]);
    assert_eq!(value.attribute("owner_info"), owner);
    assert_eq!(value.attribute("by_zone"), Value::map([("eu_1", from(1))]));
    assert_eq!(value.attribute("ingress_rule"), Value::List(vec![from(80)]));
    assert_eq!(
        value.attribute("egress_rule"),
        Value::Set(vec![from(1), from(2)])
    );
    assert_eq!(read.secrets, [Path::attribute("admin_password")]);
    // It has exactly the type of the schema.
    assert!(crate::cty::to_msgpack(value, &block().implied_type()).is_ok());
}

#[test]
fn outputs_are_what_was_given() {
    let read = configuration(&block(), &inputs()).unwrap();
    let shown = outputs(
        &block(),
        &read.value,
        &[Path::attribute("tags").then(Step::Key("Is_Data".to_owned()))],
    );
    assert_eq!(shown["bucketName"], text("b"));
    assert_eq!(shown["arn"], ProgramValue::Null);
    assert_eq!(
        shown["adminPassword"],
        ProgramValue::secret(text("hunter2"))
    );
    let tags = ProgramValue::Object(object([("Is_Data", ProgramValue::secret(text("1.5")))]));
    assert_eq!(shown["tags"], tags);
    assert_eq!(shown["ingressRule"], ProgramValue::Array(vec![port(80.0)]));
    assert_eq!(
        shown["byZone"],
        ProgramValue::Object(object([("eu_1", port(1.0))]))
    );
    assert_eq!(
        shown["anyValue"],
        ProgramValue::Object(object([("keepThis", ProgramValue::Unknown)]))
    );
    // Outputs can be given again, except what the provider alone sets.
    let mut again = shown.clone();
    again.shift_remove("arn");
    assert!(configuration(&block(), &again).unwrap().value == read.value);
}

#[test]
fn mistakes_are_found_by_their_place() {
    let given = object([
        ("bucketNmae", text("b")),
        ("arn", text("x")),
        ("tags", ProgramValue::Array(Vec::new())),
        ("owner_info", ProgramValue::Null),
        (
            "ingressRule",
            ProgramValue::Array(vec![port(1.0), text("x"), port(2.0)]),
        ),
        (
            "egressRule",
            ProgramValue::Object(object([("from_port", text("many"))])),
        ),
        (
            "byZone",
            ProgramValue::Object(object([("a", ProgramValue::Object(object([])))])),
        ),
        ("any_value", ProgramValue::Bool(true)),
        ("anyValue", ProgramValue::Bool(true)),
    ]);
    let errors = configuration(&block(), &given).unwrap_err();
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(errors.join("\n"));
}
