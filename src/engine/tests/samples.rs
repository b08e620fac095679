//! Resources for tests of what is decided from data alone.

use std::sync::Arc;

use super::program::urn;
use lumi_graph::{Object, ResourceKind};
use lumi_state::{Resource, Serial, Stage};

/// A live custom resource without inputs.
pub fn resource(serial: u64, name: &str) -> Resource {
    Resource {
        serial: Serial(serial),
        order: 0,
        urn: urn(name),
        kind: ResourceKind::Custom,
        id: Some(format!("o-{serial}")),
        external: false,
        stage: Stage::Live,
        parent: None,
        provider: None,
        provider_serial: None,
        inputs: Arc::default(),
        outputs: Arc::default(),
        dependencies: Vec::new(),
        depends_on: Vec::new(),
        options: Object::default(),
        stored_provider: None,
        configuration: None,
        source: None,
        problems: Vec::new(),
        created: None,
        modified: None,
    }
}
