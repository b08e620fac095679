//! Files as both tools write them, and as they do not.

use serde_json::{Value as Json, json};

use proptest::prelude::*;

use super::*;
use crate::cty::{Path, Step};
use crate::lifecycle::{Status, StoredObject};
use lumi_graph::Value;

const RANDOM: &str = "provider[\"registry.opentofu.org/hashicorp/random\"]";

fn parse(state: &Json) -> Result<StateFile, String> {
    StateFile::parse(state.to_string().as_bytes()).map_err(|it| it.to_string())
}

fn resource(module: &str, name: &str, instances: &[Json]) -> Json {
    json!({
        "module": module, "mode": "managed", "type": "random_pet", "name": name,
        "provider": RANDOM, "instances": instances,
    })
}

fn state(resources: &[Json]) -> Json {
    json!({ "version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "x", "resources": resources })
}

fn keyed(key: Json) -> Json {
    json!({ "index_key": key, "attributes": {} })
}

fn named(resources: &[Json]) -> Vec<String> {
    let file = parse(&state(resources)).unwrap();
    let names = names(&file.objects);
    let all = file.objects.iter().zip(names);
    all.map(|(object, name)| format!("{} = {name}", object.address.escape_debug()))
        .collect()
}

#[test]
fn everything_of_an_object_is_read() {
    let instance = r#"{"attributes":{"n":12345678901234567890.5,"s":"x"},"schema_version":2,"private":"AP8=",
        "sensitive_attributes":[[{"type":"get_attr","value":"s"},{"type":"index","value":{"value":0,"type":"number"}},
        {"type":"index","value":{"value":"k","type":"string"}}]],"status":"tainted","identity":{"id":"a"},
        "identity_schema_version":1,"dependencies":["data.x.y","module.m.random_pet.b"],"create_before_destroy":true}"#;
    let mut text = state(&[resource("module.m", "a", &[])]).to_string();
    text = text.replace("\"instances\":[]", &format!("\"instances\":[{instance}]"));
    let file = StateFile::parse(text.as_bytes()).unwrap();
    let [object] = &file.objects[..] else {
        panic!("{file:?}");
    };
    assert_eq!(object.address, "module.m.random_pet.a");
    assert_eq!(object.provider.short(), "hashicorp/random");
    assert_eq!(
        object.stored.attributes,
        r#"{"n":12345678901234567890.5,"s":"x"}"#
    );
    assert_eq!(object.stored.private, [0, 255]);
    assert_eq!(object.stored.schema_version, 2);
    assert_eq!(
        object.stored.identity,
        Some((r#"{"id":"a"}"#.to_owned(), 1))
    );
    assert_eq!(object.stored.status, Status::Tainted);
    let secret = Path::attribute("s")
        .then(Step::Index(0))
        .then(Step::Key("k".to_owned()));
    assert_eq!(object.stored.secrets, [secret]);
    assert_eq!(object.dependencies, ["data.x.y", "module.m.random_pet.b"]);
    assert!(object.creates_before_destroy && !object.is_deposed());
}

#[test]
fn names_come_from_addresses() {
    let one = [json!({ "attributes": {} })];
    let resources = [
        resource("", "a", &[keyed(json!(0)), keyed(json!(10))]),
        resource("", "a-0", &one),
        resource(
            "module.net[\"x.y]\\\"\"].module.b[1]",
            "a",
            &[keyed(json!("k"))],
        ),
        resource("module.a", "b::::c\u{7}", &one),
    ];
    insta::assert_snapshot!(named(&resources).join("\n"), @r#"
    random_pet.a[0] = a-0
    random_pet.a[10] = a-10
    random_pet.a-0 = a-0-2
    module.net[\"x.y]\\\"\"].module.b[1].random_pet.a[\"k\"] = net-x.y]"-b-1-a-k
    module.a.random_pet.b::::c\u{7} = a-b:c_
    "#);
}

#[test]
fn a_deposed_object_follows_the_one_in_its_place() {
    let deposed = json!({ "index_key": "x", "deposed": "0a", "attributes": {} });
    let resources = [resource(
        "",
        "a",
        &[deposed.clone(), keyed(json!("x")), deposed],
    )];
    let file = parse(&state(&resources)).unwrap();
    let deposed: Vec<bool> = file.objects.iter().map(StateObject::is_deposed).collect();
    assert_eq!(deposed, [false, true, true]);
    assert_eq!(names(&file.objects), ["a-x"; 3]);
}

#[test]
fn data_sources_are_counted_and_outputs_are_values() {
    let data = json!({ "mode": "data", "type": "x", "name": "y", "provider": "nothing", "instances": [{}, {}] });
    let mut state = state(&[data]);
    state["outputs"] = json!({
        "plain": { "value": [1, true, null, { "a": "b" }], "type": "dynamic" },
        "secret": { "value": "s", "type": "string", "sensitive": true },
    });
    let file = parse(&state).unwrap();
    assert_eq!((file.data_sources, file.objects.len()), (2, 0));
    assert_eq!(file.outputs[1].value, Value::secret("s".into()));
    let Value::Array(elements) = &file.outputs[0].value else {
        panic!("{file:?}");
    };
    assert_eq!(elements[0], Value::Number(1.0));
}

#[test]
fn says_why_a_file_is_no_state() {
    let instance = |instance: Json| state(&[resource("", "a", &[instance])]);
    let mut other_provider = state(&[resource("", "a", &[json!({ "attributes": {} })])]);
    other_provider["resources"][0]["provider"] = "random".into();
    let wrong = [
        json!([]),
        json!({}),
        json!({ "version": 3, "modules": [] }),
        json!({ "version": 5 }),
        json!({ "serial": 1, "meta": {}, "encrypted_data": "x", "encryption_version": "v0" }),
        json!({ "version": 4, "resources": {} }),
        json!({ "version": 4, "resources": [{ "mode": "other" }] }),
        json!({ "version": 4, "outputs": [] }),
        state(&[resource("net", "a", &[])]),
        state(&[resource("module.a[", "a", &[])]),
        other_provider,
        instance(json!({})),
        instance(json!({ "attributes": [] })),
        instance(json!({ "attributes_flat": { "id": "a" } })),
        instance(json!({ "attributes": {}, "private": "?" })),
        instance(json!({ "attributes": {}, "index_key": true })),
        instance(json!({ "attributes": {}, "index_key": -1 })),
        instance(json!({ "attributes": {}, "status": "odd" })),
        instance(json!({ "attributes": {}, "schema_version": 1.5 })),
        instance(json!({ "attributes": {}, "sensitive_attributes": [["a"]] })),
        instance(json!({ "attributes": {}, "dependencies": [1] })),
        state(&[resource("", "a", &[keyed(json!(0)), keyed(json!(0))])]),
    ];
    let messages: Vec<String> = wrong.iter().map(|it| parse(it).unwrap_err()).collect();
    insta::assert_snapshot!(messages.join("\n"));
    let deep = "[".repeat(100_000);
    for text in ["", "{\"version\":4", deep.as_str(), "\u{0}"] {
        StateFile::parse(text.as_bytes()).unwrap_err();
    }
}

/// A file of objects that differ in all that a file has of them.
fn any_file() -> impl Strategy<Value = StateFile> {
    let key = prop_oneof![
        Just(None),
        (0..20_u64).prop_map(|it| Some(InstanceKey::Index(it))),
        "[ -~]{0,4}".prop_map(|it| Some(InstanceKey::Key(it))),
    ];
    let modules = prop::collection::vec(("[a-z]{1,2}", key.clone()), 0..3);
    let stored = (
        "[a-z\u{e9}\"]{0,4}",
        prop::collection::vec(any::<u8>(), 0..4),
        0..5_i64,
        any::<bool>(),
        prop::option::of(Just(("{\"id\":1.50}".to_owned(), 1))),
    );
    let stored = stored.prop_map(
        |(text, private, version, is_tainted, identity)| StoredObject {
            attributes: format!("{{\"n\":12345678901234567890.5,\"s\":{}}}", json!(text)),
            private,
            schema_version: version,
            identity,
            status: if is_tainted {
                Status::Tainted
            } else {
                Status::Ready
            },
            secrets: vec![
                Path::attribute("s")
                    .then(Step::Index(12))
                    .then(Step::Key(text)),
            ],
            ..StoredObject::default()
        },
    );
    let object = (
        modules,
        "[a-c]",
        key,
        stored,
        prop::option::of("[0-9a-f]{8}"),
        any::<[bool; 2]>(),
    );
    let object = object.prop_map(|(modules, name, key, stored, deposed, [first, retained])| {
        let alias = first.then(|| "west".to_owned());
        let provider = ProviderReference {
            module: String::new(),
            address: "registry.opentofu.org/hashicorp/random".to_owned(),
            alias,
        };
        (
            ObjectAddress {
                modules,
                type_name: "random_pet".to_owned(),
                name,
                key,
            },
            provider,
            stored,
            deposed,
            first,
            retained,
        )
    });
    let outputs = prop::collection::btree_map("[a-z]{1,3}", any::<bool>(), 0..3);
    (prop::collection::vec(object, 0..6), outputs, any::<u64>()).prop_map(
        |(objects, outputs, serial)| {
            let mut file = StateFile {
                serial: serial >> 1,
                lineage: "a-b".to_owned(),
                tool_version: "1.8.0".to_owned(),
                ..StateFile::default()
            };
            for (address, provider, stored, deposed, creates_before_destroy, is_retained) in objects
            {
                let is_known =
                    |it: &StateObject| it.own_address() == address && it.deposed == deposed;
                if file.objects.iter().any(is_known) {
                    continue;
                }
                file.objects.push(StateObject {
                    address: String::new(),
                    resource: address.resource(),
                    modules: address.modules,
                    type_name: address.type_name,
                    name: address.name,
                    key: address.key,
                    provider,
                    stored,
                    dependencies: vec!["module.x.random_pet.y".to_owned()],
                    deposed,
                    creates_before_destroy,
                    is_retained,
                });
            }
            file.outputs = outputs
                .into_iter()
                .map(|(name, is_secret)| {
                    let value = Value::Array(vec![Value::Number(1.0)]);
                    StateOutput {
                        name,
                        value: if is_secret {
                            Value::secret(value)
                        } else {
                            value
                        },
                        json: "[1]".to_owned(),
                        of: "[\"list\",\"number\"]".to_owned(),
                    }
                })
                .collect();
            file
        },
    )
}

/// The file with its objects in an order of their own, and without the texts that only messages have.
fn sorted(mut file: StateFile) -> StateFile {
    for object in &mut file.objects {
        object.address.clear();
    }
    let key = |it: &StateObject| (it.own_address(), it.deposed.clone(), it.provider.clone());
    file.objects.sort_by_key(key);
    file
}

proptest! {
    #[test]
    fn a_file_is_read_as_it_was_written(file in any_file()) {
        let text = file.to_text();
        let again = StateFile::parse(text.as_bytes()).map_err(|it| it.to_string());
        prop_assert_eq!(again.map(sorted), Ok(sorted(file)), "{}", text);
    }
}
