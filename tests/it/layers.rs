//! The layers point one way.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each layer and what it may use; see the docs of `src/lib.rs`.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "cli",
        &[
            "platform", "host", "closure", "monitor", "engine", "provider", "state", "rpc", "graph",
        ],
    ),
    ("platform", &["host"]),
    ("host", &["monitor", "provider", "closure", "graph"]),
    ("monitor", &["engine", "rpc", "graph"]),
    ("engine", &["provider", "state", "graph"]),
    ("provider", &["rpc", "graph"]),
    ("rpc", &["graph"]),
    ("closure", &[]),
    ("state", &["graph"]),
    ("graph", &[]),
];

/// What the one layer that embeds V8 uses.
const ENGINE_CRATES: &[&str] = &["deno_core", "deno_ast", "deno_web", "deno_webidl"];

/// Files are small, one noun each.
const LONGEST_FILE: usize = 500;

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

/// The layers that are named right behind `crate::`, also inside braces.
fn used_layers(text: &str) -> BTreeSet<&str> {
    let mut used = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let heads = heads(&text[at + "crate::".len()..]);
        used.extend(
            LAYERS
                .iter()
                .map(|(layer, _)| *layer)
                .filter(|it| heads.contains(it)),
        );
    }
    used
}

/// The first names of a path, or of each path in a group.
fn heads(path: &str) -> Vec<&str> {
    let name = |text: &'_ str| -> usize {
        text.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len())
    };
    let Some(group) = path.strip_prefix('{') else {
        return vec![&path[..name(path)]];
    };
    let mut heads = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let part = group[start..at].trim();
                heads.push(&part[..name(part)]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    heads
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
    for (layer, allowed) in LAYERS {
        for (path, text) in layer_files(layer) {
            for used in used_layers(&text) {
                assert!(
                    used == *layer || allowed.contains(&used),
                    "{} uses crate::{used}, which is not below {layer}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn the_test_sees_every_form_of_use() {
    assert_eq!(
        used_layers("use crate::host::{A};"),
        BTreeSet::from(["host"])
    );
    assert_eq!(
        used_layers("use crate::{graph::X, cli};"),
        BTreeSet::from(["cli", "graph"])
    );
    assert_eq!(
        used_layers("use crate::{graph::{A, host}, cli::X};\nuse crate::monitor;"),
        BTreeSet::from(["cli", "graph", "monitor"])
    );
    assert!(used_layers("use crate::hosts;").is_empty());
}

#[test]
fn only_the_host_knows_the_javascript_engine() {
    for (layer, _) in LAYERS.iter().filter(|(layer, _)| *layer != "host") {
        for (path, text) in layer_files(layer) {
            for name in ENGINE_CRATES {
                // The parser is no part of the engine.
                if *layer == "closure" && *name == "deno_ast" {
                    continue;
                }
                let used =
                    text.contains(&format!("use {name}")) || text.contains(&format!("{name}::"));
                assert!(!used, "{} uses {name}", path.display());
            }
        }
    }
}

#[test]
fn only_the_command_line_prints_and_reads_the_environment() {
    // The handler of V8's last resort: nothing can be handed on from there.
    let last_resort = "host/limits.rs";
    let banned = [
        "println!",
        "print!(",
        "use std::env",
        "io::stdout",
        "io::stderr",
        "process::exit",
        "env::var",
    ];
    for (layer, _) in LAYERS.iter().filter(|(layer, _)| *layer != "cli") {
        for (path, text) in layer_files(layer) {
            if path.ends_with(last_resort) {
                continue;
            }
            for name in banned {
                assert!(!text.contains(name), "{} uses {name}", path.display());
            }
        }
    }
}

#[test]
fn files_stay_small() {
    for (layer, _) in LAYERS {
        for (path, text) in layer_files(layer) {
            let lines = text.lines().count();
            assert!(
                lines <= LONGEST_FILE,
                "{} has {lines} lines",
                path.display()
            );
        }
    }
}
