//! Advice for an import that a module of the SDK does not have, based on the declarations that
//! `lumi types` writes.

use std::collections::BTreeMap;

use crate::files::embedded_files::declaration;

/// Names of similar things in other tools, and their equivalents.
const ELSEWHERE: &[(&str, &str)] = &[
    ("Output", "it is called `Property` here"),
    (
        "output",
        "write `new Property(value)`, with `Property` of \"lumi\"",
    ),
    ("apply", "write `property.then((value) => …)`"),
    (
        "asset",
        "write `new FileAsset(path)`, with `FileAsset` of \"lumi\"",
    ),
    (
        "StringOutput",
        "write `Property<string>`, with `Property` of \"lumi\"",
    ),
];

/// The modules of the SDK that are searched, in this order.
const MODULES: &[&str] = &[
    "lumi",
    "lumi/cloud",
    "lumi/std",
    "lumi/dynamic",
    "lumi/testing",
];

/// Advice for V8's error about an import from a module of the SDK.
pub fn import_advice(message: &str) -> Option<String> {
    let rest = message.strip_prefix("The requested module '")?;
    let (module, name) = rest.split_once("' does not provide an export named '")?;
    let name = name.trim_end_matches('\'');
    if !MODULES.contains(&module) {
        return None;
    }
    if let Some(advice) = elsewhere(name) {
        return Some(advice.to_owned());
    }
    let all: Vec<(&str, Names)> = MODULES.iter().map(|it| (*it, names(it))).collect();
    let own = all.iter().find(|(it, _)| *it == module)?;
    if own.1.get(name) == Some(&Kind::Type) {
        return Some(format!(
            "`{name}` is a type: write `import type {{ {name} }} from \"{module}\"`"
        ));
    }
    // A member of a group, such as `fs.File`; then the same name in another module; then a similar
    // name.
    let members = all.iter().find_map(|(module, names)| {
        let ending = format!(".{name}");
        let path = names.keys().find(|it| it.ends_with(&ending))?;
        let group = path.split('.').next()?;
        Some(format!(
            "did you mean `{path}`? write `import {{ {group} }} from \"{module}\"`"
        ))
    });
    let elsewhere = all.iter().find(|(_, names)| names.contains_key(name));
    let elsewhere = elsewhere.map(|(module, _)| {
        format!("it is in another module: write `import {{ {name} }} from \"{module}\"`")
    });
    let similar = || {
        let likeness = |it: &str| strsim::jaro_winkler(&name.to_lowercase(), &it.to_lowercase());
        let names = own.1.keys().filter(|it| !it.contains('.'));
        let best = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
        (likeness(best) >= 0.8).then(|| format!("did you mean `{best}`?"))
    };
    let listed = || {
        let names = own.1.iter();
        let values = names.filter(|(it, kind)| **kind == Kind::Value && !it.contains('.'));
        let values: Vec<&str> = values.map(|(it, _)| it.as_str()).collect();
        format!("\"{module}\" has {}", values.join(", "))
    };
    Some(
        members
            .or(elsewhere)
            .or_else(similar)
            .unwrap_or_else(listed),
    )
}

/// The equivalent of a name in other tools.
pub fn elsewhere(name: &str) -> Option<&'static str> {
    let (_, advice) = ELSEWHERE.iter().find(|(other, _)| *other == name)?;
    Some(advice)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Value,
    Type,
}

/// The exports of a module; members of groups as `group.Member`.
type Names = BTreeMap<String, Kind>;

/// Why a module of the SDK does not export a value, with advice; `None` if it does. `*` is the module itself.
pub fn import_problem(module: &str, name: &str) -> Option<String> {
    if !MODULES.contains(&module) {
        return Some(format!("lumi has no module \"{module}\""));
    }
    if name == "*" || names(module).get(name) == Some(&Kind::Value) {
        return None;
    }
    let missing = format!("\"{module}\" does not export a value `{name}`");
    let message =
        format!("The requested module '{module}' does not provide an export named '{name}'");
    Some(match import_advice(&message) {
        Some(advice) => format!("{missing}: {advice}"),
        None => missing,
    })
}

fn names(module: &str) -> Names {
    let file = match module {
        "lumi" => "lumi/index.d.ts".to_owned(),
        other => format!("{other}.d.ts"),
    };
    exports(&file, 0)
}

/// Collects the exports of a declaration file. Supports only the syntax of Lumi's own files.
fn exports(file: &str, depth: usize) -> Names {
    let mut names = Names::new();
    let Some(text) = declaration(file).filter(|_| depth < 4) else {
        return names;
    };
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let target = |line: &str| {
        let (_, rest) = line.split_once("from \"./")?;
        let (path, _) = rest.split_once(".js\"")?;
        Some(format!("{folder}/{path}.d.ts"))
    };
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("export ") else {
            continue;
        };
        if let Some(rest) = rest.strip_prefix("* as ") {
            let group = rest.split(' ').next().unwrap_or_default();
            let members = target(line).map(|it| exports(&it, depth + 1));
            for (member, kind) in members.unwrap_or_default() {
                names.insert(format!("{group}.{member}"), kind);
            }
            names.insert(group.to_owned(), Kind::Value);
        } else if rest.starts_with('*') {
            names.extend(target(line).map_or_else(Names::new, |it| exports(&it, depth + 1)));
        } else if let Some((_, list)) = rest.split_once('{').filter(|_| is_list(rest)) {
            let all_types = rest.starts_with("type ");
            for item in list.split('}').next().unwrap_or_default().split(',') {
                let item = item.trim();
                let (item, is_type) = match item.strip_prefix("type ") {
                    Some(item) => (item, true),
                    None => (item, all_types),
                };
                let item = item.rsplit(" as ").next().unwrap_or(item);
                let kind = if is_type { Kind::Type } else { Kind::Value };
                if !item.is_empty() {
                    names.insert(item.to_owned(), kind);
                }
            }
        } else {
            names.extend(declared(rest));
        }
    }
    names
}

/// Whether the text is `{ a, b } from …` rather than the body of a declaration.
fn is_list(rest: &str) -> bool {
    rest.starts_with('{') || rest.starts_with("type {")
}

/// The name in `declare class A`, `interface A`, `type A`.
fn declared(rest: &str) -> Option<(String, Kind)> {
    let mut words = rest.split([' ', '<', '(', ':', '=', ';']);
    let kind = match words.next()? {
        "declare" => match words.next()? {
            "abstract" => words.next().map(|_| Kind::Value)?,
            _ => Kind::Value,
        },
        "interface" | "type" => Kind::Type,
        _ => return None,
    };
    let name = words.find(|it| !it.is_empty())?;
    Some((name.to_owned(), kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(module: &str, name: &str) -> Option<String> {
        import_advice(&format!(
            "The requested module '{module}' does not provide an export named '{name}'"
        ))
    }

    #[test]
    fn imports_of_values_are_checked() {
        assert_eq!(import_problem("lumi", "Property"), None);
        assert_eq!(import_problem("lumi", "*"), None);
        assert_eq!(import_problem("lumi/std", "fs"), None);
        let problem = |module, name| import_problem(module, name).unwrap();
        assert_eq!(
            problem("lumi", "output"),
            "\"lumi\" does not export a value `output`: write `new Property(value)`, with `Property` of \"lumi\""
        );
        assert!(problem("lumi", "Input").contains("is a type"));
        assert!(problem("lumi/nothing", "*").contains("has no module"));
    }

    #[test]
    fn names_of_the_sdk_are_found() {
        for (module, name, expected) in [
            (
                "lumi/std",
                "File",
                "did you mean `fs.File`? write `import { fs } from \"lumi/std\"`",
            ),
            (
                "lumi",
                "Command",
                "did you mean `exec.Command`? write `import { exec } from \"lumi/std\"`",
            ),
            (
                "lumi/std",
                "CustomResource",
                "it is in another module: write `import { CustomResource } from \"lumi\"`",
            ),
            (
                "lumi",
                "test",
                "it is in another module: write `import { test } from \"lumi/testing\"`",
            ),
            ("lumi", "Confg", "did you mean `Config`?"),
            (
                "lumi",
                "Input",
                "`Input` is a type: write `import type { Input } from \"lumi\"`",
            ),
            ("lumi", "Output", "it is called `Property` here"),
            (
                "lumi/std",
                "Bucket",
                "it is in another module: write `import { Bucket } from \"lumi/cloud\"`",
            ),
            (
                "lumi/std",
                "Cluster",
                "\"lumi/std\" has exec, fs, http, random, time, tls",
            ),
        ] {
            assert_eq!(advice(module, name).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn other_modules_are_none_of_its_business() {
        assert_eq!(advice("./lib.ts", "File"), None);
        assert_eq!(import_advice("something else"), None);
    }
}
