//! The globals of the language and the web that LumiJS or LumiIL have, or that Lumi's own scripts use.

/// LumiJS has it: results depend on arguments only. Rules of LumiJS exclude some of the members.
pub const LUMIJS: u8 = 1;

/// LumiIL has it. Rules of LumiIL exclude some of the members.
pub const LUMIIL: u8 = 2;

/// Lumi's own scripts use the one that they captured before any program ran.
pub const HARDENED: u8 = 4;

/// Sorted by name.
const GLOBALS: &[(&str, u8)] = &[
    ("AbortController", LUMIJS),
    ("AbortSignal", LUMIJS),
    ("AggregateError", LUMIJS | LUMIIL | HARDENED),
    ("Array", LUMIJS | LUMIIL | HARDENED),
    ("ArrayBuffer", LUMIJS | LUMIIL | HARDENED),
    ("AsyncDisposableStack", LUMIJS),
    ("BigInt", LUMIJS | LUMIIL | HARDENED),
    ("BigInt64Array", LUMIJS | LUMIIL),
    ("BigUint64Array", LUMIJS | LUMIIL),
    ("Boolean", LUMIJS | LUMIIL | HARDENED),
    ("Buffer", LUMIJS | LUMIIL),
    ("CustomEvent", LUMIJS),
    ("DOMException", LUMIJS),
    ("DataView", LUMIJS | LUMIIL | HARDENED),
    ("Date", LUMIJS | HARDENED),
    ("DisposableStack", LUMIJS),
    ("Error", LUMIJS | LUMIIL | HARDENED),
    ("EvalError", LUMIJS | LUMIIL | HARDENED),
    ("Event", LUMIJS),
    ("EventTarget", LUMIJS),
    ("Float16Array", LUMIJS | LUMIIL),
    ("Float32Array", LUMIJS | LUMIIL),
    ("Float64Array", LUMIJS | LUMIIL),
    ("FormData", LUMIJS),
    ("Function", HARDENED),
    ("Headers", LUMIJS | LUMIIL),
    ("Infinity", LUMIJS | LUMIIL),
    ("Int16Array", LUMIJS | LUMIIL),
    ("Int32Array", LUMIJS | LUMIIL),
    ("Int8Array", LUMIJS | LUMIIL),
    ("Iterator", LUMIJS | LUMIIL),
    ("JSON", LUMIJS | LUMIIL | HARDENED),
    ("Map", LUMIJS | LUMIIL | HARDENED),
    ("Math", LUMIJS | LUMIIL | HARDENED),
    ("NaN", LUMIJS | LUMIIL),
    ("Number", LUMIJS | LUMIIL | HARDENED),
    ("Object", LUMIJS | LUMIIL | HARDENED),
    ("Promise", LUMIJS | LUMIIL | HARDENED),
    ("Proxy", HARDENED),
    ("RangeError", LUMIJS | LUMIIL | HARDENED),
    ("ReferenceError", LUMIJS | LUMIIL | HARDENED),
    ("Reflect", HARDENED),
    ("RegExp", LUMIJS | LUMIIL | HARDENED),
    ("Set", LUMIJS | LUMIIL | HARDENED),
    ("String", LUMIJS | LUMIIL | HARDENED),
    ("SuppressedError", LUMIJS),
    ("Symbol", LUMIJS | HARDENED),
    ("SyntaxError", LUMIJS | LUMIIL | HARDENED),
    ("Temporal", LUMIJS),
    ("TextDecoder", LUMIJS | LUMIIL),
    ("TextEncoder", LUMIJS | LUMIIL),
    ("TypeError", LUMIJS | LUMIIL | HARDENED),
    ("URIError", LUMIJS | LUMIIL | HARDENED),
    ("URL", LUMIJS | LUMIIL),
    ("URLPattern", LUMIJS),
    ("URLSearchParams", LUMIJS | LUMIIL),
    ("Uint16Array", LUMIJS | LUMIIL),
    ("Uint32Array", LUMIJS | LUMIIL),
    ("Uint8Array", LUMIJS | LUMIIL | HARDENED),
    ("Uint8ClampedArray", LUMIJS | LUMIIL),
    ("WeakMap", LUMIJS | LUMIIL | HARDENED),
    ("WeakRef", HARDENED),
    ("WeakSet", LUMIJS | LUMIIL | HARDENED),
    ("arguments", LUMIJS),
    ("atob", LUMIJS | LUMIIL),
    ("btoa", LUMIJS | LUMIIL),
    ("console", LUMIJS | LUMIIL),
    ("decodeURI", LUMIJS | LUMIIL),
    ("decodeURIComponent", LUMIJS | LUMIIL | HARDENED),
    ("encodeURI", LUMIJS | LUMIIL),
    ("encodeURIComponent", LUMIJS | LUMIIL | HARDENED),
    ("escape", LUMIJS | LUMIIL),
    ("isFinite", LUMIJS | LUMIIL | HARDENED),
    ("isNaN", LUMIJS | LUMIIL | HARDENED),
    ("parseFloat", LUMIJS | LUMIIL | HARDENED),
    ("parseInt", LUMIJS | LUMIIL | HARDENED),
    ("queueMicrotask", LUMIJS),
    ("reportError", LUMIJS),
    ("structuredClone", LUMIJS | LUMIIL),
    ("undefined", LUMIJS),
    ("unescape", LUMIJS | LUMIIL),
];

/// Whether a global is one of those of `which`.
pub fn is_global_of(which: u8, name: &str) -> bool {
    let found = GLOBALS.binary_search_by_key(&name, |it| it.0);
    found.is_ok_and(|index| GLOBALS[index].1 & which != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globals_are_sorted_so_that_they_can_be_searched() {
        assert!(GLOBALS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn lumiil_has_no_global_that_lumijs_lacks() {
        let mut lumiil = GLOBALS.iter().filter(|it| it.1 & LUMIIL != 0);
        assert!(lumiil.all(|it| it.1 & LUMIJS != 0));
    }
}
