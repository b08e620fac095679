//! An object whose last operation was interrupted.

use lumi_graph::{Object, ProviderData};
use lumi_state::Resource;

/// An object as it was read, or as it is recorded.
pub struct SeenObject {
    pub id: String,
    pub outputs: Object,
    pub data: Option<ProviderData>,
}

impl SeenObject {
    /// The recorded object, for one that could not be read.
    pub fn recorded(old: &Resource) -> Self {
        Self {
            id: old.id.clone().unwrap_or_default(),
            outputs: Object::clone(&old.outputs),
            data: old.provider_data.clone(),
        }
    }
}
