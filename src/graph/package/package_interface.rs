//! A package, whose parts are read when they are needed.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::package_members::{PackageMember, PackageMembers};
use super::property_type::{Choice, ObjectType, PropertySchema, PropertyType};

/// Why a part of a package cannot be described, as a sentence without a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceError(pub String);

impl fmt::Display for InterfaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InterfaceError {}

/// A class of resources.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourceInterface {
    pub description: String,
    /// Why it is not to be used any more.
    pub deprecation: Option<String>,
    pub inputs: Arc<ObjectType>,
    /// The id is not among them.
    pub outputs: Arc<ObjectType>,
    pub methods: Vec<MethodInterface>,
}

/// A method of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodInterface {
    pub name: String,
    /// The name by which the provider is asked for it.
    pub token: String,
    /// The resource is not among its arguments.
    pub function: FunctionInterface,
}

/// A set of values that have names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EnumInterface {
    pub description: String,
    pub values: Vec<EnumValue>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EnumValue {
    /// An identifier of JavaScript.
    pub name: String,
    pub value: Choice,
    pub description: String,
    /// Why it is not to be used any more.
    pub deprecation: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FunctionInterface {
    pub description: String,
    pub deprecation: Option<String>,
    pub arguments: FunctionArguments,
    pub result: PropertyType,
    /// Whether the plugin answers an object with one member, whose value the function returns.
    pub is_single: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FunctionArguments {
    Named(Arc<ObjectType>),
    /// A list, of which all further elements may be variadic.
    Positional {
        parameters: Vec<PropertySchema>,
        variadic: Option<Box<PropertySchema>>,
    },
}

/// The description of a package. Tokens are those that programs register and invoke.
pub trait PackageInterface: Send + Sync {
    fn members(&self) -> &PackageMembers;

    /// A text that changes with any part of the description.
    fn fingerprint(&self) -> String;

    /// `None` if the package has no such resource.
    fn resource(&self, token: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError>;

    /// `None` if the package has no such function.
    fn function(&self, token: &str) -> Result<Option<Arc<FunctionInterface>>, InterfaceError>;

    /// `None` if the package has no such enumeration.
    fn enumeration(&self, _token: &str) -> Result<Option<Arc<EnumInterface>>, InterfaceError> {
        Ok(None)
    }

    /// The types of nested values that have names, which programs can name: `types.input.ec2.InstanceDisk`.
    fn nested_types(&self) -> Vec<PackageMember> {
        Vec::new()
    }

    /// `None` if the package has no such type, or if it is none of objects.
    fn nested_type(&self, _token: &str) -> Result<Option<Arc<ObjectType>>, InterfaceError> {
        Ok(None)
    }

    /// The configuration of a provider of the package.
    fn configuration(&self) -> Result<Arc<ObjectType>, InterfaceError>;

    /// The modules of the package by name, each with some of its members, under names of their own: programs import
    /// `lumi:PACKAGE/MODULE`.
    fn modules(&self) -> BTreeMap<String, PackageMembers> {
        self.members().namespaces()
    }

    /// The modules of a library, which has code instead of a provider; `None` for other packages.
    fn library(&self) -> Option<&[LibraryModule]> {
        None
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryModule {
    /// The text behind the name of the library in imports: nothing for its entry, `/MODULE` for others.
    pub behind: String,
    /// Its declarations, in TypeScript.
    pub declarations: String,
}

/// The packages of a project that programs can import.
pub trait PackageInterfaces: Send + Sync {
    /// The sorted names of all packages.
    fn names(&self) -> Vec<String>;

    /// `None` if the project has no such package.
    fn open(&self, package: &str) -> Option<Result<Arc<dyn PackageInterface>, InterfaceError>>;
}

/// A project without packages.
impl PackageInterfaces for () {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn open(&self, _: &str) -> Option<Result<Arc<dyn PackageInterface>, InterfaceError>> {
        None
    }
}
