//! Reads objects through functions of `reader.js`.

use deno_core::v8;

use lumi_closure::capture::Integrity;
use lumi_node::string;

const SOURCE: &str = include_str!("reader.js");

/// The functions of `reader.js`, and the built-in objects that it captured at its start.
pub struct Reader {
    members: v8::Global<v8::Function>,
    plain: v8::Global<v8::Function>,
    batch_reader: v8::Global<v8::Function>,
    are_bare: v8::Global<v8::Function>,
    is_plain_array: v8::Global<v8::Function>,
    key_for: v8::Global<v8::Function>,
    unbox: v8::Global<v8::Function>,
    entries: v8::Global<v8::Function>,
    flags: v8::Global<v8::Function>,
    max_length: v8::Global<v8::Function>,
    /// Prototypes of iterators.
    pub iterators: v8::Global<v8::Array>,
    /// Pairs of expression and value, flattened.
    pub hidden: v8::Global<v8::Array>,
    /// Prototypes of functions of each kind.
    pub functions: v8::Global<v8::Array>,
    pub object_prototype: v8::Global<v8::Value>,
    pub array_prototype: v8::Global<v8::Value>,
    /// `Symbol.for("lumi.capture")`.
    pub hook: v8::Global<v8::Symbol>,
}

/// The flags of a plain member: enumerable, configurable and writable.
const PLAIN: u32 = 1 | 2 | 4;

/// An own property.
#[derive(Clone, Copy)]
pub struct RawMember<'s> {
    pub key: v8::Local<'s, v8::Value>,
    flags: u32,
    /// The value, or the getter.
    pub value: v8::Local<'s, v8::Value>,
    /// Undefined for data properties.
    pub setter: v8::Local<'s, v8::Value>,
}

impl RawMember<'_> {
    pub fn is_enumerable(&self) -> bool {
        self.flags & 1 != 0
    }

    pub fn is_configurable(&self) -> bool {
        self.flags & 2 != 0
    }

    pub fn is_writable(&self) -> bool {
        self.flags & 4 != 0
    }

    pub fn is_accessor(&self) -> bool {
        self.flags & 8 != 0
    }

    pub fn is_named(&self, scope: &mut v8::PinScope<'_, '_>, name: &str) -> bool {
        self.key.is_string() && self.key.to_rust_string_lossy(scope) == name
    }
}

impl Reader {
    pub fn new(scope: &mut v8::PinScope<'_, '_>) -> Option<Self> {
        let source = v8::String::new(scope, SOURCE)?;
        let script = v8::Script::compile(scope, source, None)?;
        let made = v8::Local::<v8::Object>::try_from(script.run(scope)?).ok()?;
        let key = string(scope, "lumi.capture");
        let hook = v8::Symbol::for_key(scope, key);
        let object = v8::Object::new(scope).get_prototype(scope)?;
        let array = v8::Array::new(scope, 0).get_prototype(scope)?;
        Some(Self {
            members: part(scope, made, "members")?,
            plain: part(scope, made, "plain")?,
            batch_reader: part(scope, made, "batchReader")?,
            are_bare: part(scope, made, "areBare")?,
            is_plain_array: part(scope, made, "isPlainArray")?,
            key_for: part(scope, made, "keyFor")?,
            unbox: part(scope, made, "unbox")?,
            entries: part(scope, made, "entries")?,
            flags: part(scope, made, "flags")?,
            max_length: part(scope, made, "maxLength")?,
            iterators: part(scope, made, "iterators")?,
            hidden: part(scope, made, "hidden")?,
            functions: part(scope, made, "functions")?,
            object_prototype: v8::Global::new(scope, object),
            array_prototype: v8::Global::new(scope, array),
            hook: v8::Global::new(scope, hook),
        })
    }

    /// The own members of `object`, and whether the object is extensible. Indices of objects that
    /// hold bytes are left out.
    pub fn members<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        object: v8::Local<'s, v8::Object>,
    ) -> Option<(Integrity, Vec<RawMember<'s>>)> {
        if let Some(members) = self.plain_members(scope, object)? {
            return Some((Integrity::Extensible, members));
        }
        let mut arguments = vec![object.into()];
        if object.is_array_buffer_view() || object.is_string_object() {
            arguments.push(names_beside_indices(scope, object)?.into());
        }
        let list = self.call(scope, &self.members, &arguments)?;
        let list = v8::Local::<v8::Array>::try_from(list).ok()?;
        let integrity = match number(scope, list, 0)? {
            0 => Integrity::Extensible,
            1 => Integrity::Fixed,
            2 => Integrity::Sealed,
            _ => Integrity::Frozen,
        };
        let mut members = Vec::with_capacity(list.length() as usize / 4);
        for at in (1..list.length()).step_by(4) {
            members.push(RawMember {
                key: list.get_index(scope, at)?,
                flags: number(scope, list, at + 1)?,
                value: list.get_index(scope, at + 2)?,
                setter: list.get_index(scope, at + 3)?,
            });
        }
        Some((integrity, members))
    }

    /// The members of an object whose members were all made by assignment: a fast path. The keys of
    /// elements are numbers.
    fn plain_members<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        object: v8::Local<'s, v8::Object>,
    ) -> Option<Option<Vec<RawMember<'s>>>> {
        let undefined = v8::undefined(scope).into();
        let plain = |key, value| RawMember {
            key,
            flags: PLAIN,
            value,
            setter: undefined,
        };
        if let Ok(array) = v8::Local::<v8::Array>::try_from(object) {
            // Every array has a length.
            let is_bare = names_beside_indices(scope, object)?.length() == 1;
            if !is_bare
                || !self
                    .call(scope, &self.is_plain_array, &[object.into()])?
                    .is_true()
            {
                return Some(None);
            }
            let mut members = Vec::with_capacity(array.length() as usize);
            for index in 0..array.length() {
                let key = v8::Integer::new_from_unsigned(scope, index).into();
                members.push(plain(key, array.get_index(scope, index)?));
            }
            return Some(Some(members));
        }
        if object.is_function() || object.is_array_buffer_view() || object.is_string_object() {
            return Some(None);
        }
        let list = self.call(scope, &self.plain, &[object.into()])?;
        let Ok(list) = v8::Local::<v8::Array>::try_from(list) else {
            return Some(None);
        };
        let mut members = Vec::with_capacity(list.length() as usize / 2);
        for at in (0..list.length()).step_by(2) {
            let key = list.get_index(scope, at)?;
            members.push(plain(key, list.get_index(scope, at + 1)?));
        }
        Some(Some(members))
    }

    /// A function that reads many objects in one call, see `reader.js`.
    pub fn batch_reader<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
    ) -> Option<v8::Local<'s, v8::Function>> {
        self.call(scope, &self.batch_reader, &[])?.try_into().ok()
    }

    /// For each object, whether it is captured directly, without a class or a hook.
    pub fn are_bare<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        objects: &[v8::Local<'s, v8::Value>],
    ) -> Option<Vec<bool>> {
        let list = v8::Array::new_with_elements(scope, objects).into();
        let answer = self.call(scope, &self.are_bare, &[list])?;
        let answer = v8::Local::<v8::Uint8Array>::try_from(answer).ok()?;
        let mut bytes = vec![0; objects.len()];
        answer.copy_contents(&mut bytes);
        Some(bytes.into_iter().map(|it| it == 1).collect())
    }

    /// The key of a symbol from `Symbol.for(key)`.
    pub fn registered(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        symbol: v8::Local<v8::Value>,
    ) -> Option<String> {
        let symbol = v8::Local::new(scope, symbol);
        let key = self.call(scope, &self.key_for, &[symbol])?;
        key.is_string().then(|| key.to_rust_string_lossy(scope))
    }

    /// The primitive in a wrapper object such as `Object(1)`.
    pub fn unbox<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        object: v8::Local<'s, v8::Value>,
    ) -> Option<v8::Local<'s, v8::Value>> {
        let kind = match object {
            it if it.is_number_object() => 0,
            it if it.is_string_object() => 1,
            it if it.is_boolean_object() => 2,
            it if it.is_big_int_object() => 3,
            _ => 4,
        };
        let kind = v8::Integer::new(scope, kind).into();
        self.call(scope, &self.unbox, &[object, kind])
    }

    /// The names and values of `Headers` as JSON.
    pub fn entries<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        headers: v8::Local<'s, v8::Value>,
    ) -> Option<String> {
        let text = self.call(scope, &self.entries, &[headers])?;
        Some(text.to_rust_string_lossy(scope))
    }

    pub fn flags<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        expression: v8::Local<'s, v8::Value>,
    ) -> Option<String> {
        let flags = self.call(scope, &self.flags, &[expression])?;
        Some(flags.to_rust_string_lossy(scope))
    }

    /// The maximum length of a resizable buffer; `None` for others.
    pub fn max_length<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        buffer: v8::Local<'s, v8::Value>,
    ) -> Option<usize> {
        let length = self.call(scope, &self.max_length, &[buffer])?;
        let length = length.is_number().then(|| length.integer_value(scope))??;
        usize::try_from(length).ok()
    }

    /// Whether `value` is an element of `list`.
    pub fn is_among(
        scope: &mut v8::PinScope<'_, '_>,
        list: &v8::Global<v8::Array>,
        value: v8::Local<v8::Value>,
    ) -> bool {
        let list = v8::Local::new(scope, list);
        (0..list.length()).any(|index| {
            list.get_index(scope, index)
                .is_some_and(|it| it.strict_equals(value))
        })
    }

    fn call<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        function: &v8::Global<v8::Function>,
        arguments: &[v8::Local<'s, v8::Value>],
    ) -> Option<v8::Local<'s, v8::Value>> {
        let undefined = v8::undefined(scope).into();
        v8::Local::new(scope, function).call(scope, undefined, arguments)
    }
}

fn part<'s, T>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<'s, v8::Object>,
    name: &str,
) -> Option<v8::Global<T>>
where
    v8::Local<'s, T>: TryFrom<v8::Local<'s, v8::Value>>,
{
    let name = string(scope, name);
    let value = object.get(scope, name.into())?;
    let part: v8::Local<'s, T> = value.try_into().ok()?;
    Some(v8::Global::new(scope, part))
}

fn number(scope: &mut v8::PinScope<'_, '_>, list: v8::Local<v8::Array>, index: u32) -> Option<u32> {
    list.get_index(scope, index)?.uint32_value(scope)
}

pub fn names_beside_indices<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<'s, v8::Object>,
) -> Option<v8::Local<'s, v8::Array>> {
    let arguments = v8::GetPropertyNamesArgs {
        mode: v8::KeyCollectionMode::OwnOnly,
        property_filter: v8::PropertyFilter::ALL_PROPERTIES,
        index_filter: v8::IndexFilter::SkipIndices,
        key_conversion: v8::KeyConversionMode::KeepNumbers,
    };
    // `get_own_property_names` ignores the filter for indices.
    object.get_property_names(scope, arguments)
}
