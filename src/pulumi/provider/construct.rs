//! Converts requests and responses about components.

use std::collections::BTreeSet;

use crate::pulumirpc as wire;
use crate::values::{
    Accepts, PulumiValueError, by_property, decode_object, encode_object, lumi_urn, pulumi_type,
    pulumi_urn, unknown_id,
};
use crate::wire_options;
use lumi_graph::{Dependency, ResourceReference, Urn, Value};
use lumi_provider::{CallRequest, ConstructRequest, Constructed, MonitorView};

use super::run_facts::PulumiRunFacts;

use wire::call_request::ArgumentDependencies;
use wire::construct_request::{CustomTimeouts, PropertyDependencies};

/// The argument with the resource whose method is called.
const SELF: &str = "__self__";

pub fn construct(
    request: &ConstructRequest,
    facts: &PulumiRunFacts,
    view: &MonitorView,
    accepts: Accepts,
) -> Result<wire::ConstructRequest, PulumiValueError> {
    // The engine refuses goals with invalid options.
    let options = &request.options;
    Ok(wire::ConstructRequest {
        project: facts.project.clone(),
        stack: facts.stack.clone(),
        organization: view.organization.clone(),
        config: view.config.iter().cloned().collect(),
        config_secret_keys: view.config_secret_keys.clone(),
        dry_run: view.preview,
        parallel: i32::try_from(view.parallel).unwrap_or(i32::MAX),
        monitor_endpoint: view.endpoint.clone(),
        r#type: pulumi_type(&request.token).into_owned(),
        name: request.name.clone(),
        parent: request.parent.as_ref().map(pulumi_urn).unwrap_or_default(),
        inputs: Some(encode_object(&request.inputs, accepts)?),
        input_dependencies: by_property(&request.dependencies, |urns| PropertyDependencies {
            urns,
        }),
        dependencies: request.depends_on.iter().map(pulumi_urn).collect(),
        providers: request.providers.iter().map(provider_reference).collect(),
        protect: options.protect(),
        retain_on_delete: options.retain_on_delete(),
        delete_before_replace: options.delete_before_replace(),
        additional_secret_outputs: options.additional_secret_outputs().to_vec(),
        ignore_changes: wire_options::patterns(options.ignore_changes()),
        replace_on_changes: wire_options::patterns(options.replace_on_changes()),
        deleted_with: options.deleted_with().map(pulumi_urn).unwrap_or_default(),
        custom_timeouts: options.custom_timeouts().map(timeouts),
        aliases: wire_options::aliases(options.aliases()),
        accepts_output_values: true,
    })
}

/// `<package>` to `<URN>::<id>`.
fn provider_reference((urn, id): &(Urn, String)) -> (String, String) {
    let package = urn.resource_type().rsplit(':').next().unwrap_or_default();
    let id = match id.as_str() {
        "" => unknown_id(),
        id => id,
    };
    (package.to_owned(), format!("{}::{id}", pulumi_urn(urn)))
}

/// A method call: the resource is an argument.
pub fn call(
    request: &CallRequest,
    facts: &PulumiRunFacts,
    view: &MonitorView,
    accepts: Accepts,
) -> Result<wire::CallRequest, PulumiValueError> {
    let mut arguments = request.arguments.clone();
    if !arguments.contains_key(SELF) {
        let reference = ResourceReference {
            urn: request.target.clone(),
            id: request.id.clone().map(Value::String),
        };
        arguments.insert(SELF.to_owned(), Value::Resource(Box::new(reference)));
    }
    Ok(wire::CallRequest {
        tok: request.token.clone(),
        args: Some(encode_object(&arguments, accepts)?),
        arg_dependencies: by_property(&request.dependencies, |urns| ArgumentDependencies { urns }),
        project: facts.project.clone(),
        stack: facts.stack.clone(),
        organization: view.organization.clone(),
        config: view.config.iter().cloned().collect(),
        config_secret_keys: view.config_secret_keys.clone(),
        dry_run: request.preview,
        parallel: i32::try_from(view.parallel).unwrap_or(i32::MAX),
        monitor_endpoint: view.endpoint.clone(),
        accepts_output_values: true,
    })
}

/// Converts the created component.
pub fn constructed(answer: wire::ConstructResponse) -> Result<Constructed, PulumiValueError> {
    let decoded = decode_object(answer.state)?;
    let named = answer.state_dependencies.into_iter();
    let named =
        named.flat_map(|(key, urns)| urns.urns.into_iter().map(move |it| (key.clone(), it)));
    let named = named.filter_map(|(path, urn)| {
        // A dependency on the stack itself carries no information.
        let urn = lumi_urn(&urn).ok()?;
        Some(Dependency { path, urn })
    });
    let dependencies: BTreeSet<Dependency> =
        decoded.dependencies.into_iter().chain(named).collect();
    Ok(Constructed {
        urn: lumi_urn(&answer.urn)?,
        outputs: decoded.object,
        dependencies: dependencies.into_iter().collect(),
    })
}

fn timeouts(timeouts: &lumi_graph::CustomTimeouts) -> CustomTimeouts {
    let time = |operation| timeouts.text(operation).to_owned();
    CustomTimeouts {
        create: time("create"),
        update: time("update"),
        delete: time("delete"),
        read: time("read"),
    }
}
