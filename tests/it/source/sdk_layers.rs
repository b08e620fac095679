//! The folders of `js/lumi` are layers: each uses only those before it, for types as well. No modules
//! import each other in a circle, except for two of which one needs no more than a type.

use std::collections::{BTreeMap, BTreeSet};
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
    "cloud",
    "cloud.ts",
    "package",
    "package.ts",
    "closures",
    "dynamic",
    "dynamic.ts",
    "serving",
    "serving.ts",
    "main.ts",
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
    let is_above = |it: &&Import| rank(&it.to) > rank(&it.from);
    let wrong: Vec<String> = imports
        .iter()
        .filter(is_above)
        .map(|it| format!("{} uses {}", it.from, it.to))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn circles_are_two_modules_and_a_type() {
    let imports = all_imports();
    let of_values: Vec<&Import> = imports.iter().filter(|it| !it.is_type).collect();
    let found = circles(&of_values);
    assert!(found.is_empty(), "{found:?}");
    let of_all: Vec<&Import> = imports.iter().collect();
    let mut large = circles(&of_all);
    large.retain(|it| it.len() > 2);
    assert!(large.is_empty(), "{large:?}");
}

/// The largest sets of modules that import each other, directly or not.
fn circles<'a>(imports: &[&'a Import]) -> Vec<BTreeSet<&'a str>> {
    let mut used: BTreeMap<&'a str, BTreeSet<&'a str>> = BTreeMap::new();
    for import in imports {
        let of_module = used.entry(&import.from).or_default();
        of_module.insert(&import.to);
    }
    let reachable = |from: &'a str| {
        let mut found = BTreeSet::new();
        let mut open = vec![from];
        while let Some(module) = open.pop() {
            let next = used.get(module).into_iter().flatten();
            open.extend(next.filter(|it| found.insert(**it)));
        }
        found
    };
    let reached: BTreeMap<&'a str, BTreeSet<&'a str>> =
        used.keys().map(|it| (*it, reachable(it))).collect();
    let is_reached = |from: &str, to: &str| reached.get(from).is_some_and(|it| it.contains(to));
    let circle_of = |module: &str| -> BTreeSet<&'a str> {
        let others = reached[module].iter().copied();
        others.filter(|it| is_reached(it, module)).collect()
    };
    let circles: BTreeSet<BTreeSet<&'a str>> = used.keys().map(|it| circle_of(it)).collect();
    circles.into_iter().filter(|it| !it.is_empty()).collect()
}

#[test]
fn circles_are_found() {
    let circles_of = |text: &str| {
        let import = |pair: &str| {
            let (from, to) = pair.split_once('>').unwrap();
            Import {
                from: from.to_owned(),
                to: to.to_owned(),
                is_type: false,
            }
        };
        let imports: Vec<Import> = text.split(' ').map(import).collect();
        let imports: Vec<&Import> = imports.iter().collect();
        format!("{:?}", circles(&imports))
    };
    assert_eq!(circles_of("a>b b>c a>c"), "[]");
    assert_eq!(
        circles_of("a>b b>c c>d d>b e>a f>g g>f"),
        r#"[{"b", "c", "d"}, {"f", "g"}]"#
    );
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

/// Modules of Node that use the SDK beyond the protocol: `require` gives `lumi` itself, and puts modules in the place of
/// parts of Pulumi's SDK.
const ABOVE_NODE: &[&str] = &["node/module/commonjs.ts"];

#[test]
fn modules_of_node_and_the_web_do_not_import_the_sdk() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("js");
    let mut wrong = Vec::new();
    for folder in ["crypto", "fetch", "node", "web", "web_socket"] {
        let mut files = Vec::new();
        sources(&root.join(folder), &mut files);
        for path in files {
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let used = imports(name, &text).into_iter().filter(|it| {
                let is_protocol = it.to.starts_with("lumi/protocol/");
                let is_above = it.to.starts_with("lumi/") || it.to.starts_with("pulumi/");
                is_above && !is_protocol && !it.is_type && !ABOVE_NODE.contains(&name)
            });
            wrong.extend(used.map(|it| format!("{name}: {}", it.to)));
        }
    }
    assert!(
        wrong.is_empty(),
        "set a hook in js/lumi/main.ts instead: {wrong:#?}"
    );
}
