//! One resource of a document as one of a state.

use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use lumi_graph::{Dependency, PropertyPath, ResourceKind, Sealer, Urn};
use lumi_state::{Resource, Serial, Stage};

use super::checkpoint_error::ResourceFault;
use super::default_provider::{self, ProviderInputs};
use super::document::StoredResource;
use super::resource_options::{options, urn, urns};
use super::stored_value;
use crate::monitor_service::position;
use crate::pulumirpc::SourcePosition;
use crate::values::{STACK_REFERENCE_TYPE, kept_type, lumi_urn, stack_id};

/// Converts a resource, without its provider.
pub fn resource(
    stored: &StoredResource,
    serial: Serial,
    order: u32,
    sealer: &dyn Sealer,
) -> Result<Resource, ResourceFault> {
    if !stored.view_of.is_empty() {
        return Err(ResourceFault::View(stored.view_of.clone()));
    }
    let own = lumi_urn(&stored.urn)?;
    let kind = match (default_provider::package(stored), stored.custom) {
        (Some(_), _) => ResourceKind::Provider,
        (None, true) => ResourceKind::Custom,
        (None, false) => ResourceKind::Component,
    };
    let mut resource = Resource::new(serial, own, kind);
    resource.order = order;
    resource.options = options(stored, sealer)?;
    if let Some(kept) = kept_type(&stored.kind, resource.urn.resource_type()) {
        resource.options.set(kept);
    }
    let mut inputs = stored_value::object(&stored.inputs, "inputs", sealer)?;
    let mut outputs = stored_value::object(&stored.outputs, "outputs", sealer)?;
    if kind == ResourceKind::Provider {
        let parts = ProviderInputs::split(inputs);
        parts.options().for_each(|it| resource.options.set(it));
        inputs = parts.settings;
        outputs = ProviderInputs::split(outputs).settings;
    }
    let mut id = stored.id.clone();
    if stored.kind == STACK_REFERENCE_TYPE {
        // Made by the SDK in each run.
        outputs.shift_remove("secretOutputNames");
        id = stack_id(&id).to_owned();
        for values in [&mut inputs, &mut outputs] {
            values.insert("name".to_owned(), id.as_str().into());
        }
    }
    resource.inputs = Arc::new(inputs);
    resource.outputs = Arc::new(outputs);
    // A component that its provider has made has an id of its own in no case.
    let has_id = kind != ResourceKind::Component && !id.is_empty();
    resource.id = has_id.then_some(id);
    resource.external = stored.external;
    resource.stage = match (stored.delete, stored.pending_replacement) {
        (true, _) => Stage::Replaced,
        (false, true) => Stage::AwaitingReplacement,
        (false, false) => Stage::Live,
    };
    resource.parent = urn(&stored.parent)?;
    resource.dependencies = dependencies(stored, &resource)?;
    resource.depends_on = depends_on(stored, &resource)?;
    resource.source = source(&stored.source_position);
    resource.problems.clone_from(&stored.init_errors);
    resource.set_tainted(stored.taint);
    resource.created = time(stored.created.as_deref())?;
    resource.modified = time(stored.modified.as_deref())?;
    Ok(resource)
}

/// The dependencies of each input, in the order of the inputs.
fn dependencies(
    stored: &StoredResource,
    resource: &Resource,
) -> Result<Vec<Dependency>, ResourceFault> {
    let mut dependencies = Vec::new();
    for key in resource.inputs.keys() {
        let Some(Some(origins)) = stored.property_dependencies.get(key) else {
            continue;
        };
        let mut path = PropertyPath::new();
        path.push_key(key);
        let path = path.to_string();
        for urn in urns(origins)? {
            let dependency = Dependency {
                path: path.clone(),
                urn,
            };
            if dependency.urn != resource.urn && !dependencies.contains(&dependency) {
                dependencies.push(dependency);
            }
        }
    }
    Ok(dependencies)
}

/// Dependencies that come from no input.
fn depends_on(stored: &StoredResource, resource: &Resource) -> Result<Vec<Urn>, ResourceFault> {
    let mut found = Vec::new();
    for urn in urns(&stored.dependencies)? {
        let is_of_input = resource.dependencies.iter().any(|it| it.urn == urn);
        if !is_of_input && urn != resource.urn && !found.contains(&urn) {
            found.push(urn);
        }
    }
    Ok(found)
}

/// A place such as `project:///index.ts#3,5`.
fn source(text: &str) -> Option<lumi_graph::SourcePosition> {
    let (uri, place) = text.rsplit_once('#')?;
    let (line, column) = place.split_once(',').unwrap_or((place, "1"));
    let message = SourcePosition {
        uri: uri.to_owned(),
        line: line.parse().ok()?,
        column: column.parse().ok()?,
    };
    // Code of packages may be outside of the project.
    position(Some(message), Path::new("/")).filter(|it| !it.file.starts_with("../"))
}

fn time(text: Option<&str>) -> Result<Option<DateTime<Utc>>, ResourceFault> {
    let Some(text) = text else {
        return Ok(None);
    };
    let time = DateTime::parse_from_rfc3339(text);
    let time = time.map_err(|_| ResourceFault::Time(text.to_owned()))?;
    Ok(Some(time.with_timezone(&Utc)))
}
