//! The content of a state file.

use std::fmt;

use lumi_graph::{Object, Value};

use crate::cty::JsonText;
use crate::lifecycle::StoredObject;

use super::address::ObjectAddress;
use super::instances::{ReadObjects, objects};
use super::json_members::Members;
use super::provider_reference::ProviderReference;
use super::state_file_error::StateFileError;

/// A state file of version 4.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateFile {
    pub objects: Vec<StateObject>,
    pub outputs: Vec<StateOutput>,
    /// How many data sources it has, which are read anew in each run.
    pub data_sources: usize,
    /// Those of them that were read.
    pub data: Vec<StateData>,
    /// The version of the tool that wrote it; empty if it does not say so.
    pub tool_version: String,
    /// How often it was written.
    pub serial: u64,
    /// The id that all states of one history have.
    pub lineage: String,
}

/// The answer of a data source.
#[derive(Clone, Debug, PartialEq)]
pub struct StateData {
    pub type_name: String,
    pub provider: ProviderReference,
    /// The attributes as JSON.
    pub attributes: String,
}

/// An output of the root module.
#[derive(Clone, Debug, PartialEq)]
pub struct StateOutput {
    pub name: String,
    /// Secret if the file calls it sensitive.
    pub value: Value,
    /// The value as the file has it, whose numbers have all digits.
    pub json: String,
    /// Its type as JSON.
    pub of: String,
}

/// The key of one object of several.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstanceKey {
    /// Of `count`.
    Index(u64),
    /// Of `for_each`.
    Key(String),
}

impl fmt::Display for InstanceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => index.fmt(f),
            Self::Key(key) => f.write_str(key),
        }
    }
}

/// An object of a managed resource.
#[derive(Clone, Debug, PartialEq)]
pub struct StateObject {
    /// As in `module.net["a"].random_pet.name[0]`.
    pub address: String,
    /// The address without keys, as other resources name it in their dependencies.
    pub resource: String,
    pub modules: Vec<(String, Option<InstanceKey>)>,
    pub type_name: String,
    pub name: String,
    pub key: Option<InstanceKey>,
    pub provider: ProviderReference,
    /// With the places that the configuration made secret.
    pub stored: StoredObject,
    /// The resources that it needs, without keys.
    pub dependencies: Vec<String>,
    /// The key of an object that is still to be deleted, because another one came in its place.
    pub deposed: Option<String>,
    pub creates_before_destroy: bool,
    /// Whether it is forgotten instead of deleted.
    pub is_retained: bool,
}

impl StateObject {
    /// Whether another object came in its place.
    pub fn is_deposed(&self) -> bool {
        self.deposed.is_some()
    }

    /// The address as the language writes it.
    pub fn own_address(&self) -> ObjectAddress {
        ObjectAddress {
            modules: self.modules.clone(),
            type_name: self.type_name.clone(),
            name: self.name.clone(),
            key: self.key.clone(),
        }
    }

    /// The attributes as programs have values, with the names of the provider.
    pub fn values(&self) -> Object {
        let attributes = JsonText::parse(self.stored.attributes.as_bytes());
        match attributes.map(|it| plain(&it)) {
            Ok(Value::Object(members)) => members,
            _ => Object::default(),
        }
    }
}

impl StateFile {
    /// Reads a file. Everything is checked before anything is answered.
    pub fn parse(bytes: &[u8]) -> Result<Self, StateFileError> {
        let json = JsonText::parse(bytes)?;
        let JsonText::Object(_) = json else {
            return Err(StateFileError::NotAState("it is not an object".to_owned()));
        };
        let file = Members::new(&json, String::new())?;
        if file.get("encrypted_data").is_some() {
            return Err(StateFileError::Encrypted);
        }
        check_version(&file)?;
        let serial = file.number("serial")?;
        let text =
            |name: &str| Ok::<_, StateFileError>(file.text(name)?.unwrap_or_default().to_owned());
        let ReadObjects {
            objects,
            data_sources,
            data,
        } = objects(&file)?;
        Ok(Self {
            objects,
            outputs: outputs(&file)?,
            data_sources,
            data,
            tool_version: text("terraform_version")?,
            serial: u64::try_from(serial).map_err(|_| file.bad("serial", "is negative"))?,
            lineage: text("lineage")?,
        })
    }
}

fn check_version(file: &Members<'_, '_>) -> Result<(), StateFileError> {
    let version = match file.get("version") {
        Some(JsonText::Number(version)) => *version,
        _ => {
            let reason = "it has no `version`".to_owned();
            return Err(StateFileError::NotAState(reason));
        }
    };
    match version.parse::<u64>() {
        Ok(4) => Ok(()),
        Ok(0..4) => Err(StateFileError::OldVersion(version.to_owned())),
        _ => {
            let shown = version.chars().take(20).collect();
            Err(StateFileError::NewVersion(shown))
        }
    }
}

fn outputs(file: &Members<'_, '_>) -> Result<Vec<StateOutput>, StateFileError> {
    let Some(all) = file.get("outputs") else {
        return Ok(Vec::new());
    };
    let JsonText::Object(members) = all else {
        return Err(file.bad("outputs", "is not an object"));
    };
    let mut outputs: Vec<StateOutput> = Vec::new();
    for (name, output) in members {
        let output = Members::new(output, format!("the output {name:?}"))?;
        let member = |name: &str| {
            output
                .json
                .member(name)
                .map_or("null".to_owned(), JsonText::to_text)
        };
        let (json, of) = (member("value"), member("type"));
        let value = output.json.member("value").map_or(Value::Null, plain);
        let value = match output.flag("sensitive")? {
            true => Value::secret(value),
            false => value,
        };
        outputs.retain(|it| it.name != *name);
        let name = name.clone().into_owned();
        outputs.push(StateOutput {
            name,
            value,
            json,
            of,
        });
    }
    Ok(outputs)
}

/// A value as programs have it: numbers are doubles.
fn plain(json: &JsonText<'_>) -> Value {
    match json {
        JsonText::Null => Value::Null,
        JsonText::Bool(it) => Value::Bool(*it),
        JsonText::Number(text) => Value::Number(text.parse().unwrap_or(f64::INFINITY)),
        JsonText::String(text) => Value::String(text.clone().into_owned()),
        JsonText::Array(elements) => Value::Array(elements.iter().map(plain).collect()),
        JsonText::Object(members) => {
            let members = members.iter();
            let members = members.map(|(name, it)| (name.clone().into_owned(), plain(it)));
            Value::Object(members.collect::<Object>())
        }
    }
}
