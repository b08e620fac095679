//! The names of a package.

use std::collections::BTreeMap;

/// A name that a program imports, and its token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageMember {
    /// An identifier of JavaScript, with those of its namespaces before it: `s3.Bucket`.
    pub name: String,
    pub token: String,
    /// Whether its provider makes several resources of it.
    pub is_component: bool,
    pub has_methods: bool,
}

impl PackageMember {
    pub fn new(name: impl Into<String>, token: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            token: token.into(),
            ..Self::default()
        }
    }

    /// The namespaces, and the name in the last of them.
    pub fn parts(&self) -> (&str, &str) {
        self.name.rsplit_once('.').unwrap_or(("", &self.name))
    }
}

/// The names that a package offers, each list sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageMembers {
    pub package: String,
    /// Empty if it is not known.
    pub version: String,
    pub description: String,
    /// Classes of resources.
    pub resources: Vec<PackageMember>,
    /// Functions that read something.
    pub data: Vec<PackageMember>,
    /// Functions that open values which nothing stores.
    pub ephemeral: Vec<PackageMember>,
    /// All other functions.
    pub functions: Vec<PackageMember>,
    /// Whether functions take a list of arguments instead of one object.
    pub has_positional_functions: bool,
    /// Whether functions are beside the classes of their namespaces, and not in `functions`.
    pub has_functions_beside_classes: bool,
    /// Enumerations.
    pub enums: Vec<PackageMember>,
}

impl PackageMembers {
    /// The names beside those of resources in the module of a package.
    pub const RESERVED: [&'static str; 5] =
        ["Provider", "data", "default", "ephemeral", "functions"];

    /// An empty module of the package.
    pub fn module(&self, name: &str) -> Self {
        Self {
            package: format!("{}/{name}", self.package),
            version: self.version.clone(),
            has_positional_functions: self.has_positional_functions,
            has_functions_beside_classes: self.has_functions_beside_classes,
            ..Self::default()
        }
    }

    /// The members of each namespace as a module: `s3.Bucket` is `Bucket` of `s3`.
    pub fn namespaces(&self) -> BTreeMap<String, Self> {
        let mut modules = BTreeMap::new();
        let mut add = |members: &[PackageMember],
                       list: fn(&mut Self) -> &mut Vec<PackageMember>| {
            for member in members {
                let (path, name) = member.parts();
                if path.is_empty() {
                    continue;
                }
                let path = path.replace('.', "/");
                let module = modules.entry(path);
                let module = module.or_insert_with_key(|it| self.module(it));
                list(module).push(PackageMember {
                    name: name.to_owned(),
                    ..member.clone()
                });
            }
        };
        add(&self.resources, |it| &mut it.resources);
        add(&self.enums, |it| &mut it.enums);
        if self.has_functions_beside_classes {
            add(&self.functions, |it| &mut it.functions);
        }
        modules
    }

    /// The module of one class, or of one function beside classes: `Bucket` of `s3` is `s3/Bucket`.
    pub fn member_module(&self, name: &str) -> Option<Self> {
        let of_name = |all: &[PackageMember]| {
            let own = all.iter().filter(|it| it.name == name);
            own.cloned().collect::<Vec<_>>()
        };
        let functions: &[PackageMember] = match self.has_functions_beside_classes {
            true => &self.functions,
            false => &[],
        };
        let module = Self {
            resources: of_name(&self.resources),
            functions: of_name(functions),
            ..self.module(name)
        };
        let is_empty = module.resources.is_empty() && module.functions.is_empty();
        (!is_empty).then_some(module)
    }

    /// The beginning of the names of functions in a program, behind the name of the package.
    pub fn functions_prefix(&self) -> &'static str {
        match self.has_functions_beside_classes {
            true => "",
            false => "functions.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_are_modules() {
        let member = |name: &str| PackageMember::new(name, format!("aws:{name}"));
        let members = PackageMembers {
            package: "aws".to_owned(),
            resources: ["Region", "s3.Bucket", "s3.Object", "s3.control.Grant"]
                .map(member)
                .to_vec(),
            functions: vec![member("s3.getBucket")],
            has_functions_beside_classes: true,
            ..PackageMembers::default()
        };
        let modules = members.namespaces();
        let names: Vec<_> = modules.keys().map(String::as_str).collect();
        assert_eq!(names, ["s3", "s3/control"]);
        let s3 = &modules["s3"];
        assert_eq!(s3.package, "aws/s3");
        let classes = s3.resources.iter();
        let classes: Vec<_> = classes
            .map(|it| (it.name.as_str(), it.token.as_str()))
            .collect();
        assert_eq!(
            classes,
            [("Bucket", "aws:s3.Bucket"), ("Object", "aws:s3.Object")]
        );
        assert_eq!(s3.functions[0].name, "getBucket");
        let bucket = s3.member_module("Bucket").unwrap();
        assert_eq!(bucket.package, "aws/s3/Bucket");
        assert_eq!(bucket.resources, s3.resources[..1]);
        assert_eq!(bucket.functions, []);
        let function = s3.member_module("getBucket").unwrap();
        assert_eq!(function.functions, s3.functions);
        assert_eq!(s3.member_module("control"), None);
    }
}
