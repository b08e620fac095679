//! What becomes of secrets on their way to a provider.

use std::sync::Arc;

use async_trait::async_trait;

use lumi_graph::{Object, ProviderCode, ResourceType, Value};

use super::reveal::{first_secret, has_secret, plain, plain_shared};
use super::{
    CallRequest, CheckRequest, Checked, ConstructRequest, Constructed, CreateRequest, Created,
    DeleteRequest, DerivedOutputs, Diff, DiffConfigRequest, DiffRequest, InvokeRequest, Provider,
    ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered, Target, UpdateRequest,
};

/// What a provider gets where a value is secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretPolicy {
    /// Secrets, marked as such: it keeps them.
    Marked,
    /// The plain data: it is trusted, or is a part of this process.
    Plain,
    /// Nothing: the call is refused.
    Refused {
        /// What it is called in messages, such as ``the plugin `aws` ``.
        by: String,
        /// What the user can do.
        advice: String,
    },
}

/// A provider that gets secrets as its policy says. Outputs are never refused, for it has made them
/// itself.
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
                "the {what} `{path}` is secret, and {by} does not declare that it keeps secrets \
                 (`keeps_secrets`); {advice}"
            ))),
        }
    }

    fn owned(&self, object: Object, what: &str) -> Result<Object, ProviderError> {
        self.check(&object, what)?;
        Ok(match self.policy {
            SecretPolicy::Plain => plain(object),
            SecretPolicy::Marked | SecretPolicy::Refused { .. } => object,
        })
    }

    fn inputs(&self, object: Arc<Object>) -> Result<Arc<Object>, ProviderError> {
        self.check(&object, "input")?;
        Ok(match self.policy {
            SecretPolicy::Plain => plain_shared(object),
            SecretPolicy::Marked | SecretPolicy::Refused { .. } => object,
        })
    }

    /// The environment of code that comes with a request is for the process that the code is from.
    fn target(&self, mut target: Target) -> Result<Target, ProviderError> {
        if let Some(Ok(code)) = &target.code
            && has_secret(&code.environment)
        {
            target.code = Some(Ok(Arc::new(ProviderCode {
                module: Arc::clone(&code.module),
                environment: self
                    .owned(code.environment.clone(), "value of the provider's code")?,
            })));
        }
        Ok(target)
    }

    /// Marks what the provider has made of secrets that it got in plain.
    fn mark(&self, outputs: &mut Object, target: &Target, inputs: &Object, preview: bool) {
        if let Some(derived) = self.provider.derived_outputs(&target.resource_type) {
            derived.mark(outputs, inputs, preview);
        }
    }

    fn outputs(&self, object: Arc<Object>) -> Arc<Object> {
        match self.policy {
            SecretPolicy::Marked => object,
            SecretPolicy::Plain | SecretPolicy::Refused { .. } => plain_shared(object),
        }
    }
}

#[async_trait]
impl Provider for SecretGate {
    fn is_configurable(&self) -> bool {
        self.provider.is_configurable()
    }

    fn derived_outputs(&self, resource_type: &ResourceType) -> Option<DerivedOutputs> {
        self.provider.derived_outputs(resource_type)
    }

    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        let config = self.owned(config, "configuration")?;
        self.provider.check_config(config).await
    }

    async fn diff_config(&self, request: DiffConfigRequest) -> Result<Diff, ProviderError> {
        let request = DiffConfigRequest {
            old_inputs: self.owned(request.old_inputs, "configuration")?,
            inputs: self.owned(request.inputs, "configuration")?,
        };
        self.provider.diff_config(request).await
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        let config = self.owned(config, "configuration")?;
        self.provider.configure(config).await
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let old_inputs = request.old_inputs.map(|it| self.inputs(it)).transpose()?;
        let request = CheckRequest {
            target: self.target(request.target)?,
            old_inputs,
            inputs: self.owned(request.inputs, "input")?,
        };
        self.provider.check(request).await
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let request = DiffRequest {
            target: self.target(request.target)?,
            old_inputs: self.inputs(request.old_inputs)?,
            old_outputs: self.outputs(request.old_outputs),
            inputs: self.inputs(request.inputs)?,
            ..request
        };
        self.provider.diff(request).await
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let (target, given) = (request.target.clone(), Arc::clone(&request.inputs));
        let preview = request.preview;
        let request = CreateRequest {
            target: self.target(request.target)?,
            inputs: self.inputs(request.inputs)?,
            ..request
        };
        let mut created = self.provider.create(request).await?;
        self.mark(&mut created.outputs, &target, &given, preview);
        Ok(created)
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let (target, given) = (request.target.clone(), request.inputs.clone());
        let request = ReadRequest {
            target: self.target(request.target)?,
            inputs: request.inputs.map(|it| self.inputs(it)).transpose()?,
            outputs: request.outputs.map(|it| self.outputs(it)),
            ..request
        };
        let mut read = self.provider.read(request).await?;
        if let (Some(read), Some(given)) = (&mut read, &given) {
            self.mark(&mut read.outputs, &target, given, false);
        }
        Ok(read)
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        let (target, given) = (request.target.clone(), Arc::clone(&request.inputs));
        let preview = request.preview;
        let request = UpdateRequest {
            target: self.target(request.target)?,
            old_inputs: self.inputs(request.old_inputs)?,
            old_outputs: self.outputs(request.old_outputs),
            inputs: self.inputs(request.inputs)?,
            ..request
        };
        let mut outputs = self.provider.update(request).await?;
        self.mark(&mut outputs, &target, &given, preview);
        Ok(outputs)
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let request = DeleteRequest {
            target: self.target(request.target)?,
            inputs: self.inputs(request.inputs)?,
            outputs: self.outputs(request.outputs),
            ..request
        };
        self.provider.delete(request).await
    }

    async fn settle(&self, target: &Target) -> Result<(), ProviderError> {
        let target = self.target(target.clone())?;
        self.provider.settle(&target).await
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        let (target, given) = (request.target.clone(), Arc::clone(&request.inputs));
        let request = RecoverRequest {
            target: self.target(request.target)?,
            inputs: self.inputs(request.inputs)?,
        };
        let mut recovered = self.provider.recover(request).await?;
        if let Recovered::Found(found) = &mut recovered {
            self.mark(&mut found.outputs, &target, &given, false);
        }
        Ok(recovered)
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        let request = InvokeRequest {
            arguments: self.owned(request.arguments, "argument")?,
            ..request
        };
        self.provider.invoke(request).await
    }

    async fn call(&self, request: CallRequest) -> Result<Value, ProviderError> {
        let request = CallRequest {
            arguments: self.owned(request.arguments, "argument")?,
            ..request
        };
        self.provider.call(request).await
    }

    /// Its inputs are for other resources too, and stay as they are.
    async fn construct(&self, request: ConstructRequest) -> Result<Constructed, ProviderError> {
        self.check(&request.inputs, "input")?;
        self.provider.construct(request).await
    }

    async fn cancel(&self) {
        self.provider.cancel().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers what it is asked.
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
                id: None,
                outputs: Object::clone(&request.inputs),
            })
        }

        async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
            Ok(Some(ReadState {
                id: request.id,
                inputs: Object::default(),
                outputs: request.outputs.as_deref().cloned().unwrap_or_default(),
            }))
        }

        async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
            Ok(Object::clone(&request.inputs))
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
        insta::assert_snapshot!(created(&refused(), true).await.unwrap_err(), @"the input `a[0]` is secret, and the plugin `test` does not declare that it keeps secrets (`keeps_secrets`); update it");
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
        };
        let read = refused().read(request).await.unwrap().unwrap();
        assert_eq!(read.outputs, object(false));
    }
}
