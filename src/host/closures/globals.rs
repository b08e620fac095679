//! Objects and functions that every realm has, by path.

use std::num::NonZeroI32;

use deno_core::v8;
use rustc_hash::FxHashMap;

use lumi_node::string;

use super::identities::identity_hash;
use super::reader::{RawMember, Reader};

/// Global objects other than functions.
const NAMESPACES: &[&str] = &[
    "Atomics",
    "Intl",
    "JSON",
    "Math",
    "Reflect",
    "Temporal",
    "WebAssembly",
    "console",
    "crypto",
    "navigator",
    "performance",
    "process",
];
/// The maximum number of path segments, as in `Temporal.Instant.prototype.toString`.
const MAX_DEPTH: usize = 4;

/// Functions, prototypes and symbols that are reachable from the global object.
#[derive(Default)]
pub struct Globals {
    found: FxHashMap<NonZeroI32, Vec<(v8::Global<v8::Value>, String)>>,
    /// Functions of files that are members of built-in objects, with their paths.
    of_program: Vec<(String, v8::Global<v8::Function>)>,
}

impl Globals {
    pub fn new(scope: &mut v8::PinScope<'_, '_>, reader: &Reader) -> Self {
        let mut this = Self::default();
        v8::scope!(let scope, scope);
        let global = scope.get_current_context().global(scope);
        this.add(scope, global.into(), "globalThis".to_owned());
        let mut found = Vec::new();
        for (name, value) in this.original_members(scope, reader, global) {
            if this.is_new(scope, value) {
                this.add(scope, value, name.clone());
                found.push((name, value));
            }
        }
        for _ in 0..MAX_DEPTH {
            let mut next = Vec::new();
            for (path, value) in found {
                let Ok(object) = v8::Local::<v8::Object>::try_from(value) else {
                    continue;
                };
                this.members(scope, reader, &path, object, &mut next);
            }
            found = next;
        }
        this.hidden(scope, reader);
        this
    }

    /// The path of `value`, if it exists in every realm.
    pub fn path(&self, value: v8::Local<v8::Value>) -> Option<&str> {
        let entries = self.found.get(&identity_hash(value)?)?;
        let entry = entries.iter().find(|(known, _)| *known == value);
        entry.map(|(_, path)| path.as_str())
    }

    /// The functions of files, also of packages, that were put into built-in objects before the scan.
    pub fn of_program(&self) -> &[(String, v8::Global<v8::Function>)] {
        &self.of_program
    }

    /// The members of the global object that the program did not add.
    fn original_members<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        reader: &Reader,
        global: v8::Local<'s, v8::Object>,
    ) -> Vec<(String, v8::Local<'s, v8::Value>)> {
        let Some((_, members)) = reader.members(scope, global) else {
            return Vec::new();
        };
        let mut original_members = Vec::new();
        for member in members {
            // Lazy globals that were never read are skipped.
            if member.is_accessor() || !member.key.is_string() {
                continue;
            }
            let name = member.key.to_rust_string_lossy(scope);
            if NAMESPACES.contains(&name.as_str()) || is_foreign_function(scope, member.value) {
                original_members.push((name, member.value));
            }
        }
        original_members
    }

    fn members<'s>(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        reader: &Reader,
        path: &str,
        object: v8::Local<'s, v8::Object>,
        next: &mut Vec<(String, v8::Local<'s, v8::Value>)>,
    ) {
        let Some((_, members)) = reader.members(scope, object) else {
            return;
        };
        for member in members {
            self.note_of_program(scope, path, &member);
            let is_prototype = object.is_function() && member.is_named(scope, "prototype");
            let is_part = is_foreign_function(scope, member.value)
                || member.value.is_symbol()
                || (member.value.is_object() && !member.value.is_function());
            if member.is_accessor() || !is_part || !self.is_new(scope, member.value) {
                continue;
            }
            let Some(key) = self.key(scope, &member) else {
                continue;
            };
            let path = format!("{path}{key}");
            self.add(scope, member.value, path.clone());
            // Other nested objects are added, but not scanned.
            if is_prototype || member.value.is_function() {
                next.push((path, member.value));
            }
        }
    }

    fn note_of_program<'s>(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        path: &str,
        member: &RawMember<'s>,
    ) {
        let Ok(function) = v8::Local::<v8::Function>::try_from(member.value) else {
            return;
        };
        if function.script_id() > 0
            && !is_foreign_function(scope, member.value)
            && let Some(key) = self.key(scope, member)
        {
            let function = v8::Global::new(scope, function);
            self.of_program.push((format!("{path}{key}"), function));
        }
    }

    fn key(&self, scope: &mut v8::PinScope<'_, '_>, member: &RawMember<'_>) -> Option<String> {
        if member.key.is_symbol() {
            return Some(format!("[{}]", self.path(member.key)?));
        }
        let name = member.key.to_rust_string_lossy(scope);
        (name != "constructor").then(|| format!(".{name}"))
    }

    fn hidden(&mut self, scope: &mut v8::PinScope<'_, '_>, reader: &Reader) {
        let hidden = v8::Local::new(scope, &reader.hidden);
        for at in (0..hidden.length()).step_by(2) {
            let (Some(path), Some(value)) =
                (hidden.get_index(scope, at), hidden.get_index(scope, at + 1))
            else {
                continue;
            };
            if self.is_new(scope, value) {
                let path = path.to_rust_string_lossy(scope);
                self.add(scope, value, path);
            }
        }
    }

    fn is_new(&self, _: &mut v8::PinScope<'_, '_>, value: v8::Local<v8::Value>) -> bool {
        identity_hash(value).is_some() && self.path(value).is_none()
    }

    fn add(&mut self, scope: &mut v8::PinScope<'_, '_>, value: v8::Local<v8::Value>, path: String) {
        if let Some(hash) = identity_hash(value) {
            let value = v8::Global::new(scope, value);
            self.found.entry(hash).or_default().push((value, path));
        }
    }
}

/// Whether a function was not written by the program.
fn is_foreign_function<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    value: v8::Local<'s, v8::Value>,
) -> bool {
    let Ok(function) = v8::Local::<v8::Function>::try_from(value) else {
        return false;
    };
    !script_name(scope, function).is_some_and(|it| it.starts_with("file:"))
}

/// The name of the script that defines a function; `None` for native ones.
pub fn script_name(
    scope: &mut v8::PinScope<'_, '_>,
    function: v8::Local<v8::Function>,
) -> Option<String> {
    if function.script_id() <= 0 {
        return None;
    }
    let origin = function.get_script_origin(scope);
    let name = origin.resource_name()?;
    Some(name.to_rust_string_lossy(scope))
}

/// Whether the program added `name` to the global object. Another process does not have it.
pub fn is_added(scope: &mut v8::PinScope<'_, '_>, name: &str) -> bool {
    if NAMESPACES.contains(&name) || matches!(name, "globalThis" | "NaN" | "Infinity" | "undefined")
    {
        return false;
    }
    let global = scope.get_current_context().global(scope);
    let key = string(scope, name);
    if global.has_real_named_property(scope, key.into()) != Some(true) {
        return false;
    }
    // Lazy globals are the host's.
    let descriptor = global.get_own_property_descriptor(scope, key.into());
    let Some(descriptor) = descriptor.and_then(|it| v8::Local::<v8::Object>::try_from(it).ok())
    else {
        return false;
    };
    let value = string(scope, "value");
    if descriptor.has_own_property(scope, value.into()) != Some(true) {
        return false;
    }
    let Some(value) = descriptor.get(scope, value.into()) else {
        return false;
    };
    !is_foreign_function(scope, value)
}
