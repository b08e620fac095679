//! Answers a run from a state, without providers.

use std::collections::HashMap;
use std::future::ready;
use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::{Alias, Goal, Object, ResourceKind, Urn, Value};
use lumi_monitor::{
    Answer, Call, Invoke, MonitorError, Registered, RegisteredOutputs, ResourceMonitor,
};

use super::file_objects::KnownData;

/// The goals of a run.
#[derive(Clone, Debug, Default)]
pub struct SeenGoals {
    /// In the order in which the run registered them.
    pub goals: Vec<Goal>,
    /// The outputs of components.
    pub outputs: HashMap<Urn, Object>,
}

/// A state that answers a run, and keeps its goals.
pub struct StateMonitor {
    /// The outputs of the objects in the state.
    known: HashMap<Urn, Object>,
    data: Vec<KnownData>,
    seen: Arc<Mutex<SeenGoals>>,
}

impl StateMonitor {
    pub fn new(known: HashMap<Urn, Object>, data: Vec<KnownData>) -> Self {
        Self {
            known,
            data,
            seen: Arc::default(),
        }
    }

    /// The goals, which are complete once the run is over.
    pub fn seen(&self) -> Arc<Mutex<SeenGoals>> {
        Arc::clone(&self.seen)
    }

    fn answer(&self, goal: &Goal) -> Registered {
        if goal.kind != ResourceKind::Custom {
            return Registered {
                id: None,
                outputs: RegisteredOutputs::Planned(Object::default()),
            };
        }
        match names(goal).find_map(|it| self.known.get(it)) {
            Some(outputs) => Registered {
                id: outputs.get("id").cloned(),
                outputs: RegisteredOutputs::Deployed(outputs.clone()),
            },
            None => Registered {
                id: Some(Value::Unknown),
                outputs: RegisteredOutputs::EchoInputs,
            },
        }
    }
}

/// The name of a goal, and those that it had before.
pub fn names(goal: &Goal) -> impl Iterator<Item = &Urn> {
    let aliases = goal.options.aliases().iter();
    let former = aliases.filter_map(|it| match it {
        Alias::Urn(urn) => Some(urn),
        Alias::Parts(_) => None,
    });
    std::iter::once(&goal.urn).chain(former)
}

impl ResourceMonitor for StateMonitor {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        let registered = self.answer(&goal);
        self.seen.lock().goals.push(goal);
        Box::pin(ready(Ok(registered)))
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        self.seen.lock().outputs.insert(urn, outputs);
        Box::pin(ready(Ok(())))
    }

    fn invoke(&self, invoke: Invoke) -> Answer<Value> {
        let mut answers = self.data.iter().filter_map(|it| it.answer(&invoke));
        let answer = match answers.next() {
            // Arguments that are left out distinguish some.
            Some(first) if answers.all(|it| it == first) => Value::Object(first.clone()),
            _ => Value::Unknown,
        };
        Box::pin(ready(Ok(answer)))
    }

    fn call(&self, _call: Call) -> Answer<Value> {
        Box::pin(ready(Err(MonitorError::Failed {
            urn: None,
            message: "a configuration calls no methods".to_owned(),
        })))
    }

    fn set_outputs(&self, _outputs: Object) {}

    fn had_resource(&self, names: Vec<Urn>) -> Answer<bool> {
        let had = names.iter().any(|it| self.known.contains_key(it));
        Box::pin(ready(Ok(had)))
    }
}
