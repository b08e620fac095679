//! Names that mean something in the captured code.

use std::collections::HashSet;

use crate::closure::capture::{Capture, Captured};

use super::names::Names;

/// Globals that generated code itself uses.
const OWN: [&str; 25] = [
    "Array",
    "ArrayBuffer",
    "Date",
    "Error",
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

pub fn names(capture: &Capture) -> Names {
    let mut globals: HashSet<String> = OWN.map(str::to_owned).into();
    let mut inner = HashSet::new();
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
                if let crate::closure::capture::ObjectKind::View { kind, .. } = &object.kind {
                    globals.insert(kind.clone());
                }
                if let crate::closure::capture::ObjectKind::Error { class } = &object.kind {
                    globals.insert(class.clone());
                }
            }
            _ => {}
        }
    }
    for analysis in &capture.modules {
        // Variables of the module itself are known to captured code as cells only.
        let of_functions = analysis
            .bindings
            .iter()
            .filter(|it| it.declared_in.is_some());
        inner.extend(of_functions.map(|it| it.name.clone()));
    }
    Names::new(globals, inner)
}
