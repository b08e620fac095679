//! Resources for tests of what is decided from data alone.

use super::program::urn;
use lumi_graph::ResourceKind;
use lumi_state::{Resource, Serial};

/// A live custom resource without inputs.
pub fn resource(serial: u64, name: &str) -> Resource {
    Resource {
        id: Some(format!("o-{serial}")),
        ..Resource::new(Serial(serial), urn(name), ResourceKind::Custom)
    }
}
