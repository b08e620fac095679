//! Converts goals to requests.

use std::collections::HashMap;

use crate::pulumirpc as wire;
use crate::values::{Accepts, PulumiValueError, encode_object, pulumi_type, pulumi_urn};
use lumi_graph::{
    Dependency, Goal, Object, PropertyPath, ResourceKind, SourcePosition, Urn, Value,
};
use lumi_rpc::CallError;
use wire::register_resource_request::{CustomTimeouts, PropertyDependencies};

/// The engine's names of the resources that a goal refers to.
pub(super) struct Names {
    pub(super) parent: String,
    /// `<URN>::<id>`, or empty.
    pub(super) provider: String,
}

pub(super) fn register_request(
    goal: &Goal,
    names: Names,
    accepts: Accepts,
) -> Result<wire::RegisterResourceRequest, CallError> {
    let options = Options(&goal.options);
    let delete_before_replace = options.flag("deleteBeforeReplace");
    Ok(wire::RegisterResourceRequest {
        r#type: pulumi_type(goal.resource_type.as_str()).into_owned(),
        name: goal.name.as_str().to_owned(),
        parent: names.parent,
        provider: names.provider,
        custom: goal.kind != ResourceKind::Component,
        object: Some(encode_object(&goal.inputs, accepts).map_err(|it| invalid_inputs(goal, &it))?),
        protect: options.flag("protect"),
        dependencies: dependencies(goal),
        property_dependencies: property_dependencies(&goal.dependencies),
        delete_before_replace: delete_before_replace.unwrap_or_default(),
        delete_before_replace_defined: delete_before_replace.is_some(),
        version: options.text("version"),
        ignore_changes: options.texts("ignoreChanges"),
        replace_on_changes: options.texts("replaceOnChanges"),
        hide_diffs: options.texts("hideDiffs"),
        additional_secret_outputs: options.texts("additionalSecretOutputs"),
        import_id: options.text("import"),
        custom_timeouts: options.timeouts(),
        retain_on_delete: options.flag("retainOnDelete"),
        aliases: options.aliases(),
        alias_specs: true,
        deleted_with: own_text_as_foreign(&options.text("deletedWith")),
        accept_secrets: true,
        accept_resources: true,
        supports_partial_values: true,
        supports_result_reporting: true,
        source_position: goal.source.as_ref().map(source_position),
        ..Default::default()
    })
}

pub(super) fn read_request(
    goal: &Goal,
    id: &str,
    names: Names,
    accepts: Accepts,
) -> Result<wire::ReadResourceRequest, CallError> {
    let options = Options(&goal.options);
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
        version: options.text("version"),
        additional_secret_outputs: options.texts("additionalSecretOutputs"),
        accept_secrets: true,
        accept_resources: true,
        source_position: goal.source.as_ref().map(source_position),
        ..Default::default()
    })
}

fn invalid_inputs(goal: &Goal, error: &PulumiValueError) -> CallError {
    CallError::malformed(format!("the inputs of `{}`: {error}", goal.name))
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

/// Converts a text that is a Lumi URN to a Pulumi URN.
fn own_text_as_foreign(text: &str) -> String {
    match Urn::parse(text) {
        Ok(urn) => pulumi_urn(&urn),
        Err(_) => text.to_owned(),
    }
}

/// Options, which the SDK has validated.
struct Options<'a>(&'a Object);

impl Options<'_> {
    fn flag(&self, name: &str) -> Option<bool> {
        match self.0.get(name) {
            Some(Value::Bool(flag)) => Some(*flag),
            _ => None,
        }
    }

    fn text(&self, name: &str) -> String {
        text(self.0, name)
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let Some(Value::Array(items)) = self.0.get(name) else {
            return Vec::new();
        };
        let items = items.iter().filter_map(Value::as_str);
        items.map(str::to_owned).collect()
    }

    fn timeouts(&self) -> Option<CustomTimeouts> {
        let Some(Value::Object(times)) = self.0.get("customTimeouts") else {
            return None;
        };
        // Only Lumi allows spaces, as in `1m 30s`.
        let time = |name| text(times, name).replace(' ', "");
        Some(CustomTimeouts {
            create: time("create"),
            update: time("update"),
            delete: time("delete"),
            read: String::new(),
        })
    }

    fn aliases(&self) -> Vec<wire::Alias> {
        let Some(Value::Array(items)) = self.0.get("aliases") else {
            return Vec::new();
        };
        items.iter().filter_map(alias).collect()
    }
}

fn text(object: &Object, name: &str) -> String {
    let text = object.get(name).and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

fn alias(alias: &Value) -> Option<wire::Alias> {
    use wire::alias::{Alias, Spec, spec::Parent};
    let alias = match alias {
        Value::String(urn) => Alias::Urn(own_text_as_foreign(urn)),
        Value::Object(parts) => {
            let parent = own_text_as_foreign(&text(parts, "parent"));
            Alias::Spec(Spec {
                name: text(parts, "name"),
                r#type: pulumi_type(&text(parts, "type")).into_owned(),
                stack: text(parts, "stack"),
                project: text(parts, "project"),
                parent: (!parent.is_empty()).then_some(Parent::ParentUrn(parent)),
            })
        }
        _ => return None,
    };
    Some(wire::Alias { alias: Some(alias) })
}
