//! Converts between V8 values and [`Value`] directly, without JSON text.
//!
//! The SDK passes plain trees (see `js/lumi/protocol/ops.ts`). Other values are the `unknown`
//! symbol, recognised by identity, or a `Marker`, recognised by its prototype.

use deno_core::v8;
use rustc_hash::FxBuildHasher;

use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, EphemeralReference, MAX_DEPTH, Object,
    ResourceReference, Value,
};

use super::registry::Registry;
use lumi_node::string;

/// The handles by which special values are recognised, made once per run.
pub struct Markers {
    pub unknown: v8::Global<v8::Value>,
    pub prototype: v8::Global<v8::Object>,
    kind: v8::Global<v8::String>,
    payload: v8::Global<v8::String>,
    body: v8::Global<v8::String>,
    hash: v8::Global<v8::String>,
    base64: v8::Global<v8::String>,
}

impl Markers {
    pub fn new(
        scope: &mut v8::PinScope<'_, '_>,
        unknown: v8::Local<v8::Value>,
        prototype: v8::Local<v8::Object>,
    ) -> Self {
        let name = |text: &str| {
            let string = v8::String::new(scope, text).expect("BUG: a short name fits");
            v8::Global::new(scope, string)
        };
        Self {
            unknown: v8::Global::new(scope, unknown),
            prototype: v8::Global::new(scope, prototype),
            kind: name("kind"),
            payload: name("payload"),
            body: name("body"),
            hash: name("hash"),
            base64: name("base64"),
        }
    }
}

/// The reason why a tree cannot be converted. The SDK checks inputs first and reports paths; errors
/// here come from trees that the SDK did not create, and have no path.
#[derive(Debug, thiserror::Error)]
pub enum ValueError {
    #[error("a {0} has no plain form")]
    NotPlain(&'static str),
    #[error("nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    #[error("reading a property failed")]
    Unreadable,
    #[error("malformed {0} marker")]
    Malformed(&'static str),
}

/// Reads trees from V8 during one op.
pub struct Reader<'a, 's> {
    markers: &'a Markers,
    registry: &'a Registry,
    unknown: v8::Local<'s, v8::Value>,
    prototype: v8::Local<'s, v8::Value>,
}

impl<'a, 's> Reader<'a, 's> {
    pub fn new(
        scope: &mut v8::PinScope<'s, '_>,
        markers: &'a Markers,
        registry: &'a Registry,
    ) -> Self {
        let unknown = v8::Local::new(scope, &markers.unknown);
        let prototype = v8::Local::new(scope, &markers.prototype).into();
        Self {
            markers,
            registry,
            unknown,
            prototype,
        }
    }

    /// Reads a value that must be an object, such as a resource's inputs.
    pub fn object(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        value: v8::Local<v8::Value>,
    ) -> Result<Object, ValueError> {
        match self.value(scope, value)? {
            Value::Object(object) => Ok(object),
            _ => Err(ValueError::NotPlain("value other than an object")),
        }
    }

    pub fn value(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        value: v8::Local<v8::Value>,
    ) -> Result<Value, ValueError> {
        self.read(scope, value, 0)
    }

    fn read(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        value: v8::Local<v8::Value>,
        depth: usize,
    ) -> Result<Value, ValueError> {
        if let Ok(string) = v8::Local::<v8::String>::try_from(value) {
            return Ok(Value::String(string.to_rust_string_lossy(scope)));
        }
        if let Ok(number) = v8::Local::<v8::Number>::try_from(value) {
            return Ok(Value::Number(number.value()));
        }
        if value.is_null_or_undefined() {
            return Ok(Value::Null);
        }
        if value.is_boolean() {
            return Ok(Value::Bool(value.is_true()));
        }
        if value.strict_equals(self.unknown) {
            return Ok(Value::Unknown);
        }
        if depth > MAX_DEPTH {
            return Err(ValueError::TooDeep);
        }
        if let Ok(array) = v8::Local::<v8::Array>::try_from(value) {
            return self.array(scope, array, depth);
        }
        if value.is_function() {
            return Err(ValueError::NotPlain("function"));
        }
        let Ok(object) = v8::Local::<v8::Object>::try_from(value) else {
            return Err(ValueError::NotPlain("symbol or bigint"));
        };
        if object
            .get_prototype(scope)
            .is_some_and(|it| it.strict_equals(self.prototype))
        {
            return self.marker(scope, object, depth);
        }
        self.plain(scope, object, depth).map(Value::Object)
    }

    fn array(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        array: v8::Local<v8::Array>,
        depth: usize,
    ) -> Result<Value, ValueError> {
        v8::scope!(let scope, scope);
        let mut items = Vec::with_capacity(array.length() as usize);
        for index in 0..array.length() {
            let item = array
                .get_index(scope, index)
                .ok_or(ValueError::Unreadable)?;
            items.push(self.read(scope, item, depth + 1)?);
        }
        Ok(Value::Array(items))
    }

    fn plain(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        object: v8::Local<v8::Object>,
        depth: usize,
    ) -> Result<Object, ValueError> {
        v8::scope!(let scope, scope);
        let names = object
            .get_own_property_names(scope, own_enumerable_names())
            .ok_or(ValueError::Unreadable)?;
        // `reserve` would allocate for the hash table's full capacity.
        let mut result = Object::with_capacity_and_hasher(names.length() as usize, FxBuildHasher);
        for index in 0..names.length() {
            let name = names
                .get_index(scope, index)
                .ok_or(ValueError::Unreadable)?;
            let member = object.get(scope, name).ok_or(ValueError::Unreadable)?;
            if member.is_undefined() {
                continue;
            }
            let member = self.read(scope, member, depth + 1)?;
            result.insert(name.to_rust_string_lossy(scope), member);
        }
        Ok(result)
    }

    fn marker(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        marker: v8::Local<v8::Object>,
        depth: usize,
    ) -> Result<Value, ValueError> {
        let kind = self
            .member(scope, marker, &self.markers.kind)?
            .to_rust_string_lossy(scope);
        let payload = self.member(scope, marker, &self.markers.payload)?;
        match kind.as_str() {
            "secret" => Ok(Value::Secret(Box::new(self.read(
                scope,
                payload,
                depth + 1,
            )?))),
            "resource" => {
                let serial = payload
                    .uint32_value(scope)
                    .ok_or(ValueError::Malformed("resource"))?;
                let declared = self
                    .registry
                    .get(serial)
                    .ok_or(ValueError::Malformed("resource"))?;
                Ok(Value::Resource(Box::new(ResourceReference {
                    urn: declared.urn.clone(),
                    id: declared.id.clone(),
                })))
            }
            "ephemeral" => {
                let text = payload.to_rust_string_lossy(scope);
                let reference = EphemeralReference::parse(&text);
                let reference = reference.ok_or(ValueError::Malformed("ephemeral"))?;
                Ok(Value::Ephemeral(Box::new(reference)))
            }
            "asset" => self.asset(scope, payload),
            "archive" => self.archive(scope, payload, depth),
            _ => Err(ValueError::Malformed("unrecognised")),
        }
    }

    fn asset(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        payload: v8::Local<v8::Value>,
    ) -> Result<Value, ValueError> {
        let wire = payload
            .to_object(scope)
            .ok_or(ValueError::Malformed("asset"))?;
        let body = self
            .member(scope, wire, &self.markers.body)?
            .to_rust_string_lossy(scope);
        let is_base64 = self.member(scope, wire, &self.markers.base64)?.is_true();
        let content = match self.text(scope, wire, &self.markers.kind)?.as_deref() {
            Some("text") if is_base64 => AssetContent::Base64(body),
            Some("text") => AssetContent::Text(body),
            Some("file") => AssetContent::File(body),
            Some("remote") => AssetContent::Remote(body),
            Some("function") => AssetContent::Function(body),
            _ => return Err(ValueError::Malformed("asset")),
        };
        let hash = self.text(scope, wire, &self.markers.hash)?;
        Ok(Value::Asset(Box::new(Asset { content, hash })))
    }

    fn archive(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        payload: v8::Local<v8::Value>,
        depth: usize,
    ) -> Result<Value, ValueError> {
        let wire = payload
            .to_object(scope)
            .ok_or(ValueError::Malformed("archive"))?;
        let body = self.member(scope, wire, &self.markers.body)?;
        let content = match self.text(scope, wire, &self.markers.kind)?.as_deref() {
            Some("file") => ArchiveContent::File(body.to_rust_string_lossy(scope)),
            Some("remote") => ArchiveContent::Remote(body.to_rust_string_lossy(scope)),
            Some("assets") => match self.read(scope, body, depth + 1)? {
                Value::Object(assets) => ArchiveContent::Assets(assets),
                _ => return Err(ValueError::Malformed("archive")),
            },
            _ => return Err(ValueError::Malformed("archive")),
        };
        let hash = self.text(scope, wire, &self.markers.hash)?;
        Ok(Value::Archive(Box::new(Archive { content, hash })))
    }

    fn text(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        object: v8::Local<v8::Object>,
        name: &v8::Global<v8::String>,
    ) -> Result<Option<String>, ValueError> {
        let member = self.member(scope, object, name)?;
        Ok((!member.is_null_or_undefined()).then(|| member.to_rust_string_lossy(scope)))
    }

    /// The value of an own property; undefined if there is none. Getters, including those that the
    /// program added to `Object.prototype`, must not run during an op.
    fn member<'x>(
        &self,
        scope: &mut v8::PinScope<'x, '_>,
        object: v8::Local<v8::Object>,
        name: &v8::Global<v8::String>,
    ) -> Result<v8::Local<'x, v8::Value>, ValueError> {
        let name = v8::Local::new(scope, name);
        let is_own = object.has_own_property(scope, name.into());
        if is_own.ok_or(ValueError::Unreadable)? {
            object.get(scope, name.into()).ok_or(ValueError::Unreadable)
        } else {
            Ok(v8::undefined(scope).into())
        }
    }
}

fn own_enumerable_names() -> v8::GetPropertyNamesArgs {
    v8::GetPropertyNamesArgs {
        mode: v8::KeyCollectionMode::OwnOnly,
        property_filter: v8::PropertyFilter::ONLY_ENUMERABLE | v8::PropertyFilter::SKIP_SYMBOLS,
        index_filter: v8::IndexFilter::IncludeIndices,
        key_conversion: v8::KeyConversionMode::ConvertToString,
    }
}

/// Converts a value to V8: the inverse of [`Reader`], with resources as their URN.
pub fn write<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    markers: &Markers,
    value: &Value,
) -> v8::Local<'s, v8::Value> {
    match value {
        Value::Null => v8::null(scope).into(),
        Value::Bool(it) => v8::Boolean::new(scope, *it).into(),
        Value::Number(it) => v8::Number::new(scope, *it).into(),
        Value::String(it) => string(scope, it).into(),
        Value::Array(items) => {
            let items: Vec<_> = items
                .iter()
                .map(|item| write(scope, markers, item))
                .collect();
            v8::Array::new_with_elements(scope, &items).into()
        }
        Value::Object(members) => write_object(scope, markers, members).into(),
        Value::Unknown => v8::Local::new(scope, &markers.unknown),
        Value::Secret(inner) => {
            let inner = write(scope, markers, inner);
            write_marker(scope, markers, "secret", inner)
        }
        Value::Resource(reference) => string(scope, reference.urn.as_str()).into(),
        Value::Ephemeral(reference) => {
            let text = string(scope, &reference.to_text()).into();
            write_marker(scope, markers, "ephemeral", text)
        }
        Value::Asset(asset) => write_asset(scope, markers, asset),
        Value::Archive(archive) => write_archive(scope, markers, archive),
    }
}

fn write_asset<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    markers: &Markers,
    asset: &Asset,
) -> v8::Local<'s, v8::Value> {
    let (kind, body) = match &asset.content {
        AssetContent::Text(it) | AssetContent::Base64(it) => ("text", it),
        AssetContent::File(it) => ("file", it),
        AssetContent::Remote(it) => ("remote", it),
        AssetContent::Function(it) => ("function", it),
    };
    let body = string(scope, body).into();
    let is_base64 = matches!(asset.content, AssetContent::Base64(_));
    let content = write_content(scope, markers, kind, body, asset.hash.as_deref());
    if is_base64 {
        let name = v8::Local::new(scope, &markers.base64);
        let value = v8::Boolean::new(scope, true).into();
        content.create_data_property(scope, name.into(), value);
    }
    write_marker(scope, markers, "asset", content.into())
}

fn write_archive<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    markers: &Markers,
    archive: &Archive,
) -> v8::Local<'s, v8::Value> {
    let (kind, body) = match &archive.content {
        ArchiveContent::Assets(it) => ("assets", write_object(scope, markers, it).into()),
        ArchiveContent::File(it) => ("file", string(scope, it).into()),
        ArchiveContent::Remote(it) => ("remote", string(scope, it).into()),
    };
    let content = write_content(scope, markers, kind, body, archive.hash.as_deref());
    write_marker(scope, markers, "archive", content.into())
}

/// An `AssetWire` of `js/lumi/protocol/ops.ts`.
fn write_content<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    markers: &Markers,
    kind: &str,
    body: v8::Local<'s, v8::Value>,
    hash: Option<&str>,
) -> v8::Local<'s, v8::Object> {
    let content = v8::Object::new(scope);
    let kind = string(scope, kind).into();
    let mut members = vec![(&markers.kind, kind), (&markers.body, body)];
    if let Some(hash) = hash {
        members.push((&markers.hash, string(scope, hash).into()));
    }
    for (name, value) in members {
        let name = v8::Local::new(scope, name);
        content.create_data_property(scope, name.into(), value);
    }
    content
}

/// A `Marker` of `js/lumi/protocol/ops.ts`.
fn write_marker<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    markers: &Markers,
    kind: &str,
    payload: v8::Local<'s, v8::Value>,
) -> v8::Local<'s, v8::Value> {
    let kind = string(scope, kind).into();
    let payload_name: v8::Local<v8::Name> = v8::Local::new(scope, &markers.payload).into();
    let kind_name: v8::Local<v8::Name> = v8::Local::new(scope, &markers.kind).into();
    let prototype = v8::Local::new(scope, &markers.prototype).into();
    let (names, values) = ([kind_name, payload_name], [kind, payload]);
    v8::Object::with_prototype_and_properties(scope, prototype, &names, &values).into()
}

/// Builds a plain V8 object.
pub fn write_object<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    markers: &Markers,
    members: &Object,
) -> v8::Local<'s, v8::Object> {
    let object = v8::Object::new(scope);
    for (name, member) in members {
        let name = string(scope, name);
        let member = write(scope, markers, member);
        object.create_data_property(scope, name.into(), member);
    }
    object
}
