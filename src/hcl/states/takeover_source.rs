//! The source of the run that takes objects over.

use async_trait::async_trait;

use lumi_engine::{Registrar, Source, UnmentionedPolicy};
use lumi_graph::{Object, ResourceKind};

use super::takeover::Takeover;

/// Takes over all objects, or none.
pub struct TakeoverSource {
    takeover: Takeover,
    outputs: Object,
}

impl TakeoverSource {
    /// `outputs` are those that the stack has already, and keeps.
    pub fn new(takeover: &Takeover, outputs: &Object) -> Self {
        Self {
            takeover: takeover.clone(),
            outputs: outputs.clone(),
        }
    }
}

#[async_trait]
impl Source for TakeoverSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        for (goal, outputs) in std::mem::take(&mut self.takeover.groups) {
            let (urn, kind) = (goal.urn.clone(), goal.kind);
            if registrar.register(goal).await.is_err() {
                return UnmentionedPolicy::Keep;
            }
            let is_component = kind == ResourceKind::Component;
            if is_component && registrar.register_outputs(&urn, outputs).await.is_err() {
                return UnmentionedPolicy::Keep;
            }
        }
        let objects = std::mem::take(&mut self.takeover.objects);
        if registrar.take_over(objects).await.is_ok() {
            let mut outputs = self.outputs.clone();
            outputs.extend(std::mem::take(&mut self.takeover.outputs));
            registrar.set_outputs(outputs);
        }
        UnmentionedPolicy::Keep
    }
}
