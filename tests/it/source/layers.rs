//! Rules of the layers that crates alone cannot enforce.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The table of layers in `src/lib.rs`: each with those that it uses, from the top to the bottom.
static LAYERS: LazyLock<Vec<(&str, BTreeSet<&str>)>> =
    LazyLock::new(|| layers(include_str!("../../../src/lib.rs")));

fn layers(text: &'static str) -> Vec<(&'static str, BTreeSet<&'static str>)> {
    let rows = text.lines().filter_map(|it| it.strip_prefix("//! | [`"));
    let rows: Vec<(&str, &str)> = rows
        .filter_map(|it| {
            let (layer, rest) = it.split_once("`] | ")?;
            Some((layer, rest.split(" | ").next()?))
        })
        .collect();
    let used = |at: usize, text: &'static str| match text {
        "nothing" => BTreeSet::new(),
        "everything below" => rows[at + 1..].iter().map(|it| it.0).collect(),
        _ => text.split(", ").collect(),
    };
    let rows = rows.iter().enumerate();
    rows.map(|(at, (layer, text))| (*layer, used(at, text)))
        .collect()
}

/// The crates of the layers that embed V8.
const ENGINE_CRATES: &[&str] = &["deno_core", "deno_ast", "deno_web", "deno_webidl"];

/// The maximum number of lines in a file.
const MAX_LINES: usize = 500;
/// Of one language in one folder.
const MAX_FILES: usize = 30;

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
}

fn layer_files(layer: &str) -> Vec<(PathBuf, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&source.join(layer), &mut files);
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path, text)
        })
        .collect()
}

/// The dependencies of a layer's crate, without dev-dependencies.
fn dependencies(layer: &str) -> BTreeSet<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{layer}/Cargo.toml"));
    let text = fs::read_to_string(manifest).unwrap();
    let (_, section) = text.split_once("\n[dependencies]\n").unwrap();
    section
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once(".workspace").or(line.split_once(" =")))
        .map(|(name, _)| name.to_owned())
        .collect()
}

#[test]
fn every_folder_is_a_layer() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders: Vec<String> = fs::read_dir(source)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort();
    let mut layers: Vec<&str> = LAYERS.iter().map(|(layer, _)| *layer).collect();
    layers.sort_unstable();
    assert_eq!(folders, layers);
}

#[test]
fn layers_use_only_what_is_below_them() {
    for (at, (layer, documented)) in LAYERS.iter().enumerate() {
        let crates = dependencies(layer);
        let used: BTreeSet<&str> = crates
            .iter()
            .filter_map(|it| it.strip_prefix("lumi-"))
            .collect();
        let below: BTreeSet<&str> = LAYERS[at + 1..].iter().map(|it| it.0).collect();
        let not_below: Vec<_> = used.difference(&below).collect();
        assert!(
            not_below.is_empty(),
            "{layer} uses {not_below:?}, which stand above it in src/lib.rs"
        );
        // A few layers that the command line could use, it reaches by others.
        if *layer != "cli" {
            assert_eq!(documented, &used, "the row of {layer} in src/lib.rs");
        }
    }
}

#[test]
fn only_the_host_and_its_ops_know_the_javascript_engine() {
    for (layer, _) in LAYERS.iter().filter(|(layer, _)| *layer != "host") {
        let used = dependencies(layer);
        for name in ENGINE_CRATES {
            // The ops of Node use V8 by way of deno_core; the extensions of the web are the host's.
            if *layer == "node" && *name == "deno_core" {
                continue;
            }
            // The parser is not part of V8.
            if matches!(
                *layer,
                "closure" | "conversion" | "lumijs" | "pack" | "reconciliation"
            ) && *name == "deno_ast"
            {
                continue;
            }
            assert!(!used.contains(*name), "lumi-{layer} depends on {name}");
        }
    }
}

#[test]
fn only_the_command_line_prints_and_reads_the_environment() {
    let outer = ["cli", "terminal"];
    // V8's fatal error handler cannot return an error.
    let last_resort = "node/limits/limits.rs";
    // A process inherits the variables, as it does by way of the standard library.
    let inheriting = "rpc/peer/spawn.rs";
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let banned = [
        "println!",
        "print!(",
        "use std::env",
        "io::stdout",
        "io::stderr",
        "process::exit",
        "env::var",
    ];
    for (layer, _) in LAYERS.iter().filter(|it| !outer.contains(&it.0)) {
        for (path, text) in layer_files(layer) {
            // Build scripts print to cargo.
            let builds =
                path.ends_with("build.rs") || path.starts_with(source.join(layer).join("build"));
            // Tests say that they are skipped, write what they compare, or run those that a developer names.
            let is_skipping = [
                "hcl/expression/tests/console.rs",
                "hcl/run/judge/mod.rs",
                "golang/tests/go.rs",
                "golang/tests/programs.rs",
                "lumipy/tests/cpython.rs",
                "lumipy/tests/ruff.rs",
                "lumipy/tests/programs.rs",
                "pack/il/schema_tests.rs",
                "packages/signature/tests/gnupg.rs",
                "terraform/lifecycle/tests/mod.rs",
            ]
            .iter()
            .any(|it| path.ends_with(it));
            if builds || is_skipping || path.ends_with(last_resort) || path.ends_with(inheriting) {
                continue;
            }
            for name in banned {
                assert!(!text.contains(name), "{} uses {name}", path.display());
            }
        }
    }
}

#[test]
fn environment_variables_are_named_in_one_place() {
    let quoted = lumi::graph::environment_variables::ALL
        .iter()
        .map(|name| format!("\"{name}\""));
    let quoted: Vec<String> = quoted.collect();
    for (layer, _) in LAYERS.iter() {
        for (path, text) in layer_files(layer) {
            if path.ends_with("environment_variables.rs") || path.ends_with("tests.rs") {
                continue;
            }
            let (code, _) = text.split_once("\nmod tests {").unwrap_or((&text, ""));
            for name in &quoted {
                let shown = path.display();
                assert!(
                    !code.contains(name),
                    "{shown} names {name}: use lumi_graph::environment_variables"
                );
            }
        }
    }
}

#[test]
fn files_stay_small() {
    for (layer, _) in LAYERS.iter() {
        for (path, text) in layer_files(layer) {
            let lines = text.lines().count();
            assert!(lines <= MAX_LINES, "{} has {lines} lines", path.display());
        }
    }
}

#[test]
fn folders_stay_small() {
    let mut files: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut all: Vec<PathBuf> = Vec::new();
    for (layer, _) in LAYERS.iter() {
        all.extend(layer_files(layer).into_iter().map(|(path, _)| path));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    sources(&root.join("tests/it"), &mut all);
    scripts(&root.join("js"), &mut all);
    for path in all {
        let folder = path.parent().unwrap().to_owned();
        *files.entry(folder).or_default() += 1;
    }
    for (folder, count) in files {
        assert!(count <= MAX_FILES, "{} has {count} files", folder.display());
    }
}

/// The modules that a file declares, without those for tests and fuzzing.
fn declared_modules(text: &str) -> Vec<&str> {
    let mut modules = Vec::new();
    let mut is_for_tests = false;
    for line in text.lines() {
        if line.starts_with("#[") {
            is_for_tests |= line.contains("test") || line.contains("fuzzing");
            continue;
        }
        let declaration = line.trim_start_matches("pub ");
        let name = declaration.strip_prefix("mod ");
        if let Some(name) = name.and_then(|it| it.strip_suffix(';'))
            && !is_for_tests
        {
            modules.push(name);
        }
        is_for_tests = false;
    }
    modules
}

/// The modules that the tables of a file's documentation name: in backticks, in the first cell of a row.
fn named_modules(text: &str) -> BTreeSet<&str> {
    let rows = text.lines().filter_map(|it| it.strip_prefix("//! | "));
    let cells = rows.filter_map(|it| it.split_once(" |"));
    // In a text that is split at backticks, each second piece is in them.
    let quoted = cells.flat_map(|(cell, _)| cell.split('`').skip(1).step_by(2));
    quoted.collect()
}

#[test]
fn a_word_of_prose_names_no_module() {
    let text = "//! `value` and graph\n//!\n//! | module | |\n//! |---|---|\n\
                //! | `urn`, `name` | the `goal` |\n";
    assert_eq!(named_modules(text), BTreeSet::from(["urn", "name"]));
}

#[test]
fn the_documentation_of_each_folder_names_its_modules() {
    let mut missing = Vec::new();
    for (layer, _) in LAYERS.iter() {
        for (path, text) in layer_files(layer) {
            // Build scripts of one file include the compiler of protocols.
            let left_out = ["build.rs", "rpc/build/main.rs", "tests.rs"];
            if left_out.iter().any(|it| path.ends_with(it))
                || path.components().any(|it| it.as_os_str() == "tests")
            {
                continue;
            }
            let named = named_modules(&text);
            let modules = declared_modules(&text).into_iter();
            let unnamed = modules.filter(|it| !named.contains(it));
            missing.extend(unnamed.map(|it| format!("{}: {it}", path.display())));
        }
    }
    assert!(missing.is_empty(), "add a row for each: {missing:#?}");
}

#[test]
fn the_list_of_scripts_is_complete() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("js");
    let list = fs::read_to_string(root.join("README.md")).unwrap();
    let mut listed = BTreeSet::new();
    let mut folder = "";
    for line in list.lines() {
        if let Some(name) = line.strip_prefix("## js/") {
            folder = name;
        } else if let Some((name, _)) = line.strip_prefix("| `").and_then(|it| it.split_once('`')) {
            let is_first = listed.insert(format!("{folder}{name}"));
            assert!(is_first, "js/README.md lists {folder}{name} twice");
        }
    }
    let mut files = Vec::new();
    scripts(&root, &mut files);
    let names = files.iter().map(|it| it.strip_prefix(&root).unwrap());
    let found: BTreeSet<String> = names.map(|it| it.to_str().unwrap().to_owned()).collect();
    let is_file = |it: &&String| it.ends_with(".ts");
    let missing: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).filter(is_file).collect();
    assert!(missing.is_empty(), "js/README.md lacks {missing:#?}");
    assert!(gone.is_empty(), "js/README.md lists {gone:#?}");
}

/// Scripts of Lumi; declarations are generated, or describe packages.
fn scripts(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            scripts(&path, files);
        } else if path
            .to_str()
            .is_some_and(|it| it.ends_with(".ts") && !it.ends_with(".d.ts"))
        {
            files.push(path);
        }
    }
}
