//! The package of a provider.

use std::collections::BTreeMap;
use std::sync::Arc;

use lumi_graph::{
    FunctionArguments, FunctionInterface, InterfaceError, ObjectType, PackageInterface,
    PackageMembers, PropertySchema, PropertyType, ResourceInterface,
};
use prost::Message as _;

use crate::cty::Type;
use crate::schema::{self, Block, Schema};
use crate::tfplugin6;

use super::member_modules::modules;
use super::member_names;
use super::object_types::{Direction, deprecation, object_type, property_type};
use super::schema_file::{SchemaFile, SchemaKind};

/// A provider under the name that it has in a project.
pub struct TerraformInterface {
    file: SchemaFile,
    members: PackageMembers,
    /// The word that most of its types begin with.
    prefix: String,
}

impl TerraformInterface {
    /// `version` is that of the package; empty if it is not known.
    pub fn new(package: &str, version: &str, file: SchemaFile) -> Self {
        let token = |module: &'static str| move |name: &str| format!("{package}:{module}:{name}");
        let names = |kind| file.names(kind).collect::<Vec<_>>();
        let classes = names(SchemaKind::Resource);
        let of_data = names(SchemaKind::DataSource);
        let ephemeral = names(SchemaKind::Ephemeral);
        let functions = names(SchemaKind::Function);
        let prefix = member_names::prefix(classes.iter().chain(&of_data).copied()).to_owned();
        let members = PackageMembers {
            package: package.to_owned(),
            version: version.to_owned(),
            description: String::new(),
            resources: member_names::classes(classes.iter().copied(), &prefix, token("resources")),
            data: member_names::functions(of_data.iter().copied(), &prefix, token("data")),
            ephemeral: member_names::classes(
                ephemeral.iter().copied(),
                &prefix,
                token("ephemeral"),
            ),
            functions: member_names::functions(functions.iter().copied(), "", token("functions")),
            has_positional_functions: true,
            ..PackageMembers::default()
        };
        Self {
            file,
            members,
            prefix,
        }
    }

    /// The name of a schema that a token stands for.
    fn name<'t>(&self, token: &'t str, module: &str) -> Option<&'t str> {
        let rest = token.strip_prefix(&self.members.package)?;
        rest.strip_prefix(':')?
            .strip_prefix(module)?
            .strip_prefix(':')
    }

    fn bytes(&self, kind: SchemaKind, name: &str) -> Result<Option<Vec<u8>>, InterfaceError> {
        self.file.read(kind, name).map_err(failed)
    }

    fn schema(&self, kind: SchemaKind, name: &str) -> Result<Option<Schema>, InterfaceError> {
        let Some(bytes) = self.bytes(kind, name)? else {
            return Ok(None);
        };
        schema::read(self.file.version(), &bytes)
            .map(Some)
            .map_err(failed)
    }
}

fn failed(error: impl ToString) -> InterfaceError {
    InterfaceError(error.to_string())
}

impl PackageInterface for TerraformInterface {
    fn members(&self) -> &PackageMembers {
        &self.members
    }

    fn modules(&self) -> BTreeMap<String, PackageMembers> {
        modules(&self.members, &self.prefix)
    }

    fn fingerprint(&self) -> String {
        self.file.fingerprint()
    }

    fn resource(&self, token: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError> {
        let Some(name) = self.name(token, "resources") else {
            return Ok(None);
        };
        let Some(Schema { block, .. }) = self.schema(SchemaKind::Resource, name)? else {
            return Ok(None);
        };
        let mut outputs = object_type(&block, Direction::Output);
        outputs.properties.retain(|it| it.name != "id");
        let mut inputs = object_type(&block, Direction::Input);
        inputs.properties.retain(|it| !is_legacy_id(it));
        Ok(Some(Arc::new(ResourceInterface {
            deprecation: deprecation(block.is_deprecated, &block.deprecation_message),
            description: block.description,
            inputs: Arc::new(inputs),
            outputs: Arc::new(outputs),
            methods: Vec::new(),
        })))
    }

    fn function(&self, token: &str) -> Result<Option<Arc<FunctionInterface>>, InterfaceError> {
        if let Some(name) = self.name(token, "functions") {
            let bytes = self.bytes(SchemaKind::Function, name)?;
            let function = bytes.map(|it| function(name, &it)).transpose()?;
            return Ok(function.map(Arc::new));
        }
        if let Some(name) = self.name(token, "ephemeral") {
            let schema = self.schema(SchemaKind::Ephemeral, name)?;
            return Ok(schema.map(|it| Arc::new(ephemeral_function(it.block))));
        }
        let Some(name) = self.name(token, "data") else {
            return Ok(None);
        };
        let Some(Schema { block, .. }) = self.schema(SchemaKind::DataSource, name)? else {
            return Ok(None);
        };
        let outputs = object_type(&block, Direction::Output);
        let inputs = object_type(&block, Direction::Input);
        Ok(Some(Arc::new(FunctionInterface {
            deprecation: deprecation(block.is_deprecated, &block.deprecation_message),
            description: block.description,
            arguments: FunctionArguments::Named(Arc::new(inputs)),
            result: PropertyType::Object(Arc::new(outputs)),
            is_single: false,
        })))
    }

    fn configuration(&self) -> Result<Arc<ObjectType>, InterfaceError> {
        let schema = self.schema(SchemaKind::Provider, "")?;
        let mut of = object_type(&schema.unwrap_or_default().block, Direction::Opening);
        // Providers may take what is required from the environment.
        for property in &mut of.properties {
            property.is_required = false;
        }
        Ok(Arc::new(of))
    }
}

/// The SDK of old gives every resource an id that could be set, which has no meaning.
fn is_legacy_id(property: &PropertySchema) -> bool {
    property.name == "id" && !property.is_required && property.of == PropertyType::Text
}

/// A function that opens a value which nothing stores.
fn ephemeral_function(block: Block) -> FunctionInterface {
    let inputs = object_type(&block, Direction::Opening);
    let outputs = object_type(&block, Direction::Opened);
    FunctionInterface {
        deprecation: deprecation(block.is_deprecated, &block.deprecation_message),
        description: block.description,
        arguments: FunctionArguments::Named(Arc::new(inputs)),
        result: PropertyType::Object(Arc::new(outputs)),
        is_single: false,
    }
}

fn function(name: &str, bytes: &[u8]) -> Result<FunctionInterface, InterfaceError> {
    let unreadable = |_| {
        failed(format!(
            "the function `{name}` of the provider cannot be read"
        ))
    };
    let function = tfplugin6::Function::decode(bytes).map_err(unreadable)?;
    let type_of = |json: &[u8]| Type::from_json(json).map(|it| property_type(&it));
    let parameter = |it: tfplugin6::function::Parameter| {
        Ok::<_, InterfaceError>(PropertySchema {
            of: type_of(&it.r#type).map_err(failed)?,
            name: it.name,
            other_name: None,
            description: it.description,
            deprecation: None,
            is_required: !it.allow_null_value,
            is_secret: false,
        })
    };
    let parameters = function.parameters.into_iter().map(parameter);
    let variadic = function.variadic_parameter.map(parameter).transpose()?;
    let result = type_of(&function.r#return.unwrap_or_default().r#type).map_err(failed)?;
    Ok(FunctionInterface {
        deprecation: deprecation(false, &function.deprecation_message),
        description: match function.description.is_empty() {
            true => function.summary,
            false => function.description,
        },
        arguments: FunctionArguments::Positional {
            parameters: parameters.collect::<Result<_, _>>()?,
            variadic: variadic.map(Box::new),
        },
        is_single: result.is_single(),
        result,
    })
}
