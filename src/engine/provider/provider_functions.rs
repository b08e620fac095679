//! Functions and methods of providers, and their components.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::{Goal, Object, Urn, Value, ephemeral_paths};
use lumi_provider::{
    CallRequest, ConstructRequest, Constructed, InvokeRequest, ProviderError, has_secret,
    reveal_value,
};

use super::provider_choice::ProviderChoice;
use crate::event::StepFailure;
use crate::registration::check::EPHEMERAL_PLACES;
use crate::registration::registrations::Registrations;
use crate::request::{Call, Construct, Invoke, RegisterError};
use crate::run_context::RunContext;

/// Invokes functions and methods of providers, and constructs components.
pub struct ProviderFunctions {
    context: Arc<RunContext>,
    registrations: Arc<Registrations>,
    choice: Arc<ProviderChoice>,
    /// Components that a provider has created.
    component_providers: Mutex<FxHashMap<Urn, ComponentProvider>>,
}

/// The provider that has created a component.
#[derive(Clone)]
struct ComponentProvider {
    /// `None` for the default one.
    resource: Option<Urn>,
    version: Option<String>,
}

impl ProviderFunctions {
    pub fn new(
        context: &Arc<RunContext>,
        registrations: &Arc<Registrations>,
        choice: &Arc<ProviderChoice>,
    ) -> Self {
        Self {
            context: Arc::clone(context),
            registrations: Arc::clone(registrations),
            choice: Arc::clone(choice),
            component_providers: Mutex::default(),
        }
    }

    pub async fn invoke(&self, invoke: Invoke) -> Result<Value, RegisterError> {
        if invoke.arguments.values().any(Value::contains_unknown) {
            return Ok(Value::Unknown);
        }
        let failed = |error: ProviderError| {
            let redactor = self.context.redactor([&invoke.arguments]);
            RegisterError::Failed {
                urn: None,
                message: format!(
                    "`{}`: {}",
                    invoke.token,
                    redactor.redact(&error.to_string())
                ),
            }
        };
        if let Some(problem) = misplaced(&invoke) {
            return Err(failed(ProviderError::failed(problem)));
        }
        let package = package(&invoke.token);
        let configured = self
            .choice
            .chosen(invoke.provider.as_ref(), package, invoke.version.as_deref())
            .await;
        let configured = configured.map_err(failed)?;
        let Some(provider) = configured.provider() else {
            return Ok(Value::Unknown);
        };
        let is_secret = has_secret(&invoke.arguments);
        let request = InvokeRequest {
            token: invoke.token.clone(),
            arguments: invoke.arguments.clone(),
            preview: self.context.options.preview,
        };
        let answer = provider.invoke(request).await.map_err(failed)?;
        Ok(self.with_noted_secrets(mark_secret_value(answer, is_secret)))
    }

    pub async fn call(&self, call: Call) -> Result<Value, RegisterError> {
        // A method may have effects.
        self.context.preview_state.note_unrepeatable();
        if call.arguments.values().any(Value::contains_unknown) {
            return Ok(Value::Unknown);
        }
        let failed = |error: ProviderError| {
            let redactor = self.context.redactor([&call.arguments]);
            RegisterError::Failed {
                urn: Some(call.target.clone()),
                message: format!("`{}`: {}", call.token, redactor.redact(&error.to_string())),
            }
        };
        let package = package(call.target.resource_type());
        let component_provider = self.component_providers.lock().get(&call.target).cloned();
        let target = self.context.state_log.live(&call.target).or_else(|| {
            self.context.state_log.with(|state| {
                let mut all = state.resources.values().rev();
                all.find(|it| it.urn == call.target).cloned()
            })
        });
        let configured = match (component_provider, &target) {
            (Some(component_provider), _) => {
                let ComponentProvider { resource, version } = component_provider;
                self.choice
                    .chosen(resource.as_ref(), package, version.as_deref())
                    .await
            }
            (None, Some(target)) => self.context.provider_of_object(target).await,
            // In a preview the object does not exist yet.
            (None, None) => return Ok(Value::Unknown),
        };
        let configured = configured.map_err(failed)?;
        let Some(provider) = configured.provider() else {
            return Ok(Value::Unknown);
        };
        let is_secret = has_secret(&call.arguments);
        let request = CallRequest {
            token: call.token.clone(),
            target: call.target.clone(),
            id: target.and_then(|it| it.id.clone()),
            arguments: call.arguments.clone(),
            dependencies: call.dependencies.clone(),
            preview: self.context.options.preview,
        };
        let answer = provider.call(request).await.map_err(failed)?;
        Ok(self.with_noted_secrets(mark_secret_value(answer, is_secret)))
    }

    /// Constructs a component by its provider. Its children arrive as separate goals.
    pub async fn construct(&self, construct: Construct) -> Result<Constructed, RegisterError> {
        let Construct { goal, providers } = construct;
        self.context.preview_state.note_unrepeatable();
        if self.context.is_stopping() {
            return Err(RegisterError::Stopping);
        }
        if let Err(failed) = self
            .registrations
            .await_all(goal.all_dependencies().chain(&providers))
            .await
        {
            let reason = format!("{} failed", failed.name());
            return Err(self
                .context
                .reporter
                .skip(&goal.urn, reason, goal.source.as_ref()));
        }
        let package = goal.resource_type.package();
        let configured = self
            .choice
            .chosen(goal.provider.as_ref(), package, goal.options.version())
            .await;
        let configured =
            configured.map_err(|it| self.context.refuse(&goal, None, it.to_string()))?;
        let Some(provider) = configured.provider() else {
            // A provider that is not configured cannot plan the component.
            return Ok(Constructed {
                urn: goal.urn,
                outputs: Default::default(),
                dependencies: Vec::new(),
            });
        };
        let request = self.construct_request(&goal, &providers);
        let made = provider.construct(request).await;
        let made = made.map_err(|error| {
            let redactor = self.context.redactor([&goal.inputs]);
            let failure = StepFailure::of_provider(&error, &redactor);
            self.context.refuse(&goal, None, failure)
        })?;
        let by = ComponentProvider {
            version: goal.options.version().map(str::to_owned),
            resource: goal.provider,
        };
        self.component_providers.lock().insert(made.urn.clone(), by);
        Ok(made)
    }

    fn construct_request(&self, goal: &Goal, providers: &[Urn]) -> ConstructRequest {
        let providers = providers.iter().map(|it| (it.clone(), self.id_of(it)));
        ConstructRequest {
            token: goal.resource_type.as_str().to_owned(),
            name: goal.name.as_str().to_owned(),
            parent: goal.parent.clone(),
            inputs: goal.inputs.clone(),
            dependencies: goal.dependencies.clone(),
            depends_on: goal.depends_on.clone(),
            providers: providers.collect(),
            options: goal.options.clone(),
        }
    }

    /// Takes note of the secrets in an answer before the program gets it.
    fn with_noted_secrets(&self, answer: Value) -> Value {
        if answer.contains_secret() {
            let member = (String::new(), answer.clone());
            self.context.note_secrets(&Object::from_iter([member]));
        }
        answer
    }

    /// The id of a provider resource; empty while it has none.
    fn id_of(&self, provider: &Urn) -> String {
        let known = self.context.state_log.live_provider(provider);
        known.and_then(|it| it.id.clone()).unwrap_or_default()
    }
}

/// Why an argument cannot be ephemeral: the answer of the function could be stored.
fn misplaced(invoke: &Invoke) -> Option<String> {
    let paths = ephemeral_paths(&invoke.arguments);
    let first = paths.first()?;
    let is_ephemeral = invoke.token.split(':').nth(1) == Some("ephemeral");
    (!is_ephemeral).then(|| format!("argument `{first}`: {EPHEMERAL_PLACES}"))
}

/// The package of a type or a token.
fn package(token: &str) -> &str {
    token.split(':').next().unwrap_or_default()
}

/// A result of secret arguments is secret as a whole.
fn mark_secret_value(answer: Value, is_secret: bool) -> Value {
    match is_secret {
        true => Value::secret(reveal_value(&answer)),
        false => answer,
    }
}
