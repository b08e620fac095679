//! Converts requests.

use crate::pulumirpc as wire;
use crate::values::{Accepts, PulumiValueError, encode_object, pulumi_type, pulumi_urn};
use lumi_graph::Object;
use lumi_provider::{
    CheckRequest, CreateRequest, DeleteRequest, DiffRequest, ReadRequest, Target, UpdateRequest,
};

type Encoded<T> = Result<T, PulumiValueError>;

/// Peers expect structures to be present, so a missing object becomes an empty one.
fn structure(object: Option<&Object>, accepts: Accepts) -> Encoded<Option<wire::Struct>> {
    match object {
        Some(object) => encode_object(object, accepts).map(Some),
        None => Ok(Some(wire::Struct::default())),
    }
}

/// The identity of a resource in requests.
struct Named {
    urn: String,
    name: String,
    r#type: String,
    /// In seconds; 0 for none.
    timeout: f64,
}

fn named(target: &Target) -> Named {
    Named {
        urn: pulumi_urn(&target.urn),
        name: target.urn.name().to_owned(),
        r#type: pulumi_type(target.resource_type.as_str()).into_owned(),
        timeout: target.timeout.map_or(0.0, |it| it.as_secs_f64()),
    }
}

pub fn check(
    request: &CheckRequest,
    accepts: Accepts,
    random_seed: Vec<u8>,
) -> Encoded<wire::CheckRequest> {
    let target = named(&request.target);
    Ok(wire::CheckRequest {
        urn: target.urn,
        name: target.name,
        r#type: target.r#type,
        olds: structure(request.old_inputs.as_deref(), accepts)?,
        news: structure(Some(&request.inputs), accepts)?,
        random_seed,
        autonaming: None,
    })
}

pub fn diff(request: &DiffRequest, accepts: Accepts) -> Encoded<wire::DiffRequest> {
    let target = named(&request.target);
    Ok(wire::DiffRequest {
        id: request.id.clone(),
        urn: target.urn,
        name: target.name,
        r#type: target.r#type,
        olds: structure(Some(&request.old_outputs), accepts)?,
        old_inputs: structure(Some(&request.old_inputs), accepts)?,
        news: structure(Some(&request.inputs), accepts)?,
        // Ignored inputs already have their old values.
        ignore_changes: Vec::new(),
    })
}

pub fn create(request: &CreateRequest, accepts: Accepts) -> Encoded<wire::CreateRequest> {
    let target = named(&request.target);
    Ok(wire::CreateRequest {
        urn: target.urn,
        name: target.name,
        r#type: target.r#type,
        properties: structure(Some(&request.inputs), accepts)?,
        timeout: target.timeout,
        preview: request.preview,
    })
}

/// A read. An imported object is identified by its id alone; one that the program reads has the
/// program's properties as its state.
pub fn read(request: &ReadRequest, accepts: Accepts) -> Encoded<wire::ReadRequest> {
    let target = named(&request.target);
    let inputs = request.inputs.as_deref().filter(|_| !request.is_import);
    let outputs = request.outputs.as_deref().or(inputs);
    Ok(wire::ReadRequest {
        id: request.id.clone(),
        urn: target.urn,
        name: target.name,
        r#type: target.r#type,
        properties: structure(outputs, accepts)?,
        inputs: structure(inputs, accepts)?,
        timeout: target.timeout,
    })
}

pub fn update(request: &UpdateRequest, accepts: Accepts) -> Encoded<wire::UpdateRequest> {
    let target = named(&request.target);
    Ok(wire::UpdateRequest {
        id: request.id.clone(),
        urn: target.urn,
        name: target.name,
        r#type: target.r#type,
        olds: structure(Some(&request.old_outputs), accepts)?,
        old_inputs: structure(Some(&request.old_inputs), accepts)?,
        news: structure(Some(&request.inputs), accepts)?,
        timeout: target.timeout,
        ignore_changes: Vec::new(),
        preview: request.preview,
    })
}

pub fn delete(request: &DeleteRequest, accepts: Accepts) -> Encoded<wire::DeleteRequest> {
    let target = named(&request.target);
    Ok(wire::DeleteRequest {
        id: request.id.clone(),
        urn: target.urn,
        name: target.name,
        r#type: target.r#type,
        properties: structure(Some(&request.outputs), accepts)?,
        old_inputs: structure(Some(&request.inputs), accepts)?,
        timeout: target.timeout,
    })
}
