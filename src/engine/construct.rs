//! Components that their provider makes.

use lumi_graph::Urn;
use lumi_provider::{ConstructRequest, Constructed};

use super::redactor::Redactor;
use super::request::Construct;
use super::run::{RegisterError, Run, failure};

impl Run {
    /// Has a provider make a component. What it registers comes in as goals of their own.
    pub(super) async fn construct(
        &self,
        construct: Construct,
    ) -> Result<Constructed, RegisterError> {
        let Construct { goal, providers } = construct;
        if self.is_stopping() {
            return Err(RegisterError::Stopping);
        }
        if let Err(failed) = self
            .registrations
            .await_all(goal.all_dependencies().chain(&providers))
            .await
        {
            let reason = format!("{} failed", failed.name());
            return Err(self.reporter.skip(&goal.urn, reason, goal.source.as_ref()));
        }
        let package = goal.resource_type.package();
        let configured = self.chosen(goal.provider.as_ref(), package).await;
        let configured = configured.map_err(|it| self.refuse(&goal, None, it.to_string()))?;
        let Some(provider) = configured.provider() else {
            // Only what is configured can say what it would make.
            return Ok(Constructed {
                urn: goal.urn,
                outputs: Default::default(),
                dependencies: Vec::new(),
            });
        };
        let request = ConstructRequest {
            token: goal.resource_type.as_str().to_owned(),
            name: goal.name.as_str().to_owned(),
            parent: goal.parent.clone(),
            inputs: goal.inputs.clone(),
            dependencies: goal.dependencies.clone(),
            depends_on: goal.depends_on.clone(),
            providers: providers
                .iter()
                .map(|it| (it.clone(), self.id_of(it)))
                .collect(),
            options: goal.options.clone(),
        };
        let made = provider.construct(request).await;
        let made = made.map_err(|error| {
            let redactor = Redactor::new([&goal.inputs]);
            self.refuse(&goal, None, failure(&error, &redactor).message)
        })?;
        self.run_state()
            .component_providers
            .insert(made.urn.clone(), goal.provider);
        Ok(made)
    }

    /// The id of a provider resource; empty while it has none.
    fn id_of(&self, provider: &Urn) -> String {
        let known = self.state_log.live_provider(provider);
        known.and_then(|it| it.id.clone()).unwrap_or_default()
    }
}
