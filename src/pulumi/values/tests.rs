use proptest::prelude::*;
use prost::Message as _;

use super::*;
use crate::any_value::any_value;
use crate::pulumirpc::{Field, ListValue, Struct, Value as Wire, value::Kind};
use lumi_graph::{Asset, AssetContent, Dependency, Object, ResourceReference, Urn, Value};

const KEY: &str = "4dabf18193072939515e22adb298388d";

fn wire(kind: Kind) -> Wire {
    Wire { kind: Some(kind) }
}

fn text(text: &str) -> Wire {
    wire(Kind::StringValue(text.to_owned()))
}

fn object<const N: usize>(members: [(&str, Wire); N]) -> Wire {
    let fields = members.map(|(key, value)| Field {
        key: key.to_owned(),
        value: Some(value),
    });
    let fields = fields.into();
    wire(Kind::StructValue(Struct { fields }))
}

/// Encodes and decodes a value.
fn sent(value: &Value) -> Result<Value, String> {
    let message = encode_value(value, Accepts::EVERYTHING).map_err(|it| it.to_string())?;
    let bytes = message.encode_to_vec();
    let message = Wire::decode(bytes.as_slice()).map_err(|it| it.to_string())?;
    decode_value(Some(message)).map_err(|it| it.to_string())
}

/// Whether the value has no assets that the protocol changes: it does not distinguish kinds of
/// text, and hashes archives differently.
fn has_plain_assets(value: &Value) -> bool {
    match value {
        Value::Asset(_) | Value::Archive(_) => false,
        Value::Array(items) => items.iter().all(has_plain_assets),
        Value::Object(members) => members.values().all(has_plain_assets),
        Value::Secret(inner) => has_plain_assets(inner),
        _ => true,
    }
}

proptest! {
    #[test]
    fn values_cross_unchanged(value in any_value()) {
        prop_assume!(has_plain_assets(&value) && !value.contains_ephemeral());
        prop_assert_eq!(sent(&value), Ok(value));
    }

    #[test]
    fn any_bytes_are_a_value_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(message) = Wire::decode(bytes.as_slice()) {
            let _ = decode_value(Some(message));
        }
    }

    #[test]
    fn urns_get_back(
        parents in prop::collection::vec("[a-z]{1,3}:[a-z/]{1,4}:[A-Z][a-z]{0,3}", 0..4),
        own in "[a-z]{1,3}:[a-z/]{1,4}:[A-Z][a-z]{0,3}",
        name in "[a-z$:]{0,3}[a-z]",
    ) {
        prop_assume!(!name.contains("::"));
        let module = parents.iter().fold("index".to_owned(), |it, parent| format!("{it}${parent}"));
        let urn = Urn::parse(&format!("urn:lumi:dev::web::{module}::{own}::{name}")).unwrap();
        prop_assert_eq!(lumi_urn(&pulumi_urn(&urn)), Ok(urn));
    }
}

#[test]
fn assets_cross_with_their_hash() {
    let asset = Value::Asset(Box::new(Asset {
        content: AssetContent::Text("hi".to_owned()),
        hash: None,
    }));
    let hash = "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4";
    let expected = object([
        (KEY, text("c44067f5952c0a294b673a41bacd8c17")),
        ("text", text("hi")),
        ("hash", text(hash)),
    ]);
    assert!(encode_value(&asset, Accepts::default()).unwrap() == expected);
}

#[test]
fn omitted_content_is_returned_unchanged() {
    let elided = object([
        (KEY, text("c44067f5952c0a294b673a41bacd8c17")),
        (
            "hash",
            text("8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4"),
        ),
    ]);
    let value = decode_value(Some(elided.clone())).unwrap();
    assert!(encode_value(&value, Accepts::EVERYTHING).unwrap() == elided);
}

#[test]
fn unsupported_values_are_simplified() {
    let urn = Urn::parse("urn:lumi:dev::web::index::a:b:C::d").unwrap();
    let reference = |id| {
        Value::Resource(Box::new(ResourceReference {
            urn: urn.clone(),
            id,
        }))
    };
    let sent = |value: &Value| encode_value(value, Accepts::default()).unwrap();
    assert!(sent(&Value::secret(Value::Bool(true))) == wire(Kind::BoolValue(true)));
    assert!(sent(&reference(Some(Value::String("i-1".to_owned())))) == text("i-1"));
    assert!(sent(&reference(None)) == text("urn:pulumi:dev::web::a:b:C::d"));
    let unknown = text("04da6b54-80e4-46f7-96ec-b56ff0331ba9");
    assert!(sent(&reference(Some(Value::Unknown))) == unknown);
}

#[test]
fn output_values_say_where_they_come_from() {
    let urn = "urn:pulumi:dev::web::a:b:C::d";
    let urns = ListValue {
        values: vec![
            text(urn),
            text("urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev"),
        ],
    };
    let output = object([
        (KEY, text("d0e6a833031e9bbcd3f4e8bde6ca49a4")),
        ("secret", wire(Kind::BoolValue(true))),
        ("dependencies", wire(Kind::ListValue(urns))),
    ]);
    let list = ListValue {
        values: vec![output],
    };
    let Some(Kind::StructValue(properties)) = object([("ports", wire(Kind::ListValue(list)))]).kind
    else {
        unreachable!()
    };
    let decoded = decode_object(Some(properties)).unwrap();
    let expected = Value::Array(vec![Value::secret(Value::Unknown)]);
    assert_eq!(
        decoded.object,
        Object::from_iter([("ports".to_owned(), expected)])
    );
    let urn = lumi_urn(urn).unwrap();
    let path = "ports[0]".to_owned();
    assert_eq!(decoded.dependencies, [Dependency { path, urn }]);
}

#[test]
fn unknown_signatures_are_errors() {
    let strange = object([(KEY, text("0"))]);
    let error = decode_value(Some(strange)).unwrap_err();
    assert_eq!(error, PulumiValueError::Signature("0".to_owned()));
    let number = object([(KEY, wire(Kind::NumberValue(1.0)))]);
    assert!(decode_value(Some(number)).is_err());
}

#[test]
fn types_and_urns_are_translated() {
    for (foreign, own) in [
        ("pulumi:providers:random", "lumi:providers:random"),
        ("pulumi:pulumi:StackReference", "lumi:lumi:StackReference"),
        ("aws:ec2/instance:Instance", "aws:ec2/instance:Instance"),
    ] {
        assert_eq!(lumi_type(foreign).unwrap().as_str(), own);
        assert_eq!(pulumi_type(own), foreign);
    }
    assert_eq!(lumi_type("acme:Site").unwrap().as_str(), "acme:index:Site");
    assert_eq!(lumi_type("Site").unwrap().as_str(), "component:index:Site");
    assert_eq!(lumi_type("acme::Site").unwrap().as_str(), "acme:index:Site");
    assert_eq!(
        lumi_type("awsx:x:ecs:Cluster").unwrap().as_str(),
        "awsx:x:ecs:Cluster"
    );
    assert!(lumi_type("").is_err());
    assert!(lumi_type(":Site").is_err());
    let urn = "urn:pulumi:dev::web::acme:index:Site$pulumi:providers:aws::it's here";
    let own = "urn:lumi:dev::web::index$acme:index:Site::lumi:providers:aws::it's here";
    assert_eq!(lumi_urn(urn).unwrap().as_str(), own);
    let stack = pulumi_stack_urn("dev", "web");
    assert_eq!(stack, "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev");
    assert_eq!(parse_urn(&stack), Ok(PulumiUrn::Stack));
    for bad in [
        "",
        "urn:pulumi:",
        "urn:pulumi:a::b::c",
        "urn:lumi:a::b::index::c:d:E::f",
    ] {
        assert!(parse_urn(bad).is_err(), "{bad}");
    }
}
