//! The package of a plugin.

use std::sync::Arc;

use lumi_graph::{
    EnumInterface, FunctionArguments, FunctionInterface, InterfaceError, MethodInterface,
    ObjectType, PackageInterface, PackageMember, PackageMembers, PropertyType, ResourceInterface,
};

use super::descriptions::{deprecation, shortened};
use super::member_names::{MemberNames, separate};
use super::schema_document::{FunctionSpec, ObjectSpec, ResourceSpec, TypeSpec};
use super::schema_file::{PartKind, PulumiSchemaFile};
use super::schema_types::{NamedTypes, TypeReader, enumeration, failed};

/// The outputs that every resource has.
const OWN: &[&str] = &["id", "urn"];

/// The resource that a method is of, among its arguments.
const SELF: &str = "__self__";

/// A plugin of Pulumi; its tokens have the name of its schema.
pub struct PulumiInterface {
    file: PulumiSchemaFile,
    members: PackageMembers,
    types: NamedTypes,
}

impl PulumiInterface {
    /// `version` is that of the package; empty if the schema is to say it. Fails if the package has another name in
    /// the project than in its schema: its tokens would be those of no package.
    pub fn new(
        package: &str,
        version: &str,
        file: PulumiSchemaFile,
    ) -> Result<Self, InterfaceError> {
        let head = file.head();
        if head.name != package {
            return Err(InterfaceError(format!(
                "the plugin calls its package `{}`; give it that name in Lumi.yaml instead of `{package}`",
                head.name
            )));
        }
        let mut names = MemberNames::new(&head.module_format);
        let mut resources = Vec::new();
        for kind in PartKind::RESOURCES {
            for token in file.tokens(kind) {
                resources.push(PackageMember {
                    is_component: matches!(
                        kind,
                        PartKind::Component | PartKind::ComponentWithMethods
                    ),
                    has_methods: matches!(
                        kind,
                        PartKind::ResourceWithMethods | PartKind::ComponentWithMethods
                    ),
                    ..names.member(token)
                });
            }
        }
        let mut all = |kind: PartKind| {
            let members = file.tokens(kind).map(|it| names.member(it));
            members.collect::<Vec<_>>()
        };
        let (mut functions, mut enums) = (all(PartKind::Function), all(PartKind::Enum));
        separate([&mut resources, &mut functions, &mut enums]);
        let members = PackageMembers {
            package: package.to_owned(),
            version: match version.is_empty() {
                true => head.version.clone(),
                false => version.to_owned(),
            },
            description: head.description.clone(),
            resources: sorted(resources),
            functions: sorted(functions),
            enums: sorted(enums),
            has_functions_beside_classes: true,
            ..PackageMembers::default()
        };
        Ok(Self {
            file,
            members,
            types: NamedTypes::default(),
        })
    }

    fn types(&self) -> TypeReader<'_> {
        TypeReader::new(&self.file, &self.types)
    }

    fn described(&self, spec: FunctionSpec) -> Result<FunctionInterface, InterfaceError> {
        let inputs = spec.inputs.unwrap_or_default();
        let arguments = self
            .types()
            .object(&inputs.properties, &inputs.required, &[SELF])?;
        let result = match spec.outputs.or(spec.return_type) {
            None => PropertyType::Map(Box::new(PropertyType::Any)),
            Some(outputs) if outputs.get("properties").is_some() => {
                let of: ObjectSpec = serde_json::from_value(outputs).map_err(failed)?;
                let of = self.types().object(&of.properties, &of.required, &[])?;
                PropertyType::Object(Arc::new(of))
            }
            Some(outputs) => {
                let of: TypeSpec = serde_json::from_value(outputs).map_err(failed)?;
                self.types().of(&of)?
            }
        };
        Ok(FunctionInterface {
            description: shortened(&spec.description),
            deprecation: deprecation(&spec.deprecation_message),
            arguments: FunctionArguments::Named(Arc::new(arguments)),
            is_single: result.is_single(),
            result,
        })
    }

    fn methods(&self, spec: &ResourceSpec) -> Result<Vec<MethodInterface>, InterfaceError> {
        let mut methods = Vec::new();
        for (name, token) in &spec.methods {
            // A resource may name what its package does not have.
            if let Some(function) = self.file.read(PartKind::Method, token).map_err(failed)? {
                methods.push(MethodInterface {
                    name: name.clone(),
                    token: token.clone(),
                    function: self.described(function)?,
                });
            }
        }
        Ok(methods)
    }
}

/// Types of the results of functions are called after those: `getAmiFilter`.
fn capitalized(name: &str) -> String {
    let mut characters = name.chars();
    let first = characters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

fn sorted(mut members: Vec<PackageMember>) -> Vec<PackageMember> {
    members.sort_by(|one, other| one.name.cmp(&other.name));
    members
}

impl PackageInterface for PulumiInterface {
    fn members(&self) -> &PackageMembers {
        &self.members
    }

    fn fingerprint(&self) -> String {
        self.file.fingerprint()
    }

    fn resource(&self, token: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError> {
        let mut found = None;
        for kind in PartKind::RESOURCES {
            found = match found {
                None => self
                    .file
                    .read::<ResourceSpec>(kind, token)
                    .map_err(failed)?,
                found => found,
            };
        }
        let Some(spec) = found else {
            return Ok(None);
        };
        let mut types = self.types();
        let inputs = types.object(&spec.input_properties, &spec.required_inputs, &[])?;
        let outputs = types.object(&spec.properties, &spec.required, OWN)?;
        Ok(Some(Arc::new(ResourceInterface {
            description: shortened(&spec.description),
            deprecation: deprecation(&spec.deprecation_message),
            inputs: Arc::new(inputs),
            outputs: Arc::new(outputs),
            methods: self.methods(&spec)?,
        })))
    }

    fn function(&self, token: &str) -> Result<Option<Arc<FunctionInterface>>, InterfaceError> {
        let spec = self.file.read(PartKind::Function, token).map_err(failed)?;
        let function = spec.map(|it| self.described(it)).transpose()?;
        Ok(function.map(Arc::new))
    }

    fn enumeration(&self, token: &str) -> Result<Option<Arc<EnumInterface>>, InterfaceError> {
        let spec = self.file.read(PartKind::Enum, token).map_err(failed)?;
        Ok(spec.map(|it| Arc::new(enumeration(it))))
    }

    fn nested_types(&self) -> Vec<PackageMember> {
        let head = self.file.head();
        let mut names = MemberNames::new(&head.module_format);
        let tokens = self.file.tokens(PartKind::Type);
        let own = tokens.filter(|it| it.split(':').next() == Some(head.name.as_str()));
        let members = own.map(|token| {
            let (start, name) = token.rsplit_once(':').unwrap_or(("", token));
            let mut member = names.member(&format!("{start}:{}", capitalized(name)));
            token.clone_into(&mut member.token);
            member
        });
        sorted(members.collect())
    }

    fn nested_type(&self, token: &str) -> Result<Option<Arc<ObjectType>>, InterfaceError> {
        Ok(match self.types().named(token)? {
            PropertyType::Object(of) => Some(of),
            _ => None,
        })
    }

    fn configuration(&self) -> Result<Arc<ObjectType>, InterfaceError> {
        let spec: Option<ResourceSpec> = self.file.read(PartKind::Provider, "").map_err(failed)?;
        let spec = spec.unwrap_or_default();
        // Providers may take what is required from the environment.
        let of = self.types().object(&spec.input_properties, &[], &[])?;
        Ok(Arc::new(of))
    }
}
