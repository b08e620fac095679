//! Converts requests to messages and back.

use std::sync::Arc;
use std::time::Duration;

use crate::{
    CallRequest, CheckRequest, CreateRequest, DeleteRequest, DiffConfigRequest, DiffRequest,
    InvokeRequest, ListRequest, ReadRequest, RecoverRequest, Target, UpdateRequest,
};
use lumi_graph::{Object, ProviderCode};
use lumi_rpc::{CallError, from_object, lumirpc as wire, object, required, resource_type, urn};

use wire::target::Code as WireCode;

fn shared(members: &Arc<Object>) -> Option<wire::Object> {
    Some(from_object(Object::clone(members)))
}

fn owned(members: Object) -> Option<wire::Object> {
    Some(from_object(members))
}

fn read_shared(message: Option<wire::Object>, name: &str) -> Result<Arc<Object>, CallError> {
    Ok(Arc::new(object(message, name)?))
}

fn read_optional(
    message: Option<wire::Object>,
    name: &str,
) -> Result<Option<Arc<Object>>, CallError> {
    match message {
        None => Ok(None),
        some => read_shared(some, name).map(Some),
    }
}

fn target(message: Option<wire::Target>) -> Result<Target, CallError> {
    required(message, "target")?.try_into()
}

impl From<&Target> for wire::Target {
    fn from(target: &Target) -> Self {
        Self {
            urn: target.urn.to_string(),
            r#type: target.resource_type.as_str().to_owned(),
            name: target.urn.name().to_owned(),
            timeout: target.timeout.map_or(0.0, |it| it.as_secs_f64()),
            code: target.code.as_ref().map(from_code),
        }
    }
}

impl TryFrom<wire::Target> for Target {
    type Error = CallError;

    fn try_from(message: wire::Target) -> Result<Self, CallError> {
        let limit = message.timeout;
        let timeout = (limit > 0.0).then(|| Duration::try_from_secs_f64(limit).ok());
        Ok(Self {
            data: None,
            ignored: Vec::new(),
            urn: urn(&message.urn, "target.urn")?,
            resource_type: resource_type(&message.r#type, "target.type")?,
            timeout: timeout.flatten(),
            code: message.code.map(into_code).transpose()?,
        })
    }
}

fn from_code(code: &Result<Arc<ProviderCode>, String>) -> WireCode {
    match code {
        Ok(code) => WireCode::Kept(wire::TargetCode {
            text: code.module.to_string(),
            environment: owned(code.environment.clone()),
        }),
        Err(problem) => WireCode::Damaged(problem.clone()),
    }
}

fn into_code(code: WireCode) -> Result<Result<Arc<ProviderCode>, String>, CallError> {
    Ok(match code {
        WireCode::Kept(code) => Ok(Arc::new(ProviderCode {
            module: code.text.into(),
            environment: object(code.environment, "target.environment")?,
        })),
        WireCode::Damaged(problem) => Err(problem),
    })
}

impl From<&CheckRequest> for wire::CheckRequest {
    fn from(request: &CheckRequest) -> Self {
        Self {
            target: Some((&request.target).into()),
            old_inputs: request.old_inputs.as_ref().and_then(shared),
            inputs: owned(request.inputs.clone()),
        }
    }
}

impl TryFrom<wire::CheckRequest> for CheckRequest {
    type Error = CallError;

    fn try_from(message: wire::CheckRequest) -> Result<Self, CallError> {
        Ok(Self {
            target: target(message.target)?,
            old_inputs: read_optional(message.old_inputs, "old_inputs")?,
            inputs: object(message.inputs, "inputs")?,
        })
    }
}

impl From<DiffConfigRequest> for wire::DiffConfigRequest {
    fn from(request: DiffConfigRequest) -> Self {
        Self {
            old_inputs: owned(request.old_inputs),
            inputs: owned(request.inputs),
        }
    }
}

impl TryFrom<wire::DiffConfigRequest> for DiffConfigRequest {
    type Error = CallError;

    fn try_from(message: wire::DiffConfigRequest) -> Result<Self, CallError> {
        Ok(Self {
            old_inputs: object(message.old_inputs, "old_inputs")?,
            inputs: object(message.inputs, "inputs")?,
        })
    }
}

impl From<&DiffRequest> for wire::DiffRequest {
    fn from(request: &DiffRequest) -> Self {
        Self {
            target: Some((&request.target).into()),
            id: request.id.clone(),
            old_inputs: shared(&request.old_inputs),
            old_outputs: shared(&request.old_outputs),
            inputs: shared(&request.inputs),
        }
    }
}

impl TryFrom<wire::DiffRequest> for DiffRequest {
    type Error = CallError;

    fn try_from(message: wire::DiffRequest) -> Result<Self, CallError> {
        Ok(Self {
            target: target(message.target)?,
            id: message.id,
            old_inputs: read_shared(message.old_inputs, "old_inputs")?,
            old_outputs: read_shared(message.old_outputs, "old_outputs")?,
            inputs: read_shared(message.inputs, "inputs")?,
        })
    }
}

impl From<CreateRequest> for wire::CreateRequest {
    fn from(request: CreateRequest) -> Self {
        Self {
            target: Some((&request.target).into()),
            inputs: owned(Arc::unwrap_or_clone(request.inputs)),
            preview: request.preview,
            follows_delete: request.follows_delete,
        }
    }
}

impl TryFrom<wire::CreateRequest> for CreateRequest {
    type Error = CallError;

    fn try_from(message: wire::CreateRequest) -> Result<Self, CallError> {
        Ok(Self {
            target: target(message.target)?,
            inputs: read_shared(message.inputs, "inputs")?,
            preview: message.preview,
            follows_delete: message.follows_delete,
            recorded: None,
        })
    }
}

impl From<&ReadRequest> for wire::ReadRequest {
    fn from(request: &ReadRequest) -> Self {
        Self {
            target: Some((&request.target).into()),
            id: request.id.clone(),
            inputs: request.inputs.as_ref().and_then(shared),
            outputs: request.outputs.as_ref().and_then(shared),
            begun_update: request.begun_update.as_ref().and_then(shared),
        }
    }
}

impl TryFrom<wire::ReadRequest> for ReadRequest {
    type Error = CallError;

    fn try_from(message: wire::ReadRequest) -> Result<Self, CallError> {
        Ok(Self {
            target: target(message.target)?,
            id: message.id,
            inputs: read_optional(message.inputs, "inputs")?,
            outputs: read_optional(message.outputs, "outputs")?,
            // The protocol has no such field.
            is_import: false,
            begun_update: read_optional(message.begun_update, "begun_update")?,
        })
    }
}

impl From<UpdateRequest> for wire::UpdateRequest {
    fn from(request: UpdateRequest) -> Self {
        Self {
            target: Some((&request.target).into()),
            id: request.id,
            old_inputs: shared(&request.old_inputs),
            old_outputs: shared(&request.old_outputs),
            inputs: shared(&request.inputs),
            preview: request.preview,
        }
    }
}

impl TryFrom<wire::UpdateRequest> for UpdateRequest {
    type Error = CallError;

    fn try_from(message: wire::UpdateRequest) -> Result<Self, CallError> {
        Ok(Self {
            target: target(message.target)?,
            id: message.id,
            old_inputs: read_shared(message.old_inputs, "old_inputs")?,
            old_outputs: read_shared(message.old_outputs, "old_outputs")?,
            inputs: read_shared(message.inputs, "inputs")?,
            preview: message.preview,
        })
    }
}

impl From<DeleteRequest> for wire::DeleteRequest {
    fn from(request: DeleteRequest) -> Self {
        Self {
            target: Some((&request.target).into()),
            id: request.id,
            inputs: shared(&request.inputs),
            outputs: shared(&request.outputs),
        }
    }
}

impl TryFrom<wire::DeleteRequest> for DeleteRequest {
    type Error = CallError;

    fn try_from(message: wire::DeleteRequest) -> Result<Self, CallError> {
        Ok(Self {
            target: target(message.target)?,
            id: message.id,
            inputs: read_shared(message.inputs, "inputs")?,
            outputs: read_shared(message.outputs, "outputs")?,
        })
    }
}

impl From<RecoverRequest> for wire::RecoverRequest {
    fn from(request: RecoverRequest) -> Self {
        Self {
            target: Some((&request.target).into()),
            inputs: shared(&request.inputs),
        }
    }
}

impl TryFrom<wire::RecoverRequest> for RecoverRequest {
    type Error = CallError;

    fn try_from(message: wire::RecoverRequest) -> Result<Self, CallError> {
        Ok(Self {
            target: target(message.target)?,
            inputs: read_shared(message.inputs, "inputs")?,
        })
    }
}

impl From<&ListRequest> for wire::ListRequest {
    fn from(request: &ListRequest) -> Self {
        Self {
            target: Some((&request.target).into()),
            place: request.place.clone(),
            page: None,
        }
    }
}

/// Pages are a matter of the connection.
impl TryFrom<wire::ListRequest> for ListRequest {
    type Error = CallError;

    fn try_from(message: wire::ListRequest) -> Result<Self, CallError> {
        Ok(Self {
            target: target(message.target)?,
            place: message.place,
        })
    }
}

impl From<InvokeRequest> for wire::InvokeRequest {
    fn from(request: InvokeRequest) -> Self {
        Self {
            token: request.token,
            arguments: owned(request.arguments),
            preview: request.preview,
        }
    }
}

impl TryFrom<wire::InvokeRequest> for InvokeRequest {
    type Error = CallError;

    fn try_from(message: wire::InvokeRequest) -> Result<Self, CallError> {
        Ok(Self {
            token: message.token,
            arguments: object(message.arguments, "arguments")?,
            preview: message.preview,
        })
    }
}

impl From<CallRequest> for wire::CallRequest {
    fn from(request: CallRequest) -> Self {
        Self {
            token: request.token,
            target: request.target.to_string(),
            arguments: owned(request.arguments),
            preview: request.preview,
        }
    }
}

impl TryFrom<wire::CallRequest> for CallRequest {
    type Error = CallError;

    fn try_from(message: wire::CallRequest) -> Result<Self, CallError> {
        Ok(Self {
            token: message.token,
            target: urn(&message.target, "target")?,
            id: None,
            arguments: object(message.arguments, "arguments")?,
            dependencies: Vec::new(),
            preview: message.preview,
        })
    }
}
