//! The objects of the stack before a run, for providers whose objects may overlap.

use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::{Object, Urn};

/// An object of the state.
#[derive(Clone, Debug)]
pub struct ManagedObject {
    pub urn: Urn,
    pub id: String,
    pub outputs: Arc<Object>,
    /// Whether the run certainly does not delete the object: it is protected or out of scope.
    pub stays: bool,
}

/// The objects of the stack; clones share them.
#[derive(Clone, Default)]
pub struct ManagedObjects(Arc<Mutex<Arc<[ManagedObject]>>>);

impl ManagedObjects {
    pub fn set(&self, objects: impl IntoIterator<Item = ManagedObject>) {
        *self.0.lock() = objects.into_iter().collect();
    }

    /// The objects; the same allocation until they are set again.
    pub fn get(&self) -> Arc<[ManagedObject]> {
        Arc::clone(&self.0.lock())
    }
}
