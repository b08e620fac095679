//! Primitive values, which have no identity.

use std::hash::{Hash, Hasher};

use deno_core::v8;
use rustc_hash::FxHasher;

use lumi_closure::capture::Captured;

/// Captures a string, which may contain lone surrogates.
pub fn string_value(scope: &mut v8::PinScope<'_, '_>, text: v8::Local<v8::String>) -> Captured {
    let lossy = text.to_rust_string_lossy(scope);
    if !lossy.contains('\u{fffd}') {
        return Captured::String(lossy);
    }
    let mut units = vec![0; text.length()];
    text.write_v2(scope, 0, &mut units, v8::WriteFlags::empty());
    match String::from_utf16(&units) {
        Ok(text) => Captured::String(text),
        Err(_) => Captured::Utf16(units),
    }
}

/// A hash: equal for equal primitives.
pub fn key_of(captured: &Captured) -> u64 {
    let mut hasher = FxHasher::default();
    std::mem::discriminant(captured).hash(&mut hasher);
    match captured {
        Captured::Bool(it) => it.hash(&mut hasher),
        Captured::Number(it) => it.to_bits().hash(&mut hasher),
        Captured::BigInt(it) | Captured::String(it) => it.hash(&mut hasher),
        Captured::Utf16(it) => it.hash(&mut hasher),
        _ => {}
    }
    hasher.finish()
}

/// Whether two primitives are the same value (`Object.is`): -0 differs from 0.
pub fn is_same(one: &Captured, other: &Captured) -> bool {
    match (one, other) {
        (Captured::Number(one), Captured::Number(other)) => one.to_bits() == other.to_bits(),
        _ => one == other,
    }
}
