//! Reads and makes single members of objects.

use deno_core::v8;

use lumi_closure::capture::{Member, MemberContent, MemberKey, ValueId};
use lumi_node::string;

pub fn get<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<'s, v8::Object>,
    name: &str,
) -> Option<v8::Local<'s, v8::Value>> {
    let name = string(scope, name);
    object.get(scope, name.into())
}

/// The value of an own data property; `None` for an accessor.
pub fn own_value<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<'s, v8::Object>,
    name: &str,
) -> Option<v8::Local<'s, v8::Value>> {
    let name = string(scope, name);
    if object.is_proxy() || object.has_own_property(scope, name.into()) != Some(true) {
        return None;
    }
    let descriptor = object.get_own_property_descriptor(scope, name.into())?;
    let descriptor = v8::Local::<v8::Object>::try_from(descriptor).ok()?;
    let value = string(scope, "value");
    descriptor
        .has_own_property(scope, value.into())
        .filter(|&it| it)?;
    descriptor.get(scope, value.into())
}

/// The names of an object's own members, in order.
pub fn names<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<'s, v8::Object>,
) -> Vec<v8::Local<'s, v8::Value>> {
    keys(scope, object, v8::PropertyFilter::SKIP_SYMBOLS)
}

/// The keys of an object's own members that `filter` accepts, in order.
pub fn keys<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<'s, v8::Object>,
    filter: v8::PropertyFilter,
) -> Vec<v8::Local<'s, v8::Value>> {
    let arguments = v8::GetPropertyNamesArgs {
        mode: v8::KeyCollectionMode::OwnOnly,
        property_filter: filter,
        index_filter: v8::IndexFilter::IncludeIndices,
        key_conversion: v8::KeyConversionMode::ConvertToString,
    };
    let Some(names) = object.get_own_property_names(scope, arguments) else {
        return Vec::new();
    };
    (0..names.length())
        .filter_map(|index| names.get_index(scope, index))
        .collect()
}

/// A member as created by an assignment.
pub fn constant(key: MemberKey, value: ValueId) -> Member {
    Member {
        key,
        content: MemberContent::Data {
            value,
            is_writable: true,
        },
        is_enumerable: true,
        is_configurable: true,
    }
}
