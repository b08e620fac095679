//! The resources registered so far, and the options that children inherit.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tonic::Code;

use lumi_graph::{Object, Urn, Value};
use lumi_rpc::CallError;

use super::callbacks::Callback;

/// The options that children inherit by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InheritedOptions {
    pub protect: bool,
    pub retain_on_delete: bool,
    pub deleted_with: Option<Urn>,
    /// The provider of each package.
    pub providers: Vec<(String, Urn)>,
    /// The transforms of the enclosing resources, the innermost first.
    pub transforms: Vec<Callback>,
}

impl InheritedOptions {
    pub fn provider(&self, package: &str) -> Option<&Urn> {
        let mut providers = self.providers.iter();
        let found = providers.find(|(name, _)| name == package);
        found.map(|(_, urn)| urn)
    }
}

#[derive(Clone, Debug, Default)]
pub struct RegistrationResult {
    pub id: Option<Value>,
    pub outputs: Arc<Object>,
}

#[derive(Default)]
struct RegistrationEntry {
    inherited: Arc<InheritedOptions>,
    settled: Option<RegistrationResult>,
    /// Whether its provider is creating it, and is about to register it as well.
    is_being_made: bool,
}

/// The resources of a run.
#[derive(Default)]
pub struct RegisteredResources(Mutex<FxHashMap<Urn, RegistrationEntry>>);

impl RegisteredResources {
    /// Records a resource that is about to be registered; fails for a duplicate.
    pub fn begin(&self, urn: &Urn, inherited: Arc<InheritedOptions>) -> Result<(), CallError> {
        self.enter(urn, inherited, false)
    }

    /// Records a component that its provider creates.
    pub fn begin_making(
        &self,
        urn: &Urn,
        inherited: Arc<InheritedOptions>,
    ) -> Result<(), CallError> {
        self.enter(urn, inherited, true)
    }

    fn enter(
        &self,
        urn: &Urn,
        inherited: Arc<InheritedOptions>,
        is_being_made: bool,
    ) -> Result<(), CallError> {
        let mut entries = self.0.lock();
        if let Some(entry) = entries.get_mut(urn) {
            if entry.is_being_made && !is_being_made {
                entry.is_being_made = false;
                return Ok(());
            }
            let message = format!("there are two resources {urn}; give one of them another name");
            return Err(CallError::new(Code::AlreadyExists, message));
        }
        let entry = RegistrationEntry {
            inherited,
            settled: None,
            is_being_made,
        };
        entries.insert(urn.clone(), entry);
        Ok(())
    }

    /// The options that children of a resource inherit; empty for an unknown resource.
    pub fn inherited(&self, urn: &Urn) -> Arc<InheritedOptions> {
        let entries = self.0.lock();
        let entry = entries.get(urn);
        entry.map_or_else(Arc::default, |it| Arc::clone(&it.inherited))
    }

    pub fn settle(&self, urn: &Urn, settled: RegistrationResult) {
        if let Some(entry) = self.0.lock().get_mut(urn) {
            entry.settled = Some(settled);
        }
    }

    /// Sets the outputs of a component, which arrive later.
    pub fn complete(&self, urn: &Urn, outputs: Object) {
        self.settle(
            urn,
            RegistrationResult {
                id: None,
                outputs: Arc::new(outputs),
            },
        );
    }

    /// The result of a resource, as far as it is known.
    pub fn find(&self, urn: &Urn) -> Option<RegistrationResult> {
        self.0.lock().get(urn)?.settled.clone()
    }
}
