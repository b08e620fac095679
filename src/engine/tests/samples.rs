//! Resources and objects for tests of pure decisions.

use super::program::urn;
use lumi_graph::{Object, ResourceKind, Value};
use lumi_state::{Resource, Serial};

/// A live custom resource without inputs.
pub fn resource(serial: u64, name: &str) -> Resource {
    Resource {
        id: Some(format!("o-{serial}")),
        ..Resource::new(Serial(serial), urn(name), ResourceKind::Custom)
    }
}

/// Inputs with a secret inside.
pub const LOGIN: &str =
    r#"{"user":"me","login":{"password":{"$lumi":"secret","value":"hunter2"}}}"#;

/// An object from JSON in which secrets are marked.
pub fn object(json: &str) -> Object {
    match Value::from_json(json).unwrap() {
        Value::Object(object) => object,
        other => panic!("{other:?}"),
    }
}
