//! Converts the options of a registration to Lumi's names.

use std::mem::take;
use std::sync::Arc;

use crate::pulumirpc as wire;
use crate::values::{PulumiUrn, decode_value, lumi_type, lumi_urn, parse_urn};
use lumi_graph::{
    Alias, AliasParts, HookNames, Object, ResourceName, ResourceOption, ResourceOptions,
    ResourceType, Urn, Value,
};
use lumi_rpc::CallError;

use wire::alias::{Spec, spec::Parent};

use super::callbacks::Callback;
use super::registered_resources::InheritedOptions;

/// The resource that the options belong to.
pub struct OptionsOwner<'a> {
    pub resource_type: &'a ResourceType,
    pub name: &'a ResourceName,
    pub stack: &'a str,
    pub project: &'a str,
    pub parent: Option<&'a Urn>,
}

/// The options that children inherit: those of the message, otherwise those of its parent.
pub fn inherited(
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
pub fn provider(reference: &str) -> Result<Urn, CallError> {
    let urn = reference.rsplit_once("::").map(|(urn, _)| urn);
    urn_of(urn.unwrap_or(reference), "provider")
}

/// The provider that a message refers to; by default the inherited one for the package.
pub fn provider_or_inherited(
    reference: &str,
    package: &str,
    inherited: &InheritedOptions,
) -> Result<Option<Urn>, CallError> {
    match reference {
        "" => Ok(inherited.provider(package).cloned()),
        reference => provider(reference).map(Some),
    }
}

pub fn urn_of(text: &str, name: &str) -> Result<Urn, CallError> {
    lumi_urn(text).map_err(|error| CallError::malformed(format!("`{name}`: {error}")))
}

/// Parses a URN; `None` for an empty text and for the stack.
pub fn urn_or_none(text: &str, name: &str) -> Result<Option<Urn>, CallError> {
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
pub fn options(
    message: &mut wire::RegisterResourceRequest,
    inherited: &InheritedOptions,
    owner: &OptionsOwner,
) -> Result<ResourceOptions, CallError> {
    use ResourceOption as Set;
    let patterns = |name, texts: &mut Vec<String>| Some(Set::new(name, list(take(texts))?));
    let order = message.delete_before_replace;
    let has_order = order || message.delete_before_replace_defined;
    let deleted_with = inherited.deleted_with.clone();
    let trigger = trigger(message.replacement_trigger.take())?;
    let options = [
        inherited.protect.then_some(Set::Protect(true)),
        inherited
            .retain_on_delete
            .then_some(Set::RetainOnDelete(true)),
        deleted_with.map(Set::DeletedWith),
        some(replaced_with(message)?).map(Set::ReplaceWith),
        trigger.map(Set::ReplacementTrigger),
        has_order.then_some(Set::DeleteBeforeReplace(order)),
        patterns("ignoreChanges", &mut message.ignore_changes),
        patterns("replaceOnChanges", &mut message.replace_on_changes),
        patterns("hideDiffs", &mut message.hide_diffs),
        secret_outputs(&mut message.additional_secret_outputs),
        some(aliases(message, owner)?).map(Set::Aliases),
        text(&mut message.import_id).map(Set::Import),
        message.hooks.take().and_then(hooks).map(Set::Hooks),
        timeouts(message.custom_timeouts.take()),
        text(&mut message.version).map(Set::Version),
        text(&mut message.plugin_download_url).map(Set::PluginDownloadUrl),
        env_var_mappings(message, owner),
    ];
    Ok(options.into_iter().flatten().collect())
}

/// Only provider resources have a process.
fn env_var_mappings(
    message: &mut wire::RegisterResourceRequest,
    owner: &OptionsOwner,
) -> Option<ResourceOption> {
    let mappings = take(&mut message.env_var_mappings);
    if mappings.is_empty() || owner.resource_type.provided_package().is_none() {
        return None;
    }
    let mut mappings: Vec<(String, String)> = mappings.into_iter().collect();
    mappings.sort_unstable();
    let members = mappings.into_iter();
    let members = members.map(|(from, to)| (from, Value::String(to)));
    let members = Value::Object(members.collect());
    Some(ResourceOption::new("envVarMappings", members))
}

pub fn read_options(message: &mut wire::ReadResourceRequest) -> ResourceOptions {
    let options = [
        text(&mut message.version).map(ResourceOption::Version),
        text(&mut message.plugin_download_url).map(ResourceOption::PluginDownloadUrl),
        secret_outputs(&mut message.additional_secret_outputs),
    ];
    options.into_iter().flatten().collect()
}

fn secret_outputs(names: &mut Vec<String>) -> Option<ResourceOption> {
    some(take(names)).map(ResourceOption::AdditionalSecretOutputs)
}

fn text(text: &mut String) -> Option<String> {
    (!text.is_empty()).then(|| take(text))
}

fn some<T>(items: Vec<T>) -> Option<Vec<T>> {
    (!items.is_empty()).then_some(items)
}

fn list(texts: Vec<String>) -> Option<Value> {
    let items = texts.into_iter().map(Value::String);
    some(items.collect()).map(Value::Array)
}

/// The resources whose replacement also replaces this one.
pub fn replaced_with(message: &wire::RegisterResourceRequest) -> Result<Vec<Urn>, CallError> {
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

fn timeouts(
    timeouts: Option<wire::register_resource_request::CustomTimeouts>,
) -> Option<ResourceOption> {
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
    if members.is_empty() {
        return None;
    }
    let members = Value::Object(members);
    Some(ResourceOption::new("customTimeouts", members))
}

/// The names of the hooks for each kind of step.
fn hooks(hooks: wire::register_resource_request::ResourceHooksBinding) -> Option<HookNames> {
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
        .filter_map(|(key, names)| Some((key.to_owned(), list(names)?)));
    let lists: Object = lists.collect();
    (!lists.is_empty()).then(|| lists.into())
}

fn aliases(
    message: &mut wire::RegisterResourceRequest,
    owner: &OptionsOwner,
) -> Result<Vec<Alias>, CallError> {
    let urns = take(&mut message.alias_urns).into_iter();
    let aliases = take(&mut message.aliases).into_iter();
    let all = urns
        .map(wire::alias::Alias::Urn)
        .chain(aliases.filter_map(|it| it.alias));
    all.map(|it| alias(it, owner)).collect()
}

fn alias(alias: wire::alias::Alias, owner: &OptionsOwner) -> Result<Alias, CallError> {
    let spec = match alias {
        wire::alias::Alias::Urn(urn) => return Ok(Alias::Urn(urn_of(&urn, "aliases")?)),
        wire::alias::Alias::Spec(spec) => spec,
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
    let parts = AliasParts::try_from(parts.collect::<Object>());
    parts
        .map(Alias::Parts)
        .map_err(|error| CallError::malformed(error.to_string()))
}

/// An alias for a resource whose parent was the stack.
fn top_level(
    spec: &Spec,
    own: Option<ResourceType>,
    owner: &OptionsOwner,
) -> Result<Alias, CallError> {
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
    Ok(Alias::Urn(urn))
}
