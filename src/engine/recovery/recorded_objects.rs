//! Objects that a rollback asks for again.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::Urn;
use lumi_provider::Created;

/// The recorded objects of the run that a rollback restores, for resources with the same inputs.
#[derive(Default)]
pub struct RecordedObjects(Mutex<FxHashMap<Urn, Arc<Created>>>);

impl RecordedObjects {
    pub fn add(&self, urn: Urn, object: Created) {
        self.0.lock().insert(urn, Arc::new(object));
    }

    pub fn get(&self, urn: &Urn) -> Option<Arc<Created>> {
        self.0.lock().get(urn).cloned()
    }
}
