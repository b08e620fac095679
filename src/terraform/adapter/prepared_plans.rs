//! Plans between a diff and the change that follows it.

use std::collections::HashMap;

use parking_lot::Mutex;

use lumi_graph::{ProviderData, Urn};

use crate::cty::Value;
use crate::lifecycle::Plan;

/// A plan, and what it was made from.
pub struct PreparedPlan {
    /// The data of the object in the state.
    pub data: Option<ProviderData>,
    pub config: Value,
    pub plan: Plan,
}

/// The latest plan of each resource, so that a change need not ask for the same plan again, and a
/// replacement has what the provider said of the old object.
#[derive(Default)]
pub struct PreparedPlans(Mutex<HashMap<Urn, PreparedPlan>>);

impl PreparedPlans {
    pub fn put(&self, urn: &Urn, prepared: PreparedPlan) {
        self.0.lock().insert(urn.clone(), prepared);
    }

    pub fn is_empty(&self) -> bool {
        self.0.lock().is_empty()
    }

    pub fn take(&self, urn: &Urn) -> Option<PreparedPlan> {
        self.0.lock().remove(urn)
    }
}
