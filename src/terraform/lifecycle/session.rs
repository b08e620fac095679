//! A configured provider with its schemas.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, OnceLock};

use prost::Message;

use lumi_graph::Urn;

use crate::cty::{Type, Value};
use crate::interface::SchemaFile;
use crate::process::{PluginProcess, ProtocolVersion, SecretTexts};
use crate::protocol::{
    CAPABILITIES, CallFailure, Client, Diagnostics, TERRAFORM_VERSION, decode, encode,
};
use crate::schema::{Block, Schema, Schemas};
use crate::tfplugin6 as wire;

use super::kept_answers::{AnswerKey, KeptAnswers, provider_digest};
use super::lifecycle_error::LifecycleError;

/// A provider and its schemas. Configure it once, before any resource.
pub struct Session {
    client: Client,
    schemas: Schemas,
    identities: HashMap<String, IdentitySchema>,
    address: String,
    kept: Arc<KeptAnswers>,
    /// The digest of the provider and its configuration, once it has one.
    configured: OnceLock<[u8; 32]>,
}

struct IdentitySchema {
    version: i64,
    of: Type,
}

impl Session {
    /// Asks a provider for its schemas. It is not asked if they are stored, and the provider needs no request for
    /// them before others: that of a large cloud takes seconds.
    pub async fn open(
        process: Arc<PluginProcess>,
        stored: Option<SchemaFile>,
    ) -> Result<Self, LifecycleError> {
        let version = process.version();
        let client = Client::new(process);
        let suffices = |it: &SchemaFile| {
            it.version() == version && it.capabilities().get_provider_schema_optional
        };
        let stored = stored.filter(suffices).map(Schemas::stored);
        let schemas = match stored {
            Some(Ok(schemas)) => schemas,
            _ => schemas(&client, version).await?,
        };
        let identities = identities(&client).await?;
        Ok(Self {
            client,
            schemas,
            identities,
            address: String::new(),
            kept: Arc::default(),
            configured: OnceLock::new(),
        })
    }

    /// With the full address of the provider, such as `registry.opentofu.org/hashicorp/random`.
    pub fn at_address(self, address: String) -> Self {
        Self { address, ..self }
    }

    /// With the answers that a preview of the same command got.
    pub fn with_answers(self, kept: Arc<KeptAnswers>) -> Self {
        Self { kept, ..self }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn client(&self) -> &Client {
        &self.client
    }

    pub fn schemas(&self) -> &Schemas {
        &self.schemas
    }

    pub fn secrets(&self) -> &SecretTexts {
        self.client.process().filter().secrets()
    }

    /// Checks a configuration of the provider, which may have unknown parts. Its errors are among the
    /// diagnostics.
    pub async fn validate_provider(&self, config: &Value) -> Result<Diagnostics, LifecycleError> {
        let config = self.provider_config(config)?;
        let request = wire::validate_provider_config::Request {
            config: Some(config),
        };
        let answer = self.client.validate_provider_config(request).await?;
        Ok(self.diagnostics(answer.diagnostics))
    }

    /// Configures the provider; the warnings.
    pub async fn configure(&self, config: &Value) -> Result<Diagnostics, LifecycleError> {
        let config = self.provider_config(config)?;
        let digest = provider_digest(&self.address, &config.msgpack);
        let request = wire::configure_provider::Request {
            terraform_version: TERRAFORM_VERSION.to_owned(),
            config: Some(config),
            client_capabilities: Some(CAPABILITIES),
        };
        let answer = self.client.configure_provider(request).await?;
        let warnings = self.checked(answer.diagnostics)?;
        // A provider is configured once.
        let _ = self.configured.set(digest);
        Ok(warnings)
    }

    /// The answer to a request about a resource: that of the preview, if the preview asked the same. Otherwise the provider
    /// is asked, and its answer is kept for one more request.
    pub async fn answer<R: Message, A: Message + Default, F>(
        &self,
        (urn, method): (Option<&Urn>, &str),
        request: R,
        call: impl FnOnce(R) -> F,
    ) -> Result<A, CallFailure>
    where
        F: Future<Output = Result<A, CallFailure>>,
    {
        let about = urn.zip(self.configured.get());
        let key = about.map(|(urn, digest)| AnswerKey::new(digest, urn, method, &request));
        if let Some(answer) = key.and_then(|it| self.kept.take(&it)) {
            return Ok(answer);
        }
        let answer = call(request).await?;
        if let Some(key) = key {
            self.kept.keep(key, &answer);
        }
        Ok(answer)
    }

    fn provider_config(&self, config: &Value) -> Result<wire::DynamicValue, LifecycleError> {
        let schema = self.schemas.provider()?;
        self.hide_secrets(&schema.block, config);
        let of = schema.value_type();
        encode(config, of).map_err(LifecycleError::value("the configuration of the provider"))
    }

    /// Sensitive texts of a value are not shown from now on.
    pub fn hide_secrets(&self, block: &Block, value: &Value) {
        let secrets = self.secrets();
        block.visit(value, &mut |attribute, _, value| {
            if attribute.is_sensitive || attribute.is_write_only {
                add_secret(value, secrets);
            }
        });
    }

    /// The texts of a value are not shown from now on.
    pub fn add_secret(&self, value: &Value) {
        add_secret(value, self.secrets());
    }

    pub fn resource(&self, type_name: &str) -> Result<Arc<Schema>, LifecycleError> {
        Ok(self.schemas.resource(type_name)?)
    }

    /// The type of the identity of a resource, with its version.
    pub fn identity(&self, type_name: &str) -> Option<(&Type, i64)> {
        let found = self.identities.get(type_name)?;
        Some((&found.of, found.version))
    }

    pub fn identity_message(
        &self,
        type_name: &str,
        identity: Option<&Value>,
    ) -> Result<Option<wire::ResourceIdentityData>, LifecycleError> {
        let (Some((of, _)), Some(identity)) = (self.identity(type_name), identity) else {
            return Ok(None);
        };
        let data = encode(identity, of).map_err(LifecycleError::value("the identity"))?;
        let identity_data = Some(data);
        Ok(Some(wire::ResourceIdentityData { identity_data }))
    }

    pub fn read_identity(
        &self,
        type_name: &str,
        method: &'static str,
        message: Option<&wire::ResourceIdentityData>,
    ) -> Result<Option<Value>, LifecycleError> {
        let (Some((of, _)), Some(message)) = (self.identity(type_name), message) else {
            return Ok(None);
        };
        let value = decode_answer(method, message.identity_data.as_ref(), of)?;
        Ok(Some(value).filter(|it| !it.is_null()))
    }

    /// The diagnostics of an answer, or the error that they are.
    pub fn checked(
        &self,
        diagnostics: Vec<wire::Diagnostic>,
    ) -> Result<Diagnostics, LifecycleError> {
        checked(&self.client, diagnostics)
    }

    pub fn diagnostics(&self, diagnostics: Vec<wire::Diagnostic>) -> Diagnostics {
        Diagnostics::read(diagnostics, self.secrets())
    }

    /// Asks the provider to stop what it does. Calls in flight answer soon, with what they have.
    pub async fn stop(&self) -> Result<(), CallFailure> {
        let request = wire::stop_provider::Request {};
        self.client.stop_provider(request).await.map(drop)
    }
}

async fn schemas(client: &Client, version: ProtocolVersion) -> Result<Schemas, LifecycleError> {
    let request = wire::get_provider_schema::Request {};
    let mut answer = client.get_provider_schema(request).await?;
    let diagnostics = std::mem::take(&mut answer.diagnostics);
    checked(client, diagnostics)?;
    Ok(Schemas::new(version, answer))
}

async fn identities(client: &Client) -> Result<HashMap<String, IdentitySchema>, LifecycleError> {
    let request = wire::get_resource_identity_schemas::Request {};
    let answer = match client.get_resource_identity_schemas(request).await {
        Err(CallFailure::Unimplemented { .. }) => return Ok(HashMap::new()),
        decode_answer => decode_answer?,
    };
    checked(client, answer.diagnostics)?;
    let mut identities = HashMap::new();
    for (name, schema) in answer.identity_schemas {
        let mut attributes = Vec::new();
        for attribute in schema.identity_attributes {
            let of = Type::from_json(&attribute.r#type);
            let wrong = |it: crate::cty::TypeError| {
                crate::schema::SchemaError::wrong(&attribute.name, it.to_string())
            };
            attributes.push((attribute.name.clone(), of.map_err(wrong)?));
        }
        let (version, of) = (schema.version, Type::object(attributes));
        identities.insert(name, IdentitySchema { version, of });
    }
    Ok(identities)
}

fn checked(
    client: &Client,
    diagnostics: Vec<wire::Diagnostic>,
) -> Result<Diagnostics, LifecycleError> {
    let diagnostics = Diagnostics::read(diagnostics, client.process().filter().secrets());
    match diagnostics.has_error() {
        true => Err(LifecycleError::Refused(diagnostics)),
        false => Ok(diagnostics),
    }
}

/// The value in an answer.
pub fn decode_answer(
    method: &'static str,
    message: Option<&wire::DynamicValue>,
    of: &Type,
) -> Result<Value, LifecycleError> {
    decode(message, of).map_err(|it| {
        let reason = it.to_string();
        CallFailure::Unreadable { method, reason }.into()
    })
}

fn add_secret(value: &Value, secrets: &SecretTexts) {
    if let Value::String(text) = value {
        secrets.add(text);
    }
    for (_, part) in value.children() {
        add_secret(part, secrets);
    }
}
