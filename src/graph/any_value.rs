//! Random values for property tests, also those of other crates.

use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, EphemeralReference, ResourceReference, Urn, Value,
};
use proptest::prelude::*;

/// Values of every kind, with keys and texts that are hard to encode correctly.
pub fn any_value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        ".{0,6}",
        Just("$lumi".to_owned()),
        Just("secret".to_owned())
    ];
    let asset = prop_oneof![
        text.clone().prop_map(AssetContent::Text),
        text.clone().prop_map(AssetContent::Base64),
        text.clone().prop_map(AssetContent::File),
        text.clone().prop_map(AssetContent::Remote),
        text.clone().prop_map(AssetContent::Function),
    ];
    let hash = prop::option::of("[0-9a-f]{8}");
    let asset = (asset, hash.clone())
        .prop_map(|(content, hash)| Value::Asset(Box::new(Asset { content, hash })));
    let id = prop::option::of(prop_oneof![Just(Value::Unknown), Just(Value::from("i-1"))]);
    let reference = id.prop_map(|id| {
        let urn = Urn::parse("urn:lumi:dev::web::index::std:fs:File::a").unwrap();
        Value::Resource(Box::new(ResourceReference { urn, id }))
    });
    let member = prop_oneof![
        asset.clone(),
        Just(Value::Unknown),
        asset.clone().prop_map(Value::secret)
    ];
    let archive =
        (prop::collection::vec((text.clone(), member), 0..3), hash).prop_map(|(members, hash)| {
            let content = ArchiveContent::Assets(members.into_iter().collect());
            Value::Archive(Box::new(Archive { content, hash }))
        });
    let leaf = prop_oneof![
        Just(Value::Null),
        Just(Value::Unknown),
        any::<bool>().prop_map(Value::Bool),
        any::<f64>().prop_map(Value::Number),
        any::<i32>().prop_map(|n| Value::Number(n.into())),
        text.clone().prop_map(Value::String),
        asset,
        archive,
        reference,
        Just(Value::Ephemeral(Box::new(EphemeralReference {
            token: "kit:ephemeral:kit_ticket".to_owned(),
            path: "secret".to_owned(),
            handle: None,
        }))),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((text.clone(), inner.clone()), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
            inner.prop_map(Value::secret),
        ]
    })
}
