//! Controls the secrets that a provider receives.

use std::mem;
use std::sync::Arc;

use lumi_graph::{Object, ProviderCode};

use super::provider_request::ProviderRequest;
use super::request_object::{ObjectRef, ObjectRole, RequestObject};
use super::reveal::{first_secret, has_secret, plain, plain_shared, reveal};
use super::{DerivedOutputs, Middleware, Provider, ProviderError, Target};

/// The form in which a provider receives secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretPolicy {
    /// Marked secrets: the provider keeps the marks.
    Marked,
    /// Plain data: the provider is trusted, or part of this process.
    Plain,
    /// No secrets: such requests are refused.
    Refused {
        /// The provider's name in messages, such as ``the plugin `aws` ``.
        by: String,
        /// Advice for the user.
        advice: String,
    },
}

/// A provider that receives secrets according to its policy. Outputs are never refused, because
/// they come from the provider itself.
pub struct SecretGate {
    provider: Arc<dyn Provider>,
    policy: SecretPolicy,
}

impl SecretGate {
    pub fn new(provider: Arc<dyn Provider>, policy: SecretPolicy) -> Self {
        Self { provider, policy }
    }

    fn check(&self, object: &Object, what: &str) -> Result<(), ProviderError> {
        let SecretPolicy::Refused { by, advice } = &self.policy else {
            return Ok(());
        };
        match first_secret(object) {
            None => Ok(()),
            Some(path) => Err(ProviderError::failed(format!(
                "the {what} `{path}` is secret, and {by} does not declare that it protects secrets \
                 (`keeps_secrets`); {advice}"
            ))),
        }
    }

    /// Converts an object according to the policy, or refuses it.
    fn guard(&self, given: RequestObject<'_>) -> Result<(), ProviderError> {
        if let Some(name) = refusable(given.role) {
            self.check(given.object.get(), name)?;
        }
        if self.reveals(given.role) {
            match given.object {
                ObjectRef::Owned(object) => *object = plain(mem::take(object)),
                ObjectRef::Shared(object) => *object = plain_shared(mem::take(object)),
            }
        }
        Ok(())
    }

    fn reveals(&self, role: ObjectRole) -> bool {
        match self.policy {
            SecretPolicy::Marked => false,
            SecretPolicy::Plain => role != ObjectRole::ComponentInput,
            SecretPolicy::Refused { .. } => role == ObjectRole::Output,
        }
    }

    /// Applies the policy to the environment of the code in a request, which may contain secrets.
    fn guard_code(&self, target: &mut Target) -> Result<(), ProviderError> {
        let Some(Ok(code)) = &target.code else {
            return Ok(());
        };
        if !has_secret(&code.environment) {
            return Ok(());
        }
        self.check(&code.environment, "value of the provider's code")?;
        if self.policy == SecretPolicy::Plain {
            target.code = Some(Ok(Arc::new(ProviderCode {
                module: Arc::clone(&code.module),
                environment: reveal(&code.environment),
            })));
        }
        Ok(())
    }

    /// The marks for outputs derived from secrets that the provider received in plain text.
    fn marks<R: ProviderRequest>(&self, request: &R) -> Option<Marks> {
        let context = request.output_context()?;
        Some(Marks {
            derived: self.provider.derived_outputs(context.resource_type)?,
            inputs: Arc::clone(context.inputs),
            begun_update: context.begun_update.cloned(),
            old_outputs: context.old_outputs.cloned(),
            is_preview: context.is_preview,
        })
    }
}

/// The name of an object in a refusal; outputs are never refused.
fn refusable(role: ObjectRole) -> Option<&'static str> {
    match role {
        ObjectRole::Configuration => Some("configuration"),
        ObjectRole::Input | ObjectRole::ComponentInput => Some("input"),
        ObjectRole::Argument => Some("argument"),
        ObjectRole::Output => None,
    }
}

/// The source of marks for outputs: the inputs as in the program, and the earlier outputs.
struct Marks {
    derived: DerivedOutputs,
    inputs: Arc<Object>,
    begun_update: Option<Arc<Object>>,
    old_outputs: Option<Arc<Object>>,
    is_preview: bool,
}

impl Marks {
    /// Whether outputs are secret, and so what else a provider derives of the inputs.
    fn has_secret(&self) -> bool {
        let old_outputs = self.old_outputs.as_deref();
        let mut inputs = std::iter::once(&self.inputs).chain(&self.begun_update);
        inputs.any(|it| self.derived.is_secret_for(it, old_outputs))
    }

    fn mark(&self, outputs: &mut Object) {
        if self.has_secret() {
            self.derived.mark(outputs, self.is_preview);
        }
    }
}

impl Middleware for SecretGate {
    async fn handle<R: ProviderRequest>(
        &self,
        mut request: R,
    ) -> Result<R::Response, ProviderError> {
        let marks = self.marks(&request);
        if let Some(target) = request.target() {
            self.guard_code(target)?;
        }
        if let Some((resource_type, inputs)) = request.unchecked_inputs() {
            self.provider.fill_inputs(resource_type, inputs);
        }
        for given in request.objects() {
            self.guard(given)?;
        }
        match request.send(&*self.provider).await {
            Ok(mut response) => {
                if let (Some(marks), Some(outputs)) = (marks, R::outputs(&mut response)) {
                    marks.mark(outputs);
                }
                Ok(response)
            }
            Err(mut error) => {
                if marks.is_some_and(|it| it.has_secret()) {
                    error.hide_printed();
                }
                Err(error)
            }
        }
    }

    fn next(&self) -> Option<&dyn Provider> {
        Some(&*self.provider)
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;

    use super::*;
    use crate::{
        CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest,
        InvokeRequest, ReadRequest, ReadState, UpdateRequest, Updated,
    };
    use lumi_graph::{ResourceType, Value};

    /// Returns its requests.
    struct EchoProvider;

    #[async_trait]
    impl Provider for EchoProvider {
        async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
            Ok(Checked::accepted(request.inputs))
        }

        async fn diff(&self, _: DiffRequest) -> Result<Diff, ProviderError> {
            Ok(Diff::default())
        }

        async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
            Ok(Created {
                data: None,
                id: None,
                outputs: Object::clone(&request.inputs),
            })
        }

        async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
            Ok(Some(ReadState {
                data: None,
                id: request.id,
                inputs: Object::default(),
                outputs: request.outputs.as_deref().cloned().unwrap_or_default(),
            }))
        }

        async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
            Ok(Object::clone(&request.inputs).into())
        }

        async fn delete(&self, _: DeleteRequest) -> Result<(), ProviderError> {
            Ok(())
        }

        async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
            Ok(Value::Object(request.arguments))
        }
    }

    fn gate(policy: SecretPolicy) -> SecretGate {
        SecretGate::new(Arc::new(EchoProvider), policy)
    }

    fn refused() -> SecretGate {
        gate(SecretPolicy::Refused {
            by: "the plugin `test`".to_owned(),
            advice: "update it".to_owned(),
        })
    }

    fn object(secret: bool) -> Object {
        let value = Value::from("x");
        let value = if secret { Value::secret(value) } else { value };
        [("a".to_owned(), Value::Array(vec![value]))]
            .into_iter()
            .collect()
    }

    fn target() -> Target {
        Target {
            data: None,
            ignored: Vec::new(),
            urn: lumi_graph::Urn::parse("urn:lumi:dev::web::index::test:index:Thing::a").unwrap(),
            resource_type: ResourceType::parse("test:index:Thing").unwrap(),
            timeout: None,
            code: None,
        }
    }

    async fn created(gate: &SecretGate, secret: bool) -> Result<Object, String> {
        let request = CreateRequest {
            target: target(),
            inputs: Arc::new(object(secret)),
            preview: false,
            follows_delete: false,
            recorded: None,
        };
        let created = gate.create(request).await;
        created.map(|it| it.outputs).map_err(|it| it.to_string())
    }

    #[tokio::test]
    async fn a_policy_says_what_a_provider_gets() {
        let marked = created(&gate(SecretPolicy::Marked), true).await;
        assert_eq!(marked.unwrap(), object(true));
        let plain = created(&gate(SecretPolicy::Plain), true).await;
        assert_eq!(plain.unwrap(), object(false));
        assert_eq!(created(&refused(), false).await.unwrap(), object(false));
        insta::assert_snapshot!(created(&refused(), true).await.unwrap_err(), @"the input `a[0]` is secret, and the plugin `test` does not declare that it protects secrets (`keeps_secrets`); update it");
    }

    #[tokio::test]
    async fn configuration_and_arguments_are_guarded() {
        let gate = refused();
        let config = gate.check_config(object(true)).await.unwrap_err();
        assert!(config.to_string().starts_with("the configuration `a[0]`"));
        assert!(gate.configure(object(true)).await.is_err());
        assert!(gate.configure(object(false)).await.is_ok());
        let request = InvokeRequest {
            token: "test:index:find".to_owned(),
            arguments: object(true),
            preview: false,
        };
        let argument = gate.invoke(request).await.unwrap_err();
        assert!(argument.to_string().starts_with("the argument `a[0]`"));
    }

    #[tokio::test]
    async fn a_provider_gets_what_it_made_itself() {
        let request = ReadRequest {
            target: target(),
            id: "i".to_owned(),
            inputs: Some(Arc::new(object(false))),
            outputs: Some(Arc::new(object(true))),
            is_import: false,
            begun_update: None,
        };
        let read = refused().read(request).await.unwrap().unwrap();
        assert_eq!(read.outputs, object(false));
    }
}
