//! The answers of providers in a plan about objects that it leaves as they are, for the deployment that follows.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::{Goal, Object, PropertyPath, ResourceOptions, Urn};
use lumi_provider::{Changes, Diff};
use lumi_state::{Resource, Serial};

use super::lasting_values::is_lasting;

/// The answers of a plan, by the resource of the state. A deployment of the same process takes an answer if its question
/// is the same, and asks the provider otherwise.
#[derive(Debug, Default)]
pub struct UnchangedObjects(Mutex<FxHashMap<Serial, Unchanged>>);

#[derive(Debug)]
struct Unchanged {
    question: Question,
    answer: UnchangedAnswer,
}

/// All that the answers depend on.
#[derive(Debug)]
struct Question {
    old: Arc<Resource>,
    urn: Urn,
    inputs: Object,
    options: ResourceOptions,
    provider: Option<Urn>,
    /// The configuration of the provider.
    configuration: Option<Arc<Object>>,
}

/// The answers to a check and a comparison.
#[derive(Clone, Debug)]
pub struct UnchangedAnswer {
    pub inputs: Arc<Object>,
    pub unstored: Vec<PropertyPath>,
    pub diff: Diff,
    /// The outputs of the object with its secrets marked.
    pub outputs: Option<Arc<Object>>,
}

impl UnchangedObjects {
    /// Keeps the answers about a resource, if they may be given again.
    pub fn note(
        &self,
        goal: &Goal,
        configuration: Option<Arc<Object>>,
        old: &Arc<Resource>,
        answer: UnchangedAnswer,
    ) {
        // Code of the program may answer otherwise, and what a provider opens is opened for one run.
        let is_own = goal.code.is_some() || old.stored_provider.is_some();
        if is_own || !is_lasting(&goal.inputs) || answer.diff.changes != Changes::None {
            return;
        }
        let question = Question {
            old: Arc::clone(old),
            urn: goal.urn.clone(),
            inputs: goal.inputs.clone(),
            options: goal.options.clone(),
            provider: goal.provider.clone(),
            configuration,
        };
        let unchanged = Unchanged { question, answer };
        self.0.lock().insert(old.serial, unchanged);
    }

    /// Adds the outputs of an object whose answers are kept.
    pub fn note_outputs(&self, serial: Serial, outputs: &Arc<Object>) {
        if let Some(unchanged) = self.0.lock().get_mut(&serial) {
            unchanged.answer.outputs = Some(Arc::clone(outputs));
        }
    }

    /// Takes the answers about a resource, if its goal is the one of the plan.
    pub fn take(
        &self,
        goal: &Goal,
        configuration: Option<&Arc<Object>>,
        old: &Arc<Resource>,
    ) -> Option<UnchangedAnswer> {
        let Unchanged { question, answer } = self.0.lock().remove(&old.serial)?;
        let is_same = Arc::ptr_eq(&question.old, old)
            && question.urn == goal.urn
            && question.provider == goal.provider
            && question.configuration.as_ref() == configuration
            && question.options == goal.options
            && question.inputs == goal.inputs;
        is_same.then_some(answer)
    }
}
