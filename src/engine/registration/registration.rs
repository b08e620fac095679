//! The processing of one goal, from its registration to the program's response.

use std::sync::Arc;

use tracing::{Instrument as _, debug_span};

use lumi_graph::{Goal, ResourceKind, Urn};

use super::components::Components;
use super::custom_resources::CustomResources;
use super::identities::Identities;
use super::provider_resources::ProviderResources;
use super::reads::Reads;
use super::registrations::{RegistrationStatus, Registrations};
use super::resolved_goal::ResolvedGoal;
use crate::event::{Diagnostic, Event, MovedResource, Severity};
use crate::preview::preview_graph::PreviewGraph;
use crate::provider::provider_choice::ProviderChoice;
use crate::provider::providers::ConfiguredProvider;
use crate::provider::stored_provider::store_provider_code;
use crate::request::{RegisterError, Registered};
use crate::run_context::RunContext;
use crate::scope::Scope;

/// Processes goals according to their kind.
pub struct Registration {
    pub context: Arc<RunContext>,
    pub registrations: Arc<Registrations>,
    pub identities: Arc<Identities>,
    pub scope: Arc<Scope>,
    pub choice: Arc<ProviderChoice>,
    pub graph: Arc<PreviewGraph>,
    pub components: Components,
    pub provider_resources: ProviderResources,
    pub reads: Reads,
    pub custom_resources: CustomResources,
}

impl Registration {
    /// Runs the steps of a started goal and returns once they have finished.
    pub async fn register(&self, goal: Goal) -> Result<Registered, RegisterError> {
        let urn = goal.urn.clone();
        let span = debug_span!(target: "engine", "goal", %urn);
        let result = self.run(goal).instrument(span).await;
        let status = match result {
            Ok(_) => RegistrationStatus::Done,
            Err(_) => RegistrationStatus::Failed,
        };
        self.registrations.settle(&urn, status);
        result
    }

    /// Keeps the resource of a started goal that its source cannot register.
    pub fn abandon(&self, goal: &Goal, cause: Option<String>) {
        self.identities.keep(goal);
        if let Some(cause) = cause {
            let reason = format!("{cause} failed");
            let reporter = &self.context.reporter;
            reporter.skip(&goal.urn, reason, goal.source.as_ref());
        }
        self.registrations
            .settle(&goal.urn, RegistrationStatus::Failed);
    }

    async fn run(&self, goal: Goal) -> Result<Registered, RegisterError> {
        if self.context.is_stopping() {
            return Err(self.stopping(&goal));
        }
        let reporter = &self.context.reporter;
        reporter.hide_differences(&goal.urn, &goal.options);
        if let Some(fault) = goal.options.fault() {
            return Err(self.refuse(&goal, fault.to_string()));
        }
        self.context.plan_check.note_registered(&goal);
        self.context.note_secrets(&goal.inputs);
        self.warn_of_secret_name(&goal);
        // A guest is replaced with its host, so it waits for the host.
        let awaited = goal.all_dependencies().chain(goal.options.deleted_with());
        let awaited = awaited.filter(|it| **it != goal.urn);
        if let Err(failed) = self.registrations.await_all(awaited).await {
            let reason = format!("{} failed", failed.name());
            self.identities.keep(&goal);
            return Err(reporter.skip(&goal.urn, reason, goal.source.as_ref()));
        }
        if self.context.options.leaves_goals {
            let old = self.identities.identify(&goal).await?;
            return Ok(Scope::leave(&ResolvedGoal::new(goal, old)));
        }
        self.scope.select_if_dependent(&goal);
        if let Err(message) = self.scope.resolve_missing(&goal) {
            return Err(self.refuse(&goal, message));
        }
        let old = self.identities.identify(&goal).await?;
        if let Some(old) = &old {
            self.report_move(&goal, &old.urn);
        }
        let renamed_hosts = self.identities.renamed_hosts(&goal.options);
        let mut resolved = ResolvedGoal::new(goal, old);
        resolved.renamed_hosts = renamed_hosts;
        let registered = self.register_resolved(&mut resolved).await?;
        if self.context.options.preview {
            let inputs = resolved.checked_inputs;
            self.graph.add(resolved.goal, inputs, &registered);
        }
        Ok(registered)
    }

    async fn register_resolved(
        &self,
        resolved: &mut ResolvedGoal,
    ) -> Result<Registered, RegisterError> {
        if !self.is_included(&resolved.goal) {
            return Ok(self.scope.report_excluded(resolved));
        }
        match resolved.goal.kind {
            ResourceKind::Component => self.components.register(resolved).await,
            ResourceKind::Provider => self.provider_resources.register(resolved).await,
            ResourceKind::Custom => {
                resolved.provider = Some(self.provider_of(resolved).await?);
                resolved.stored_provider = store_provider_code(&self.context, &resolved.goal)?;
                match resolved.goal.read_id {
                    Some(_) => self.reads.register(resolved).await,
                    None => self.custom_resources.register(resolved).await,
                }
            }
        }
    }

    /// Whether a goal is in the scope of the run, as providers always are.
    fn is_included(&self, goal: &Goal) -> bool {
        goal.kind == ResourceKind::Provider || self.scope.is_targeted(&goal.urn)
    }

    /// Reports that the state gets another name for a resource. Those out of scope keep theirs.
    fn report_move(&self, goal: &Goal, from: &Urn) {
        if *from != goal.urn && self.is_included(goal) {
            self.context.reporter.emit(Event::Moved(MovedResource {
                urn: goal.urn.clone(),
                from: from.clone(),
                parent: goal.parent.clone(),
                order: goal.order,
            }));
        }
    }

    /// Finds the provider of a custom resource.
    async fn provider_of(
        &self,
        resolved: &ResolvedGoal,
    ) -> Result<ConfiguredProvider, RegisterError> {
        let goal = &resolved.goal;
        let package = goal.resource_type.package();
        let configured = self
            .choice
            .chosen(goal.provider.as_ref(), package, goal.options.version())
            .await;
        configured.map_err(|error| {
            let old = resolved.old.as_ref();
            self.context.refuse(goal, old, error.to_string())
        })
    }

    /// Warns of a name with a secret in it: names are part of URNs, which are not encrypted.
    fn warn_of_secret_name(&self, goal: &Goal) {
        if self.context.known_secrets.is_unreported_resource(&goal.urn) {
            self.context.reporter.emit(Event::Diagnostic(Diagnostic {
                severity: Severity::Warning,
                urn: Some(goal.urn.clone()),
                message:
                    "its name contains a secret, and names are not encrypted: it is stored in the \
                     state and sent to providers as plain text"
                        .to_owned(),
                help: Some("give it a name without the secret".to_owned()),
                source: goal.source.clone(),
            }));
        }
    }

    /// Fails a goal before its resource is known. The resource in the state is kept.
    fn refuse(&self, goal: &Goal, message: String) -> RegisterError {
        self.identities.keep(goal);
        self.context.refuse(goal, None, message)
    }

    fn stopping(&self, goal: &Goal) -> RegisterError {
        let reason = "the run is stopping".to_owned();
        let reporter = &self.context.reporter;
        reporter.skip(&goal.urn, reason, goal.source.as_ref());
        RegisterError::Stopping
    }
}
