//! Reads the resources of a file.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::cty::{JsonText, Path, Step};
use crate::lifecycle::{Status, StoredObject};

use super::address::parse_modules;
use super::json_members::Members;
use super::provider_reference::ProviderReference;
use super::state_file::{InstanceKey, StateData, StateObject};
use super::state_file_error::StateFileError;

struct Resource<'j, 'a> {
    members: Members<'j, 'a>,
    /// The address of its module, which ends with a dot unless it is empty.
    module: &'j str,
    modules: Vec<(String, Option<InstanceKey>)>,
    type_name: &'j str,
    name: &'j str,
}

/// The objects of managed resources, and data sources.
#[derive(Default)]
pub struct ReadObjects {
    pub objects: Vec<StateObject>,
    pub data_sources: usize,
    pub data: Vec<StateData>,
}

/// All objects of a file.
pub fn objects(file: &Members<'_, '_>) -> Result<ReadObjects, StateFileError> {
    let mut read = ReadObjects::default();
    let mut seen = BTreeSet::new();
    for (at, json) in file.list("resources")?.iter().enumerate() {
        let members = Members::new(json, format!("resource {}", at + 1))?;
        let instances = members.list("instances")?;
        match members.needed_text("mode")? {
            "managed" => {}
            "data" => {
                read.data_sources += instances.len();
                read.data.extend(data(&members, instances));
                continue;
            }
            _ => return Err(members.bad("mode", "is neither managed nor data")),
        }
        let resource = Resource::new(members)?;
        let from = read.objects.len();
        for instance in instances {
            let object = resource.object(instance)?;
            if !object.is_deposed() && !seen.insert(object.address.clone()) {
                return Err(StateFileError::Twice(object.address));
            }
            read.objects.push(object);
        }
        // The object in use comes before those that it replaced.
        read.objects[from..].sort_by(|one, other| {
            let key = |it: &StateObject| (it.key.clone(), it.deposed.clone());
            key(one).cmp(&key(other))
        });
    }
    Ok(read)
}

/// The answers of a data source as far as they can be read: they are read anew in any case.
fn data(resource: &Members<'_, '_>, instances: &[JsonText<'_>]) -> Vec<StateData> {
    let known = || {
        let type_name = resource.text("type").ok()??;
        let provider = ProviderReference::parse(resource.text("provider").ok()??)?;
        Some((type_name, provider))
    };
    let Some((type_name, provider)) = known() else {
        return Vec::new();
    };
    let attributes = instances.iter().filter_map(|it| it.member("attributes"));
    let all = attributes.map(|it| StateData {
        type_name: type_name.to_owned(),
        provider: provider.clone(),
        attributes: it.to_text(),
    });
    all.collect()
}

impl<'j, 'a> Resource<'j, 'a> {
    fn new(members: Members<'j, 'a>) -> Result<Self, StateFileError> {
        let module = members.text("module")?.unwrap_or_default();
        let modules = parse_modules(module)
            .ok_or_else(|| members.bad("module", "is not the address of a module"))?;
        Ok(Self {
            module,
            modules,
            type_name: members.needed_text("type")?,
            name: members.needed_text("name")?,
            members,
        })
    }

    fn object(&self, json: &JsonText<'a>) -> Result<StateObject, StateFileError> {
        let separator = if self.module.is_empty() { "" } else { "." };
        let base = format!("{}{separator}{}.{}", self.module, self.type_name, self.name);
        let mut instance = Members::new(json, base.clone())?;
        let key = key(&instance)?;
        let address = match &key {
            None => base,
            Some(InstanceKey::Index(index)) => format!("{base}[{index}]"),
            Some(InstanceKey::Key(key)) => format!("{base}[{key:?}]"),
        };
        instance.place.clone_from(&address);
        let provider = match instance.text("provider")? {
            Some(text) => text,
            None => self.members.needed_text("provider")?,
        };
        let provider = ProviderReference::parse(provider)
            .ok_or_else(|| instance.bad("provider", "is not the address of a provider"))?;
        let names = self
            .modules
            .iter()
            .map(|(name, _)| format!("module.{name}."));
        Ok(StateObject {
            resource: format!(
                "{}{}.{}",
                names.collect::<String>(),
                self.type_name,
                self.name
            ),
            modules: self.modules.clone(),
            type_name: self.type_name.to_owned(),
            name: self.name.to_owned(),
            key,
            provider,
            stored: stored(&instance)?,
            dependencies: dependencies(&instance)?,
            deposed: instance
                .text("deposed")?
                .filter(|it| !it.is_empty())
                .map(str::to_owned),
            creates_before_destroy: instance.flag("create_before_destroy")?,
            is_retained: instance.flag("skip_destroy")?,
            address,
        })
    }
}

fn key(instance: &Members<'_, '_>) -> Result<Option<InstanceKey>, StateFileError> {
    let bad = || instance.bad("index_key", "is neither a text nor an index");
    match instance.get("index_key") {
        None => Ok(None),
        Some(JsonText::String(key)) => Ok(Some(InstanceKey::Key(key.clone().into_owned()))),
        Some(JsonText::Number(index)) => {
            let index = index.parse().map_err(|_| bad())?;
            Ok(Some(InstanceKey::Index(index)))
        }
        Some(_) => Err(bad()),
    }
}

fn stored(instance: &Members<'_, '_>) -> Result<StoredObject, StateFileError> {
    let attributes = match instance.get("attributes") {
        Some(attributes @ JsonText::Object(_)) => attributes.to_text(),
        Some(_) => return Err(instance.bad("attributes", "is not an object")),
        None if instance.get("attributes_flat").is_some() => {
            return Err(StateFileError::FlatAttributes(instance.place.clone()));
        }
        None => return Err(instance.bad("attributes", "is missing")),
    };
    let private = instance.text("private")?.unwrap_or_default();
    let private = STANDARD.decode(private);
    let identity = instance.get("identity").map(JsonText::to_text);
    let identity_version = instance.number("identity_schema_version")?;
    let status = match instance.text("status")? {
        None | Some("") => Status::Ready,
        Some("tainted") => Status::Tainted,
        Some(_) => return Err(instance.bad("status", "is not one that is known")),
    };
    Ok(StoredObject {
        type_name: String::new(),
        attributes,
        private: private.map_err(|_| instance.bad("private", "is not Base64"))?,
        schema_version: instance.number("schema_version")?,
        identity: identity.map(|it| (it, identity_version)),
        status,
        secrets: secrets(instance)?,
        likely: Vec::new(),
    })
}

fn dependencies(instance: &Members<'_, '_>) -> Result<Vec<String>, StateFileError> {
    let dependency = |json: &JsonText<'_>| match json {
        JsonText::String(address) => Ok(address.clone().into_owned()),
        _ => Err(instance.bad("dependencies", "is not a list of texts")),
    };
    let all = instance.list("dependencies")?.iter();
    all.map(dependency).collect()
}

/// The places that are sensitive, as lists of steps.
fn secrets(instance: &Members<'_, '_>) -> Result<Vec<Path>, StateFileError> {
    const NAME: &str = "sensitive_attributes";
    let bad = || instance.bad(NAME, "is not a list of paths");
    let mut paths = Vec::new();
    for path in instance.list(NAME)? {
        let JsonText::Array(steps) = path else {
            return Err(bad());
        };
        let steps: Option<Vec<Step>> = steps.iter().map(step).collect();
        paths.push(Path(steps.ok_or_else(bad)?));
    }
    Ok(paths)
}

fn step(json: &JsonText<'_>) -> Option<Step> {
    let JsonText::String(kind) = json.member("type")? else {
        return None;
    };
    let value = json.member("value")?;
    match (kind.as_ref(), value) {
        ("get_attr", JsonText::String(name)) => Some(Step::Attribute(name.clone().into_owned())),
        ("index", value) => match value.member("value")? {
            JsonText::String(key) => Some(Step::Key(key.clone().into_owned())),
            JsonText::Number(index) => index.parse().ok().map(Step::Index),
            _ => None,
        },
        _ => None,
    }
}
