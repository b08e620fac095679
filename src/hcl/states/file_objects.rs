//! The objects and data sources of a state file, as runs see them.

use std::sync::Arc;

use lumi_graph::{Object, Value};
use lumi_monitor::Invoke;
use lumi_provider::reveal_value;
use lumi_terraform::cty::{JsonText, Path, from_json};
use lumi_terraform::schema::Schema;
use lumi_terraform::shape::outputs;
use lumi_terraform::state_file::{ProviderReference, StateData, StateObject};

use crate::config::{BUILT_IN_PACKAGE, package_name};
use crate::run::{ProviderSchemas, resource_schema, stored_outputs};

use super::provider_names::{Configuration, configuration};

/// The package of a provider of a file.
pub fn package_of(provider: &ProviderReference) -> String {
    package_name(&provider.short().to_ascii_lowercase())
}

/// The outputs that an object has in a run. An object in an older form of its type has the attributes that are in both.
pub fn object_outputs(object: &StateObject, schemas: &dyn ProviderSchemas) -> Object {
    let package = package_of(&object.provider);
    let stored = &object.stored;
    if package == BUILT_IN_PACKAGE {
        return stored_outputs(stored).unwrap_or_default();
    }
    let schema = resource_schema(schemas, &package, false, &object.type_name);
    let typed = schema.ok().and_then(|schema| {
        let is_current = stored.schema_version == schema.version;
        is_current.then(|| typed(&schema, &stored.attributes, &stored.secrets))?
    });
    typed.unwrap_or_else(|| object.values())
}

fn typed(schema: &Arc<Schema>, attributes: &str, secrets: &[Path]) -> Option<Object> {
    let json = JsonText::parse(attributes.as_bytes()).ok()?;
    let value = from_json(&json, schema.value_type()).ok()?;
    Some(outputs(&schema.block, &value, secrets))
}

/// A data source in a file, which answers calls with the same arguments.
pub struct KnownData {
    token: String,
    /// Configurations of one provider answer differently.
    provider: Configuration,
    /// The attributes by the names of the schema.
    attributes: Object,
    outputs: Object,
}

impl KnownData {
    /// `None` if it is in another form than its provider has today.
    pub fn of(data: &StateData, schemas: &dyn ProviderSchemas) -> Option<Self> {
        let package = package_of(&data.provider);
        let schema = resource_schema(schemas, &package, true, &data.type_name).ok()?;
        let plain = Value::from_json(&data.attributes).ok()?;
        let Value::Object(attributes) = plain else {
            return None;
        };
        Some(Self {
            token: format!("{package}:data:{}", data.type_name),
            provider: (data.provider.module.clone(), data.provider.alias.clone()),
            outputs: typed(&schema, &data.attributes, &[])?,
            attributes,
        })
    }

    /// The answer to a call, if its provider and its arguments are those of this data source.
    pub fn answer(&self, call: &Invoke) -> Option<&Object> {
        let provider = call.provider.as_ref().and_then(configuration);
        let is_same = |(name, value): (&String, &Value)| {
            let known = self.attributes.get(name);
            known.is_some_and(|known| reveal_value(value) == *known)
        };
        let is_asked = self.token == call.token
            && self.provider == provider.unwrap_or_default()
            && call.arguments.iter().all(is_same);
        is_asked.then_some(&self.outputs)
    }
}
