//! `std:http:Resource`: any object behind an HTTP API.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::Method;
use tokio::time::Instant;

use crate::builtin::claims::{ClaimConflict, Claims};
use crate::builtin::input_diff::input_diff;
use crate::builtin::input_reader::InputReader;
use crate::builtin::provider_context::ProviderContext;
use crate::builtin::resource_handler::ResourceHandler;
use crate::builtin::std_interface::HTTP;
use crate::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest, ListRequest,
    ListedObject, ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered, Target,
    UpdateRequest,
};
use lumi_graph::{Object, Urn, Value};

use super::answer::Answer;
use super::backoff::Backoff;
use super::call::Call;
use super::credentials::{NewestHeaders, OriginHeaders};
use super::description::Description;
use super::drift::Drift;
use super::listing::CollectionListing;
use super::request::Request;
use super::retrying_client::RetryingClient;

/// The default time limit of an operation with all its attempts.
const USUAL_TIMEOUT: Duration = Duration::from_secs(60);

/// Inputs are in [`Description`]. Outputs are `response`, the object in the last response, and
/// `values`, the parts of it that the input `outputs` selects.
pub struct Resource {
    client_with_retries: RetryingClient,
    context: Arc<ProviderContext>,
    configured: Arc<OriginHeaders>,
    newest: NewestHeaders,
    claims: Claims,
}

impl Resource {
    pub fn new(context: Arc<ProviderContext>, configured: Arc<OriginHeaders>) -> Self {
        Self::with_backoff(context, configured, Backoff::default())
    }

    pub fn with_backoff(
        context: Arc<ProviderContext>,
        configured: Arc<OriginHeaders>,
        backoff: Backoff,
    ) -> Self {
        Self {
            client_with_retries: RetryingClient::new(Arc::clone(&context), backoff),
            context,
            configured,
            newest: NewestHeaders::default(),
            claims: Claims::default(),
        }
    }

    /// The description of an object, with the headers of this run.
    fn description(&self, target: &Target, inputs: &Object) -> Result<Description, ProviderError> {
        let mut description = Description::new(inputs)?;
        self.newest.apply(&target.urn, &mut description);
        Ok(description)
    }

    fn call(
        &self,
        request: &Request,
        id: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Call, ProviderError> {
        Call::new(request, id, body, &self.configured)
    }

    /// Reads the object; `None` if it is gone, or there is no `read` request.
    async fn read_current(
        &self,
        description: &Description,
        id: &str,
        deadline: Instant,
    ) -> Result<Option<Answer>, ProviderError> {
        let Some(read) = &description.read else {
            return Ok(None);
        };
        // The description may come from a state, which no check has seen.
        if let Some(problem) = unsafe_read("read", read) {
            return Err(ProviderError::failed(problem));
        }
        let call = self.call(read, Some(id), None)?.accepting_missing();
        let answer = self.client_with_retries.send(&call, deadline).await?;
        Ok(Some(answer).filter(|it| !it.is_gone()))
    }

    /// The outputs after a create or an update. The object is read if the response is incomplete.
    async fn outputs_after(
        &self,
        description: &Description,
        id: &str,
        answer: &Answer,
        deadline: Instant,
    ) -> Result<Object, ProviderError> {
        let response = answer.value();
        if description.read.is_none() || description.is_described_by(&response) {
            return Ok(description.outputs(response));
        }
        let reason = match self.read_current(description, id, deadline).await {
            Ok(Some(answer)) => return Ok(description.outputs(answer.value())),
            Ok(None) => "it cannot be read: the server says that it does not exist".to_owned(),
            Err(error) => format!("it cannot be read: {error}"),
        };
        Err(ProviderError::PartialInit {
            data: None,
            is_tainted: false,
            id: id.to_owned(),
            outputs: description.outputs(response),
            reasons: vec![reason],
        })
    }

    /// Searches for the object of an interrupted create.
    async fn search(
        &self,
        description: &Description,
        inputs: &Object,
        deadline: Instant,
    ) -> Result<Option<Recovered>, ProviderError> {
        let Some(find) = &description.find else {
            return Ok(None);
        };
        if let Some(problem) = unsafe_read("find", &find.request) {
            return Err(ProviderError::failed(problem));
        }
        let call = self
            .call(&find.request, description.id.as_deref(), None)?
            .accepting_missing();
        let answer = self.client_with_retries.send(&call, deadline).await?;
        if answer.is_gone() {
            return Ok(Some(absent(description)));
        }
        let found = answer.value();
        let found = match find.matches(&found)[..] {
            [] => return Ok(Some(absent(description))),
            [only] => only.clone(),
            _ => return Ok(Some(Recovered::Undecidable)),
        };
        let id = description.id.clone().or_else(|| description.id_in(&found));
        let Some(id) = id else {
            return Ok(Some(Recovered::Undecidable));
        };
        if description.read.is_none() {
            return Ok(Some(Recovered::Found(ReadState {
                data: None,
                id,
                inputs: inputs.clone(),
                outputs: description.outputs(found),
            })));
        }
        let answer = self.read_current(description, &id, deadline).await?;
        let found = answer.map(|it| state(description, inputs, id, &it));
        let absent = || absent(description);
        Ok(Some(found.map_or_else(absent, Recovered::Found)))
    }
}

/// The outcome when the object is missing: the server may still process the request that creates
/// it. Repeating a PUT is harmless.
fn absent(description: &Description) -> Recovered {
    match description.create.method == Method::PUT {
        true => Recovered::Absent,
        false => Recovered::NotYet(description.timeout.unwrap_or(USUAL_TIMEOUT)),
    }
}

/// Why a request must not be used for reading: it could have an effect, even in a preview.
fn unsafe_read(name: &str, request: &Request) -> Option<String> {
    let is_look = matches!(request.method, Method::GET | Method::HEAD);
    (!is_look).then(|| {
        format!(
            "`{name}` only reads, so its method must be `GET` or `HEAD`, not `{}`",
            request.method
        )
    })
}

/// The error for an id that another resource of the program has.
fn other_owner(owner: &Urn) -> String {
    let (class, name) = (owner.resource_type(), owner.name());
    format!("{class} {name:?} already describes this object; give one of them another id")
}

/// The time limit, slightly before the engine's own.
fn deadline(target: &Target, description: &Description) -> Instant {
    let engine = target.timeout.map(|it| it.mul_f64(0.9));
    let own = description.timeout.or(engine).unwrap_or(USUAL_TIMEOUT);
    Instant::now() + engine.map_or(own, |engine| engine.min(own))
}

/// The inputs and outputs of the actual object.
fn state(description: &Description, inputs: &Object, id: String, answer: &Answer) -> ReadState {
    let drift = Drift {
        ignored: &description.ignored,
    };
    let mut inputs = inputs.clone();
    if let Some(wanted) = wanted_mut(&mut inputs) {
        let live = match wanted {
            // A body that is not JSON is compared as text.
            Value::String(_) => Value::String(answer.text.clone()),
            _ => answer.value(),
        };
        *wanted = drift.overlay(wanted, &live);
    }
    ReadState {
        data: None,
        id,
        inputs,
        outputs: description.outputs(answer.value()),
    }
}

/// The desired object: `body`, or else that of `create`.
fn wanted(inputs: &Object) -> Option<&Value> {
    let own = inputs.get("create").and_then(Value::as_object);
    [inputs.get("body"), own.and_then(|it| it.get("body"))]
        .into_iter()
        .flatten()
        .find(|it| !matches!(it, Value::Null))
}

fn wanted_mut(inputs: &mut Object) -> Option<&mut Value> {
    let is_there = |value: Option<&Value>| value.is_some_and(|it| !matches!(it, Value::Null));
    if is_there(inputs.get("body")) {
        return inputs.get_mut("body");
    }
    match inputs.get_mut("create") {
        Some(Value::Object(create)) => create
            .get_mut("body")
            .filter(|it| !matches!(it, Value::Null)),
        _ => None,
    }
}

fn member<'a>(inputs: &'a Object, request: &str, name: &str) -> Option<&'a Value> {
    inputs.get(request)?.as_object()?.get(name)
}

#[async_trait]
impl ResourceHandler for Resource {
    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let mut inputs = InputReader::new(HTTP, &request.inputs);
        if let Some(description) = Description::read(&mut inputs) {
            let find = description.find.as_ref().map(|it| &it.request);
            let looks = [("read", description.read.as_ref()), ("find", find)];
            for (name, look) in looks {
                if let Some(problem) = look.and_then(|it| unsafe_read(name, it)) {
                    inputs.fail(format!("{name}.method"), problem);
                }
            }
            let urn = &request.target.urn;
            if let Err(ClaimConflict { owner, .. }) = self.claims.claim(urn, description.place()) {
                inputs.fail("id", other_owner(&owner));
            }
            self.newest.remember(urn, &request.inputs, &description);
        }
        Ok(Checked {
            failures: inputs.finish(),
            inputs: request.inputs,
            ..Checked::default()
        })
    }

    /// Another URL or id is another object. Another body can be sent if there is an `update`; other
    /// inputs only affect how the API is called.
    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let (old, new) = (&request.old_inputs, &request.inputs);
        let mut diff = input_diff(old, new, &["id"]);
        let can_update = new
            .get("update")
            .is_some_and(|it| !matches!(it, Value::Null));
        let moves = member(old, "create", "url") != member(new, "create", "url");
        let is_rewritten = wanted(old) != wanted(new) && !can_update;
        for property in &mut diff.properties {
            let is_body = matches!(property.path.as_str(), "body" | "create");
            let is_create = property.path == "create";
            property.replaces |= (is_create && moves) || (is_body && is_rewritten);
        }
        // With the same id, the new object conflicts with the old one, and deleting that would
        // delete the new one.
        let same_id = new.get("id").is_some_and(|id| old.get("id") == Some(id));
        let is_put = member(new, "create", "method") == Some(&Value::from("PUT"));
        diff.delete_before_replace = same_id || (is_put && !moves);
        Ok(diff)
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        if request.preview {
            let id = request.inputs.get("id").and_then(Value::as_str);
            return Ok(Created {
                data: None,
                id: id.map(str::to_owned),
                outputs: Object::default(),
            });
        }
        let description = self.description(&request.target, &request.inputs)?;
        let deadline = deadline(&request.target, &description);
        let id = description.id.as_deref();
        let call = self.call(&description.create, id, description.body.as_ref())?;
        let answer = self.client_with_retries.send(&call, deadline).await?;
        let id = description.id_from(&answer).map_err(|missing| {
            let status = answer.status.as_u16();
            let what = "the object was probably created, but its id is unknown";
            ProviderError::unknown(format!("{what}: the answer ({status}) has {missing}"))
        })?;
        let outputs = self
            .outputs_after(&description, &id, &answer, deadline)
            .await?;
        Ok(Created {
            data: None,
            id: Some(id),
            outputs,
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let Some(inputs) = &request.inputs else {
            return Err(ProviderError::failed(
                "a `std:http:Resource` cannot be read by its id alone, as only the program knows how \
                 to ask for it: give the resource in the program the option `import`",
            ));
        };
        let description = self.description(&request.target, inputs)?;
        if description.read.is_none() {
            return match &request.outputs {
                // Without a `read` request, the object is assumed unchanged.
                Some(outputs) => Ok(Some(ReadState {
                    data: None,
                    inputs: Object::clone(inputs),
                    outputs: Object::clone(outputs),
                    id: request.id,
                })),
                None => Err(ProviderError::failed(
                    "it cannot be read, as the input `read` does not say how",
                )),
            };
        }
        if let (None, Some(read)) = (&request.outputs, &description.read) {
            let url = read.url(Some(&request.id)).map_err(ProviderError::failed)?;
            self.context.check_net(&url)?;
        }
        let deadline = deadline(&request.target, &description);
        let answer = self
            .read_current(&description, &request.id, deadline)
            .await?;
        Ok(answer.map(|it| state(&description, inputs, request.id, &it)))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        let is_same = wanted(&request.old_inputs) == wanted(&request.inputs)
            && request.old_inputs.get("outputs") == request.inputs.get("outputs");
        if request.preview {
            let outputs = is_same.then(|| Object::clone(&request.old_outputs));
            return Ok(outputs.unwrap_or_default());
        }
        let description = self.description(&request.target, &request.inputs)?;
        let deadline = deadline(&request.target, &description);
        // Also if only other inputs have changed: it is harmless, and repairs an interrupted
        // update.
        if let Some(update) = &description.update {
            let body = wanted(&request.inputs);
            let call = self.call(update, Some(&request.id), body)?;
            let answer = self.client_with_retries.send(&call, deadline).await?;
            return self
                .outputs_after(&description, &request.id, &answer, deadline)
                .await;
        }
        if let Some(answer) = self
            .read_current(&description, &request.id, deadline)
            .await?
        {
            return Ok(description.outputs(answer.value()));
        }
        let response = request.old_outputs.get("response").cloned();
        Ok(description.outputs(response.unwrap_or_default()))
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let description = self.description(&request.target, &request.inputs)?;
        let Some(delete) = &description.delete else {
            return Ok(());
        };
        let call = self
            .call(delete, Some(&request.id), None)?
            .accepting_missing();
        let deadline = deadline(&request.target, &description);
        self.client_with_retries
            .send(&call, deadline)
            .await
            .map(drop)
    }

    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        let listing = CollectionListing {
            client: &self.client_with_retries,
            context: &self.context,
            configured: &self.configured,
        };
        listing.objects(request.place.as_deref()).await
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        let description = self.description(&request.target, &request.inputs)?;
        let deadline = deadline(&request.target, &description);
        let searched = self.search(&description, &request.inputs, deadline).await?;
        if let Some(recovered) = searched {
            return Ok(recovered);
        }
        if let (Some(id), Some(_)) = (description.id.clone(), &description.read) {
            let answer = self.read_current(&description, &id, deadline).await?;
            let found = answer.map(|it| state(&description, &request.inputs, id, &it));
            return Ok(found.map_or_else(|| absent(&description), Recovered::Found));
        }
        // Repeating a PUT is harmless.
        let can_repeat = description.create.method == Method::PUT;
        Ok(if can_repeat {
            Recovered::Absent
        } else {
            Recovered::Undecidable
        })
    }
}
