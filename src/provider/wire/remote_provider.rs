//! The client of a provider in another process.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::OnceCell;
use tonic::{Code, Response, Status};

use crate::{
    CallRequest, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff,
    DiffConfigRequest, DiffRequest, InvokeRequest, ListRequest, ListedObject, Provider,
    ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered, Target, UpdateRequest,
    Updated,
};
use lumi_graph::{Object, ResourceType, Value};
use lumi_rpc::lumirpc::resource_provider_client::ResourceProviderClient;
use lumi_rpc::{
    CallError, Connection, MAX_MESSAGE, from_object, is_answer, is_lost, lumirpc as wire, object,
    value_or_null,
};

use super::failure::{input_failures, provider_error};
use crate::input_limit::{MAX_INPUTS, oversized_input};
use crate::resource_tags::TAGS;

/// Explains a failed call beyond the transport's error: the owner of the process knows how it
/// ended.
#[async_trait]
pub trait DisconnectReason: Send + Sync {
    /// A sentence, if the process has ended without a response.
    async fn describe(&self, method: &str) -> Option<String>;
}

/// The client of a provider at the other end of a connection.
pub struct RemoteProvider {
    client: ResourceProviderClient<Connection>,
    explain: Arc<dyn DisconnectReason>,
    /// The types with an input `tags`, once they were asked for.
    tagged: OnceCell<HashSet<String>>,
}

type Answered<T> = Result<Response<T>, Status>;

impl RemoteProvider {
    pub fn new(connection: Connection, explain: Arc<dyn DisconnectReason>) -> Self {
        let client = ResourceProviderClient::new(connection)
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        let tagged = OnceCell::new();
        Self {
            client,
            explain,
            tagged,
        }
    }

    pub fn client(&self) -> ResourceProviderClient<Connection> {
        self.client.clone()
    }

    /// The response of a call; `None` if the provider does not implement the method.
    async fn answer<T>(
        &self,
        method: &Method,
        answered: Answered<T>,
    ) -> Result<Option<T>, CallError> {
        let status = match answered {
            Ok(response) => return Ok(Some(response.into_inner())),
            Err(status) => status,
        };
        let is_answered = is_answer(&status);
        if is_answered && status.code() == Code::Unimplemented && method.is_optional {
            return Ok(None);
        }
        if is_lost(&status)
            && let Some(message) = self.explain.describe(method.name).await
        {
            return Err(CallError::new(Code::Unavailable, message));
        }
        let mut error = CallError::from(status);
        // A request that is too large was not sent. Any other code that this end made leaves open what the plugin did.
        if !is_answered && error.code != Code::InvalidArgument && !error.is_outcome_unknown() {
            error.code = Code::Unknown;
        }
        Err(error)
    }

    async fn required<T>(
        &self,
        method: &Method,
        answered: Answered<T>,
    ) -> Result<T, ProviderError> {
        let answer = self.answer(method, answered).await;
        let answer = answer.map_err(|it| provider_error(it, method.has_effects))?;
        answer.ok_or_else(|| ProviderError::failed(format!("there is no `{}`", method.name)))
    }

    async fn optional<T>(
        &self,
        method: &Method,
        answered: Answered<T>,
    ) -> Result<Option<T>, ProviderError> {
        let answer = self.answer(method, answered).await;
        answer.map_err(|it| provider_error(it, method.has_effects))
    }

    /// The result of a check; without one, `inputs` are unchanged.
    async fn checked(
        &self,
        method: &Method,
        answered: Answered<wire::CheckResponse>,
        inputs: Object,
    ) -> Result<Checked, ProviderError> {
        match self.answer(method, answered).await {
            Ok(Some(answer)) => read(answer, method),
            Ok(None) => Ok(Checked::accepted(inputs)),
            Err(error) => match input_failures(&error) {
                Some(failures) => Ok(Checked::new(inputs, failures)),
                None => Err(provider_error(error, false)),
            },
        }
    }
}

/// Whether an input has the tags of an object.
fn is_tags(input: &wire::PropertySchema) -> bool {
    input.name == TAGS && input.r#type() == wire::property_schema::Type::Object
}

/// The maximum number of objects of a listing, and of its pages.
const MAX_LISTED: usize = 100_000;
const MAX_PAGES: usize = 10_000;

/// A method and its context, for errors.
struct Method {
    name: &'static str,
    has_effects: bool,
    is_optional: bool,
}

const fn pure(name: &'static str) -> Method {
    Method {
        name,
        has_effects: false,
        is_optional: true,
    }
}

const fn effect(name: &'static str) -> Method {
    Method {
        name,
        has_effects: true,
        is_optional: false,
    }
}

/// A response that cannot be decoded leaves the outcome open.
fn read<M, T: TryFrom<M, Error = CallError>>(
    message: M,
    method: &Method,
) -> Result<T, ProviderError> {
    message.try_into().map_err(|it| misread(&it, method))
}

fn misread(error: &CallError, method: &Method) -> ProviderError {
    let message = format!("the answer of `{}` cannot be used: {error}", method.name);
    match method.has_effects {
        true => ProviderError::unknown(message),
        false => ProviderError::failed(message),
    }
}

#[async_trait]
impl Provider for RemoteProvider {
    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        let method = pure("CheckConfig");
        let request = wire::CheckConfigRequest {
            config: Some(from_object(config.clone())),
        };
        let answered = self.client().check_config(request).await;
        self.checked(&method, answered, config).await
    }

    async fn diff_config(&self, request: DiffConfigRequest) -> Result<Diff, ProviderError> {
        let method = pure("DiffConfig");
        let request = wire::DiffConfigRequest::from(request);
        let answered = self.client().diff_config(request).await;
        match self.optional(&method, answered).await? {
            Some(answer) => read(answer, &method),
            None => Ok(Diff::default()),
        }
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        let request = wire::ConfigureRequest {
            config: Some(from_object(config)),
        };
        let answered = self.client().configure(request).await;
        self.optional(&pure("Configure"), answered).await?;
        Ok(())
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        if let Some(failure) = oversized_input(&request.inputs, MAX_INPUTS) {
            return Ok(Checked::new(request.inputs, vec![failure]));
        }
        let message = wire::CheckRequest::from(&request);
        let answered = self.client().check(message).await;
        self.checked(&pure("Check"), answered, request.inputs).await
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let method = pure("Diff");
        let message = wire::DiffRequest::from(&request);
        let answered = self.client().diff(message).await;
        match self.optional(&method, answered).await? {
            Some(answer) => read(answer, &method),
            None => Ok(Diff::default()),
        }
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let preview = request.preview;
        let method = Method {
            has_effects: !preview,
            ..effect("Create")
        };
        let message = wire::CreateRequest::from(request);
        let answered = self.client().create(message).await;
        let created: Created = read(self.required(&method, answered).await?, &method)?;
        if created.id.is_none() && !preview {
            let error = CallError::malformed("the object has no id");
            return Err(misread(&error, &method));
        }
        Ok(created)
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let method = pure("Read");
        let message = wire::ReadRequest::from(&request);
        let answered = self.client().read(message).await;
        match self.required(&method, answered).await?.state {
            Some(state) => read(state, &method).map(Some),
            None => Ok(None),
        }
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        let method = Method {
            has_effects: !request.preview,
            ..effect("Update")
        };
        let message = wire::UpdateRequest::from(request);
        let answered = self.client().update(message).await;
        let answer = self.required(&method, answered).await?;
        let outputs = object(answer.outputs, "outputs").map_err(|it| misread(&it, &method))?;
        Ok(outputs.into())
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let message = wire::DeleteRequest::from(request);
        let answered = self.client().delete(message).await;
        self.required(&effect("Delete"), answered).await?;
        Ok(())
    }

    async fn settle(&self, target: &Target) -> Result<(), ProviderError> {
        let request = wire::SettleRequest {
            target: Some(target.into()),
        };
        let answered = self.client().settle(request).await;
        self.optional(&pure("Settle"), answered).await?;
        Ok(())
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        let method = pure("Recover");
        let message = wire::RecoverRequest::from(request);
        let answered = self.client().recover(message).await;
        match self.optional(&method, answered).await? {
            Some(answer) => read(answer, &method),
            None => Ok(Recovered::Undecidable),
        }
    }

    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        let method = pure("List");
        let mut message = wire::ListRequest::from(&request);
        let mut objects: Vec<ListedObject> = Vec::new();
        let mut pages = HashSet::new();
        loop {
            let answered = self.client().list(message.clone()).await;
            let Some(answer) = self.optional(&method, answered).await? else {
                return Err(request.unsupported());
            };
            for object in answer.objects {
                objects.push(read(object, &method)?);
            }
            let Some(page) = answer.next_page else {
                return Ok(objects);
            };
            if objects.len() > MAX_LISTED || pages.len() >= MAX_PAGES {
                let error =
                    format!("there are more than {MAX_LISTED} objects, or {MAX_PAGES} pages");
                return Err(misread(&CallError::malformed(error), &method));
            }
            if !pages.insert(page.clone()) {
                let error = format!("the page {page:?} follows itself");
                return Err(misread(&CallError::malformed(error), &method));
            }
            message.page = Some(page);
        }
    }

    async fn takes_tags(&self, resource_type: &ResourceType) -> Result<bool, ProviderError> {
        let tagged = self.tagged.get_or_try_init(|| async {
            let answered = self.client().get_schema(wire::GetSchemaRequest {}).await;
            let schema = self.optional(&pure("GetSchema"), answered).await?;
            let resources = schema.unwrap_or_default().resources.into_iter();
            let tagged = resources.filter(|it| it.inputs.iter().any(is_tags));
            Ok::<_, ProviderError>(tagged.map(|it| it.r#type).collect())
        });
        Ok(tagged.await?.contains(resource_type.as_str()))
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        let method = pure("Invoke");
        let token = request.token.clone();
        let message = wire::InvokeRequest::from(request);
        let answered = self.client().invoke(message).await;
        let answer = self.optional(&method, answered).await?;
        let answer = answer
            .ok_or_else(|| ProviderError::failed(format!("there is no function `{token}`")))?;
        value_or_null(answer.result, "result").map_err(|it| misread(&it, &method))
    }

    async fn call(&self, request: CallRequest) -> Result<Value, ProviderError> {
        let method = pure("Call");
        let token = request.token.clone();
        let message = wire::CallRequest::from(request);
        let answered = self.client().call(message).await;
        let answer = self.optional(&method, answered).await?;
        let answer =
            answer.ok_or_else(|| ProviderError::failed(format!("there is no method `{token}`")))?;
        value_or_null(answer.result, "result").map_err(|it| misread(&it, &method))
    }

    async fn cancel(&self) {
        // An unreachable plugin has no running operations, and one without `Cancel` is ended with
        // the run.
        let _ = self.client().cancel(wire::CancelRequest {}).await;
    }
}
