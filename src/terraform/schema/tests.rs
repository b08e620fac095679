//! Tables of plans and results.

use std::collections::BTreeMap;

use prost::Message as _;

use super::*;
use crate::cty::{Type, Value};
use crate::process::ProtocolVersion;
use crate::tfplugin6::{self, get_provider_schema};

/// An attribute whose flags are letters: r(equired), o(ptional), c(omputed), s(ensitive), w(rite-only).
pub fn attribute(flags: &str, of: Type) -> Attribute {
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

pub fn nested(flags: &str, nesting: Nesting, attributes: &[(&str, Attribute)]) -> Attribute {
    Attribute {
        kind: AttributeKind::Nested(nesting, named(attributes)),
        ..attribute(flags, Type::Dynamic)
    }
}

fn named<T: Clone>(members: &[(&str, T)]) -> BTreeMap<String, T> {
    let members = members.iter();
    members
        .map(|(name, it)| ((*name).to_owned(), it.clone()))
        .collect()
}

pub fn block(attributes: &[(&str, Attribute)], blocks: &[(&str, NestedBlock)]) -> Block {
    Block {
        attributes: named(attributes),
        blocks: named(blocks),
        ..Block::default()
    }
}

pub fn nested_block(nesting: Nesting, block: Block) -> NestedBlock {
    NestedBlock {
        nesting,
        block,
        min_items: 0,
        max_items: None,
    }
}

fn text(it: &str) -> Value {
    Value::string(it)
}

/// An optional name, and an id that the provider sets.
fn entry() -> Vec<(&'static str, Attribute)> {
    vec![
        ("name", attribute("o", Type::String)),
        ("id", attribute("oc", Type::String)),
    ]
}

fn element(name: &str, id: Value) -> Value {
    Value::object([("name", text(name)), ("id", id)])
}

fn one(name: &str, value: Value) -> Value {
    Value::object([(name, value)])
}

#[test]
fn unconfigured_attributes_keep_their_values() {
    let block = block(&entry(), &[]);
    let prior = element("a", text("i-1"));
    let config = element("b", Value::Null);
    assert_eq!(
        proposed_new(&block, &prior, &config),
        element("b", text("i-1"))
    );
    assert_eq!(proposed_new(&block, &Value::Null, &config), config);
    assert_eq!(proposed_new(&block, &prior, &Value::Null), prior);
    assert_eq!(
        proposed_new(&block, &Value::Null, &Value::Null),
        Value::Null
    );
    assert_eq!(unread(&block, &config), element("b", Value::UNKNOWN));
}

#[test]
fn elements_of_lists_and_maps_have_partners_by_their_place() {
    let prior = |list: Vec<Value>| one("e", Value::List(list));
    let schemas = [
        block(&[("e", nested("o", Nesting::List, &entry()))], &[]),
        block(
            &[],
            &[("e", nested_block(Nesting::List, block(&entry(), &[])))],
        ),
    ];
    for block in &schemas {
        let before = prior(vec![element("a", text("1"))]);
        let config = prior(vec![element("b", Value::Null), element("c", Value::Null)]);
        let proposed = proposed_new(block, &before, &config);
        let expected = prior(vec![element("b", text("1")), element("c", Value::Null)]);
        assert_eq!(proposed, expected);
    }
    let map = block(&[("e", nested("o", Nesting::Map, &entry()))], &[]);
    let before = one("e", Value::map([("k", element("a", text("1")))]));
    let config = one(
        "e",
        Value::map([
            ("k", element("b", Value::Null)),
            ("l", element("c", Value::Null)),
        ]),
    );
    let expected = one(
        "e",
        Value::map([
            ("k", element("b", text("1"))),
            ("l", element("c", Value::Null)),
        ]),
    );
    assert_eq!(proposed_new(&map, &before, &config), expected);
}

#[test]
fn elements_of_sets_have_the_partners_that_they_may_come_from() {
    let schemas = [
        block(&[("e", nested("o", Nesting::Set, &entry()))], &[]),
        block(
            &[],
            &[("e", nested_block(Nesting::Set, block(&entry(), &[])))],
        ),
    ];
    for block in &schemas {
        let before = one(
            "e",
            Value::Set(vec![element("a", text("1")), element("b", text("2"))]),
        );
        let config = one(
            "e",
            Value::Set(vec![element("b", Value::Null), element("c", Value::Null)]),
        );
        let expected = one(
            "e",
            Value::Set(vec![element("b", text("2")), element("c", Value::Null)]),
        );
        assert_eq!(proposed_new(block, &before, &config), expected);
    }
}

#[test]
fn attributes_removed_from_the_configuration_are_not_kept() {
    let inner = [
        ("name", attribute("o", Type::String)),
        ("id", attribute("c", Type::String)),
    ];
    let block = block(&[("e", nested("oc", Nesting::Single, &inner))], &[]);
    let none = one("e", Value::Null);
    let configured = one("e", element("a", text("1")));
    assert_eq!(proposed_new(&block, &configured, &none), none);
    let computed = one(
        "e",
        Value::object([("name", Value::Null), ("id", text("1"))]),
    );
    assert_eq!(proposed_new(&block, &computed, &none), computed);
}

#[test]
fn unknown_blocks_stay_unknown_and_groups_are_always_there() {
    let blocks = [
        ("list", nested_block(Nesting::List, block(&entry(), &[]))),
        ("group", nested_block(Nesting::Group, block(&entry(), &[]))),
        (
            "single",
            nested_block(Nesting::Single, block(&entry(), &[])),
        ),
    ];
    let block = block(&[], &blocks);
    let group = Value::object([("name", Value::Null), ("id", Value::Null)]);
    let config = Value::object([
        ("list", Value::UNKNOWN),
        ("group", group.clone()),
        ("single", Value::Null),
    ]);
    let proposed = proposed_new(&block, &Value::Null, &config);
    assert_eq!(proposed.attribute("list"), Value::UNKNOWN);
    assert_eq!(proposed.attribute("group"), group);
    assert_eq!(proposed.attribute("single"), Value::Null);
    let empty = block.empty_value();
    assert_eq!(empty.attribute("list"), Value::List(Vec::new()));
    assert_eq!(empty.attribute("group"), group);
}

fn places(errors: &[crate::cty::ValueError]) -> Vec<String> {
    errors.iter().map(|it| it.path.to_string()).collect()
}

/// A thing with an attribute of each kind, and rules.
fn thing() -> Block {
    let rule = block(&[("port", attribute("r", Type::Number))], &[]);
    block(
        &[
            ("name", attribute("r", Type::String)),
            ("size", attribute("o", Type::Number)),
            ("id", attribute("c", Type::String)),
            ("zone", attribute("oc", Type::String)),
            ("password", attribute("ow", Type::String)),
        ],
        &[("rule", nested_block(Nesting::List, rule))],
    )
}

fn a_thing(name: &str, rest: [Value; 4], ports: &[i64]) -> Value {
    let [size, id, zone, password] = rest;
    let rules = ports.iter().map(|it| one("port", Value::from(*it)));
    Value::object([
        ("name", text(name)),
        ("size", size),
        ("id", id),
        ("zone", zone),
        ("password", password),
        ("rule", Value::List(rules.collect())),
    ])
}

#[test]
fn plans_that_contradict_their_configuration_are_found() {
    let block = thing();
    let null = || Value::Null;
    let config = a_thing("a", [null(), null(), null(), text("secret")], &[1]);
    let good = a_thing("a", [null(), Value::UNKNOWN, text("z"), null()], &[1]);
    assert_eq!(check_plan(&block, &Value::Null, &config, &good), []);
    let bad = a_thing("b", [Value::from(1), null(), null(), text("secret")], &[2]);
    let found = check_plan(&block, &Value::Null, &config, &bad);
    assert_eq!(places(&found), ["name", "password", "size", "rule[0].port"]);
    assert!(found.iter().all(|it| !it.to_string().contains("secret")));
    let fewer = a_thing("a", [null(), null(), null(), null()], &[]);
    assert_eq!(
        places(&check_plan(&block, &null(), &config, &fewer)),
        ["rule"]
    );
    assert_eq!(places(&check_plan(&block, &null(), &config, &null())), [""]);
}

#[test]
fn the_value_before_may_stand_for_one_that_is_the_same_to_the_provider() {
    let null = || Value::Null;
    let config = a_thing("a", [null(), null(), null(), null()], &[1]);
    let prior = a_thing("A", [null(), text("1"), text("z"), null()], &[1]);
    assert_eq!(check_plan(&thing(), &prior, &config, &prior), []);
    let found = check_plan(&thing(), &Value::Null, &config, &prior);
    assert_eq!(places(&found), ["name"]);
}

#[test]
fn an_element_of_which_nothing_is_known_is_planned_so() {
    let inner = [
        ("written", attribute("ow", Type::String)),
        ("name", attribute("o", Type::String)),
    ];
    let block = block(&[("e", nested("o", Nesting::List, &inner))], &[]);
    let known = Value::object([("written", Value::Null), ("name", text("a"))]);
    let list = |first: Value| one("e", Value::List(vec![first, known.clone()]));
    let config = list(Value::UNKNOWN);
    let changed = one("e", Value::List(vec![Value::UNKNOWN, Value::UNKNOWN]));
    assert_eq!(check_plan(&block, &Value::Null, &config, &config), []);
    let found = check_plan(&block, &Value::Null, &config, &list(known.clone()));
    assert_eq!(places(&found), ["e[0]"]);
    let found = check_plan(&block, &Value::Null, &config, &changed);
    assert_eq!(places(&found), ["e[1]"]);
}

#[test]
fn results_that_contradict_their_plan_are_found() {
    let block = block(
        &[
            ("name", attribute("r", Type::String)),
            ("id", attribute("c", Type::String)),
            ("tags", attribute("o", Type::set(Type::String))),
        ],
        &[("rule", nested_block(Nesting::Set, block(&entry(), &[])))],
    );
    let with = |name: &str, id, tags: &[&str], rules| {
        Value::object([
            ("name", text(name)),
            ("id", id),
            ("tags", Value::Set(tags.iter().map(|it| text(it)).collect())),
            ("rule", Value::Set(rules)),
        ])
    };
    let planned = with(
        "a",
        Value::UNKNOWN,
        &["x", "y"],
        vec![element("r", Value::UNKNOWN)],
    );
    let good = with("a", text("1"), &["y", "x"], vec![element("r", text("2"))]);
    assert_eq!(check_compatible(&block, &planned, &good), []);
    let bad = with("b", text("1"), &["x", "z"], vec![element("s", text("2"))]);
    assert_eq!(
        places(&check_compatible(&block, &planned, &bad)),
        ["name", "tags", "rule"]
    );
    let unknown = with(
        "a",
        Value::UNKNOWN,
        &["x", "y"],
        vec![element("r", Value::Null)],
    );
    assert_eq!(check_compatible(&block, &good, &unknown).len(), 2);
    assert_eq!(places(&check_compatible(&block, &good, &Value::Null)), [""]);
}

#[test]
fn blocks_of_providers_of_before_are_normalised() {
    let block = block(
        &[],
        &[
            ("list", nested_block(Nesting::List, block(&entry(), &[]))),
            ("set", nested_block(Nesting::Set, block(&entry(), &[]))),
            ("group", nested_block(Nesting::Group, block(&entry(), &[]))),
        ],
    );
    let value = Value::object([
        ("list", Value::Null),
        ("set", Value::UNKNOWN),
        ("group", Value::Null),
    ]);
    let normal = normalize(&block, &value);
    let unknown = Value::object([("name", Value::UNKNOWN), ("id", Value::UNKNOWN)]);
    assert_eq!(normal.attribute("list"), Value::List(Vec::new()));
    assert_eq!(normal.attribute("set"), Value::Set(vec![unknown]));
    assert!(!normal.attribute("group").is_null());
}

fn wire_attribute(name: &str, of: &str) -> tfplugin6::schema::Attribute {
    tfplugin6::schema::Attribute {
        name: name.to_owned(),
        r#type: of.as_bytes().to_vec(),
        optional: true,
        write_only: true,
        ..Default::default()
    }
}

fn wire_schema(attributes: Vec<tfplugin6::schema::Attribute>) -> Vec<u8> {
    let block = tfplugin6::schema::Block {
        attributes,
        ..Default::default()
    };
    tfplugin6::Schema {
        version: 3,
        block: Some(block),
    }
    .encode_to_vec()
}

#[test]
fn schemas_are_read_when_they_are_needed() {
    let resources = [
        (
            "demo_thing".to_owned(),
            wire_schema(vec![wire_attribute("a", "\"string\"")]),
        ),
        (
            "demo_broken".to_owned(),
            wire_schema(vec![wire_attribute("a", "\"text\"")]),
        ),
        ("demo_garbage".to_owned(), vec![0xff]),
    ];
    let answer = get_provider_schema::Response {
        resource_schemas: resources.into(),
        ..Default::default()
    };
    let schemas = Schemas::new(ProtocolVersion::Six, answer);
    let schema = schemas.resource("demo_thing").unwrap();
    assert_eq!(
        (schema.version, schema.block.attributes["a"].is_write_only),
        (3, true)
    );
    let errors = ["demo_broken", "demo_garbage", "demo_thingy"];
    let errors = errors.map(|it| schemas.resource(it).unwrap_err().to_string());
    assert_eq!(
        errors,
        [
            "the schema of `a` cannot be used: `\"text\"` is not a type; this is a bug in the provider",
            "a schema of the provider cannot be read; this is a bug in the provider",
            "the provider has no resource `demo_thingy`; did you mean `demo_thing`?",
        ]
    );
}

#[test]
fn attributes_of_version_five_have_other_numbers() {
    let attribute = crate::tfplugin5::schema::Attribute {
        name: "a".to_owned(),
        r#type: b"\"string\"".to_vec(),
        optional: true,
        write_only: true,
        ..Default::default()
    };
    let block = crate::tfplugin5::schema::Block {
        attributes: vec![attribute],
        ..Default::default()
    };
    let schema = crate::tfplugin5::Schema {
        version: 1,
        block: Some(block),
    };
    let schema = read(ProtocolVersion::Five, &schema.encode_to_vec()).unwrap();
    assert!(schema.block.attributes["a"].is_write_only);
}

#[test]
fn tags_are_texts_by_name() {
    let texts = Type::map(Type::String);
    let cases = [
        ("o", texts.clone(), true),
        ("oc", texts.clone(), true),
        ("r", texts.clone(), true),
        ("c", texts.clone(), false),
        ("ow", texts, false),
        ("o", Type::set(Type::String), false),
        ("o", Type::map(Type::Dynamic), false),
        ("o", Type::String, false),
    ];
    for (flags, of, expected) in cases {
        let block = block(&[("tags", attribute(flags, of.clone()))], &[]);
        assert_eq!(block.takes_tags(), expected, "{flags} {of:?}");
    }
    let name = block(&[("labels", attribute("o", Type::map(Type::String)))], &[]);
    assert!(!name.takes_tags());
}
