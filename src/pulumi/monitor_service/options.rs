//! Converts the options of a registration to Lumi's names.

use std::sync::Arc;

use crate::pulumirpc as wire;
use crate::values::{PulumiUrn, decode_value, lumi_type, lumi_urn, parse_urn};
use lumi_graph::{Object, ResourceName, ResourceType, Urn, Value};
use lumi_rpc::CallError;

use wire::alias::{Alias, Spec, spec::Parent};

use super::callbacks::Callback;
use super::registered_resources::InheritedOptions;

/// The resource that the options belong to.
pub(super) struct OptionsOwner<'a> {
    pub(super) resource_type: &'a ResourceType,
    pub(super) name: &'a ResourceName,
    pub(super) stack: &'a str,
    pub(super) project: &'a str,
    pub(super) parent: Option<&'a Urn>,
}

/// Refuses options without a counterpart that would change the outcome.
pub(super) fn refuse(message: &wire::RegisterResourceRequest) -> Result<(), CallError> {
    if message.env_var_mappings.is_empty() {
        return Ok(());
    }
    Err(CallError::malformed(format!(
        "{:?} has the option `envVarMappings`, which lumi does not support for programs of Pulumi; \
         remove it",
        message.name
    )))
}

/// The options that children inherit: those of the message, otherwise those of its parent.
pub(super) fn inherited(
    message: &wire::RegisterResourceRequest,
    above: &Arc<InheritedOptions>,
) -> Result<Arc<InheritedOptions>, CallError> {
    let is_plain = message.protect.is_none()
        && message.retain_on_delete.is_none()
        && message.deleted_with.is_empty()
        && message.providers.is_empty()
        && message.transforms.is_empty();
    if is_plain {
        return Ok(Arc::clone(above));
    }
    let deleted_with = match message.deleted_with.as_str() {
        "" => above.deleted_with.clone(),
        urn => Some(urn_of(urn, "deletedWith")?),
    };
    let mut providers = above.providers.clone();
    for (package, reference) in &message.providers {
        let urn = provider(reference)?;
        providers.retain(|(name, _)| name != package);
        providers.push((package.clone(), urn));
    }
    let mut transforms = Callback::parse_all(&message.transforms)?;
    transforms.extend(above.transforms.iter().cloned());
    Ok(Arc::new(InheritedOptions {
        protect: message.protect.unwrap_or(above.protect),
        retain_on_delete: message.retain_on_delete.unwrap_or(above.retain_on_delete),
        deleted_with,
        providers,
        transforms,
    }))
}

/// The provider's URN in `<URN>::<id>`.
pub(super) fn provider(reference: &str) -> Result<Urn, CallError> {
    let urn = reference.rsplit_once("::").map(|(urn, _)| urn);
    urn_of(urn.unwrap_or(reference), "provider")
}

/// The provider that a message refers to; by default the inherited one for the package.
pub(super) fn provider_or_inherited(
    reference: &str,
    package: &str,
    inherited: &InheritedOptions,
) -> Result<Option<Urn>, CallError> {
    match reference {
        "" => Ok(inherited.provider(package).cloned()),
        reference => provider(reference).map(Some),
    }
}

pub(super) fn urn_of(text: &str, name: &str) -> Result<Urn, CallError> {
    lumi_urn(text).map_err(|error| CallError::malformed(format!("`{name}`: {error}")))
}

/// Parses a URN; `None` for an empty text and for the stack.
pub(super) fn urn_or_none(text: &str, name: &str) -> Result<Option<Urn>, CallError> {
    if text.is_empty() {
        return Ok(None);
    }
    match parse_urn(text) {
        Ok(PulumiUrn::Stack) => Ok(None),
        Ok(PulumiUrn::Resource(urn)) => Ok(Some(urn)),
        Err(error) => Err(CallError::malformed(format!("`{name}`: {error}"))),
    }
}

/// Converts options to those of a goal.
pub(super) fn options(
    message: &mut wire::RegisterResourceRequest,
    inherited: &InheritedOptions,
    owner: &OptionsOwner,
) -> Result<Object, CallError> {
    let mut options = Object::default();
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            options.insert(name.to_owned(), value);
        }
    };
    let flag = |it: bool| it.then_some(Value::Bool(true));
    let text = |it: &mut String| (!it.is_empty()).then(|| Value::String(std::mem::take(it)));
    set("protect", flag(inherited.protect));
    set("retainOnDelete", flag(inherited.retain_on_delete));
    let deleted_with = inherited.deleted_with.as_ref();
    set("deletedWith", deleted_with.map(|it| it.as_str().into()));
    let partners = replaced_with(message)?.into_iter();
    let partners: Vec<Value> = partners.map(|it| it.as_str().into()).collect();
    set(
        "replaceWith",
        (!partners.is_empty()).then_some(Value::Array(partners)),
    );
    set(
        "replacementTrigger",
        trigger(message.replacement_trigger.take())?,
    );
    let order = message.delete_before_replace;
    let is_given = order || message.delete_before_replace_defined;
    set(
        "deleteBeforeReplace",
        is_given.then_some(Value::Bool(order)),
    );
    set("ignoreChanges", texts(&mut message.ignore_changes));
    set("replaceOnChanges", texts(&mut message.replace_on_changes));
    set("hideDiffs", texts(&mut message.hide_diffs));
    let secret = texts(&mut message.additional_secret_outputs);
    set("additionalSecretOutputs", secret);
    set("aliases", aliases(message, owner)?);
    set("import", text(&mut message.import_id));
    set("hooks", message.hooks.take().and_then(hooks));
    set("customTimeouts", timeouts(message.custom_timeouts.take()));
    set("version", text(&mut message.version));
    set("pluginDownloadURL", text(&mut message.plugin_download_url));
    Ok(options)
}

/// The resources whose replacement also replaces this one.
pub(super) fn replaced_with(
    message: &wire::RegisterResourceRequest,
) -> Result<Vec<Urn>, CallError> {
    let urns = message.replace_with.iter();
    urns.map(|it| urn_of(it, "replaceWith")).collect()
}

/// The replacement trigger; null is `None`.
fn trigger(value: Option<wire::Value>) -> Result<Option<Value>, CallError> {
    let Some(value) = value else {
        return Ok(None);
    };
    let value = decode_value(Some(value))
        .map_err(|error| CallError::malformed(format!("`replacementTrigger`: {error}")))?;
    Ok((value != Value::Null).then_some(value))
}

pub(super) fn texts(texts: &mut Vec<String>) -> Option<Value> {
    let texts = std::mem::take(texts);
    let items = texts.into_iter().map(Value::String).collect::<Vec<_>>();
    (!items.is_empty()).then_some(Value::Array(items))
}

fn timeouts(timeouts: Option<wire::register_resource_request::CustomTimeouts>) -> Option<Value> {
    let timeouts = timeouts?;
    let members = [
        ("create", timeouts.create),
        ("update", timeouts.update),
        ("delete", timeouts.delete),
        ("read", timeouts.read),
    ];
    let members = members.into_iter().filter(|(_, time)| !time.is_empty());
    let members = members.map(|(key, time)| (key.to_owned(), Value::String(time)));
    let members: Object = members.collect();
    (!members.is_empty()).then_some(Value::Object(members))
}

/// The names of the hooks for each kind of step.
fn hooks(hooks: wire::register_resource_request::ResourceHooksBinding) -> Option<Value> {
    let lists = [
        ("beforeCreate", hooks.before_create),
        ("afterCreate", hooks.after_create),
        ("beforeUpdate", hooks.before_update),
        ("afterUpdate", hooks.after_update),
        ("beforeDelete", hooks.before_delete),
        ("afterDelete", hooks.after_delete),
        ("onError", hooks.on_error),
    ];
    let lists = lists
        .into_iter()
        .filter_map(|(key, mut names)| Some((key, texts(&mut names)?)));
    let lists: Object = lists.map(|(key, it)| (key.to_owned(), it)).collect();
    (!lists.is_empty()).then_some(Value::Object(lists))
}

fn aliases(
    message: &mut wire::RegisterResourceRequest,
    owner: &OptionsOwner,
) -> Result<Option<Value>, CallError> {
    let urns = std::mem::take(&mut message.alias_urns).into_iter();
    let aliases = std::mem::take(&mut message.aliases).into_iter();
    let all = urns
        .map(Alias::Urn)
        .chain(aliases.filter_map(|it| it.alias));
    let values = all
        .map(|it| alias(it, owner))
        .collect::<Result<Vec<_>, _>>()?;
    Ok((!values.is_empty()).then_some(Value::Array(values)))
}

fn alias(alias: Alias, owner: &OptionsOwner) -> Result<Value, CallError> {
    let spec = match alias {
        Alias::Urn(urn) => return Ok(urn_of(&urn, "aliases")?.as_str().into()),
        Alias::Spec(spec) => spec,
    };
    let malformed = |error: String| CallError::malformed(format!("`aliases`: {error}"));
    let own = match spec.r#type.as_str() {
        "" => None,
        text => Some(lumi_type(text).map_err(|error| malformed(error.to_string()))?),
    };
    let parent = match &spec.parent {
        None => owner.parent.cloned(),
        Some(Parent::ParentUrn(urn)) => urn_or_none(urn, "aliases")?,
        Some(Parent::NoParent(_)) => None,
    };
    if parent.is_none() && owner.parent.is_some() {
        return top_level(&spec, own, owner);
    }
    // Unset parts default to the current ones, even if those were renamed.
    let parent = parent.filter(|it| Some(it) != owner.parent);
    let parts = [
        ("name", spec.name),
        (
            "type",
            own.map(|it| it.as_str().to_owned()).unwrap_or_default(),
        ),
        ("stack", spec.stack),
        ("project", spec.project),
        (
            "parent",
            parent.map(|it| it.to_string()).unwrap_or_default(),
        ),
    ];
    let parts = parts.into_iter().filter(|(_, text)| !text.is_empty());
    let parts = parts.map(|(key, text)| (key.to_owned(), Value::String(text)));
    Ok(Value::Object(parts.collect()))
}

/// An alias for a resource whose parent was the stack.
fn top_level(
    spec: &Spec,
    own: Option<ResourceType>,
    owner: &OptionsOwner,
) -> Result<Value, CallError> {
    let name = match spec.name.as_str() {
        "" => owner.name.clone(),
        text => ResourceName::parse(text)
            .map_err(|error| CallError::malformed(format!("`aliases`: {error}")))?,
    };
    let or = |text: &str, other: &str| match text {
        "" => other.to_owned(),
        text => text.to_owned(),
    };
    let urn = Urn::new(
        &or(&spec.stack, owner.stack),
        &or(&spec.project, owner.project),
        Urn::ROOT_MODULE,
        own.as_ref().unwrap_or(owner.resource_type),
        &name,
    );
    Ok(urn.as_str().into())
}
