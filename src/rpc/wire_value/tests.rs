use proptest::prelude::*;
use prost::Message as _;

use super::*;
use crate::any_value::any_value;

/// Encodes and decodes a value.
fn sent(value: Value) -> Result<Value, String> {
    let bytes = from_value(value).encode_to_vec();
    let message = wire::Value::decode(bytes.as_slice()).map_err(|it| it.to_string())?;
    into_value(message).map_err(|it| it.to_string())
}

fn nested(levels: usize, wrap: impl Fn(Value) -> Value) -> Value {
    (0..levels).fold(Value::Null, |inner, _| wrap(inner))
}

fn in_object(inner: Value) -> Value {
    Value::Object([("a".to_owned(), inner)].into_iter().collect())
}

fn in_archive(inner: Value) -> Value {
    let inner = match inner {
        Value::Null => Value::Unknown,
        inner => inner,
    };
    let content = ArchiveContent::Assets([("a".to_owned(), inner)].into_iter().collect());
    Value::Archive(Box::new(Archive {
        content,
        hash: None,
    }))
}

proptest! {
    #[test]
    fn values_cross_unchanged(value in any_value()) {
        prop_assert_eq!(sent(value.clone()), Ok(value));
    }

    #[test]
    fn values_of_any_depth_cross(levels in 1..=250_usize, kind in 0..3_u8) {
        let value = nested(levels, |inner| match kind {
            0 => Value::Array(vec![inner]),
            1 => in_object(inner),
            _ => in_object(Value::secret(Value::Array(vec![inner]))),
        });
        prop_assume!(value.depth() <= MAX_DEPTH);
        prop_assert_eq!(sent(value.clone()), Ok(value));
    }

    #[test]
    fn any_bytes_are_a_value_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(message) = wire::Value::decode(bytes.as_slice()) {
            let _ = into_value(message);
        }
    }

    #[test]
    fn damaged_messages_are_a_value_or_an_error(
        value in any_value(),
        places in prop::collection::vec((any::<usize>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = from_value(value).encode_to_vec();
        for (place, byte) in places {
            let length = bytes.len().max(1);
            if let Some(at) = bytes.get_mut(place % length) {
                *at = byte;
            }
        }
        if let Ok(message) = wire::Value::decode(bytes.as_slice())
            && let Ok(value) = into_value(message)
        {
            prop_assert!(value.depth() <= MAX_DEPTH);
        }
    }
}

#[test]
fn the_deepest_values_cross() {
    for value in [
        nested(MAX_DEPTH, |inner| Value::Array(vec![inner])),
        nested(MAX_DEPTH, in_object),
        nested(MAX_DEPTH / 2, in_archive),
        nested(MAX_DEPTH / 2, |it| Value::secret(in_object(it))),
    ] {
        assert_eq!(sent(value.clone()), Ok(value));
    }
}

#[test]
fn numbers_keep_their_bits() {
    for number in [f64::NAN, -0.0, f64::INFINITY, f64::NEG_INFINITY, 1e308] {
        assert_eq!(sent(Value::Number(number)), Ok(Value::Number(number)));
    }
}

#[test]
fn too_deep_values_are_refused() {
    let deep = |levels| nested(levels, |inner| Value::Array(vec![inner]));
    // JSON 460 levels deep inside messages 100 levels deep.
    let json = serde_json::to_vec(&deep(460).serializable(Secrets::Shown)).unwrap();
    let mut message = wire::Value {
        kind: Some(Kind::Json(json)),
    };
    for _ in 0..45 {
        let list = wire::List {
            items: vec![message],
        };
        message = wire::Value {
            kind: Some(Kind::List(list)),
        };
    }
    assert_eq!(into_value(message), Err(WireValueError::TooDeep));
    let bytes = (0..5000).fold(Vec::new(), |inner: Vec<u8>, _| {
        // Nested secrets.
        let mut bytes = vec![0x4a];
        prost::encode_length_delimiter(inner.len(), &mut bytes).unwrap();
        bytes.extend(inner);
        bytes
    });
    assert!(wire::Value::decode(bytes.as_slice()).is_err());
}

#[test]
fn invalid_values_are_explained() {
    let value = |kind| into_value(wire::Value { kind: Some(kind) }).unwrap_err();
    let text = |text: &str| wire::Value {
        kind: Some(Kind::Text(text.to_owned())),
    };
    let object = |keys: &[&str], values: Vec<wire::Value>| wire::Object {
        keys: keys.iter().map(|it| (*it).to_owned()).collect(),
        values,
    };
    let secret = from_value(Value::secret(Value::Null));
    let messages = [
        into_value(wire::Value::default()).unwrap_err(),
        value(Kind::Object(object(&["a"], vec![]))),
        value(Kind::Object(object(
            &["a", "a"],
            vec![text("1"), text("2")],
        ))),
        value(Kind::Asset(wire::Asset::default())),
        value(Kind::Archive(wire::Archive::default())),
        value(Kind::Secret(Box::new(secret))),
        value(Kind::Json(b"{".to_vec())),
        value(Kind::Json(vec![0xff])),
        value(Kind::Json(b"{\"$lumi\":\"what\"}".to_vec())),
        value(Kind::Resource(wire::ResourceReference::default())),
        value(Kind::Archive(wire::Archive {
            content: Some(wire::archive::Content::Members(object(
                &["a"],
                vec![text("x")],
            ))),
            hash: String::new(),
        })),
    ];
    let messages = messages.map(|it| it.to_string()).join("\n");
    insta::assert_snapshot!(messages, @r#"
    a value has no case, or one that this version of lumi does not know
    an object has 1 keys, but 0 values
    an object has the key "a" twice
    an asset has no content
    an archive has no content
    a secret holds another secret
    the JSON of a value cannot be read: EOF while parsing an object at line 1 column 1
    the JSON of a value cannot be read: it is not UTF-8
    the JSON of a value cannot be read: `$lumi` is `what`, which is none of unknown, secret, asset, archive, resource, number, object
    `` is not a URN; one looks like `urn:lumi:prod::acmeinfra::index::aws:ec2/instance:Instance::master-node`
    an archive holds a string; it may hold assets and archives
    "#);
}
