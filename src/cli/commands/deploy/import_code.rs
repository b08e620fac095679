//! Generates code for an imported object.

use std::fmt::Write as _;

use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, Object, ResourceName, ResourceType, Value,
};

use super::program_run::is_dynamic;

/// TypeScript that declares the resource with `inputs`, protected as in the state. Secrets are read
/// from the configuration, under the name of the resource and the input.
pub fn import_code(resource_type: &ResourceType, name: &ResourceName, inputs: &Object) -> String {
    let mut code = Code {
        name: name.as_str(),
        ..Code::default()
    };
    code.object(inputs, &mut Vec::new());
    let (import, class, arguments) = if resource_type.package() == "std" {
        let module = resource_type.module();
        (
            format!("import {{ {module} }} from \"lumi/std\";\n"),
            format!("{module}.{}", resource_type.type_name()),
            quoted(name.as_str()),
        )
    } else if is_dynamic(resource_type.as_str()) {
        // The class is the program's own.
        let class = resource_type.type_name().to_owned();
        (String::new(), class, quoted(name.as_str()))
    } else {
        code.uses_sdk = true;
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
    let sdk = if code.uses_sdk {
        "import * as lumi from \"lumi\";\n"
    } else {
        ""
    };
    let inputs = code.text;
    format!("{sdk}{import}\nnew {class}({arguments}, {inputs}, {{ protect: true }});\n")
}

#[derive(Default)]
struct Code<'a> {
    name: &'a str,
    text: String,
    level: usize,
    uses_sdk: bool,
}

impl Code<'_> {
    fn value(&mut self, value: &Value, path: &mut Vec<String>) {
        match value {
            Value::Null => self.text.push_str("null"),
            Value::Bool(it) => self.text.push_str(if *it { "true" } else { "false" }),
            // JavaScript formats numbers like Rust, except for infinities.
            Value::Number(it) if it.is_infinite() && *it < 0.0 => self.text.push_str("-Infinity"),
            Value::Number(it) if it.is_infinite() => self.text.push_str("Infinity"),
            Value::Number(it) => {
                let _ = write!(self.text, "{it}");
            }
            Value::String(it) => self.text.push_str(&quoted(it)),
            Value::Array(items) => self.array(items, path),
            Value::Object(members) => self.object(members, path),
            Value::Asset(it) => self.asset(it),
            Value::Archive(it) => self.archive(it, path),
            Value::Secret(_) => self.secret(path),
            Value::Resource(it) => match &it.id {
                Some(id) => self.value(id, path),
                None => self.text.push_str("undefined"),
            },
            Value::Unknown => self.text.push_str("undefined"),
        }
    }

    fn array(&mut self, items: &[Value], path: &mut Vec<String>) {
        self.text.push('[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text.push_str(", ");
            }
            path.push(index.to_string());
            self.value(item, path);
            path.pop();
        }
        self.text.push(']');
    }

    fn object(&mut self, members: &Object, path: &mut Vec<String>) {
        if members.is_empty() {
            self.text.push_str("{}");
            return;
        }
        self.text.push_str("{\n");
        self.level += 1;
        for (key, value) in members {
            self.indent();
            match is_identifier(key) {
                true => self.text.push_str(key),
                // As a computed name it is an ordinary member.
                false if key == "__proto__" => self.text.push_str("[\"__proto__\"]"),
                false => self.text.push_str(&quoted(key)),
            }
            self.text.push_str(": ");
            path.push(key.clone());
            self.value(value, path);
            path.pop();
            self.text.push_str(",\n");
        }
        self.level -= 1;
        self.indent();
        self.text.push('}');
    }

    fn indent(&mut self) {
        self.text.push_str(&"  ".repeat(self.level));
    }

    fn asset(&mut self, asset: &Asset) {
        let (class, text) = match &asset.content {
            AssetContent::Text(text) | AssetContent::Function(text) => {
                ("new lumi.StringAsset", text)
            }
            AssetContent::Base64(bytes) => ("Uint8Array.fromBase64", bytes),
            AssetContent::File(path) => ("new lumi.FileAsset", path),
            AssetContent::Remote(uri) => ("new lumi.RemoteAsset", uri),
        };
        self.call(class, text);
    }

    fn archive(&mut self, archive: &Archive, path: &mut Vec<String>) {
        match &archive.content {
            ArchiveContent::Assets(assets) => {
                self.uses_sdk = true;
                self.text.push_str("new lumi.AssetArchive(");
                self.object(assets, path);
                self.text.push(')');
            }
            ArchiveContent::File(path) => self.call("new lumi.FileArchive", path),
            ArchiveContent::Remote(uri) => self.call("new lumi.RemoteArchive", uri),
        }
    }

    fn call(&mut self, function: &str, text: &str) {
        self.uses_sdk |= function.contains("lumi.");
        let _ = write!(self.text, "{function}({})", quoted(text));
    }

    /// Writes an expression that reads a secret from the configuration.
    fn secret(&mut self, path: &[String]) {
        self.uses_sdk = true;
        let key = format!("{}-{}", self.name, path.join("-"));
        let _ = write!(
            self.text,
            "new lumi.Config().requireSecret({})",
            quoted(&key)
        );
    }
}

/// JSON strings are valid JavaScript.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn is_identifier(key: &str) -> bool {
    let is_start = |it: char| it.is_ascii_alphabetic() || it == '_' || it == '$';
    let mut characters = key.chars();
    key != "__proto__"
        && characters.next().is_some_and(is_start)
        && characters.all(|it| is_start(it) || it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(resource_type: &str, inputs: Object) -> String {
        import_code(
            &ResourceType::parse(resource_type).unwrap(),
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

        new fs.File("a \"b\"", {
          path: "a/b",
          mode: "0600",
        }, { protect: true });
        "#);
    }

    #[test]
    fn a_dynamic_resource_is_of_a_class_of_the_program() {
        let inputs = object([("size", 1.0.into())]);
        insta::assert_snapshot!(code("dynamic:index:Row", inputs), @r#"
        new Row("a \"b\"", {
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

        new lumi.CustomResource("acme:web:Site", "a \"b\"", {
          items: [1.5, -Infinity, {
            "x-y": null,
            ["__proto__"]: true,
          }],
          none: {},
          token: new lumi.Config().requireSecret("a \"b\"-token"),
          site: new lumi.FileArchive("www"),
          logo: Uint8Array.fromBase64("AP8="),
        }, { protect: true });
        "#);
    }
}
