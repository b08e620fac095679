//! The engine's end of the channel.

use std::collections::HashMap;
use std::sync::Weak;

use async_trait::async_trait;
use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};

use crate::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest, ListRequest,
    ListedObject, Provider, ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered,
    Target, UpdateRequest, Updated,
};
use lumi_graph::{Object, Urn, Value};

use super::answer;
use super::request::{DynamicFailure, DynamicMethod, DynamicRequest};

/// Forwards requests to the provider objects of the program.
pub struct DynamicProvider {
    sender: Weak<mpsc::UnboundedSender<DynamicRequest>>,
    /// Outputs that an update leaves unchanged, according to the last diff.
    stables: Mutex<HashMap<Urn, Vec<String>>>,
}

impl DynamicProvider {
    pub fn new(sender: Weak<mpsc::UnboundedSender<DynamicRequest>>) -> Self {
        Self {
            sender,
            stables: Mutex::default(),
        }
    }

    async fn ask(
        &self,
        target: &Target,
        method: DynamicMethod,
        arguments: Vec<Value>,
    ) -> Result<Value, Refusal> {
        let (answer, answered) = oneshot::channel();
        let request = DynamicRequest {
            urn: target.urn.clone(),
            resource_type: target.resource_type.clone(),
            method,
            arguments,
            code: target.code.clone(),
            answer,
        };
        let sender = self.sender.upgrade();
        if sender.is_none_or(|it| it.send(request).is_err()) {
            return Err(Refusal::of(target, method, DynamicFailure::NoProvider));
        }
        // Only requests in transit when the program ended are dropped without an answer.
        let answer = answered.await.unwrap_or(Err(DynamicFailure::BrokenOff));
        answer.map_err(|failure| Refusal::of(target, method, failure))
    }
}

/// The error of a request.
struct Refusal {
    error: ProviderError,
    /// Whether the method was found and ran.
    is_from_method: bool,
}

impl Refusal {
    fn of(target: &Target, method: DynamicMethod, failure: DynamicFailure) -> Self {
        let is_from_method = matches!(failure, DynamicFailure::Refused(_));
        let error = match failure {
            DynamicFailure::Refused(error) => error,
            DynamicFailure::NoProvider => ProviderError::failed(no_provider(target)),
            DynamicFailure::Damaged(problem) => ProviderError::failed(damaged(target, &problem)),
            DynamicFailure::Unconfigured(problem) => {
                ProviderError::failed(unconfigured(target, &problem))
            }
            DynamicFailure::BrokenOff => interrupted(method),
        };
        Self {
            error,
            is_from_method,
        }
    }
}

impl From<Refusal> for ProviderError {
    fn from(refusal: Refusal) -> Self {
        refusal.error
    }
}

fn no_provider(target: &Target) -> String {
    let token = target.resource_type.as_str();
    let class = token.rsplit(':').next().unwrap_or_default();
    format!(
        "its provider for `{token}` is code of the program, which no longer has it; put the class \
         `{class}` back, or call `dynamic.register(\"{token}\", provider)` in the program, until \
         the last such resource is deleted (a resource that was deployed with `retainOnDelete` \
         needs no provider, because its object stays); the state has no copy of the code, because \
         it could not be captured when it was deployed"
    )
}

fn damaged(target: &Target, problem: &str) -> String {
    let token = target.resource_type.as_str();
    let class = token.rsplit(':').next().unwrap_or_default();
    format!(
        "the program has no provider for `{token}` any more, and the code that the state keeps for it \
         is damaged: {problem}; put the class `{class}` back, or call `dynamic.register(\"{token}\", \
         provider)` in the program"
    )
}

fn unconfigured(target: &Target, problem: &str) -> String {
    let token = target.resource_type.as_str();
    let class = token.rsplit(':').next().unwrap_or_default();
    format!(
        "the program has no provider for `{token}` any more, and the code that the state keeps for it \
         cannot run: {problem}, or put the class `{class}` back"
    )
}

fn interrupted(method: DynamicMethod) -> ProviderError {
    let name = method.name();
    if method.has_effects() {
        ProviderError::unknown(format!(
            "the program was stopped while its provider was in `{name}`"
        ))
    } else {
        ProviderError::failed(format!(
            "the program was stopped before its provider had answered `{name}`"
        ))
    }
}

fn object(object: &Object) -> Value {
    Value::Object(object.clone())
}

fn has_unknown(object: &Object) -> bool {
    object.values().any(Value::contains_unknown)
}

#[async_trait]
impl Provider for DynamicProvider {
    fn is_configurable(&self) -> bool {
        false
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let CheckRequest {
            target,
            old_inputs,
            inputs,
        } = request;
        let arguments = vec![
            old_inputs.map_or(Value::Null, |it| object(&it)),
            object(&inputs),
        ];
        match self.ask(&target, DynamicMethod::Check, arguments).await {
            Ok(answer) => Ok(answer::checked(answer, inputs)),
            // A provider need not support unknown values.
            Err(refusal) if refusal.is_from_method && has_unknown(&inputs) => {
                Ok(Checked::accepted(inputs))
            }
            Err(refusal) => Err(refusal.into()),
        }
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let arguments = vec![
            Value::from(request.id.as_str()),
            object(&request.old_outputs),
            object(&request.inputs),
        ];
        let answer = self
            .ask(&request.target, DynamicMethod::Diff, arguments)
            .await;
        let answer = match answer {
            Ok(answer) => answer,
            Err(refusal) if refusal.is_from_method && has_unknown(&request.inputs) => {
                return Ok(Diff::default());
            }
            Err(refusal) => return Err(refusal.into()),
        };
        let stables = answer::texts(&answer, "stables");
        self.stables.lock().insert(request.target.urn, stables);
        Ok(answer::diff(&answer, &request.old_inputs, &request.inputs))
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        if request.preview {
            return Ok(Created {
                data: None,
                id: None,
                outputs: Object::default(),
            });
        }
        let arguments = vec![object(&request.inputs)];
        let answer = self
            .ask(&request.target, DynamicMethod::Create, arguments)
            .await?;
        answer::created(answer)
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let known = request.outputs.as_ref().or(request.inputs.as_ref());
        let arguments = vec![
            Value::from(request.id.as_str()),
            known.map_or_else(|| Value::Object(Object::default()), |it| object(it)),
            Value::Bool(request.outputs.is_some()),
        ];
        let answer = self
            .ask(&request.target, DynamicMethod::Read, arguments)
            .await?;
        Ok(answer::read(answer, &request))
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        let arguments = vec![object(&request.inputs)];
        let answer = self
            .ask(&request.target, DynamicMethod::Recover, arguments)
            .await?;
        answer::recovered(answer, &request.inputs)
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        if request.preview {
            let stables = self.stables.lock().get(&request.target.urn).cloned();
            let known = stables.into_iter().flatten().filter_map(|name| {
                let value = request.old_outputs.get(&name)?.clone();
                Some((name, value))
            });
            return Ok(known.collect::<Object>().into());
        }
        let arguments = vec![
            Value::from(request.id.as_str()),
            object(&request.old_outputs),
            object(&request.inputs),
        ];
        let answer = self
            .ask(&request.target, DynamicMethod::Update, arguments)
            .await?;
        Ok(answer::outputs(answer).into())
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let arguments = vec![Value::from(request.id.as_str()), object(&request.outputs)];
        self.ask(&request.target, DynamicMethod::Delete, arguments)
            .await?;
        Ok(())
    }

    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        let place = request.place.as_deref().map_or(Value::Null, Value::from);
        let answer = self
            .ask(&request.target, DynamicMethod::List, vec![place])
            .await?;
        answer::listed(answer).ok_or_else(|| request.unsupported())
    }
}
