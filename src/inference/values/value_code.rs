//! Values as code.

use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, Object, PathPart, PropertyPath, Value,
};

use super::hidden_value::HiddenValue;
use super::literals::number;
use crate::code::Code;

/// The code that is written in place of some values.
pub trait ValueOrigins {
    /// An expression for a value that comes from elsewhere.
    fn value(&mut self, _value: &Value, _path: &PropertyPath) -> Option<Code> {
        None
    }

    /// An expression for a secret at a path in the inputs.
    fn secret(&mut self, value: HiddenValue<'_>, path: &PropertyPath) -> Code;

    /// An expression for a value that is not known.
    fn unknown(&mut self, _path: &PropertyPath) -> Code {
        Code::text("undefined")
    }
}

pub fn value_code(value: &Value, path: &mut PropertyPath, origins: &mut dyn ValueOrigins) -> Code {
    if let Some(code) = origins.value(value, path) {
        return code;
    }
    match value {
        Value::Null => Code::text("null"),
        Value::Bool(it) => Code::text(if *it { "true" } else { "false" }),
        Value::Number(it) => Code::text(number(*it)),
        Value::String(it) => Code::string(it),
        Value::Array(items) => {
            let mut parts = Vec::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                path.push_index(index);
                parts.push(value_code(item, path, origins));
                path.pop();
            }
            Code::List(parts)
        }
        Value::Object(members) => object_code(members, path, origins),
        Value::Asset(it) => asset(it),
        Value::Archive(it) => archive(it, path, origins),
        Value::Secret(inner) => origins.secret(HiddenValue::new(inner), path),
        Value::Resource(it) => match &it.id {
            Some(id) => value_code(id, path, origins),
            None => Code::text("undefined"),
        },
        // An ephemeral value is never stored, so no graph contains it.
        Value::Unknown | Value::Ephemeral(_) => origins.unknown(path),
    }
}

/// The code of the members of an object at a path.
pub fn object_code(
    members: &Object,
    path: &mut PropertyPath,
    origins: &mut dyn ValueOrigins,
) -> Code {
    let mut all = Vec::with_capacity(members.len());
    for (key, value) in members {
        path.push_key(key);
        all.push((key.clone(), value_code(value, path, origins)));
        path.pop();
    }
    Code::Object(all)
}

fn asset(asset: &Asset) -> Code {
    let (function, text) = match &asset.content {
        AssetContent::Text(text) | AssetContent::Function(text) => (new_of("StringAsset"), text),
        AssetContent::Base64(bytes) => (Code::text(FROM_BASE64), bytes),
        AssetContent::File(path) => (new_of("FileAsset"), path),
        AssetContent::Remote(uri) => (new_of("RemoteAsset"), uri),
    };
    Code::call(function, vec![Code::string(text)])
}

fn archive(archive: &Archive, path: &mut PropertyPath, origins: &mut dyn ValueOrigins) -> Code {
    let (class, argument) = match &archive.content {
        ArchiveContent::Assets(assets) => {
            let mut code = object_code(assets, path, origins);
            if let Code::Object(members) = &mut code {
                members.iter_mut().for_each(|(_, it)| be_asset(it));
            }
            ("AssetArchive", code)
        }
        ArchiveContent::File(path) => ("FileArchive", Code::string(path)),
        ArchiveContent::Remote(uri) => ("RemoteArchive", Code::string(uri)),
    };
    Code::call(new_of(class), vec![argument])
}

/// The SDK has no asset of bytes in an archive: there they are text, in base64.
fn be_asset(code: &mut Code) {
    if let Code::Call {
        function,
        arguments,
    } = code
        && **function == Code::text(FROM_BASE64)
    {
        *code = Code::call(new_of("StringAsset"), std::mem::take(arguments));
    }
}

pub const FROM_BASE64: &str = "Uint8Array.fromBase64";

fn new_of(class: &'static str) -> Code {
    Code::Sequence(vec![Code::text("new "), Code::Sdk(class)])
}

/// The parts of a path as texts.
pub fn path_texts(path: &PropertyPath) -> impl Iterator<Item = String> {
    path.parts.iter().map(|part| match part {
        PathPart::Key(key) => key.clone(),
        PathPart::Index(index) => index.to_string(),
    })
}
