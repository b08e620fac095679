//! Which objects and symbols were seen before.

use std::num::NonZeroI32;

use deno_core::v8;
use rustc_hash::FxHashMap;

/// A map whose keys are objects and symbols, by identity.
pub struct Identities<'s, T> {
    found: FxHashMap<NonZeroI32, Vec<(v8::Local<'s, v8::Value>, T)>>,
}

impl<T> Default for Identities<'_, T> {
    fn default() -> Self {
        Self {
            found: FxHashMap::default(),
        }
    }
}

/// What V8 tells objects and symbols apart by, not without collisions; `None` for other primitives.
pub fn identity_hash(value: v8::Local<v8::Value>) -> Option<NonZeroI32> {
    if let Ok(object) = v8::Local::<v8::Object>::try_from(value) {
        return Some(object.get_identity_hash());
    }
    let symbol = v8::Local::<v8::Symbol>::try_from(value).ok()?;
    Some(v8::Local::<v8::Name>::from(symbol).get_identity_hash())
}

impl<'s, T> Identities<'s, T> {
    pub fn get(&self, value: v8::Local<v8::Value>) -> Option<&T> {
        let entries = self.found.get(&identity_hash(value)?)?;
        let entry = entries.iter().find(|(known, _)| known.strict_equals(value));
        entry.map(|(_, it)| it)
    }

    /// Keeps what is there already.
    pub fn insert(&mut self, value: v8::Local<'s, v8::Value>, what: T) {
        let Some(hash) = identity_hash(value) else {
            return;
        };
        let entries = self.found.entry(hash).or_default();
        if !entries.iter().any(|(known, _)| known.strict_equals(value)) {
            entries.push((value, what));
        }
    }
}
