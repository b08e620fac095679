//! Values as code.

use std::fmt::Write as _;

use lumi_graph::{Archive, ArchiveContent, Asset, AssetContent, Object, Value};

/// The code that is written in place of some values.
pub trait ValueOrigins {
    /// An expression for a text that comes from elsewhere.
    fn text(&mut self, _text: &str) -> Option<String> {
        None
    }

    /// An expression for a secret at a path in the inputs.
    fn secret(&mut self, value: &Value, path: &[String]) -> String;
}

/// The code of values.
pub struct ValueCode<'o> {
    pub text: String,
    pub level: usize,
    /// Whether the code uses the namespace of the SDK, `lumi`.
    pub uses_sdk: bool,
    pub origins: &'o mut dyn ValueOrigins,
}

impl<'o> ValueCode<'o> {
    pub fn new(origins: &'o mut dyn ValueOrigins) -> Self {
        Self {
            text: String::new(),
            level: 0,
            uses_sdk: false,
            origins,
        }
    }

    pub fn value(&mut self, value: &Value, path: &mut Vec<String>) {
        match value {
            Value::Null => self.text.push_str("null"),
            Value::Bool(it) => self.text.push_str(if *it { "true" } else { "false" }),
            // JavaScript formats numbers like Rust, except for infinities.
            Value::Number(it) if it.is_infinite() && *it < 0.0 => self.text.push_str("-Infinity"),
            Value::Number(it) if it.is_infinite() => self.text.push_str("Infinity"),
            Value::Number(it) => {
                let _ = write!(self.text, "{it}");
            }
            Value::String(it) => {
                let text = self.origins.text(it).unwrap_or_else(|| quoted(it));
                self.text.push_str(&text);
            }
            Value::Array(items) => self.array(items, path),
            Value::Object(members) => self.object(members, path),
            Value::Asset(it) => self.asset(it),
            Value::Archive(it) => self.archive(it, path),
            Value::Secret(inner) => {
                let code = self.origins.secret(inner, path);
                self.text.push_str(&code);
            }
            Value::Resource(it) => match &it.id {
                Some(id) => self.value(id, path),
                None => self.text.push_str("undefined"),
            },
            Value::Unknown | Value::Ephemeral(_) => self.text.push_str("undefined"),
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

    pub fn object(&mut self, members: &Object, path: &mut Vec<String>) {
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
}

/// JSON strings are valid JavaScript.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

pub fn is_identifier(key: &str) -> bool {
    let is_start = |it: char| it.is_ascii_alphabetic() || it == '_' || it == '$';
    let mut characters = key.chars();
    key != "__proto__"
        && characters.next().is_some_and(is_start)
        && characters.all(|it| is_start(it) || it.is_ascii_digit())
}
