//! Resource options of the SDK, decoded.

use deno_core::{FromV8, serde_v8, v8};
use indexmap::IndexMap;
use serde::Deserialize;

use lumi_graph::{Object, Urn, Value};

use super::error::OpError;

/// `OptionsWire` of `js/lumi/protocol/ops.ts`; resources are serials.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResourceOptions {
    pub depends_on: Vec<u32>,
    pub provider: Option<u32>,
    providers: IndexMap<String, u32>,
    deleted_with: Option<u32>,
    protect: Option<bool>,
    ignore_changes: Vec<String>,
    replace_on_changes: Vec<String>,
    hide_diffs: Vec<String>,
    delete_before_replace: Option<bool>,
    aliases: Vec<Alias>,
    import: Option<String>,
    retain_on_delete: Option<bool>,
    custom_timeouts: IndexMap<String, String>,
    additional_secret_outputs: Vec<String>,
    version: Option<String>,
    declared_after: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Alias {
    Urn(String),
    Parts(IndexMap<String, String>),
}

impl<'s> FromV8<'s> for ResourceOptions {
    type Error = OpError;

    fn from_v8<'i>(
        scope: &mut v8::PinScope<'s, 'i>,
        value: v8::Local<'s, v8::Value>,
    ) -> Result<Self, Self::Error> {
        serde_v8::from_v8(scope, value).map_err(|error| OpError::Options(error.to_string()))
    }
}

impl ResourceOptions {
    /// The options that the vertex keeps, under the SDK's names, with resources as URNs.
    /// `dependsOn` and `provider` are edges and left out.
    pub fn into_object(
        self,
        urn_of: impl Copy + Fn(u32) -> Result<Urn, OpError>,
    ) -> Result<Object, OpError> {
        let mut object = Object::default();
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                object.insert(name.to_owned(), value);
            }
        };
        put("protect", self.protect.map(Value::Bool));
        put("ignoreChanges", strings(self.ignore_changes));
        put("replaceOnChanges", strings(self.replace_on_changes));
        put("hideDiffs", strings(self.hide_diffs));
        put(
            "deleteBeforeReplace",
            self.delete_before_replace.map(Value::Bool),
        );
        put(
            "aliases",
            list(self.aliases.into_iter().map(Alias::into_value).collect()),
        );
        let mut providers = Object::default();
        for (package, serial) in self.providers {
            providers.insert(package, Value::String(urn_of(serial)?.to_string()));
        }
        put("providers", members(providers));
        put("import", self.import.map(Value::String));
        put("retainOnDelete", self.retain_on_delete.map(Value::Bool));
        let deleted_with = self.deleted_with.map(urn_of).transpose()?;
        put(
            "deletedWith",
            deleted_with.map(|urn| Value::String(urn.to_string())),
        );
        put("customTimeouts", members(texts(self.custom_timeouts)));
        put(
            "additionalSecretOutputs",
            strings(self.additional_secret_outputs),
        );
        put("version", self.version.map(Value::String));
        let causes = self.declared_after.into_iter().map(urn_of);
        let causes: Vec<String> = causes
            .map(|urn| urn.map(|it| it.to_string()))
            .collect::<Result<_, _>>()?;
        put("declaredAfter", strings(causes));
        Ok(object)
    }
}

impl Alias {
    fn into_value(self) -> Value {
        match self {
            Self::Urn(urn) => Value::String(urn),
            Self::Parts(parts) => Value::Object(texts(parts)),
        }
    }
}

fn texts(map: IndexMap<String, String>) -> Object {
    map.into_iter()
        .map(|(name, text)| (name, Value::String(text)))
        .collect()
}

fn members(object: Object) -> Option<Value> {
    (!object.is_empty()).then_some(Value::Object(object))
}

fn list(items: Vec<Value>) -> Option<Value> {
    (!items.is_empty()).then_some(Value::Array(items))
}

fn strings(items: Vec<String>) -> Option<Value> {
    list(items.into_iter().map(Value::String).collect())
}
