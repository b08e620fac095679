//! A goal with its identity.

use std::sync::Arc;

use lumi_graph::{Goal, Object, PropertyPath, Urn};
use lumi_provider::Provider;
use lumi_state::{Resource, StoredProvider};

use super::imports::Adoption;
use crate::preview::unchanged::UnchangedAnswer;
use crate::provider::providers::ConfiguredProvider;

/// A goal with valid options, whose identity is known.
pub struct ResolvedGoal {
    pub goal: Goal,
    /// The resource in the state.
    pub old: Option<Arc<Resource>>,
    pub provider: Option<ConfiguredProvider>,
    /// The provider code of the goal, whose module is in the state.
    pub stored_provider: Option<StoredProvider>,
    /// The places of checked inputs that are only handed to the provider.
    pub unstored: Vec<PropertyPath>,
    /// The answers in the plan of this deployment about the object, which it leaves as it is.
    pub unchanged: Option<UnchangedAnswer>,
    /// In a preview, the inputs with what the provider's check has filled in.
    pub checked_inputs: Option<Arc<Object>>,
    /// Whether a rollback keeps the resource without a check of its inputs.
    pub keeps_record: bool,
    /// Resources of the options that have another name in the old state: the present name, and that one.
    pub renamed_hosts: Vec<(Urn, Urn)>,
    /// Set when the goal adopts an existing object (`import`).
    pub adoption: Option<Adoption>,
}

impl ResolvedGoal {
    pub fn new(goal: Goal, old: Option<Arc<Resource>>) -> Self {
        Self {
            goal,
            old,
            provider: None,
            stored_provider: None,
            unstored: Vec::new(),
            unchanged: None,
            checked_inputs: None,
            keeps_record: false,
            renamed_hosts: Vec::new(),
            adoption: None,
        }
    }

    /// The provider of a custom resource; `None` in a preview in which its configuration is
    /// unknown.
    pub fn provider(&self) -> Option<Arc<dyn Provider>> {
        self.provider.as_ref()?.provider().cloned()
    }
}
