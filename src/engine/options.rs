//! The options of a run.

use std::sync::Arc;
use std::time::Duration;

use lumi_graph::{Object, Urn};
use rustc_hash::FxHashMap;

use super::deletion::referrers::Referrers;
use super::plan::Selection;
use super::preview::unchanged::UnchangedObjects;
use super::saved_plan::plan_key::PlanKey;
use super::saved_plan::saved_plan::SavedPlan;

/// The differences between preview, up, destroy and refresh, besides their source.
#[derive(Clone, Debug)]
pub struct RunOptions {
    pub kind: lumi_state::RunKind,
    /// Whether providers are only asked what would happen, and the state is not written.
    pub preview: bool,
    /// Whether a preview keeps its goals for the deployment that follows it.
    pub keeps_goals: bool,
    /// The answers of providers in a plan, for the deployment that follows it; `None` if none follows.
    pub unchanged: Option<Arc<UnchangedObjects>>,
    /// The maximum number of concurrent provider operations; at least 1.
    pub parallel: usize,
    pub selection: Selection,
    /// Whether providers are asked for the outcome of operations that an earlier run did not finish.
    /// A mere preview does not ask: a state may come with a repository, and providers run commands
    /// and send requests that the state describes.
    pub look_up: bool,
    /// Whether goals are answered with what the stack has, and nothing is made for them: the program of a run that deletes
    /// or reads everything is evaluated for its hooks.
    pub leaves_goals: bool,
    /// Whether all objects are read before the source starts.
    pub refresh: bool,
    /// Whether a failure stops only the dependents of the failed resource.
    pub continue_on_error: bool,
    /// Whether pending operations with an outcome that the provider cannot determine count as not
    /// done.
    pub forget_pending: bool,
    /// The time limit of a provider for a call without an effect.
    pub answer_limit: Duration,
    /// A saved plan; steps outside of it fail before anything happens.
    pub plan: Option<SavedPlan>,
    /// The key for the secrets in the plan that the run produces.
    pub plan_key: PlanKey,
    /// The configuration of default providers, by package.
    pub provider_config: FxHashMap<String, Object>,
    /// The program's current configurations of provider resources, for objects without a goal or
    /// before it is registered: the credentials in the state may be outdated.
    pub program_configs: FxHashMap<Urn, Object>,
    /// Finds the stacks that refer to what would be deleted; `None` if no other stack can.
    pub referrers: Option<Referrers>,
    /// The secrets of the configuration.
    pub secrets: Object,
    /// The project of the program and its stack, for URNs and graphs.
    pub project: String,
    pub stack: String,
    /// The version of Lumi, for the journal.
    pub version: String,
}
