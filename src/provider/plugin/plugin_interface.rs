//! The classes and functions of a plugin for programs, from the schema of its package.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use prost::Message as _;

use lumi_graph::{
    FunctionArguments, FunctionInterface, InterfaceError, ObjectType, PackageInterface,
    PackageMember, PackageMembers, PropertySchema, PropertyType, ResourceInterface, sha256_hex,
};
use lumi_rpc::lumirpc as wire;
use wire::property_schema::Type;

/// The package of a plugin for Lumi.
pub struct PluginInterface {
    members: PackageMembers,
    resources: HashMap<String, Arc<ResourceInterface>>,
    functions: HashMap<String, Arc<FunctionInterface>>,
    configuration: Arc<ObjectType>,
    fingerprint: String,
}

impl PluginInterface {
    pub fn new(package: &str, schema: &wire::GetSchemaResponse) -> Self {
        let resources = schema.resources.iter().map(|it| {
            let described = ResourceInterface {
                description: it.description.clone(),
                deprecation: None,
                inputs: Arc::new(object_type(&it.inputs, false)),
                outputs: Arc::new(object_type(&it.outputs, true)),
                methods: Vec::new(),
            };
            (it.r#type.clone(), Arc::new(described))
        });
        let functions = schema.functions.iter().map(|it| {
            let described = FunctionInterface {
                description: it.description.clone(),
                deprecation: None,
                arguments: FunctionArguments::Named(Arc::new(object_type(&it.arguments, false))),
                result: PropertyType::Any,
                // The answer is the result, whatever it is.
                is_single: false,
            };
            (it.token.clone(), Arc::new(described))
        });
        let resources: HashMap<_, _> = resources.collect();
        let functions: HashMap<_, _> = functions.collect();
        let is_free = |name: &str| !PackageMembers::RESERVED.contains(&name);
        Self {
            members: PackageMembers {
                package: package.to_owned(),
                description: schema.description.clone(),
                resources: members(resources.keys(), upper_first, is_free),
                functions: members(functions.keys(), str::to_owned, |_| true),
                ..PackageMembers::default()
            },
            resources,
            functions,
            configuration: Arc::new(object_type(&schema.configuration, false)),
            fingerprint: sha256_hex(schema.encode_to_vec()),
        }
    }
}

impl PackageInterface for PluginInterface {
    fn members(&self) -> &PackageMembers {
        &self.members
    }

    fn fingerprint(&self) -> String {
        self.fingerprint.clone()
    }

    fn resource(&self, token: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError> {
        Ok(self.resources.get(token).cloned())
    }

    fn function(&self, token: &str) -> Result<Option<Arc<FunctionInterface>>, InterfaceError> {
        Ok(self.functions.get(token).cloned())
    }

    fn configuration(&self) -> Result<Arc<ObjectType>, InterfaceError> {
        Ok(Arc::clone(&self.configuration))
    }
}

fn object_type(properties: &[wire::PropertySchema], is_output: bool) -> ObjectType {
    let seen = properties.iter().filter(|it| !is_output || it.name != "id");
    let property = seen.map(|it| PropertySchema {
        name: it.name.clone(),
        other_name: None,
        of: match it.r#type() {
            Type::Any => PropertyType::Any,
            Type::Bool => PropertyType::Bool,
            Type::Number => PropertyType::Number,
            Type::Text => PropertyType::Text,
            Type::List => PropertyType::List(Box::new(PropertyType::Any)),
            Type::Object => PropertyType::Map(Box::new(PropertyType::Any)),
            Type::Asset => PropertyType::Asset,
            Type::Archive => PropertyType::Archive,
        },
        description: it.description.clone(),
        deprecation: None,
        is_required: it.required,
        is_secret: it.secret,
    });
    ObjectType::new(property.collect())
}

/// The last parts of tokens as names; with the part before, where two would have one name.
fn members<'t>(
    tokens: impl Iterator<Item = &'t String>,
    name_of: impl Fn(&str) -> String,
    is_free: impl Fn(&str) -> bool,
) -> Vec<PackageMember> {
    let mut tokens: Vec<&String> = tokens.collect();
    tokens.sort_unstable();
    let short = |token: &str| name_of(&identifier(token.rsplit(':').next().unwrap_or(token)));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for token in &tokens {
        *counts.entry(short(token)).or_default() += 1;
    }
    let mut made: BTreeMap<String, PackageMember> = BTreeMap::new();
    for token in tokens {
        let own = short(token);
        let mut name = match counts.get(&own) == Some(&1) && is_free(&own) {
            true => own,
            false => {
                let module = token.rsplit(':').nth(1).unwrap_or_default();
                name_of(&(identifier(module) + &upper_first(&own)))
            }
        };
        while made.contains_key(&name) || !is_free(&name) {
            name.push('_');
        }
        let token = token.clone();
        made.insert(name.clone(), PackageMember::new(name, token));
    }
    made.into_values().collect()
}

fn upper_first(name: &str) -> String {
    let mut characters = name.chars();
    let first = characters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// A part of a token as an identifier of JavaScript: `index/thing` is the thing.
fn identifier(part: &str) -> String {
    let part = part.rsplit('/').next().unwrap_or(part);
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '$';
    let mut made: String = part
        .chars()
        .map(|it| if is_part(it) { it } else { '_' })
        .collect();
    if !made.starts_with(|it: char| !it.is_ascii_digit()) {
        made.insert(0, '_');
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(types: &[&str]) -> Vec<String> {
        let resources = types.iter().map(|it| wire::ResourceSchema {
            r#type: (*it).to_owned(),
            ..wire::ResourceSchema::default()
        });
        let schema = wire::GetSchemaResponse {
            resources: resources.collect(),
            ..wire::GetSchemaResponse::default()
        };
        let package = PluginInterface::new("demo", &schema);
        let members = package.members().resources.iter();
        members
            .map(|it| format!("{} {}", it.name, it.token))
            .collect()
    }

    #[test]
    fn classes_are_named_after_types() {
        let made = named(&["demo:index:Thing", "demo:s3/bucket:Bucket", "demo:s3:2-Way"]);
        let expected = [
            "Bucket demo:s3/bucket:Bucket",
            "Thing demo:index:Thing",
            "_2_Way demo:s3:2-Way",
        ];
        assert_eq!(made, expected);
        let made = named(&["demo:a:Thing", "demo:b:Thing", "demo:a:Provider"]);
        let expected = [
            "AProvider demo:a:Provider",
            "AThing demo:a:Thing",
            "BThing demo:b:Thing",
        ];
        assert_eq!(made, expected);
    }

    #[test]
    fn properties_have_types() {
        let property = |name: &str, of: Type| wire::PropertySchema {
            name: name.to_owned(),
            r#type: of as i32,
            required: true,
            ..wire::PropertySchema::default()
        };
        let schema = wire::GetSchemaResponse {
            resources: vec![wire::ResourceSchema {
                r#type: "demo:index:Thing".to_owned(),
                inputs: vec![property("tags", Type::Object)],
                outputs: vec![property("id", Type::Text), property("size", Type::Number)],
                ..wire::ResourceSchema::default()
            }],
            ..wire::GetSchemaResponse::default()
        };
        let package = PluginInterface::new("demo", &schema);
        let thing = package.resource("demo:index:Thing").unwrap().unwrap();
        let tags = thing.inputs.get("tags").unwrap();
        assert_eq!(tags.of, PropertyType::Map(Box::new(PropertyType::Any)));
        assert!(tags.is_required);
        assert_eq!(thing.outputs.properties.len(), 1);
        assert!(package.resource("demo:index:Other").unwrap().is_none());
    }
}
