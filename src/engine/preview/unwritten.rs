//! The records that a deployment would write after a plan without changes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::SystemTime;

use lumi_graph::Object;
use lumi_state::{Record, Resource, RunInfo, Serial, StackState};

use crate::state_log::{RecordLog, StateLog, StateLogError};

/// The records that a deployment would write if it found every object as its plan has found it: dependencies,
/// positions and outputs change without a step.
#[derive(Debug, Default)]
pub struct Unwritten {
    resources: BTreeMap<Serial, UnwrittenResource>,
    /// The outputs of the program, if it has set them.
    pub(crate) outputs: Option<Object>,
}

#[derive(Debug)]
struct UnwrittenResource {
    resource: Resource,
    /// Whether more than its order and source position changes.
    is_recorded: bool,
}

impl Unwritten {
    pub(crate) fn add(&mut self, resource: Resource, is_recorded: bool) {
        let unwritten = UnwrittenResource {
            resource,
            is_recorded,
        };
        self.resources.insert(unwritten.resource.serial, unwritten);
    }

    /// Completes a component.
    pub(crate) fn complete(&mut self, serial: Serial, outputs: &Object) {
        if let Some(it) = self.resources.get_mut(&serial)
            && *it.resource.outputs != *outputs
        {
            it.resource.outputs = Arc::new(outputs.clone());
            it.is_recorded = true;
        }
    }

    /// Writes the records as the deployment would. Returns the state after it.
    pub async fn write(
        self,
        state: StackState,
        log: Arc<dyn RecordLog>,
        run: RunInfo,
    ) -> Result<StackState, StateLogError> {
        let old = state.outputs.clone();
        let state_log = StateLog::new(state, Some(log), Record::Run(run));
        for (serial, it) in self.resources {
            match it.is_recorded {
                true => state_log.append_unsynced(&Record::Put(Box::new(it.resource)))?,
                false => state_log.with(|state| {
                    state.resources.insert(serial, Arc::new(it.resource));
                }),
            }
        }
        if let Some(outputs) = self.outputs.filter(|it| *it != old) {
            state_log.append_unsynced(&Record::Outputs(outputs))?;
        }
        if state_log.is_touched() {
            let finished = Record::Finished {
                at: SystemTime::now().into(),
                succeeded: true,
            };
            state_log.append(finished).await?;
        }
        Ok(state_log.with(|state| {
            state.prune_dangling_dependencies();
            std::mem::take(state)
        }))
    }
}
