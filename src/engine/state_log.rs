//! The state of a run, in memory and in the journal.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::{ResourceKind, ResourceType, ResourceTypeError, Urn};
use lumi_provider::Target;
use lumi_state::{Action, Journal, Record, Resource, Serial, StackState, Stage, StateFault};

use super::plan::generation;

/// Completes when a record is durable.
pub type Written = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;

/// The destination of records. Records are ordered by the calls, not by the completion of the
/// futures.
pub trait RecordLog: Send + Sync {
    fn append(&self, record: &Record) -> Written;
    /// Appends a record without waiting; it becomes durable with a later one.
    fn append_unsynced(&self, record: &Record);
}

impl RecordLog for Journal {
    fn append(&self, record: &Record) -> Written {
        let written = Journal::append(self, record);
        Box::pin(async move { written.await.map_err(|error| error.to_string()) })
    }

    fn append_unsynced(&self, record: &Record) {
        Journal::append_unsynced(self, record);
    }
}

/// Applies every change of the state: it is folded into the state in memory and, except in a
/// preview, written to the journal, in the same order.
pub struct StateLog {
    inner: Mutex<Inner>,
    log: Option<Arc<dyn RecordLog>>,
}

struct Inner {
    state: StackState,
    /// Written before the first other record, so that a run without changes writes nothing.
    opening: Option<Record>,
    /// The serials of provider resources, so that finding one does not scan all resources.
    providers: FxHashMap<Urn, Vec<Serial>>,
    /// The last serial written under each URN in this run. The resource may have been deleted or
    /// replaced since.
    written: FxHashMap<Urn, Serial>,
}

/// The state can no longer be written; the run must stop.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StateLogError {
    #[error("the state cannot be written: {0}")]
    Log(String),
    #[error("BUG: a record does not fit the state: {0}")]
    Fault(#[from] StateFault),
}

impl StateLog {
    /// Without a log nothing is written: a preview.
    pub fn new(state: StackState, log: Option<Arc<dyn RecordLog>>, opening: Record) -> Self {
        let mut providers: FxHashMap<Urn, Vec<Serial>> = FxHashMap::default();
        let all = state.resources.values();
        for provider in all.filter(|it| it.kind == ResourceKind::Provider) {
            let urn = provider.urn.clone();
            providers.entry(urn).or_default().push(provider.serial);
        }
        let inner = Mutex::new(Inner {
            state,
            opening: Some(opening),
            providers,
            written: FxHashMap::default(),
        });
        Self { inner, log }
    }

    /// Folds a record in and waits until it is durable.
    pub async fn append(&self, record: Record) -> Result<(), StateLogError> {
        let written = {
            let mut inner = self.inner.lock();
            self.open(&mut inner)?;
            inner.apply(&record)?;
            self.log.as_ref().map(|it| it.append(&record))
        };
        match written {
            Some(written) => written.await.map_err(StateLogError::Log),
            None => Ok(()),
        }
    }

    /// Folds a record in; it becomes durable with a later one, or at the end of the run.
    pub fn append_unsynced(&self, record: &Record) -> Result<(), StateLogError> {
        let mut inner = self.inner.lock();
        self.open(&mut inner)?;
        inner.apply(record)?;
        if let Some(log) = &self.log {
            log.append_unsynced(record);
        }
        Ok(())
    }

    fn open(&self, inner: &mut Inner) -> Result<(), StateLogError> {
        if let Some(opening) = inner.opening.take() {
            inner.state.apply(&opening)?;
            if let Some(log) = &self.log {
                log.append_unsynced(&opening);
            }
        }
        Ok(())
    }

    /// Accesses the state, or changes the parts that the journal does not have (counters, order,
    /// source).
    pub fn with<R>(&self, look: impl FnOnce(&mut StackState) -> R) -> R {
        look(&mut self.inner.lock().state)
    }

    /// The live resource of a URN. Scans all resources only if this run did not write it.
    pub fn live(&self, urn: &Urn) -> Option<Arc<Resource>> {
        let inner = self.inner.lock();
        let is_it = |it: &&Arc<Resource>| it.urn == *urn && it.stage == Stage::Live;
        let resources = &inner.state.resources;
        let written = inner.written.get(urn).and_then(|it| resources.get(it));
        let found = written.filter(is_it);
        found
            .or_else(|| resources.values().rev().find(is_it))
            .cloned()
    }

    /// The provider resource that created the object of a resource; `None` for the default
    /// provider.
    pub fn provider_of(&self, resource: &Resource) -> Option<Arc<Resource>> {
        let inner = self.inner.lock();
        let urn = resource.provider.as_ref()?;
        let recorded = resource.provider_serial;
        let recorded = recorded.and_then(|it| inner.state.resources.get(&it).cloned());
        recorded.or_else(|| generation(inner.providers_of(urn), resource.serial))
    }

    pub fn live_provider(&self, urn: &Urn) -> Option<Arc<Resource>> {
        let inner = self.inner.lock();
        let mut all = inner.providers_of(urn);
        all.find(|it| it.stage == Stage::Live)
    }

    /// Whether anything was written.
    pub fn is_touched(&self) -> bool {
        self.inner.lock().opening.is_none()
    }

    /// The target of a provider request for a resource of the state.
    pub fn target_of(
        &self,
        resource: &Resource,
        timeout: Option<Duration>,
    ) -> Result<Target, ResourceTypeError> {
        let resource_type = ResourceType::parse(resource.urn.resource_type())?;
        let mut target = target(&resource.urn, &resource_type, timeout);
        target.data.clone_from(&resource.provider_data);
        if let Some(stored) = &resource.stored_provider {
            let code = self.with(|state| state.code_of(stored));
            target.code = Some(match code {
                Ok(code) => Ok(Arc::new(code)),
                Err(problem) => Err(problem.to_owned()),
            });
        }
        Ok(target)
    }
}

impl Inner {
    fn apply(&mut self, record: &Record) -> Result<(), StateFault> {
        let former = match record {
            Record::Put(resource) => self.state.resources.get(&resource.serial).cloned(),
            _ => None,
        };
        self.state.apply(record)?;
        match record {
            Record::Put(resource) => {
                self.note_written(resource);
                if resource.kind == ResourceKind::Provider {
                    self.note_provider(resource, former.as_deref());
                }
            }
            Record::PutAll(resources) => resources.iter().for_each(|it| self.note_written(it)),
            Record::PutInstead { resource, .. }
            | Record::Begin {
                action: Action::Create { resource, .. } | Action::Update { resource },
                ..
            } => self.note_written(resource),
            _ => {}
        }
        Ok(())
    }

    fn note_written(&mut self, resource: &Resource) {
        self.written.insert(resource.urn.clone(), resource.serial);
    }

    /// Replaced provider resources are renamed with their successor.
    fn note_provider(&mut self, resource: &Resource, former: Option<&Resource>) {
        let mut serials = vec![resource.serial];
        for urn in former.map(|it| &it.urn).into_iter().chain([&resource.urn]) {
            serials.extend(self.providers.get(urn).into_iter().flatten());
        }
        serials.retain(|it| {
            let found = self.state.resources.get(it);
            found.is_some_and(|it| it.urn == resource.urn)
        });
        serials.sort_unstable();
        serials.dedup();
        self.providers.insert(resource.urn.clone(), serials);
    }

    fn providers_of(&self, urn: &Urn) -> impl Iterator<Item = Arc<Resource>> {
        let serials = self.providers.get(urn).into_iter().flatten();
        serials.filter_map(|it| self.state.resources.get(it).cloned())
    }
}

/// The target of a provider request for a resource of the program.
pub fn target(urn: &Urn, resource_type: &ResourceType, timeout: Option<Duration>) -> Target {
    Target {
        urn: urn.clone(),
        resource_type: resource_type.clone(),
        timeout,
        code: None,
        data: None,
        ignored: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::resource;

    fn log() -> StateLog {
        let opening = Record::Outputs(Default::default());
        StateLog::new(StackState::default(), None, opening)
    }

    fn put(log: &StateLog, resource: Resource) {
        log.append_unsynced(&Record::Put(Box::new(resource)))
            .unwrap();
    }

    fn live(log: &StateLog, urn: &Urn) -> Option<u64> {
        log.live(urn).map(|it| it.serial.0)
    }

    #[test]
    fn the_live_resource_of_a_urn_is_found_in_any_write_order() {
        let log = log();
        let (old, new) = (resource(1, "a"), resource(2, "a"));
        let urn = old.urn.clone();
        put(&log, old.clone());
        assert_eq!(live(&log, &urn), Some(1));
        put(&log, new);
        let stage = Stage::Replaced;
        put(&log, Resource { stage, ..old });
        assert_eq!(live(&log, &urn), Some(2));
        log.append_unsynced(&Record::Forget(Serial(2))).unwrap();
        assert_eq!(live(&log, &urn), None);
    }

    #[test]
    fn a_resource_with_another_name_is_not_found_by_the_former_one() {
        let log = log();
        put(&log, resource(1, "a"));
        put(&log, resource(1, "b"));
        assert_eq!(live(&log, &resource(1, "a").urn), None);
        assert_eq!(live(&log, &resource(1, "b").urn), Some(1));
    }

    #[test]
    fn replaced_providers_follow_to_another_name() {
        let log = log();
        let kind = ResourceKind::Provider;
        let provider = |serial, name| Resource {
            kind,
            ..resource(serial, name)
        };
        let stage = Stage::Replaced;
        put(
            &log,
            Resource {
                stage,
                ..provider(1, "a")
            },
        );
        put(&log, provider(2, "a"));
        put(&log, provider(2, "b"));
        let urn = provider(2, "b").urn;
        let mut made = resource(3, "c");
        made.provider = Some(urn.clone());
        made.provider_serial = Some(Serial(1));
        assert_eq!(log.provider_of(&made).unwrap().serial, Serial(1));
        made.provider_serial = None;
        assert_eq!(log.provider_of(&made).unwrap().serial, Serial(2));
        made.serial = Serial(2);
        assert_eq!(log.provider_of(&made).unwrap().serial, Serial(1));
        assert_eq!(log.live_provider(&urn).unwrap().serial, Serial(2));
    }
}
