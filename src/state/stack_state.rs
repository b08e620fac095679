//! The state of one stack.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use lumi_graph::{Object, Urn};

use super::name_index::NameIndex;
use super::record::{Action, OperationOutcome, Record, RunInfo};
use super::resource::{Resource, Serial, Stage};

/// A snapshot with a journal folded in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StackState {
    /// By serial. Removal does not preserve the order of the map; [`Resource::order`] is the order.
    pub resources: IndexMap<Serial, Arc<Resource>, FxBuildHasher>,
    pub outputs: Object,
    /// The code of [`StoredProvider`](super::StoredProvider)s by hash; each module is a secret.
    /// Unused modules are dropped at the next snapshot.
    pub modules: Object,
    /// The configurations of default providers that resources were created with, by names that are
    /// never reused.
    pub configurations: Object,
    /// Operations with an unknown outcome, by number.
    pub pending: IndexMap<u64, PendingOperation, FxBuildHasher>,
    /// The last run that changed this state.
    pub last_run: Option<RunInfo>,
    /// Whether that run ended.
    pub is_finished: bool,
    next_serial: u64,
    next_operation: u64,
    /// The URNs forgotten since the run began; see [`Self::prune_dangling_dependencies`].
    pub(super) forgotten: FxHashSet<Urn>,
    pub(super) name_index: NameIndex,
}

/// A provider operation with an unknown outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingOperation {
    pub action: Action,
    /// Why the outcome is unknown, if the run recorded a reason.
    pub message: Option<String>,
}

/// A record that contradicts the records before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateFault {
    #[error("it ends operation {0}, which was not begun")]
    NoOperation(u64),
    #[error("it begins operation {0} twice")]
    SameOperation(u64),
    #[error("it changes resource {}, which does not exist", .0.0)]
    NoResource(Serial),
    #[error("it ends operation {0} with an outcome of another kind of operation")]
    WrongOutcome(u64),
    #[error("it creates {0} without an id")]
    NoId(Urn),
}

impl StackState {
    /// The live resources in the order of the program.
    pub fn live_resources(&self) -> Vec<&Arc<Resource>> {
        let all = self.resources.values();
        let mut live: Vec<_> = all.filter(|it| it.stage == Stage::Live).collect();
        live.sort_by_key(|it| (it.order, it.serial));
        live
    }

    /// Allocates a serial that no resource of this stack has ever had.
    pub fn take_serial(&mut self) -> Serial {
        self.next_serial += 1;
        Serial(self.next_serial)
    }

    /// Allocates a number for [`Record::Begin`].
    pub fn take_operation(&mut self) -> u64 {
        self.next_operation += 1;
        self.next_operation
    }

    /// The last allocated numbers, for snapshots: serial, operation.
    pub fn counters(&self) -> (u64, u64) {
        (self.next_serial, self.next_operation)
    }

    /// Restores the counters of a snapshot.
    pub fn set_counters(&mut self, serial: u64, operation: u64) {
        self.next_serial = self.next_serial.max(serial);
        self.next_operation = self.next_operation.max(operation);
    }

    /// Folds in one record. On an error nothing has changed.
    pub fn apply(&mut self, record: &Record) -> Result<(), StateFault> {
        match record {
            Record::Run(note) => {
                self.prune_dangling_dependencies();
                self.last_run = Some(note.clone());
                self.is_finished = false;
            }
            Record::Begin { operation, action } => self.begin(*operation, action)?,
            Record::End { operation, outcome } => self.end(*operation, outcome)?,
            Record::Put(resource) => self.put(Resource::clone(resource)),
            Record::PutAll(resources) => {
                for resource in resources {
                    self.put(resource.clone());
                }
            }
            Record::PutInstead { resource, replaces } => {
                let replaced = self.mark_replaced(*replaces)?;
                self.put_replacement(Resource::clone(resource), &replaced);
            }
            Record::Forget(serial) => {
                let urn = self.known(*serial)?.urn.clone();
                self.forgotten.insert(urn);
                self.resources.swap_remove(serial);
            }
            Record::Modules(modules) => self.modules.extend(modules.clone()),
            Record::Configurations(it) => self.configurations.extend(it.clone()),
            Record::Outputs(outputs) => self.outputs = outputs.clone(),
            Record::Finished { .. } => self.is_finished = true,
        }
        Ok(())
    }

    fn begin(&mut self, operation: u64, action: &Action) -> Result<(), StateFault> {
        match action {
            Action::Create { resource, replaces } => {
                replaces.map_or(Ok(()), |it| self.known(it).map(drop))?;
                self.next_serial = self.next_serial.max(resource.serial.0);
            }
            Action::Update { resource } => drop(self.known(resource.serial)?),
            Action::Delete { serial, .. } => drop(self.known(*serial)?),
        }
        if self.pending.contains_key(&operation) {
            return Err(StateFault::SameOperation(operation));
        }
        let action = action.clone();
        let message = None;
        self.pending
            .insert(operation, PendingOperation { action, message });
        self.next_operation = self.next_operation.max(operation);
        Ok(())
    }

    fn end(&mut self, operation: u64, outcome: &OperationOutcome) -> Result<(), StateFault> {
        let pending = self
            .pending
            .get_mut(&operation)
            .ok_or(StateFault::NoOperation(operation))?;
        match outcome {
            OperationOutcome::Unknown { message } => {
                pending.message = Some(message.clone());
                return Ok(());
            }
            OperationOutcome::NotDone => {}
            OperationOutcome::Deleted => {
                let Action::Delete { serial, replace } = pending.action else {
                    return Err(StateFault::WrongOutcome(operation));
                };
                self.deleted(serial, replace)?;
            }
            OperationOutcome::Done { .. } => {
                let action = pending.action.clone();
                self.done(operation, action, outcome)?;
            }
        }
        self.pending.shift_remove(&operation);
        Ok(())
    }

    fn deleted(&mut self, serial: Serial, replace: bool) -> Result<(), StateFault> {
        let resource = self.known(serial)?;
        if replace {
            let stage = Stage::AwaitingReplacement;
            let resource = Resource {
                stage,
                ..Resource::clone(resource)
            };
            self.put(resource);
        } else {
            self.resources.swap_remove(&serial);
        }
        Ok(())
    }

    fn done(
        &mut self,
        operation: u64,
        action: Action,
        outcome: &OperationOutcome,
    ) -> Result<(), StateFault> {
        let OperationOutcome::Done {
            id,
            outputs,
            provider_data,
            problems,
            at,
        } = outcome
        else {
            return Err(StateFault::WrongOutcome(operation));
        };
        let (mut resource, replaces) = match action {
            Action::Create { resource, replaces } => (resource, replaces),
            Action::Update { resource } => (resource, None),
            Action::Delete { .. } => return Err(StateFault::WrongOutcome(operation)),
        };
        if id.is_some() {
            resource.id.clone_from(id);
        }
        if resource.id.is_none() {
            return Err(StateFault::NoId(resource.urn));
        }
        resource.outputs = Arc::new(outputs.clone());
        if provider_data.is_some() {
            resource.provider_data.clone_from(provider_data);
        }
        resource.problems.clone_from(problems);
        resource.created = resource.created.or(Some(*at));
        resource.modified = Some(*at);
        match replaces {
            Some(replaced) => {
                let replaced = self.mark_replaced(replaced)?;
                self.put_replacement(*resource, &replaced);
            }
            None => self.put(*resource),
        }
        Ok(())
    }

    /// Moves dependents of the replaced resource to `resource`, which may have another name.
    fn put_replacement(&mut self, resource: Resource, replaced: &Urn) {
        let urn = resource.urn.clone();
        self.put(resource);
        if *replaced != urn {
            self.follow_rename_of_deleted(replaced, &urn);
        }
    }

    /// Marks a resource as replaced by a new object; returns its URN.
    fn mark_replaced(&mut self, serial: Serial) -> Result<Urn, StateFault> {
        let replaced = self.known(serial)?;
        let urn = replaced.urn.clone();
        if replaced.stage == Stage::AwaitingReplacement {
            self.resources.swap_remove(&serial);
        } else {
            let stage = Stage::Replaced;
            let resource = Resource {
                stage,
                ..Resource::clone(replaced)
            };
            self.put(resource);
        }
        Ok(urn)
    }

    fn put(&mut self, resource: Resource) {
        self.next_serial = self.next_serial.max(resource.serial.0);
        let urn = resource.urn.clone();
        self.name_index.note(&resource);
        let before = self.resources.insert(resource.serial, Arc::new(resource));
        if let Some(before) = before.filter(|it| it.urn != urn) {
            self.follow_rename(&before.urn, &urn);
        }
    }

    fn known(&self, serial: Serial) -> Result<&Arc<Resource>, StateFault> {
        self.resources
            .get(&serial)
            .ok_or(StateFault::NoResource(serial))
    }
}
