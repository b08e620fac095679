//! Text of Rust as a string of V8.

use deno_core::v8;

/// A V8 string; a text longer than V8's maximum (about 512 MiB) becomes empty.
pub fn string<'s>(scope: &mut v8::PinScope<'s, '_>, text: &str) -> v8::Local<'s, v8::String> {
    v8::String::new(scope, text).unwrap_or_else(|| v8::String::empty(scope))
}
