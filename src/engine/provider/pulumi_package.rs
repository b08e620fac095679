//! The package `pulumi`: resources and functions that Pulumi programs expect of every engine.

use std::sync::Arc;

use async_trait::async_trait;
use uuid::Uuid;

use lumi_graph::{Object, Value};
use lumi_provider::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest, InputFailure,
    InvokeRequest, Provider, ProviderError, ReadRequest, ReadState, Target, UpdateRequest, Updated,
};
use lumi_state::{Backend, Stage};

use super::stack_references::StackReferences;

const STASH: &str = "pulumi:index:Stash";
const READ_STACK_OUTPUTS: &str = "pulumi:pulumi:readStackOutputs";
const READ_STACK_RESOURCE_OUTPUTS: &str = "pulumi:pulumi:readStackResourceOutputs";

/// Manages `pulumi:index:Stash`, a value that is kept in the state: `output` is the `input` with
/// which the object was created, until it is replaced. Receives marked secrets.
pub struct PulumiPackage {
    stacks: StackReferences,
}

impl PulumiPackage {
    pub fn new(backend: Arc<Backend>, project: &str) -> Self {
        Self {
            stacks: StackReferences::new(backend, project),
        }
    }

    async fn stack_outputs(&self, arguments: &Object) -> Result<Value, ProviderError> {
        let id = text(arguments, "name")?;
        let state = self.stacks.state_of_id(id).await?;
        Ok(object([
            ("name", id.into()),
            ("outputs", Value::Object(state.outputs.clone())),
        ]))
    }

    /// The type and the outputs of each resource, by URN.
    async fn resource_outputs(&self, arguments: &Object) -> Result<Value, ProviderError> {
        let id = text(arguments, "stackName")?;
        let state = self.stacks.state_of_id(id).await?;
        let live = state
            .resources
            .values()
            .filter(|it| it.stage == Stage::Live);
        let outputs = live.map(|it| {
            let facts = [
                ("type", it.urn.resource_type().into()),
                ("outputs", Value::Object(Object::clone(&it.outputs))),
            ];
            (it.urn.to_string(), object(facts))
        });
        let outputs = Value::Object(outputs.collect());
        Ok(object([("name", id.into()), ("outputs", outputs)]))
    }
}

#[async_trait]
impl Provider for PulumiPackage {
    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        known_type(&request.target)?;
        let unknown = request.inputs.keys().filter(|it| *it != "input");
        let mut failures: Vec<InputFailure> = unknown
            .map(|key| InputFailure {
                path: key.clone(),
                reason: "a Stash has only the input `input`".to_owned(),
            })
            .collect();
        if !request.inputs.contains_key("input") {
            failures.push(InputFailure {
                path: "input".to_owned(),
                reason: "it is missing: it is the value to keep".to_owned(),
            });
        }
        Ok(Checked {
            inputs: request.inputs,
            failures,
            ..Checked::default()
        })
    }

    async fn diff(&self, _request: DiffRequest) -> Result<Diff, ProviderError> {
        // The engine compares the inputs.
        Ok(Diff::default())
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let input = request.inputs.get("input").cloned().unwrap_or_default();
        Ok(Created {
            data: None,
            id: (!request.preview).then(|| Uuid::new_v4().to_string()),
            outputs: stashed(input.clone(), input),
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        known_type(&request.target)?;
        match (request.inputs, request.outputs) {
            (Some(inputs), Some(outputs)) => Ok(Some(ReadState {
                data: None,
                id: request.id,
                inputs: Object::clone(&inputs),
                outputs: Object::clone(&outputs),
            })),
            _ => Err(ProviderError::failed(
                "a Stash exists only in the state of its stack: it can be neither imported nor read",
            )),
        }
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        let input = request.inputs.get("input").cloned().unwrap_or_default();
        let output = request.old_outputs.get("output").cloned();
        Ok(stashed(input, output.unwrap_or_default()).into())
    }

    async fn delete(&self, _request: DeleteRequest) -> Result<(), ProviderError> {
        Ok(())
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        match request.token.as_str() {
            READ_STACK_OUTPUTS => self.stack_outputs(&request.arguments).await,
            READ_STACK_RESOURCE_OUTPUTS => self.resource_outputs(&request.arguments).await,
            _ => Err(ProviderError::failed("lumi does not have this function")),
        }
    }
}

fn known_type(target: &Target) -> Result<(), ProviderError> {
    match target.resource_type.as_str() {
        STASH => Ok(()),
        other => Err(ProviderError::failed(format!(
            "lumi does not have the resource type `{other}` of Pulumi's engine, only `{STASH}`"
        ))),
    }
}

fn stashed(input: Value, output: Value) -> Object {
    let members = [("input", input), ("output", output)];
    let members = members.into_iter();
    members.map(|(key, it)| (key.to_owned(), it)).collect()
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let members = members.into_iter();
    Value::Object(members.map(|(key, it)| (key.to_owned(), it)).collect())
}

fn text<'a>(arguments: &'a Object, name: &str) -> Result<&'a str, ProviderError> {
    match arguments.get(name) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(ProviderError::failed(format!(
            "the argument `{name}` must be a text, the name of a stack"
        ))),
    }
}
