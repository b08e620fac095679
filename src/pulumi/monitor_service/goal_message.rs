//! Converts registrations and reads to goals.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::pulumirpc as wire;
use crate::values::{Decoded, decode_object, decode_value, kept_type, lumi_type};
use lumi_graph::{
    Dependency, Goal, Object, PropertyPath, ResourceKind, ResourceName, ResourceType, Urn, Value,
};
use lumi_rpc::CallError;

use super::options::{self, OptionsOwner, options, provider_or_inherited, urn_or_none};
use super::position::position;
use super::registered_resources::{InheritedOptions, RegisteredResources};

#[derive(Clone, Debug, Default)]
pub struct DeploymentInfo {
    pub project: String,
    pub stack: String,
    /// The folder that source positions must be in.
    pub folder: PathBuf,
}

/// A goal, and the options that children of its resource inherit.
pub struct GoalWithInheritance {
    pub goal: Goal,
    pub inherited: Arc<InheritedOptions>,
}

/// Converts a registration.
pub fn registered(
    mut message: wire::RegisterResourceRequest,
    order: u32,
    known: &RegisteredResources,
    place: &DeploymentInfo,
) -> Result<GoalWithInheritance, CallError> {
    let resource_type = resource_type(&message.r#type)?;
    let name = resource_name(&message.name)?;
    let kind = kind(&resource_type, message.custom)?;
    let parent = urn_or_none(&message.parent, "parent")?;
    let above = parent.as_ref().map(|it| known.inherited(it));
    let inherited = options::inherited(&message, &above.unwrap_or_default())?;
    let owner = OptionsOwner {
        resource_type: &resource_type,
        name: &name,
        stack: &place.stack,
        project: &place.project,
        parent: parent.as_ref(),
    };
    let mut goal_options = options(&mut message, &inherited, &owner)?;
    if let Some(kept) = kept_type(&message.r#type, resource_type.as_str()) {
        goal_options.set(kept);
    }
    let urn = urn(&resource_type, &name, parent.as_ref(), place);
    let package = resource_type.package();
    let provider = match kind {
        ResourceKind::Custom => provider_or_inherited(&message.provider, package, &inherited)?,
        // The provider of a component applies to its children, and a provider resource has none.
        _ => None,
    };
    let Decoded {
        object: inputs,
        mut dependencies,
    } = inputs(message.object.take(), "object")?;
    let said = message.property_dependencies.iter();
    let said = said.map(|(key, it)| (key.as_str(), it.urns.as_slice()));
    add_dependencies(&mut dependencies, &inputs, &said.collect(), Some(&urn))?;
    let mut depends_on = depends_on(&message.dependencies, &dependencies, &urn)?;
    add_partners(&mut depends_on, options::replaced_with(&message)?, &urn);
    let goal = Goal {
        order,
        urn,
        kind,
        parent,
        provider,
        read_id: None,
        inputs,
        dependencies,
        depends_on,
        options: goal_options,
        source: position(message.source_position, &place.folder),
        resource_type,
        name,
        code: None,
    };
    Ok(GoalWithInheritance { goal, inherited })
}

/// A resource is registered after those that it is replaced with.
fn add_partners(depends_on: &mut Vec<Urn>, partners: Vec<Urn>, urn: &Urn) {
    for partner in partners {
        if partner != *urn && !depends_on.contains(&partner) {
            depends_on.push(partner);
        }
    }
}

/// Converts a read.
pub fn read(
    mut message: wire::ReadResourceRequest,
    order: u32,
    known: &RegisteredResources,
    place: &DeploymentInfo,
) -> Result<GoalWithInheritance, CallError> {
    let resource_type = resource_type(&message.r#type)?;
    let name = resource_name(&message.name)?;
    if kind(&resource_type, true)? != ResourceKind::Custom {
        return Err(CallError::malformed(format!(
            "`type`: a provider such as `{resource_type}` cannot be read"
        )));
    }
    let parent = urn_or_none(&message.parent, "parent")?;
    let above = parent.as_ref().map(|it| known.inherited(it));
    let inherited = above.unwrap_or_default();
    let package = resource_type.package();
    let provider = provider_or_inherited(&message.provider, package, &inherited)?;
    let urn = urn(&resource_type, &name, parent.as_ref(), place);
    let Decoded {
        object: inputs,
        dependencies,
    } = inputs(message.properties.take(), "properties")?;
    let goal_options = options::read_options(&mut message);
    let depends_on = depends_on(&message.dependencies, &dependencies, &urn)?;
    let goal = Goal {
        order,
        urn,
        kind: ResourceKind::Custom,
        parent,
        provider,
        read_id: Some(read_id(message.id)?),
        inputs,
        dependencies,
        depends_on,
        options: goal_options,
        source: position(message.source_position, &place.folder),
        resource_type,
        name,
        code: None,
    };
    Ok(GoalWithInheritance { goal, inherited })
}

fn read_id(text: String) -> Result<Value, CallError> {
    if text.is_empty() {
        return Err(CallError::malformed("`id` is empty; it says what to read"));
    }
    let kind = Some(wire::value::Kind::StringValue(text));
    decode_value(Some(wire::Value { kind }))
        .map_err(|error| CallError::malformed(error.to_string()))
}

fn resource_type(text: &str) -> Result<ResourceType, CallError> {
    lumi_type(text).map_err(|error| CallError::malformed(format!("`type`: {error}")))
}

fn resource_name(text: &str) -> Result<ResourceName, CallError> {
    ResourceName::parse(text).map_err(|error| CallError::malformed(format!("`name`: {error}")))
}

fn kind(resource_type: &ResourceType, custom: bool) -> Result<ResourceKind, CallError> {
    if custom {
        let managed = ResourceType::parse_managed(resource_type.as_str());
        managed.map_err(|error| CallError::malformed(format!("`type`: {error}")))?;
    }
    match (resource_type.provided_package().is_some(), custom) {
        (true, true) => Ok(ResourceKind::Provider),
        (false, true) => Ok(ResourceKind::Custom),
        (false, false) => Ok(ResourceKind::Component),
        (true, false) => Err(CallError::malformed(format!(
            "`custom`: a resource of the type `{resource_type}` is a provider and no component"
        ))),
    }
}

fn urn(
    resource_type: &ResourceType,
    name: &ResourceName,
    parent: Option<&Urn>,
    place: &DeploymentInfo,
) -> Urn {
    let module = match parent {
        Some(parent) => parent.child_module(),
        None => Urn::ROOT_MODULE.to_owned(),
    };
    Urn::new(&place.stack, &place.project, &module, resource_type, name)
}

/// Decodes an object of a message.
pub fn inputs(structure: Option<wire::Struct>, name: &str) -> Result<Decoded, CallError> {
    decode_object(structure).map_err(|error| CallError::malformed(format!("`{name}`: {error}")))
}

/// Adds the dependencies of each input: property to URNs. Sorted like the inputs, because the
/// message has no order. Dependencies on `own` itself are left out.
pub fn add_dependencies(
    dependencies: &mut Vec<Dependency>,
    inputs: &Object,
    said: &FxHashMap<&str, &[String]>,
    own: Option<&Urn>,
) -> Result<(), CallError> {
    if said.is_empty() {
        return Ok(());
    }
    for key in inputs.keys() {
        let Some(origins) = said.get(key.as_str()) else {
            continue;
        };
        let mut path = PropertyPath::new();
        path.push_key(key);
        let path = path.to_string();
        let known = dependencies.iter().filter(|it| it.path == path);
        let mut seen: FxHashSet<Urn> = known.map(|it| it.urn.clone()).collect();
        for urn in *origins {
            let Some(urn) = urn_or_none(urn, "propertyDependencies")? else {
                continue;
            };
            if Some(&urn) != own && seen.insert(urn.clone()) {
                let path = path.clone();
                dependencies.push(Dependency { path, urn });
            }
        }
    }
    Ok(())
}

/// The explicit `dependsOn`: the SDK sends the union of these and the dependencies of inputs.
fn depends_on(
    urns: &[String],
    dependencies: &[Dependency],
    own: &Urn,
) -> Result<Vec<Urn>, CallError> {
    if urns.is_empty() {
        return Ok(Vec::new());
    }
    let mut seen: FxHashSet<Urn> = dependencies.iter().map(|it| it.urn.clone()).collect();
    seen.insert(own.clone());
    let mut found = Vec::new();
    for urn in urns {
        let Some(urn) = urn_or_none(urn, "dependencies")? else {
            continue;
        };
        if seen.insert(urn.clone()) {
            found.push(urn);
        }
    }
    Ok(found)
}
