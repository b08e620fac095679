//! Constructs the parts of a run.

use std::sync::Arc;

use super::deletion::deletions::Deletions;
use super::deletion::final_deletions::FinalDeletions;
use super::deletion::object_users::ObjectUsers;
use super::deletion::pending_deletions::PendingDeletions;
use super::deletion::replacement_deletions::ReplacementDeletions;
use super::deletion::replacements::Replacements;
use super::listings::Listings;
use super::preview::preview_graph::PreviewGraph;
use super::provider::provider_changes::ProviderChanges;
use super::provider::provider_choice::ProviderChoice;
use super::registration::components::Components;
use super::registration::conflicts::Conflicts;
use super::registration::custom_resources::CustomResources;
use super::registration::foreign_objects::ForeignObjects;
use super::registration::identities::Identities;
use super::registration::imports::Imports;
use super::registration::provider_resources::ProviderResources;
use super::registration::reads::Reads;
use super::registration::registration::Registration;
use super::registration::registrations::Registrations;
use super::registration::rename_hints::RenameHints;
use super::run_context::RunContext;
use super::scope::Scope;
use super::steps::object_steps::ObjectSteps;
use super::steps::resource_records::ResourceRecords;
use super::steps::step_hooks::StepHooks;
use super::steps::steps::Steps;

/// The parts that several others use. Each part gets only the parts that it needs.
pub struct RunParts {
    pub context: Arc<RunContext>,
    pub registrations: Arc<Registrations>,
    pub graph: Arc<PreviewGraph>,
    pub identities: Arc<Identities>,
    pub scope: Arc<Scope>,
    pub choice: Arc<ProviderChoice>,
    pub hooks: Arc<StepHooks>,
    pub imports: Arc<Imports>,
    pub listings: Arc<Listings>,
    pub foreign_objects: Arc<ForeignObjects>,
    replacements: Arc<Replacements>,
    rename_hints: Arc<RenameHints>,
    deletions: Arc<Deletions>,
    records: Arc<ResourceRecords>,
    users: Arc<ObjectUsers>,
    pending_deletions: Arc<PendingDeletions>,
}

impl RunParts {
    pub fn new(context: RunContext) -> Self {
        let context = Arc::new(context);
        let registrations = Arc::new(Registrations::default());
        let graph = Arc::new(PreviewGraph::default());
        let scope = Arc::new(Scope::new(&context));
        let hooks = Arc::new(StepHooks::new(&context));
        let replacements = Arc::new(Replacements::new(&context));
        let deletions = Arc::new(Deletions::new(&context, &replacements, &hooks));
        let records = Arc::new(ResourceRecords {
            context: context.clone(),
            scope: scope.clone(),
        });
        let users = Arc::new(ObjectUsers {
            context: context.clone(),
            registrations: registrations.clone(),
            scope: scope.clone(),
            replacements: replacements.clone(),
        });
        let pending_deletions = Arc::new(PendingDeletions {
            context: context.clone(),
            registrations: registrations.clone(),
            scope: scope.clone(),
            users: users.clone(),
            deletions: deletions.clone(),
        });
        let choice = Arc::new(ProviderChoice::new(&context));
        Self {
            identities: Arc::new(Identities::new(&context, &registrations)),
            foreign_objects: Arc::new(ForeignObjects::new(&context, &records, &choice)),
            listings: Arc::new(Listings::new(&context, &choice)),
            choice,
            imports: Arc::new(Imports::new(&context, &records, &replacements)),
            rename_hints: Arc::new(RenameHints::new(&context, &graph)),
            context,
            registrations,
            graph,
            scope,
            hooks,
            replacements,
            deletions,
            records,
            users,
            pending_deletions,
        }
    }

    pub fn registration(&self) -> Registration {
        Registration {
            context: self.context.clone(),
            registrations: self.registrations.clone(),
            identities: self.identities.clone(),
            scope: self.scope.clone(),
            choice: self.choice.clone(),
            graph: self.graph.clone(),
            components: Components {
                context: self.context.clone(),
                records: self.records.clone(),
                hooks: self.hooks.clone(),
                replacements: self.replacements.clone(),
                rename_hints: self.rename_hints.clone(),
            },
            provider_resources: ProviderResources {
                context: self.context.clone(),
                choice: self.choice.clone(),
                records: self.records.clone(),
                replacements: self.replacements.clone(),
            },
            reads: Reads {
                context: self.context.clone(),
                records: self.records.clone(),
                replacements: self.replacements.clone(),
            },
            custom_resources: self.custom_resources(),
        }
    }

    fn custom_resources(&self) -> CustomResources {
        CustomResources {
            context: self.context.clone(),
            identities: self.identities.clone(),
            replacements: self.replacements.clone(),
            provider_changes: ProviderChanges {
                context: self.context.clone(),
                choice: self.choice.clone(),
                identities: self.identities.clone(),
                replacements: self.replacements.clone(),
            },
            imports: self.imports.clone(),
            steps: Steps {
                context: self.context.clone(),
                objects: self.object_steps(),
                records: self.records.clone(),
                hooks: self.hooks.clone(),
                replacements: self.replacements.clone(),
                deletions: self.replacement_deletions(),
            },
        }
    }

    fn object_steps(&self) -> ObjectSteps {
        ObjectSteps {
            context: self.context.clone(),
            records: self.records.clone(),
            hooks: self.hooks.clone(),
            pending_deletions: self.pending_deletions.clone(),
            conflicts: Conflicts {
                context: self.context.clone(),
                registrations: self.registrations.clone(),
            },
            rename_hints: self.rename_hints.clone(),
        }
    }

    fn replacement_deletions(&self) -> ReplacementDeletions {
        ReplacementDeletions {
            context: self.context.clone(),
            registrations: self.registrations.clone(),
            scope: self.scope.clone(),
            replacements: self.replacements.clone(),
            deletions: self.deletions.clone(),
            pending_deletions: self.pending_deletions.clone(),
        }
    }

    pub fn final_deletions(&self) -> FinalDeletions {
        FinalDeletions {
            context: self.context.clone(),
            registrations: self.registrations.clone(),
            identities: self.identities.clone(),
            scope: self.scope.clone(),
            replacements: self.replacements.clone(),
            users: self.users.clone(),
            deletions: self.deletions.clone(),
            rename_hints: self.rename_hints.clone(),
        }
    }
}
