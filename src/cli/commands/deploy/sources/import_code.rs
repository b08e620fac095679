//! Generates code for an imported object.

use std::collections::BTreeSet;

use lumi_engine::is_dynamic;
use lumi_graph::{Object, PropertyPath, ResourceName, ResourceType};
use lumi_inference::{
    Code, HiddenValue, Identifiers, Names, ObjectLines, ValueOrigins, object_code, path_texts,
    quoted,
};

/// A class that a program imports from a package.
pub struct PackageClass {
    pub package: String,
    /// With its namespaces: `s3.Bucket`.
    pub class: String,
}

/// TypeScript that declares the resource with `inputs`, protected as in the state. Secrets are read
/// from the configuration, under the name of the resource and the input.
pub fn import_code(
    resource_type: &ResourceType,
    class: Option<&PackageClass>,
    name: &ResourceName,
    inputs: &Object,
) -> String {
    let mut secrets = SecretsOf(name.as_str());
    let inputs = object_code(inputs, &mut PropertyPath::new(), &mut secrets);
    let mut names = BTreeSet::new();
    inputs.sdk_names(&mut names);
    let mut uses_sdk = !names.is_empty();
    let objects = ObjectLines::OneForEachMember;
    let inputs = inputs.lines(&Names::NAMESPACE, objects, 0, (0, 0));
    let (import, class, arguments) = if resource_type.package() == "std" {
        let module = resource_type.module();
        (
            format!("import {{ {module} }} from \"lumi/std\";\n"),
            format!("{module}.{}", resource_type.type_name()),
            quoted(name.as_str()),
        )
    } else if let Some(PackageClass { package, class }) = class {
        let module = Identifiers::default().take(package);
        (
            format!(
                "import * as {module} from {};\n",
                quoted(&format!("lumi:{package}"))
            ),
            format!("{module}.{class}"),
            quoted(name.as_str()),
        )
    } else if is_dynamic(resource_type.as_str()) {
        // The class is the program's own.
        let class = resource_type.type_name().to_owned();
        (String::new(), class, quoted(name.as_str()))
    } else {
        uses_sdk = true;
        (
            String::new(),
            "lumi.CustomResource".to_owned(),
            format!(
                "{}, {}",
                quoted(resource_type.as_str()),
                quoted(name.as_str())
            ),
        )
    };
    let sdk = if uses_sdk {
        "import * as lumi from \"lumi\";\n"
    } else {
        ""
    };
    format!("{sdk}{import}\nnew {class}({arguments}, {inputs}, {{ protect: true }});\n")
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
        import_code(
            &ResourceType::parse(resource_type).unwrap(),
            None,
            &ResourceName::parse("a \"b\"").unwrap(),
            &inputs,
        )
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
        let code = import_code(
            &ResourceType::parse("my-cloud:s3:Bucket").unwrap(),
            Some(&class),
            &ResourceName::parse("a").unwrap(),
            &object([("token", Value::secret("hunter2".into()))]),
        );
        insta::assert_snapshot!(code, @r#"
        import * as lumi from "lumi";
        import * as myCloud from "lumi:my-cloud";

        new myCloud.s3.Bucket("a", {
          token: new lumi.Config().requireSecret("a-token"),
        }, { protect: true });
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
