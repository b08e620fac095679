//! Names with a meaning in the captured code.

use std::collections::HashSet;
use std::sync::Arc;

use crate::capture::{Capture, Captured};

use super::names::Names;
use super::sources::Sources;

/// Globals that generated code uses.
const OWN: [&str; 26] = [
    "Array",
    "ArrayBuffer",
    "Date",
    "Error",
    "Headers",
    "Infinity",
    "JSON",
    "Map",
    "NaN",
    "Object",
    "Promise",
    "Reflect",
    "RegExp",
    "Set",
    "Symbol",
    "URL",
    "URLSearchParams",
    "Uint8Array",
    "atob",
    "module",
    "exports",
    "require",
    "globalThis",
    "undefined",
    "BigInt",
    "String",
];

pub fn names(capture: &Capture, sources: &mut Sources) -> Names {
    let mut globals: HashSet<String> = OWN.map(str::to_owned).into();
    for value in &capture.values {
        match value {
            Captured::Function(function) => {
                let analysis = &capture.modules[function.module.0 as usize];
                globals.extend(analysis.unit(function.unit).globals.iter().cloned());
            }
            Captured::Global(path) => {
                globals.insert(path.split('.').next().unwrap_or(path).to_owned());
            }
            Captured::Object(object) => {
                if let crate::capture::ObjectKind::View { kind, .. } = &object.kind {
                    globals.insert(kind.clone());
                }
                if let crate::capture::ObjectKind::Error { class } = &object.kind {
                    globals.insert(class.clone());
                }
            }
            _ => {}
        }
    }
    let inner = capture.modules.iter();
    let inner = inner.map(|it| Arc::clone(&sources.of(it).inner));
    Names::new(globals, inner.collect())
}
