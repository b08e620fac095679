//! Adapts a provider of Pulumi's ecosystem to Lumi's trait.

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use data_encoding::BASE64;
use parking_lot::Mutex;
use tonic::Status;

use crate::pulumirpc as wire;
use crate::pulumirpc::resource_provider_client::ResourceProviderClient;
use crate::values::{PulumiValueError, decode_object, encode_object, pulumi_provider_urn};
use lumi_graph::{Object, Value};
use lumi_provider::DisconnectReason;
use lumi_provider::{
    CallRequest, CheckRequest, Checked, ConstructRequest, Constructed, CreateRequest, Created,
    DeleteRequest, Diff, DiffConfigRequest, DiffRequest, InputFailure, InvokeRequest, MAX_INPUTS,
    MonitorView, PackageParameters, Provider, ProviderError, ReadRequest, ReadState, UpdateRequest,
    Updated, oversized_input,
};
use lumi_rpc::{Connection, MAX_MESSAGE};

use super::calls::{Answered, Calls, Method, encode_error};
use super::capabilities::Capabilities;
use super::configuration::configure_request;
use super::construct;
use super::failure::{Detail, Effect, detail, of_inputs, unhealthy};
use super::provider_notes::with_known_notes;
use super::requests;
use super::run_facts::PulumiRunFacts;

/// The client of a provider at the other end of a connection.
pub struct PulumiProvider {
    client: ResourceProviderClient<Connection>,
    calls: Calls,
    package: String,
    pub(super) facts: Arc<PulumiRunFacts>,
    capabilities: Mutex<Capabilities>,
}

impl PulumiProvider {
    pub fn new(
        connection: Connection,
        explain: Arc<dyn DisconnectReason>,
        package: impl Into<String>,
        facts: Arc<PulumiRunFacts>,
    ) -> Self {
        let client = ResourceProviderClient::new(connection)
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        Self {
            client,
            calls: Calls { explain },
            package: package.into(),
            facts,
            capabilities: Mutex::default(),
        }
    }

    /// The first call. Providers without a handshake report their capabilities when they are
    /// configured.
    pub async fn handshake(&self, folder: &Path) -> Result<(), Status> {
        let folder = folder.display().to_string();
        let request = wire::ProviderHandshakeRequest {
            engine_address: self.facts.engine.clone(),
            root_directory: Some(folder.clone()),
            program_directory: Some(folder),
            invoke_with_preview: true,
            ..Default::default()
        };
        match self.client().handshake(request).await {
            Ok(answer) => {
                self.set(answer.into_inner().into());
                Ok(())
            }
            Err(status) if status.code() == tonic::Code::Unimplemented => Ok(()),
            Err(status) => Err(status),
        }
    }

    /// The version that the plugin reports; many report none.
    pub async fn version(&self) -> Result<Option<String>, Status> {
        match self.client().get_plugin_info(()).await {
            Ok(answer) => Ok(Some(answer.into_inner().version).filter(|it| !it.is_empty())),
            Err(status) if status.code() == tonic::Code::Unimplemented => Ok(None),
            Err(status) => Err(status),
        }
    }

    /// Gives a plugin the parameters that make its package the one of this provider.
    pub async fn parameterize(&self, parameters: &PackageParameters) -> Result<(), ProviderError> {
        let value = BASE64.decode(parameters.value.as_bytes());
        let value =
            value.map_err(|error| ProviderError::failed(format!("they are damaged ({error})")))?;
        let value = wire::parameterize_request::ParametersValue {
            name: self.package.clone(),
            version: parameters.version.clone(),
            value,
        };
        let request = wire::ParameterizeRequest {
            parameters: Some(wire::parameterize_request::Parameters::Value(value)),
        };
        let answered = self.client().parameterize(request).await;
        let method = Method::reading("Parameterize");
        match self.calls.optional(&method, answered).await? {
            None => Err(ProviderError::failed("the plugin takes none")),
            Some(answer) if answer.name != self.package => Err(ProviderError::failed(format!(
                "the plugin has made `{}` of them",
                answer.name
            ))),
            Some(_) => Ok(()),
        }
    }

    fn client(&self) -> ResourceProviderClient<Connection> {
        self.client.clone()
    }

    fn capabilities(&self) -> Capabilities {
        *self.capabilities.lock()
    }

    fn set(&self, capabilities: Capabilities) {
        *self.capabilities.lock() = capabilities;
    }

    /// The URN of the provider in messages about its configuration.
    fn provider_urn(&self) -> String {
        pulumi_provider_urn(&self.facts.stack, &self.facts.project, &self.package)
    }

    /// The run's monitor, for components and methods.
    async fn view(&self, token: &str) -> Result<Arc<MonitorView>, ProviderError> {
        let view = self.facts.view().await;
        view.map_err(|it| ProviderError::failed(format!("`{token}` needs the run: {it}")))
    }

    /// The result of a check; without one, `inputs` are unchanged.
    async fn checked(
        &self,
        method: &Method<'_>,
        answered: Answered<wire::CheckResponse>,
        inputs: Object,
    ) -> Result<Checked, ProviderError> {
        if let Err(status) = &answered
            && let Some(Detail::Inputs(failures)) = detail(status)
            && !failures.is_empty()
        {
            return Ok(Checked::new(inputs, failures));
        }
        let Some(answer) = self.calls.optional(method, answered).await? else {
            return Ok(Checked::accepted(inputs));
        };
        let failures = answer.failures.into_iter().map(failure).collect();
        let inputs = match answer.inputs {
            // A response with failures may have no inputs.
            None => inputs,
            some => object(some, method)?,
        };
        Ok(Checked::new(inputs, failures))
    }
}

fn failure(failure: wire::CheckFailure) -> InputFailure {
    InputFailure {
        path: failure.property,
        reason: failure.reason,
    }
}

fn object(structure: Option<wire::Struct>, method: &Method<'_>) -> Result<Object, ProviderError> {
    let decoded = decode_object(structure).map_err(|it| method.decode_error(&it))?;
    Ok(decoded.object)
}

fn sent<T>(request: Result<T, PulumiValueError>) -> Result<T, ProviderError> {
    request.map_err(|it| encode_error(&it))
}

/// The result of a function, or the errors in its arguments.
fn result(
    token: &str,
    failures: Vec<wire::CheckFailure>,
    structure: Option<wire::Struct>,
    method: &Method<'_>,
) -> Result<Value, ProviderError> {
    if failures.is_empty() {
        return object(structure, method).map(Value::Object);
    }
    let failures: Vec<InputFailure> = failures.into_iter().map(failure).collect();
    let message = format!("the arguments of `{token}` cannot be used");
    Err(of_inputs(&message, &failures))
}

#[async_trait]
impl Provider for PulumiProvider {
    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        let method = Method::reading("CheckConfig");
        let news = sent(encode_object(&config, self.capabilities().accepts))?;
        let request = wire::CheckRequest {
            urn: self.provider_urn(),
            olds: Some(wire::Struct::default()),
            news: Some(news),
            ..Default::default()
        };
        let answered = self.client().check_config(request).await;
        self.checked(&method, answered, config).await
    }

    async fn diff_config(&self, request: DiffConfigRequest) -> Result<Diff, ProviderError> {
        let method = Method::reading("DiffConfig");
        let accepts = self.capabilities().accepts;
        let olds = sent(encode_object(&request.old_inputs, accepts))?;
        let message = wire::DiffRequest {
            urn: self.provider_urn(),
            olds: Some(olds.clone()),
            old_inputs: Some(olds),
            news: Some(sent(encode_object(&request.inputs, accepts))?),
            ..Default::default()
        };
        let answered = self.client().diff_config(message).await;
        Ok(match self.calls.optional(&method, answered).await? {
            Some(answer) => super::diff::diff(answer, &request.old_inputs, &request.inputs),
            None => Diff::default(),
        })
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        let method = Method::reading("Configure");
        let capabilities = self.capabilities();
        let request = sent(configure_request(
            &self.package,
            &config,
            capabilities.accepts,
        ))?;
        let answered = self.client().configure(request).await;
        if let Some(answer) = self.calls.optional(&method, answered).await? {
            self.set(capabilities.after(&answer));
        }
        Ok(())
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        if let Some(failure) = oversized_input(&request.inputs, MAX_INPUTS) {
            return Ok(Checked::new(request.inputs, vec![failure]));
        }
        let method = Method::reading("Check");
        let seed = self.facts.seed(&request.target.urn);
        let message = sent(requests::check(&request, self.capabilities().accepts, seed))?;
        let answered = self.client().check(message).await;
        self.checked(&method, answered, request.inputs).await
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let method = Method::reading("Diff");
        let message = sent(requests::diff(&request, self.capabilities().accepts))?;
        let answered = self.client().diff(message).await;
        Ok(match self.calls.optional(&method, answered).await? {
            Some(answer) => super::diff::diff(answer, &request.old_inputs, &request.inputs),
            None => Diff::default(),
        })
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let capabilities = self.capabilities();
        if request.preview && !capabilities.previews {
            // Like Pulumi: the known outputs are the inputs.
            return Ok(Created {
                data: None,
                id: None,
                outputs: Object::clone(&request.inputs),
            });
        }
        let method = Method::changing("Create", Effect::Creation, request.preview, "");
        let message = sent(requests::create(&request, capabilities.accepts))?;
        let answered = self.client().create(message).await;
        let answer = self.calls.required(&method, answered).await?;
        let id = Some(answer.id).filter(|it| !it.is_empty());
        if id.is_none() && !request.preview {
            let message = "the answer of `Create` cannot be used: the object has no id";
            return Err(ProviderError::unknown(message));
        }
        let outputs = object(answer.properties, &method)?;
        Ok(Created {
            data: None,
            id,
            outputs,
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let method = Method::reading("Read");
        let message = sent(requests::read(&request, self.capabilities().accepts))?;
        let answer = match self.client().read(message).await {
            Ok(answer) => answer.into_inner(),
            Err(status) => match unhealthy(&status) {
                Some(answer) => answer,
                None => return Err(self.calls.failed(&method, status).await),
            },
        };
        if answer.id.is_empty() {
            return Ok(None);
        }
        let inputs = match answer.inputs {
            None if request.is_import => {
                return Err(ProviderError::failed(
                    "the provider cannot import objects of this type: it does not say with which \
                     inputs they would be made",
                ));
            }
            None => Object::clone(&request.inputs.unwrap_or_default()),
            some => object(some, &method)?,
        };
        let read = object(answer.properties, &method)?;
        Ok(Some(ReadState {
            data: None,
            id: answer.id,
            inputs,
            outputs: with_known_notes(read, request.outputs.as_deref()),
        }))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        let capabilities = self.capabilities();
        if request.preview && !capabilities.previews {
            return Ok(Object::clone(&request.inputs).into());
        }
        let method = Method::changing("Update", Effect::Change, request.preview, &request.id);
        let message = sent(requests::update(&request, capabilities.accepts))?;
        let answered = self.client().update(message).await;
        let answer = self.calls.required(&method, answered).await?;
        Ok(object(answer.properties, &method)?.into())
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let method = Method::changing("Delete", Effect::Change, false, &request.id);
        let message = sent(requests::delete(&request, self.capabilities().accepts))?;
        let answered = self.client().delete(message).await;
        self.calls.required(&method, answered).await
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        let method = Method::reading("Invoke");
        let message = wire::InvokeRequest {
            tok: request.token.clone(),
            args: Some(sent(encode_object(
                &request.arguments,
                self.capabilities().accepts,
            ))?),
            preview: request.preview,
        };
        let answered = self.client().invoke(message).await;
        let answer = self.calls.required(&method, answered).await?;
        result(&request.token, answer.failures, answer.r#return, &method)
    }

    async fn call(&self, request: CallRequest) -> Result<Value, ProviderError> {
        let method = Method::reading("Call");
        let view = self.view(&request.token).await?;
        let accepts = self.capabilities().accepts;
        let message = sent(construct::call(&request, &self.facts, &view, accepts))?;
        let answered = self.client().call(message).await;
        let answer = self.calls.required(&method, answered).await?;
        result(&request.token, answer.failures, answer.r#return, &method)
    }

    async fn construct(&self, request: ConstructRequest) -> Result<Constructed, ProviderError> {
        let method = Method::reading("Construct");
        let view = self.view(&request.token).await?;
        let accepts = self.capabilities().accepts;
        let message = sent(construct::construct(&request, &self.facts, &view, accepts))?;
        let answered = self.client().construct(message).await;
        let answer = self.calls.required(&method, answered).await?;
        construct::constructed(answer).map_err(|it| method.decode_error(&it))
    }

    async fn cancel(&self) {
        // An unreachable plugin has no running operations, and one without `Cancel` is ended with
        // the run.
        let _ = self.client().cancel(()).await;
    }
}
