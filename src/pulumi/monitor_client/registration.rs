//! Converts goals to requests.

use std::collections::HashMap;

use crate::pulumirpc as wire;
use crate::values::{
    Accepts, PulumiValueError, encode_object, encode_value, pulumi_type, pulumi_urn,
};
use crate::wire_options;
use lumi_graph::{
    Dependency, Goal, PropertyPath, ResourceKind, ResourceOptions, SourcePosition, Urn,
};
use lumi_rpc::CallError;
use wire::register_resource_request::{CustomTimeouts, PropertyDependencies};

/// The engine's names of the resources that a goal refers to.
pub struct Names {
    pub parent: String,
    /// `<URN>::<id>`, or empty.
    pub provider: String,
}

pub fn register_request(
    goal: &Goal,
    names: Names,
    accepts: Accepts,
) -> Result<wire::RegisterResourceRequest, CallError> {
    let options = valid_options(goal)?;
    let delete_before_replace = options.delete_before_replace();
    let trigger = options.replacement_trigger();
    let trigger = trigger.map(|it| encode_value(it, accepts)).transpose();
    Ok(wire::RegisterResourceRequest {
        r#type: pulumi_type(goal.resource_type.as_str()).into_owned(),
        name: goal.name.as_str().to_owned(),
        parent: names.parent,
        provider: names.provider,
        custom: goal.kind != ResourceKind::Component,
        object: Some(encode_object(&goal.inputs, accepts).map_err(|it| invalid_inputs(goal, &it))?),
        protect: options.protect(),
        dependencies: dependencies(goal),
        property_dependencies: property_dependencies(&goal.dependencies),
        delete_before_replace: delete_before_replace.unwrap_or_default(),
        delete_before_replace_defined: delete_before_replace.is_some(),
        version: wire_options::text(options.version()),
        ignore_changes: wire_options::patterns(options.ignore_changes()),
        replace_on_changes: wire_options::patterns(options.replace_on_changes()),
        hide_diffs: wire_options::patterns(options.hide_diffs()),
        additional_secret_outputs: options.additional_secret_outputs().to_vec(),
        import_id: wire_options::text(options.import()),
        custom_timeouts: options.custom_timeouts().map(timeouts),
        retain_on_delete: options.retain_on_delete(),
        aliases: wire_options::aliases(options.aliases()),
        alias_specs: true,
        deleted_with: options.deleted_with().map(pulumi_urn).unwrap_or_default(),
        replace_with: options.replace_with().iter().map(pulumi_urn).collect(),
        replacement_trigger: trigger.map_err(|it| invalid_inputs(goal, &it))?,
        env_var_mappings: env_var_mappings(options),
        accept_secrets: true,
        accept_resources: true,
        supports_partial_values: true,
        supports_result_reporting: true,
        source_position: goal.source.as_ref().map(source_position),
        ..Default::default()
    })
}

pub fn read_request(
    goal: &Goal,
    id: &str,
    names: Names,
    accepts: Accepts,
) -> Result<wire::ReadResourceRequest, CallError> {
    let options = valid_options(goal)?;
    Ok(wire::ReadResourceRequest {
        id: id.to_owned(),
        r#type: pulumi_type(goal.resource_type.as_str()).into_owned(),
        name: goal.name.as_str().to_owned(),
        parent: names.parent,
        provider: names.provider,
        properties: Some(
            encode_object(&goal.inputs, accepts).map_err(|it| invalid_inputs(goal, &it))?,
        ),
        dependencies: dependencies(goal),
        version: wire_options::text(options.version()),
        additional_secret_outputs: options.additional_secret_outputs().to_vec(),
        accept_secrets: true,
        accept_resources: true,
        source_position: goal.source.as_ref().map(source_position),
        ..Default::default()
    })
}

fn invalid_inputs(goal: &Goal, error: &PulumiValueError) -> CallError {
    CallError::malformed(format!("the inputs of `{}`: {error}", goal.name))
}

fn env_var_mappings(options: &ResourceOptions) -> HashMap<String, String> {
    let mappings = options.env_var_mappings().into_iter();
    let mappings = mappings.flat_map(|it| it.iter());
    mappings
        .map(|(from, to)| (from.to_owned(), to.to_owned()))
        .collect()
}

/// Without duplicates, in order of first appearance.
fn dependencies(goal: &Goal) -> Vec<String> {
    let named = goal.dependencies.iter().map(|it| &it.urn);
    distinct(named.chain(&goal.depends_on))
}

fn distinct<'a>(urns: impl Iterator<Item = &'a Urn>) -> Vec<String> {
    let urns: indexmap::IndexSet<&Urn> = urns.collect();
    urns.into_iter().map(pulumi_urn).collect()
}

/// By property; the protocol does not record the path within it.
fn property_dependencies(dependencies: &[Dependency]) -> HashMap<String, PropertyDependencies> {
    let mut urns: HashMap<String, Vec<&Urn>> = HashMap::new();
    for Dependency { path, urn } in dependencies {
        let path: Option<PropertyPath> = path.parse().ok();
        if let Some(property) = path.as_ref().and_then(PropertyPath::property) {
            urns.entry(property.to_owned()).or_default().push(urn);
        }
    }
    let message = |urns: Vec<&Urn>| PropertyDependencies {
        urns: distinct(urns.into_iter()),
    };
    urns.into_iter()
        .map(|(key, it)| (key, message(it)))
        .collect()
}

fn source_position(source: &SourcePosition) -> wire::SourcePosition {
    let number = |it: u32| i32::try_from(it).unwrap_or_default();
    wire::SourcePosition {
        uri: format!("project:///{}", source.file),
        line: number(source.line),
        column: number(source.column),
    }
}

/// The options, which the engine of Pulumi cannot check by Lumi's rules.
fn valid_options(goal: &Goal) -> Result<&ResourceOptions, CallError> {
    match goal.options.fault() {
        None => Ok(&goal.options),
        Some(fault) => Err(CallError::malformed(format!("`{}`: {fault}", goal.name))),
    }
}

fn timeouts(timeouts: &lumi_graph::CustomTimeouts) -> CustomTimeouts {
    // Only Lumi allows spaces, as in `1m 30s`.
    let time = |operation| timeouts.text(operation).replace(' ', "");
    CustomTimeouts {
        create: time("create"),
        update: time("update"),
        delete: time("delete"),
        read: String::new(),
    }
}
