//! Converts requests and responses about components.

use std::collections::BTreeSet;

use crate::pulumirpc as wire;
use crate::values::{
    Accepts, PulumiValueError, by_property, decode_object, encode_object, lumi_urn, pulumi_type,
    pulumi_urn,
};
use lumi_graph::{Dependency, Object, ResourceReference, Urn, Value};
use lumi_provider::{CallRequest, ConstructRequest, Constructed, MonitorView};

use super::run_facts::PulumiRunFacts;

use wire::alias::Spec;
use wire::call_request::ArgumentDependencies;
use wire::construct_request::{CustomTimeouts, PropertyDependencies};

/// The argument with the resource whose method is called.
const SELF: &str = "__self__";

/// The id of a provider that does not exist yet.
const UNKNOWN_ID: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

pub(super) fn construct(
    request: &ConstructRequest,
    facts: &PulumiRunFacts,
    view: &MonitorView,
    accepts: Accepts,
) -> Result<wire::ConstructRequest, PulumiValueError> {
    let options = Options(&request.options);
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
        protect: options.flag("protect"),
        retain_on_delete: options.flag("retainOnDelete"),
        delete_before_replace: options.flag("deleteBeforeReplace"),
        additional_secret_outputs: options.texts("additionalSecretOutputs"),
        ignore_changes: options.texts("ignoreChanges"),
        replace_on_changes: options.texts("replaceOnChanges"),
        deleted_with: options.urn("deletedWith").unwrap_or_default(),
        custom_timeouts: options.timeouts(),
        aliases: options.aliases(),
        accepts_output_values: true,
    })
}

/// `<package>` to `<URN>::<id>`.
fn provider_reference((urn, id): &(Urn, String)) -> (String, String) {
    let package = urn.resource_type().rsplit(':').next().unwrap_or_default();
    let id = match id.as_str() {
        "" => UNKNOWN_ID,
        id => id,
    };
    (package.to_owned(), format!("{}::{id}", pulumi_urn(urn)))
}

/// A method call: the resource is an argument.
pub(super) fn call(
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
pub(super) fn constructed(
    answer: wire::ConstructResponse,
) -> Result<Constructed, PulumiValueError> {
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

/// The options of a goal, which the engine has validated.
struct Options<'a>(&'a Object);

impl Options<'_> {
    fn flag(&self, name: &str) -> Option<bool> {
        match self.0.get(name) {
            Some(Value::Bool(flag)) => Some(*flag),
            _ => None,
        }
    }

    fn texts(&self, name: &str) -> Vec<String> {
        match self.0.get(name) {
            Some(Value::Array(items)) => {
                let texts = items.iter().filter_map(Value::as_str);
                texts.map(str::to_owned).collect()
            }
            _ => Vec::new(),
        }
    }

    fn urn(&self, name: &str) -> Option<String> {
        let urn = Urn::parse(self.0.get(name)?.as_str()?).ok()?;
        Some(pulumi_urn(&urn))
    }

    fn timeouts(&self) -> Option<CustomTimeouts> {
        let Value::Object(members) = self.0.get("customTimeouts")? else {
            return None;
        };
        let time = |key: &str| {
            let text = members.get(key).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        Some(CustomTimeouts {
            create: time("create"),
            update: time("update"),
            delete: time("delete"),
            read: time("read"),
        })
    }

    fn aliases(&self) -> Vec<wire::Alias> {
        let Some(Value::Array(items)) = self.0.get("aliases") else {
            return Vec::new();
        };
        let alias = |item: &Value| {
            let alias = match item {
                Value::String(urn) => wire::alias::Alias::Urn(pulumi_urn(&Urn::parse(urn).ok()?)),
                Value::Object(parts) => wire::alias::Alias::Spec(spec(parts)),
                _ => return None,
            };
            Some(wire::Alias { alias: Some(alias) })
        };
        items.iter().filter_map(alias).collect()
    }
}

fn spec(parts: &Object) -> Spec {
    let text = |key: &str| {
        let text = parts.get(key).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    let parent = parts.get("parent").and_then(Value::as_str);
    let parent = parent.and_then(|it| Urn::parse(it).ok());
    Spec {
        name: text("name"),
        r#type: pulumi_type(&text("type")).into_owned(),
        stack: text("stack"),
        project: text("project"),
        parent: parent.map(|it| wire::alias::spec::Parent::ParentUrn(pulumi_urn(&it))),
    }
}
