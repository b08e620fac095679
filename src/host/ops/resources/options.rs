//! Resource options of the SDK, decoded.

use deno_core::{FromV8, serde_v8, v8};
use indexmap::IndexMap;
use serde::Deserialize;

use lumi_graph::{Object, ResourceOption, ResourceOptions, Urn, Value};

use super::value::Reader;
use crate::ops::error::OpError;
use crate::ops::session::Session;
use lumi_node::string;

/// `OptionsWire` of `js/lumi/protocol/ops.ts`. Resources are serials; the other options have the
/// form of `ResourceOptions`.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OptionsWire {
    pub depends_on: Vec<u32>,
    pub provider: Option<u32>,
    providers: IndexMap<String, u32>,
    deleted_with: Option<u32>,
    replace_with: Vec<u32>,
    hooks: IndexMap<String, Vec<String>>,
    /// A tree with markers, which is read before the rest.
    #[serde(skip)]
    replacement_trigger: Option<Value>,
    declared_after: Vec<u32>,
    #[serde(flatten)]
    plain: IndexMap<String, PlainOption>,
}

/// The value of an option that is not a resource.
#[derive(Deserialize)]
#[serde(untagged)]
enum PlainOption {
    Flag(bool),
    Text(String),
    List(Vec<PlainItem>),
    Members(IndexMap<String, String>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum PlainItem {
    Text(String),
    Members(IndexMap<String, String>),
}

impl<'s> FromV8<'s> for OptionsWire {
    type Error = OpError;

    fn from_v8<'i>(
        scope: &mut v8::PinScope<'s, 'i>,
        value: v8::Local<'s, v8::Value>,
    ) -> Result<Self, Self::Error> {
        let replacement_trigger = take_trigger(scope, value)?;
        let read: Result<Self, _> = serde_v8::from_v8(scope, value);
        Ok(Self {
            replacement_trigger,
            ..read.map_err(|error| OpError::Options(error.to_string()))?
        })
    }
}

/// Takes the value out of the options, which belong to this call.
fn take_trigger<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    options: v8::Local<'s, v8::Value>,
) -> Result<Option<Value>, OpError> {
    let Ok(options) = v8::Local::<v8::Object>::try_from(options) else {
        return Ok(None);
    };
    let key = string(scope, "replacementTrigger").into();
    let Some(value) = options.get(scope, key).filter(|it| !it.is_undefined()) else {
        return Ok(None);
    };
    let session = Session::of(scope);
    let session = session.borrow();
    let value = Reader::new(scope, session.markers(), &session.registry).value(scope, value)?;
    options.delete(scope, key);
    Ok(Some(value))
}

impl OptionsWire {
    /// The options of the goal, in the order of the table of options. `dependsOn` and `provider`
    /// are edges and left out.
    pub fn into_options(
        self,
        urn_of: impl Copy + Fn(u32) -> Result<Urn, OpError>,
    ) -> Result<ResourceOptions, OpError> {
        let plain = self.plain.into_iter();
        let plain = plain.filter_map(|(name, value)| Some((name, value.into_value()?)));
        let mut options: Vec<ResourceOption> = plain
            .map(|(name, value)| ResourceOption::new(&name, value))
            .collect();
        if !self.providers.is_empty() {
            let providers = self.providers.into_iter();
            let providers = providers.map(|(package, serial)| Ok((package, urn_of(serial)?)));
            let providers = providers.collect::<Result<_, OpError>>()?;
            options.push(ResourceOption::Providers(providers));
        }
        if let Some(serial) = self.deleted_with {
            options.push(ResourceOption::DeletedWith(urn_of(serial)?));
        }
        if !self.replace_with.is_empty() {
            let partners = self.replace_with.into_iter().map(urn_of);
            let partners = partners.collect::<Result<_, _>>()?;
            options.push(ResourceOption::ReplaceWith(partners));
        }
        if !self.hooks.is_empty() {
            let lists = self.hooks.into_iter().map(|(step, names)| {
                let names = names.into_iter().map(Value::String);
                (step, Value::Array(names.collect()))
            });
            let lists = Value::Object(lists.collect());
            options.push(ResourceOption::new("hooks", lists));
        }
        let trigger = self.replacement_trigger;
        options.extend(trigger.map(ResourceOption::ReplacementTrigger));
        if !self.declared_after.is_empty() {
            let causes = self.declared_after.into_iter().map(urn_of);
            let causes = causes.collect::<Result<_, _>>()?;
            options.push(ResourceOption::DeclaredAfter(causes));
        }
        let position = |option: &ResourceOption| {
            let mut names = ResourceOption::NAMES.iter();
            names.position(|it| *it == option.name())
        };
        options.sort_by_key(position);
        Ok(options.into_iter().collect())
    }
}

impl PlainOption {
    /// `None` for empty lists and objects, which count as absent.
    fn into_value(self) -> Option<Value> {
        match self {
            Self::Flag(flag) => Some(Value::Bool(flag)),
            Self::Text(text) => Some(Value::String(text)),
            Self::List(items) if items.is_empty() => None,
            Self::List(items) => {
                let items = items.into_iter().map(PlainItem::into_value);
                Some(Value::Array(items.collect()))
            }
            Self::Members(members) if members.is_empty() => None,
            Self::Members(members) => Some(Value::Object(texts(members))),
        }
    }
}

impl PlainItem {
    fn into_value(self) -> Value {
        match self {
            Self::Text(text) => Value::String(text),
            Self::Members(members) => Value::Object(texts(members)),
        }
    }
}

fn texts(map: IndexMap<String, String>) -> Object {
    map.into_iter()
        .map(|(name, text)| (name, Value::String(text)))
        .collect()
}
