//! A map of objects and symbols by identity.

use std::num::NonZeroI32;

use deno_core::v8;
use rustc_hash::FxHashMap;

/// A map whose keys are objects and symbols, compared by identity.
pub struct Identities<'s, T> {
    /// The index of the latest entry with this hash.
    last: FxHashMap<NonZeroI32, usize>,
    entries: Vec<Entry<'s, T>>,
}

struct Entry<'s, T> {
    key: v8::Local<'s, v8::Value>,
    what: T,
    /// The index of the previous entry with the same hash.
    before: Option<usize>,
}

impl<T> Default for Identities<'_, T> {
    fn default() -> Self {
        Self {
            last: FxHashMap::default(),
            entries: Vec::new(),
        }
    }
}

/// V8's identity hash, which is not unique; `None` for primitives other than symbols.
pub fn identity_hash(value: v8::Local<v8::Value>) -> Option<NonZeroI32> {
    if let Ok(object) = v8::Local::<v8::Object>::try_from(value) {
        return Some(object.get_identity_hash());
    }
    let symbol = v8::Local::<v8::Symbol>::try_from(value).ok()?;
    Some(v8::Local::<v8::Name>::from(symbol).get_identity_hash())
}

impl<'s, T> Identities<'s, T> {
    pub fn get(&self, value: v8::Local<v8::Value>) -> Option<&T> {
        let last = self.last.get(&identity_hash(value)?)?;
        self.find(Some(*last), value)
    }

    /// Inserts an entry unless the key exists.
    pub fn insert(&mut self, value: v8::Local<'s, v8::Value>, what: T) {
        let Some(hash) = identity_hash(value) else {
            return;
        };
        let before = self.last.get(&hash).copied();
        if self.find(before, value).is_none() {
            self.last.insert(hash, self.entries.len());
            self.entries.push(Entry {
                key: value,
                what,
                before,
            });
        }
    }

    fn find(&self, mut at: Option<usize>, value: v8::Local<v8::Value>) -> Option<&T> {
        while let Some(index) = at {
            let entry = &self.entries[index];
            if entry.key.strict_equals(value) {
                return Some(&entry.what);
            }
            at = entry.before;
        }
        None
    }
}
