//! The schema of a package in JSON: <https://www.pulumi.com/docs/iac/guides/building-extending/packages/schema/>.
//! Members for other languages and for generators are left out.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The whole, of which parts are read later.
#[derive(Deserialize)]
pub struct SchemaDocument<'a> {
    pub name: String,
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub meta: Option<Meta>,
    #[serde(borrow, default)]
    pub provider: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub resources: IndexMap<String, &'a RawValue>,
    #[serde(borrow, default)]
    pub functions: IndexMap<String, &'a RawValue>,
    #[serde(borrow, default)]
    pub types: IndexMap<String, &'a RawValue>,
}

/// The facts about the package of a schema.
#[derive(Deserialize)]
pub struct PackageHead {
    pub name: String,
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub parameterization: Option<ParameterizationSpec>,
}

/// The plugin that has made a package of parameters.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ParameterizationSpec {
    pub base_provider: BaseProvider,
    /// In base64.
    pub parameter: String,
}

#[derive(Deserialize)]
pub struct BaseProvider {
    pub name: String,
    #[serde(default)]
    pub version: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    #[serde(default)]
    pub module_format: String,
}

/// The facts that decide about the place of a resource in the package.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceHead {
    #[serde(default)]
    pub is_component: bool,
    #[serde(default)]
    pub is_overlay: bool,
    #[serde(default)]
    pub methods: IndexMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionHead {
    #[serde(default)]
    pub is_overlay: bool,
}

#[derive(Deserialize)]
pub struct TypeHead {
    #[serde(default, rename = "enum")]
    pub choices: Option<serde::de::IgnoredAny>,
    #[serde(default, rename = "isOverlay")]
    pub is_overlay: bool,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResourceSpec {
    pub description: String,
    pub deprecation_message: String,
    pub input_properties: IndexMap<String, PropertySpec>,
    pub required_inputs: Vec<String>,
    pub properties: IndexMap<String, PropertySpec>,
    pub required: Vec<String>,
    pub methods: IndexMap<String, String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FunctionSpec {
    pub description: String,
    pub deprecation_message: String,
    pub inputs: Option<ObjectSpec>,
    /// An object, or the type of a single value.
    pub outputs: Option<Value>,
    pub return_type: Option<Value>,
}

/// A type with a name, or the inputs of a function.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ObjectSpec {
    #[serde(rename = "type")]
    pub kind: String,
    pub description: String,
    pub properties: IndexMap<String, PropertySpec>,
    pub required: Vec<String>,
    #[serde(rename = "enum")]
    pub choices: Option<Vec<ChoiceSpec>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ChoiceSpec {
    pub name: String,
    pub value: Value,
    pub description: String,
    pub deprecation_message: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PropertySpec {
    #[serde(flatten)]
    pub of: TypeSpec,
    pub description: String,
    pub deprecation_message: String,
    pub secret: bool,
    #[serde(rename = "const")]
    pub constant: Option<Value>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TypeSpec {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(rename = "$ref")]
    pub reference: String,
    pub items: Option<Box<Self>>,
    pub additional_properties: Option<Box<Self>>,
    pub one_of: Vec<Self>,
}
