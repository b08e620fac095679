//! Declarations of imported objects.

use std::collections::{BTreeMap, BTreeSet};

use lumi_engine::is_dynamic;
use lumi_graph::{Object, PropertyPath, ResourceName, ResourceType};
use lumi_inference::{
    Code, HiddenValue, Identifiers, Names, ObjectLines, ValueOrigins, object_code, path_texts,
    quoted,
};

/// A class that a program imports from a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageClass {
    pub package: String,
    /// With its namespaces: `s3.Bucket`.
    pub class: String,
}

/// The SDK of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportSdk {
    Lumi,
    Pulumi,
}

/// An imported object and what its declaration refers to.
pub struct ImportedResource<'a> {
    pub resource_type: &'a ResourceType,
    pub class: Option<&'a PackageClass>,
    pub name: &'a ResourceName,
    /// The variable that gets the resource.
    pub variable: Option<&'a str>,
    pub inputs: &'a Object,
    /// The variables of the resources that it belongs to, and that manages it.
    pub parent: Option<String>,
    pub provider: Option<String>,
}

/// TypeScript that declares resources, protected as in the state. Secrets are read from the configuration, under the name
/// of the resource and the input.
pub fn import_code(sdk: ImportSdk, resources: &[ImportedResource<'_>]) -> String {
    let mut imports = BTreeSet::new();
    let mut modules = ModuleNames::default();
    let declarations: Vec<String> = resources
        .iter()
        .map(|it| declaration(sdk, it, &mut modules, &mut imports))
        .collect();
    let imports: String = imports.into_iter().map(|it| it.1).collect();
    format!("{imports}\n{}", declarations.join("\n"))
}

/// The names of imported packages in the program.
#[derive(Default)]
struct ModuleNames {
    identifiers: Identifiers,
    names: BTreeMap<String, String>,
}

impl ModuleNames {
    fn of(&mut self, package: &str) -> String {
        if let Some(known) = self.names.get(package) {
            return known.clone();
        }
        let last = package.rsplit('/').next().unwrap_or(package);
        let name = self.identifiers.take(last.trim_start_matches("pulumi-"));
        self.names.insert(package.to_owned(), name.clone());
        name
    }
}

/// The order and text of a line that imports something.
type ImportLine = (u8, String);

fn declaration(
    sdk: ImportSdk,
    of: &ImportedResource<'_>,
    modules: &mut ModuleNames,
    imports: &mut BTreeSet<ImportLine>,
) -> String {
    let mut secrets = SecretsOf(of.name.as_str());
    let mut inputs = object_code(of.inputs, &mut PropertyPath::new(), &mut secrets);
    if sdk == ImportSdk::Pulumi {
        inputs = of_pulumi(&inputs);
    }
    let mut names = BTreeSet::new();
    inputs.sdk_names(&mut names);
    let namespace = match sdk {
        ImportSdk::Lumi => Names::NAMESPACE,
        ImportSdk::Pulumi => Names {
            variables: &[],
            sdk: "pulumi.",
        },
    };
    let objects = ObjectLines::OneForEachMember;
    let inputs = inputs.lines(&namespace, objects, 0, (0, 0));
    let class = class(sdk, of, modules);
    if !names.is_empty() || class.uses_sdk || inputs.contains("pulumi.asset.") {
        let line = match sdk {
            ImportSdk::Lumi => "import * as lumi from \"lumi\";\n",
            ImportSdk::Pulumi => "import * as pulumi from \"@pulumi/pulumi\";\n",
        };
        imports.insert((0, line.to_owned()));
    }
    if !class.import.is_empty() {
        imports.insert((1, class.import));
    }
    let mut options = vec!["protect: true".to_owned()];
    options.extend(of.parent.iter().map(|it| option("parent", it)));
    options.extend(of.provider.iter().map(|it| option("provider", it)));
    let variable = of
        .variable
        .map_or_else(String::new, |it| format!("const {it} = "));
    format!(
        "{variable}new {}({}, {inputs}, {{ {} }});\n",
        class.name,
        class.arguments,
        options.join(", ")
    )
}

/// An option, in the short form where its value has its name.
fn option(name: &str, value: &str) -> String {
    match name == value {
        true => name.to_owned(),
        false => format!("{name}: {value}"),
    }
}

/// How a program makes a resource.
struct ClassUse {
    import: String,
    name: String,
    /// The first arguments.
    arguments: String,
    uses_sdk: bool,
}

fn class(sdk: ImportSdk, of: &ImportedResource<'_>, modules: &mut ModuleNames) -> ClassUse {
    let (kind, name) = (of.resource_type, quoted(of.name.as_str()));
    let plain = |import: String, class: String| ClassUse {
        import,
        name: class,
        arguments: name.clone(),
        uses_sdk: false,
    };
    if let (ImportSdk::Lumi, "std") = (sdk, kind.package()) {
        let module = kind.module();
        let import = format!("import {{ {module} }} from \"lumi/std\";\n");
        return plain(import, format!("{module}.{}", kind.type_name()));
    }
    if let Some(PackageClass { package, class }) = of.class {
        let module = modules.of(package);
        let from = match sdk {
            ImportSdk::Lumi => format!("lumi:{package}"),
            ImportSdk::Pulumi => package.clone(),
        };
        let import = format!("import * as {module} from {};\n", quoted(&from));
        return plain(import, format!("{module}.{class}"));
    }
    if is_dynamic(kind.as_str()) {
        // The class is the program's own.
        return plain(String::new(), kind.type_name().to_owned());
    }
    ClassUse {
        import: String::new(),
        name: match sdk {
            ImportSdk::Lumi => "lumi.CustomResource".to_owned(),
            ImportSdk::Pulumi => "pulumi.CustomResource".to_owned(),
        },
        arguments: format!("{}, {name}", quoted(kind.as_str())),
        uses_sdk: true,
    }
}

/// The code with the names of Pulumi's SDK, which has assets in a namespace.
fn of_pulumi(code: &Code) -> Code {
    if let Code::Sdk(name) = code
        && (name.ends_with("Asset") || name.ends_with("Archive"))
    {
        return Code::text(format!("pulumi.asset.{name}"));
    }
    let parts = code.children().into_iter().map(of_pulumi).collect();
    code.with_children(parts)
}

/// Secrets are read from the configuration, under the name of the resource and the input.
struct SecretsOf<'n>(&'n str);

impl ValueOrigins for SecretsOf<'_> {
    fn secret(&mut self, value: HiddenValue<'_>, path: &PropertyPath) -> Code {
        let path: Vec<String> = path_texts(path).collect();
        let key = format!("{}-{}", self.0, path.join("-"));
        let config = Code::call(
            Code::Sequence(vec![Code::text("new "), Code::Sdk("Config")]),
            Vec::new(),
        );
        let read = match value.as_text() {
            Some(_) => ".requireSecret",
            None => ".requireSecretObject",
        };
        let function = Code::Sequence(vec![config, Code::text(read)]);
        Code::call(function, vec![Code::string(key)])
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::{Archive, ArchiveContent, Asset, AssetContent, Value};

    use super::*;

    fn code(resource_type: &str, inputs: Object) -> String {
        let name = ResourceName::parse("a \"b\"").unwrap();
        let resource_type = ResourceType::parse(resource_type).unwrap();
        import_code(ImportSdk::Lumi, &[plain(&resource_type, &name, &inputs)])
    }

    fn plain<'a>(
        resource_type: &'a ResourceType,
        name: &'a ResourceName,
        inputs: &'a Object,
    ) -> ImportedResource<'a> {
        ImportedResource {
            resource_type,
            class: None,
            name,
            variable: None,
            inputs,
            parent: None,
            provider: None,
        }
    }

    fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
        let members = members.into_iter();
        members.map(|(key, it)| (key.to_owned(), it)).collect()
    }

    #[test]
    fn standard_resources_get_short_code() {
        let inputs = object([("path", "a/b".into()), ("mode", "0600".into())]);
        insta::assert_snapshot!(code("std:fs:File", inputs), @r#"
        import { fs } from "lumi/std";

        new fs.File('a "b"', {
          path: "a/b",
          mode: "0600",
        }, { protect: true });
        "#);
    }

    #[test]
    fn a_resource_of_a_package_is_of_its_class() {
        let class = PackageClass {
            package: "my-cloud".to_owned(),
            class: "s3.Bucket".to_owned(),
        };
        let resource_type = ResourceType::parse("my-cloud:s3:Bucket").unwrap();
        let name = ResourceName::parse("a").unwrap();
        let inputs = object([("token", Value::secret("hunter2".into()))]);
        let resource = ImportedResource {
            class: Some(&class),
            ..plain(&resource_type, &name, &inputs)
        };
        let code = import_code(ImportSdk::Lumi, &[resource]);
        insta::assert_snapshot!(code, @r#"
        import * as lumi from "lumi";
        import * as myCloud from "lumi:my-cloud";

        new myCloud.s3.Bucket("a", {
          token: new lumi.Config().requireSecret("a-token"),
        }, { protect: true });
        "#);
    }

    #[test]
    fn programs_of_pulumi_have_its_sdk_and_variables() {
        let class = |package: &str, class: &str| PackageClass {
            package: package.to_owned(),
            class: class.to_owned(),
        };
        let (bucket, pet) = (
            class("@pulumi/aws", "s3.Bucket"),
            class("@acme/pulumi-pets", "Pet"),
        );
        let resource_type = ResourceType::parse("aws:s3/bucket:Bucket").unwrap();
        let name = ResourceName::parse("site").unwrap();
        let archive = Archive {
            content: ArchiveContent::File("www".to_owned()),
            hash: None,
        };
        let inputs = object([
            ("token", Value::secret("hunter2".into())),
            ("code", Value::Archive(Box::new(archive))),
        ]);
        let none = Object::default();
        let site = ImportedResource {
            class: Some(&bucket),
            variable: Some("site"),
            provider: Some("west".to_owned()),
            ..plain(&resource_type, &name, &inputs)
        };
        let rex = ImportedResource {
            class: Some(&pet),
            variable: Some("rex"),
            parent: Some("site".to_owned()),
            provider: Some("provider".to_owned()),
            ..plain(&resource_type, &name, &none)
        };
        insta::assert_snapshot!(import_code(ImportSdk::Pulumi, &[site, rex]), @r#"
        import * as pulumi from "@pulumi/pulumi";
        import * as aws from "@pulumi/aws";
        import * as pets from "@acme/pulumi-pets";

        const site = new aws.s3.Bucket("site", {
          token: new pulumi.Config().requireSecret("site-token"),
          code: new pulumi.asset.FileArchive("www"),
        }, { protect: true, provider: west });

        const rex = new pets.Pet("site", {}, { protect: true, parent: site, provider });
        "#);
    }

    #[test]
    fn a_dynamic_resource_is_of_a_class_of_the_program() {
        let inputs = object([("size", 1.0.into())]);
        insta::assert_snapshot!(code("dynamic:index:Row", inputs), @r#"
        new Row('a "b"', {
          size: 1,
        }, { protect: true });
        "#);
    }

    #[test]
    fn every_kind_of_value_has_a_form() {
        let archive = Archive {
            content: ArchiveContent::File("www".to_owned()),
            hash: None,
        };
        let bytes = Asset {
            content: AssetContent::Base64("AP8=".to_owned()),
            hash: None,
        };
        let inner = object([("x-y", Value::Null), ("__proto__", true.into())]);
        let items = [1.5.into(), f64::NEG_INFINITY.into(), Value::Object(inner)];
        let inputs = object([
            ("items", Value::Array(items.to_vec())),
            ("none", Value::Object(Object::default())),
            ("token", Value::secret("hunter2".into())),
            ("site", Value::Archive(Box::new(archive))),
            ("logo", Value::Asset(Box::new(bytes))),
        ]);
        insta::assert_snapshot!(code("acme:web:Site", inputs), @r#"
        import * as lumi from "lumi";

        new lumi.CustomResource("acme:web:Site", 'a "b"', {
          items: [
            1.5,
            -Infinity,
            {
              "x-y": null,
              ["__proto__"]: true,
            },
          ],
          none: {},
          token: new lumi.Config().requireSecret('a "b"-token'),
          site: new lumi.FileArchive("www"),
          logo: Uint8Array.fromBase64("AP8="),
        }, { protect: true });
        "#);
    }
}
