//! The changes that a preview would have made to the state.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use lumi_state::{Resource, Serial, Stage};

/// The changes that a preview would have made to the state. A deployment writes its changes to the
/// journal instead.
#[derive(Default)]
pub struct PreviewState(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// Resources deleted before their replacement is created.
    awaiting: FxHashSet<Serial>,
    /// Deleted resources.
    gone: FxHashSet<Serial>,
    /// Objects that were read or adopted.
    seen: Vec<Arc<Resource>>,
}

impl PreviewState {
    /// Records that an object is deleted before its replacement is created.
    pub fn note_awaiting(&self, serial: Serial) {
        self.0.lock().awaiting.insert(serial);
    }

    pub fn note_gone(&self, serial: Serial) {
        self.0.lock().gone.insert(serial);
    }

    /// Records an object that was read or adopted.
    pub fn note_seen(&self, resource: Arc<Resource>) {
        self.0.lock().seen.push(resource);
    }

    pub fn is_gone(&self, serial: Serial) -> bool {
        self.0.lock().gone.contains(&serial)
    }

    /// The objects that were read or adopted.
    pub fn seen(&self) -> Vec<Arc<Resource>> {
        self.0.lock().seen.clone()
    }

    /// A resource of the state with its planned stage.
    pub fn with_stage(&self, resource: Arc<Resource>) -> Arc<Resource> {
        if !self.0.lock().awaiting.contains(&resource.serial) {
            return resource;
        }
        let stage = Stage::AwaitingReplacement;
        Arc::new(Resource {
            stage,
            ..Resource::clone(&resource)
        })
    }
}
