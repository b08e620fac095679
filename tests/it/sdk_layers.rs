//! The folders of `js/lumi` are layers: each uses only those before it.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// From the bottom up. Files are entry points: imported by programs, or started by the host.
const LAYERS: &[&str] = &[
    "protocol",
    "data",
    "cell",
    "session",
    "property",
    "resource",
    "program",
    "testing",
    "log.ts",
    "index.ts",
    "testing.ts",
    "std",
    "std.ts",
    "closures",
    "dynamic",
    "dynamic.ts",
    "serving.ts",
    "main.ts",
];

/// Modules that refer to the type of an object created by a layer above.
const TYPES_OF_ABOVE: &[(&str, &str)] = &[
    ("property/property_types.ts", "resource/resource.ts"),
    ("session/session.ts", "resource/resource_state.ts"),
];

/// An import statement: its module, and whether it imports only types.
struct Import {
    from: String,
    to: String,
    is_type: bool,
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, files),
            false => files.push(path),
        }
    }
}

/// Resolves a specifier: `../cell/cell.ts` in `property/then_cell.ts`.
fn target(from: &str, specifier: &str) -> Option<String> {
    let mut path = PathBuf::from(from);
    path.pop();
    for part in Path::new(specifier).components() {
        match part {
            // Another folder of `js/`, which is below all layers.
            Component::ParentDir if path.as_os_str().is_empty() => return None,
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    Some(path.to_str().unwrap().to_owned())
}

/// Whether a statement such as `import { type A, b } from` imports only types.
fn is_of_types(statement: &str) -> bool {
    let words = statement.trim_start();
    let words = words
        .strip_prefix("import")
        .or(words.strip_prefix("export"));
    let words = words.unwrap_or_default().trim_start();
    let names = words.strip_prefix('{').and_then(|it| it.split('}').next());
    words.starts_with("type ")
        || names.is_some_and(|names| {
            let mut names = names.split(',').map(str::trim).filter(|it| !it.is_empty());
            names.all(|it| it.starts_with("type "))
        })
}

fn imports(name: &str, text: &str) -> Vec<Import> {
    let mut imports = Vec::new();
    let mut add = |specifier: &str, is_type| {
        let to = target(name, specifier);
        imports.extend(to.map(|to| Import {
            from: name.to_owned(),
            to,
            is_type,
        }));
    };
    for statement in text.split(';') {
        let start = statement.find("\nimport ").or(statement.find("\nexport "));
        let start = if statement.starts_with("import ") {
            Some(0)
        } else {
            start
        };
        let Some(statement) = start.map(|it| &statement[it..]) else {
            continue;
        };
        let Some((head, specifier)) = statement.rsplit_once(" \".") else {
            continue;
        };
        let is_import = head.ends_with("from") || head.trim() == "import";
        if let Some(specifier) = specifier.strip_suffix('"').filter(|_| is_import) {
            add(&format!(".{specifier}"), is_of_types(head));
        }
    }
    for part in text.split("typeof import(\".").skip(1) {
        add(&format!(".{}", part.split('"').next().unwrap()), true);
    }
    imports
}

fn rank(name: &str) -> usize {
    let layer = name.split('/').next().unwrap();
    let rank = LAYERS.iter().position(|it| *it == layer);
    rank.unwrap_or_else(|| panic!("js/lumi/{layer} is no layer: add it to LAYERS"))
}

fn all_imports() -> Vec<Import> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("js/lumi");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    files.sort();
    let of_file = |path: &PathBuf| {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
        imports(name, &fs::read_to_string(path).unwrap())
    };
    files.iter().flat_map(of_file).collect()
}

#[test]
fn modules_use_only_layers_below() {
    let imports = all_imports();
    // Guards against a pattern that no longer finds imports.
    assert!(imports.len() > 300, "{}", imports.len());
    let mut wrong = Vec::new();
    let mut types = Vec::new();
    for Import { from, to, is_type } in &imports {
        let is_above = rank(to) > rank(from);
        match is_above {
            true if *is_type => types.push((from.as_str(), to.as_str())),
            true => wrong.push(format!("{from} uses {to}")),
            false => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    types.sort_unstable();
    types.dedup();
    assert_eq!(types, TYPES_OF_ABOVE);
}

#[test]
fn statements_are_understood() {
    let text = "import { type A, type B } from \"../cell/a.ts\";\nimport C, { type D } from \"./c.ts\";\n\
                import \"./d.ts\";\nexport type {\n  E,\n} from \"../data/e.ts\";\n\
                const f = \"import { G } from './g.ts'\";\nlet h: typeof import(\"../h.ts\");\n\
                import { of } from \"../../web/ops.ts\";\n";
    let found: Vec<_> = imports("property/x.ts", text)
        .into_iter()
        .map(|it| format!("{} {}", it.to, it.is_type))
        .collect();
    let expected = [
        "cell/a.ts true",
        "property/c.ts false",
        "property/d.ts false",
        "data/e.ts true",
        "h.ts true",
    ];
    assert_eq!(found, expected);
}
