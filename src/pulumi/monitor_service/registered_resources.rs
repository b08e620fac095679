//! What was registered so far, and what its children inherit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use tonic::Code;

use lumi_graph::{Object, Urn, Value};
use lumi_rpc::CallError;

use super::callbacks::Callback;

/// What the children of a resource have unless they say otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct InheritedOptions {
    pub(super) protect: bool,
    pub(super) retain_on_delete: bool,
    pub(super) deleted_with: Option<Urn>,
    /// The provider of each package.
    pub(super) providers: Vec<(String, Urn)>,
    /// The functions that may change them, those from closest by first.
    pub(super) transforms: Vec<Callback>,
}

impl InheritedOptions {
    pub(super) fn provider(&self, package: &str) -> Option<&Urn> {
        let mut providers = self.providers.iter();
        let found = providers.find(|(name, _)| name == package);
        found.map(|(_, urn)| urn)
    }
}

/// What became of a resource.
#[derive(Clone, Debug, Default)]
pub(super) struct RegistrationResult {
    pub(super) id: Option<Value>,
    pub(super) outputs: Arc<Object>,
}

#[derive(Default)]
struct RegistrationEntry {
    inherited: Arc<InheritedOptions>,
    settled: Option<RegistrationResult>,
    /// Its provider is making it, and is about to register it, too.
    is_being_made: bool,
}

/// The resources of a run.
#[derive(Default)]
pub(super) struct RegisteredResources(Mutex<FxHashMap<Urn, RegistrationEntry>>);

impl RegisteredResources {
    /// Notes a resource that is about to be registered; each only once.
    pub(super) fn begin(
        &self,
        urn: &Urn,
        inherited: Arc<InheritedOptions>,
    ) -> Result<(), CallError> {
        self.enter(urn, inherited, false)
    }

    /// Begins a component that its provider makes.
    pub(super) fn begin_making(
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
        let mut entries = self.lock();
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

    /// What the children of a resource inherit; nothing if it is not known.
    pub(super) fn inherited(&self, urn: &Urn) -> Arc<InheritedOptions> {
        let entries = self.lock();
        let entry = entries.get(urn);
        entry.map_or_else(Arc::default, |it| Arc::clone(&it.inherited))
    }

    pub(super) fn settle(&self, urn: &Urn, settled: RegistrationResult) {
        if let Some(entry) = self.lock().get_mut(urn) {
            entry.settled = Some(settled);
        }
    }

    /// The outputs of a component, which come later.
    pub(super) fn complete(&self, urn: &Urn, outputs: Object) {
        self.settle(
            urn,
            RegistrationResult {
                id: None,
                outputs: Arc::new(outputs),
            },
        );
    }

    /// What became of a resource, as far as that is known.
    pub(super) fn find(&self, urn: &Urn) -> Option<RegistrationResult> {
        self.lock().get(urn)?.settled.clone()
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<Urn, RegistrationEntry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
