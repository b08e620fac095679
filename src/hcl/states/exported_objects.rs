//! One resource of a stack as an object of a state file.

use std::collections::{BTreeSet, HashMap};

use lumi_graph::{Object, Urn};
use lumi_state::{Resource, Stage};
use lumi_terraform::adapter::is_resource_token;
use lumi_terraform::cty::{self, JsonText, Path};
use lumi_terraform::lifecycle::{Status, StoredObject};
use lumi_terraform::schema::Schema;
use lumi_terraform::shape::{outputs, secret_places};
use lumi_terraform::state_file::{ObjectAddress, ProviderReference, StateObject};

use crate::config::BUILT_IN_PACKAGE;
use crate::run::{Missing, ProviderSchemas, address_of_name, object_from_engine, resource_schema};
use crate::value::wire::to_wire;

use super::export::ExportError;
use super::provider_names::configuration;

/// The address of the provider of each package, with its host.
pub type ProviderNames<'n> = dyn Fn(&str) -> String + 'n;

/// Makes objects of a file.
pub struct ObjectWriter<'w> {
    pub schemas: &'w dyn ProviderSchemas,
    pub providers: &'w ProviderNames<'w>,
    /// The inputs that the configuration gives to resources, with its marks.
    pub inputs: HashMap<Urn, Object>,
}

impl ObjectWriter<'_> {
    /// The object of a resource that a provider manages; `None` for one that has no object at present.
    pub fn object(&self, resource: &Resource) -> Result<Option<StateObject>, ExportError> {
        if resource.external || resource.stage == Stage::AwaitingReplacement {
            return Ok(None);
        }
        let (package, type_name) = own_type(&resource.urn)?;
        let address = address(&resource.urn)?;
        let schema = resource_schema(self.schemas, package, false, type_name).ok();
        let mut stored = self.stored(resource, package, schema.as_deref())?;
        if resource.is_tainted() {
            stored.status = Status::Tainted;
        }
        if let Some(schema) = &schema {
            stored.secrets = self.secrets(resource, schema, &stored);
        }
        let needed = resource.depends_on.iter();
        let needed: BTreeSet<String> = needed
            .filter_map(|it| Some(address_of(it)?.resource()))
            .collect();
        let is_replaced = resource.stage == Stage::Replaced;
        let options = &resource.options;
        Ok(Some(StateObject {
            address: address.to_string(),
            resource: address.resource(),
            provider: self.provider(resource, package),
            modules: address.modules,
            type_name: address.type_name,
            name: address.name,
            key: address.key,
            stored,
            dependencies: needed.into_iter().collect(),
            deposed: is_replaced.then(|| format!("{:08x}", resource.serial.0)),
            creates_before_destroy: options.delete_before_replace() == Some(false),
            is_retained: options.retain_on_delete() == Some(true),
        }))
    }

    /// The places that the schema or the configuration makes sensitive. Outputs are secret in more places, as they quote
    /// secrets: for the tools, each of those would be a change.
    fn secrets(&self, resource: &Resource, schema: &Schema, stored: &StoredObject) -> Vec<Path> {
        // The configuration says nothing of an object that another one has replaced.
        let is_live = resource.stage == Stage::Live;
        let given = self.inputs.get(&resource.urn).filter(|_| is_live);
        let given = given.unwrap_or(&resource.inputs);
        let mut places = secret_places(&schema.block, given);
        let json = JsonText::parse(stored.attributes.as_bytes()).ok();
        let value = json.and_then(|it| cty::from_json(&it, schema.value_type()).ok());
        if let Some(value) = value {
            let outputs = outputs(&schema.block, &value, &[]);
            places.extend(secret_places(&schema.block, &outputs));
        }
        places.sort();
        places.dedup();
        places
    }

    fn stored(
        &self,
        resource: &Resource,
        package: &str,
        schema: Option<&Schema>,
    ) -> Result<StoredObject, ExportError> {
        let unreadable = || ExportError::Unreadable(address_of_name(resource.urn.name()));
        if package == BUILT_IN_PACKAGE {
            let schema = schema.ok_or_else(unreadable)?;
            let value = object_from_engine(&resource.outputs, &schema.block, Missing::Null);
            let value = to_wire(&value, schema.value_type()).map_err(|_| unreadable())?;
            return Ok(StoredObject {
                attributes: cty::to_json(&value).map_err(|_| unreadable())?,
                schema_version: schema.version,
                ..StoredObject::default()
            });
        }
        let data = resource.provider_data.as_ref();
        let text = data.and_then(|it| std::str::from_utf8(it.as_bytes()).ok());
        text.and_then(StoredObject::parse).ok_or_else(unreadable)
    }

    /// The configuration that manages a resource: that of a provider resource, or the one of the package.
    fn provider(&self, resource: &Resource, package: &str) -> ProviderReference {
        let address = (self.providers)(package);
        let provider = resource.provider.as_ref();
        let (module, alias) = provider.and_then(configuration).unwrap_or_default();
        ProviderReference {
            module,
            address,
            alias,
        }
    }
}

/// The package and the type in its schema.
fn own_type(urn: &Urn) -> Result<(&str, &str), ExportError> {
    let of = urn.resource_type();
    let parts = of.split_once(':').zip(of.rsplit_once(':'));
    match parts.filter(|_| is_resource_token(of)) {
        Some(((package, _), (_, type_name))) => Ok((package, type_name)),
        None => Err(ExportError::OtherProvider {
            name: urn.name().to_owned(),
            of: of.to_owned(),
        }),
    }
}

fn address_of(urn: &Urn) -> Option<ObjectAddress> {
    ObjectAddress::parse(&address_of_name(urn.name()))
}

fn address(urn: &Urn) -> Result<ObjectAddress, ExportError> {
    let (_, type_name) = own_type(urn)?;
    let address = address_of(urn).filter(|it| it.type_name == type_name);
    address.ok_or_else(|| ExportError::NoAddress(urn.name().to_owned()))
}
