//! Whether two programs have the same code, whatever their variables are called.

use std::collections::HashMap;

use lumi_pack::il::{At, Module};
use lumi_pack::{Compiled, Pack, SourceProblem};
use serde_json::Value;

use crate::library::FOLDER;

/// The modules of a package whose code is another one in a program, as problems; the library of LumiPy is one of them at most.
pub fn difference(pack: &Pack, program: &Compiled) -> Vec<SourceProblem> {
    let modules = program.modules.iter().map(|it| &it.module);
    let raised: HashMap<&str, &Module> = modules.map(|it| (it.name.as_str(), it)).collect();
    let mut problems = Vec::new();
    let mut has_other_library = false;
    for (about, module) in pack.manifest.modules.iter().zip(pack.modules()) {
        let found = match raised.get(module.name.as_str()) {
            Some(other) => first_difference(module, other),
            None => Some((At::default(), String::new())),
        };
        let Some((at, place)) = found else {
            continue;
        };
        let is_library = module.name.starts_with(FOLDER);
        if is_library && std::mem::replace(&mut has_other_library, true) {
            continue;
        }
        let message = match is_library {
            true => {
                "the package has another library of LumiPy than this version of lumi".to_owned()
            }
            false => format!("Python of LumiPy cannot say the code of this module as it is{place}"),
        };
        problems.push(SourceProblem {
            file: about.file.clone(),
            line: at.line.max(1),
            column: at.column.max(1),
            message,
            help: None,
        });
    }
    problems
}

/// The place of the first statement of a module that differs, and the path to the first node that does.
fn first_difference(before: &Module, after: &Module) -> Option<(At, String)> {
    let (old, new) = (normal(before), normal(after));
    let mut path = Vec::new();
    differing(&old, &new, &mut path).then(|| {
        path.reverse();
        let index: Option<usize> = match path.as_slice() {
            [part, index, ..] if part == "body" => index.parse().ok(),
            _ => None,
        };
        let statement = index.and_then(|it| before.body.get(it));
        let at = statement.map(|it| it.at).unwrap_or_default();
        (at, format!(": at {}", path.join(".")))
    })
}

fn differing(before: &Value, after: &Value, path: &mut Vec<String>) -> bool {
    match (before, after) {
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            a.iter().zip(b).any(|((name, a), (other, b))| {
                let is_different = name != other || differing(a, b, path);
                if is_different {
                    path.push(name.clone());
                }
                is_different
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().any(|(index, (a, b))| {
                let is_different = differing(a, b, path);
                if is_different {
                    path.push(index.to_string());
                }
                is_different
            })
        }
        _ => before != after,
    }
}

/// A module with the order of modules of the library, names of variables and names of imports left out; variables have the
/// numbers of the order in which the code names them.
pub fn normal(module: &Module) -> Value {
    let mut own = Vec::new();
    let mut library = Vec::new();
    for it in &module.imports {
        let text = it.token.text().to_owned();
        match it.token.module().starts_with(FOLDER) {
            true => library.push(text),
            false if it.token.is_own() => own.push(text),
            false => library.push(text),
        }
    }
    library.sort();
    let mut body = serde_json::to_value(&module.body).unwrap_or_default();
    let mut exports = serde_json::to_value(&module.exports).unwrap_or_default();
    let mut numbers = HashMap::new();
    renumber(&mut body, "", &mut numbers);
    renumber(&mut exports, "", &mut numbers);
    serde_json::json!({ "own": own, "library": library, "body": body, "exports": exports })
}

/// Gives each slot the number of its first place.
fn renumber(value: &mut Value, name: &str, numbers: &mut HashMap<u64, u64>) {
    let is_slot = matches!(name, "local" | "bind" | "slot" | "own");
    match value {
        Value::Number(it) if is_slot => {
            let next = numbers.len() as u64;
            if let Some(slot) = it.as_u64() {
                *value = Value::from(*numbers.entry(slot).or_insert(next));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| renumber(it, "", numbers)),
        Value::Object(members) => {
            for (name, it) in members.iter_mut() {
                let name = name.clone();
                renumber(it, &name, numbers);
            }
        }
        _ => {}
    }
}
