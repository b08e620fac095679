//! What the user wants of a run.

use std::time::Duration;

use lumi_graph::{Object, Urn};
use rustc_hash::FxHashMap;

use super::plan::Selection;
use super::plan_key::PlanKey;
use super::saved_plan::SavedPlan;

/// The only things in which preview, up, destroy and refresh differ, besides their source.
#[derive(Clone, Debug)]
pub struct RunOptions {
    pub kind: lumi_state::RunKind,
    /// Nothing is touched: providers are asked what would happen, and the state stays as it is.
    pub preview: bool,
    /// How many operations of providers run at the same time; at least 1.
    pub parallel: usize,
    pub selection: Selection,
    /// Looks at every object before the source is asked.
    pub refresh: bool,
    /// A failure stops only what depends on it.
    pub continue_on_error: bool,
    /// Operations of an earlier run whose outcome the provider cannot tell are taken as not done.
    pub forget_pending: bool,
    /// The time a provider has for an answer to a call that changes nothing.
    pub answer_limit: Duration,
    /// Steps that are not in this plan fail before anything happens.
    pub plan: Option<SavedPlan>,
    /// For the secrets in the plan that the run comes to.
    pub plan_key: PlanKey,
    /// The configuration of default providers, by package.
    pub provider_config: FxHashMap<String, Object>,
    /// What the program gives its provider resources now, for objects that the run touches before or
    /// without goals: credentials are configuration, and those in the state may be older.
    pub program_configs: FxHashMap<Urn, Object>,
    /// Of the program and its stack, for URNs and graphs.
    pub project: String,
    pub stack: String,
    /// The version of lumi, for the journal.
    pub version: String,
}
