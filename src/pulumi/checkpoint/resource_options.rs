//! The options of a resource in a document, and back.

use lumi_graph::{Alias, Object, ResourceOption, ResourceOptions, Sealer, Urn, Value};

use super::checkpoint_error::ResourceFault;
use super::document::{StoredResource, StoredTimeouts};
use super::stored_value::{self, SecretForm};
use crate::values::{PulumiUrn, lumi_urn, parse_urn, pulumi_urn};

/// The options of a resource, in the order in which registrations have them.
pub fn options(
    stored: &StoredResource,
    sealer: &dyn Sealer,
) -> Result<ResourceOptions, ResourceFault> {
    use ResourceOption as Set;
    let trigger = stored_value::value(&stored.replacement_trigger, sealer);
    let trigger = trigger.map_err(|source| ResourceFault::Value {
        place: "replacementTrigger".to_owned(),
        source,
    })?;
    let patterns = |name: &str, texts: &[String]| {
        let items = texts.iter().map(|it| Value::from(it.as_str()));
        (!texts.is_empty()).then(|| Set::new(name, Value::Array(items.collect())))
    };
    let options = [
        stored.protect.then_some(Set::Protect(true)),
        stored.retain_on_delete.then_some(Set::RetainOnDelete(true)),
        urn(&stored.deleted_with)?.map(Set::DeletedWith),
        some(urns(&stored.replace_with)?).map(Set::ReplaceWith),
        (trigger != Value::Null).then_some(Set::ReplacementTrigger(trigger)),
        patterns("ignoreChanges", &stored.ignore_changes),
        patterns("replaceOnChanges", &stored.replace_on_changes),
        patterns("hideDiffs", &stored.hide_diff),
        some(stored.additional_secret_outputs.clone()).map(Set::AdditionalSecretOutputs),
        some(aliases(stored)?).map(Set::Aliases),
        (!stored.import_id.is_empty()).then(|| Set::Import(stored.import_id.clone())),
        hooks(stored),
        stored.custom_timeouts.as_ref().and_then(timeouts),
    ];
    Ok(options.into_iter().flatten().collect())
}

/// Writes the options into a resource of a document.
pub fn write(
    options: &ResourceOptions,
    own: &Urn,
    stored: &mut StoredResource,
    secrets: &SecretForm<'_>,
) -> Result<(), ResourceFault> {
    let texts = |urns: &[Urn]| urns.iter().map(pulumi_urn).collect();
    stored.protect = options.is_protected();
    stored.retain_on_delete = options.retain_on_delete() == Some(true);
    stored.deleted_with = options.deleted_with().map(pulumi_urn).unwrap_or_default();
    stored.replace_with = texts(options.replace_with());
    stored.additional_secret_outputs = options.additional_secret_outputs().to_vec();
    stored.import_id = options.import().unwrap_or_default().to_owned();
    stored.ignore_changes = crate::wire_options::patterns(options.ignore_changes());
    stored.replace_on_changes = crate::wire_options::patterns(options.replace_on_changes());
    stored.hide_diff = crate::wire_options::patterns(options.hide_diffs());
    let aliases = options.aliases().iter().filter_map(|it| it.urn(own));
    stored.aliases = aliases.map(|it| pulumi_urn(&it)).collect();
    let limits = options.timeouts();
    let seconds = |limit: Option<std::time::Duration>| limit.map_or(0.0, |it| it.as_secs_f64());
    let timeouts = StoredTimeouts {
        create: seconds(limits.create),
        update: seconds(limits.update),
        delete: seconds(limits.delete),
        read: 0.0,
    };
    stored.custom_timeouts = (timeouts != StoredTimeouts::default()).then_some(timeouts);
    if let Some(trigger) = options.replacement_trigger() {
        let written = stored_value::stored(trigger, secrets);
        stored.replacement_trigger = written.map_err(|source| ResourceFault::Value {
            place: "replacementTrigger".to_owned(),
            source,
        })?;
    }
    let hooks = options.hooks();
    let lists = [
        ("beforeCreate", &hooks.before_create),
        ("afterCreate", &hooks.after_create),
        ("beforeUpdate", &hooks.before_update),
        ("afterUpdate", &hooks.after_update),
        ("beforeDelete", &hooks.before_delete),
        ("afterDelete", &hooks.after_delete),
        ("onError", &hooks.on_error),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    stored.resource_hooks = lists
        .map(|(key, names)| (pascal(key), names.clone()))
        .collect();
    Ok(())
}

/// A URN; none for an empty text and for the stack.
pub fn urn(text: &str) -> Result<Option<Urn>, ResourceFault> {
    if text.is_empty() {
        return Ok(None);
    }
    match parse_urn(text)? {
        PulumiUrn::Stack => Ok(None),
        PulumiUrn::Resource(urn) => Ok(Some(urn)),
    }
}

/// URNs without that of the stack.
pub fn urns(texts: &[String]) -> Result<Vec<Urn>, ResourceFault> {
    let urns = texts.iter().map(|it| urn(it));
    urns.filter_map(Result::transpose).collect()
}

fn some<T>(items: Vec<T>) -> Option<Vec<T>> {
    (!items.is_empty()).then_some(items)
}

fn aliases(stored: &StoredResource) -> Result<Vec<Alias>, ResourceFault> {
    let aliases = stored.aliases.iter();
    aliases.map(|it| Ok(Alias::Urn(lumi_urn(it)?))).collect()
}

fn timeouts(stored: &StoredTimeouts) -> Option<ResourceOption> {
    let times = [
        ("create", stored.create),
        ("update", stored.update),
        ("delete", stored.delete),
        ("read", stored.read),
    ];
    let times = times.into_iter().filter(|(_, seconds)| *seconds > 0.0);
    let times = times.map(|(key, seconds)| (key.to_owned(), Value::from(&*time(seconds))));
    let times: Object = times.collect();
    (!times.is_empty()).then(|| ResourceOption::new("customTimeouts", Value::Object(times)))
}

/// Seconds as programs write them.
fn time(seconds: f64) -> String {
    match seconds / 60.0 {
        minutes if minutes >= 1.0 && minutes.fract() == 0.0 => format!("{minutes}m"),
        _ if seconds.fract() == 0.0 => format!("{seconds}s"),
        _ => format!("{}ms", (seconds * 1000.0).round()),
    }
}

fn hooks(stored: &StoredResource) -> Option<ResourceOption> {
    let lists = stored.resource_hooks.iter();
    let lists = lists.map(|(key, names)| {
        let names = names.iter().map(|it| Value::from(it.as_str()));
        (camel(key), Value::Array(names.collect()))
    });
    let lists: Object = lists.collect();
    (!lists.is_empty()).then(|| ResourceOption::new("hooks", Value::Object(lists)))
}

/// `BeforeCreate` as `beforeCreate`.
fn camel(text: &str) -> String {
    with_first(text, |it| it.to_ascii_lowercase())
}

/// `beforeCreate` as `BeforeCreate`.
fn pascal(text: &str) -> String {
    with_first(text, |it| it.to_ascii_uppercase())
}

fn with_first(text: &str, change: impl Fn(char) -> char) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(change);
    first.into_iter().chain(characters).collect()
}
