//! The monitor for evaluating only the configuration of a program's providers.

use std::future::ready;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::{Goal, Object, ResourceKind, Urn, Value};

use super::{
    Answer, Call, Construct, Constructed, Hook, Invoke, PlanMonitor, Registered, RegisteredOutputs,
    ResourceMonitor,
};

/// Responds with the outputs of earlier runs, without side effects, and records the inputs of
/// provider resources.
pub struct SurveyMonitor {
    known: FxHashMap<Urn, Registered>,
    /// The monitor for all other resources.
    plan: PlanMonitor,
    configs: Mutex<FxHashMap<Urn, Object>>,
    open: EphemeralSource,
}

/// Opens an ephemeral value, with which a provider may be configured.
pub type EphemeralSource = Box<dyn Fn(Invoke) -> Answer<Value> + Send + Sync>;

impl SurveyMonitor {
    /// `known` are the ids and outputs of existing resources.
    pub fn new(
        known: impl IntoIterator<Item = (Urn, Option<String>, Object)>,
        open: EphemeralSource,
    ) -> Self {
        let known = known.into_iter().map(|(urn, id, outputs)| {
            let outputs = RegisteredOutputs::Planned(outputs);
            let id = id.map(Value::String);
            (urn, Registered { id, outputs })
        });
        Self {
            known: known.collect(),
            plan: PlanMonitor::default(),
            configs: Mutex::default(),
            open,
        }
    }

    /// The inputs of the provider resources registered so far.
    pub fn configs(&self) -> FxHashMap<Urn, Object> {
        self.configs.lock().clone()
    }
}

impl ResourceMonitor for SurveyMonitor {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        if goal.kind == ResourceKind::Provider {
            let mut configs = self.configs.lock();
            configs.insert(goal.urn.clone(), goal.inputs.clone());
        }
        match self.known.get(&goal.urn) {
            Some(known) => Box::pin(ready(Ok(known.clone()))),
            None => self.plan.register(goal),
        }
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        self.plan.register_outputs(urn, outputs)
    }

    fn invoke(&self, invoke: Invoke) -> Answer<Value> {
        match invoke.token.split(':').nth(1) {
            Some("ephemeral") => (self.open)(invoke),
            _ => self.plan.invoke(invoke),
        }
    }

    fn call(&self, call: Call) -> Answer<Value> {
        self.plan.call(call)
    }

    fn register_hook(&self, name: String, hook: Arc<dyn Hook>) -> Answer<()> {
        self.plan.register_hook(name, hook)
    }

    fn construct(&self, construct: Construct) -> Answer<Constructed> {
        self.plan.construct(construct)
    }

    fn set_outputs(&self, outputs: Object) {
        self.plan.set_outputs(outputs);
    }
}
