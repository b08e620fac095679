//! The changes that a preview would have made to the state.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Object, ResourceKind, Urn, Value};
use lumi_state::{Resource, Serial, Stage};

use super::unwritten::Unwritten;

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
    unwritten: Unwritten,
    /// The components of which outputs may come.
    components: FxHashMap<Urn, Serial>,
    /// Whether a deployment may do other things than its plan.
    is_unrepeatable: bool,
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

    /// Records that a deployment may do other things than this plan.
    pub fn note_unrepeatable(&self) {
        self.0.lock().is_unrepeatable = true;
    }

    /// Records what a deployment would write of an unchanged resource.
    pub fn note_unwritten(&self, resource: Resource, is_recorded: bool) {
        let inner = &mut *self.0.lock();
        inner.is_unrepeatable |= has_unknown(&resource.inputs) || has_unknown(&resource.outputs);
        if resource.kind == ResourceKind::Component {
            inner
                .components
                .insert(resource.urn.clone(), resource.serial);
        }
        inner.unwritten.add(resource, is_recorded);
    }

    /// Records the outputs of a component.
    pub fn note_outputs(&self, urn: &Urn, outputs: &Object) {
        let inner = &mut *self.0.lock();
        // The deployment knows them, and records other outputs.
        inner.is_unrepeatable |= has_unknown(outputs);
        if let Some(serial) = inner.components.get(urn) {
            inner.unwritten.complete(*serial, outputs);
        }
    }

    /// Whether a deployment may do other things than this plan, or objects were read or adopted.
    pub fn is_repeatable(&self) -> bool {
        let inner = self.0.lock();
        !inner.is_unrepeatable && inner.seen.is_empty()
    }

    /// The records that a deployment would write after a plan without changes; `None` if it may do other things.
    pub fn take_unwritten(&self) -> Option<Unwritten> {
        let inner = &mut *self.0.lock();
        let is_known = !inner.is_unrepeatable && inner.seen.is_empty();
        is_known.then(|| std::mem::take(&mut inner.unwritten))
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

fn has_unknown(members: &Object) -> bool {
    members.values().any(Value::contains_unknown)
}
