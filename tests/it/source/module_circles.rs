//! Files of a layer that use each other in a circle have to be read together, so that circles stay small.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The largest circle of a layer, unless it is listed below.
const MAX_CIRCLE: usize = 5;

/// Layers with larger circles, which may only shrink. Most are kinds of data that contain each other (captured values,
/// code of LumiIL, syntax of Python): functions that read, check and write them call each other.
const LARGER: &[(&str, usize)] = &[
    ("cli", 9),
    ("closure", 9),
    ("engine", 6),
    ("host", 8),
    ("lumipy", 7),
    ("node", 6),
    ("pack", 8),
    ("platform", 7),
    ("provider", 6),
];

/// A module by its path: `["ops", "session"]`; the crate itself has none.
type Module = Vec<String>;

#[derive(Default)]
struct Layer {
    /// The paths that each module imports at its top, and whether it passes them on (`pub use`).
    imports: BTreeMap<Module, Vec<(Module, bool)>>,
}

impl Layer {
    fn read(folder: &Path) -> Self {
        let mut layer = Self::default();
        layer.add_folder(folder, &[]);
        layer
    }

    fn add_folder(&mut self, folder: &Path, module: &[String]) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let is_left_out = name == "build" || name.ends_with("tests");
            let mut inner = module.to_vec();
            if !matches!(&*name, "mod" | "lib") {
                inner.push(name);
            }
            if path.is_dir() && !is_left_out {
                self.add_folder(&path, &inner);
            } else if path.extension().is_some_and(|it| it == "rs") && !is_left_out {
                let text = fs::read_to_string(&path).unwrap();
                self.imports.insert(inner, imports(&text));
            }
        }
    }

    /// The module that has a path's item: the path without its last names, which are items.
    fn home(&self, from: &[String], path: &[String]) -> Option<Module> {
        let mut names = path.iter().peekable();
        let mut module = match names.peek()?.as_str() {
            "crate" => Vec::new(),
            "self" | "super" => from.to_vec(),
            own => {
                let child = [from, &[own.to_owned()]].concat();
                return self
                    .imports
                    .contains_key(&child)
                    .then(|| self.inside(child, path.get(1..)?))?;
            }
        };
        while let Some(name) = names.next_if(|it| matches!(&***it, "crate" | "self" | "super")) {
            if name == "super" {
                module.pop();
            }
        }
        let rest: Vec<String> = names.cloned().collect();
        self.inside(module, &rest)
    }

    /// Follows names below a module, and what modules pass on.
    fn inside(&self, mut module: Module, path: &[String]) -> Option<Module> {
        for (at, name) in path.iter().enumerate() {
            let child = [&module[..], std::slice::from_ref(name)].concat();
            if self.imports.contains_key(&child) {
                module = child;
                continue;
            }
            let passed_on = self.imports.get(&module)?.iter();
            let mut passed_on =
                passed_on.filter(|(it, is_public)| *is_public && it.last() == Some(name));
            return match passed_on.next() {
                Some((it, _)) if at < it.len() + path.len() => {
                    self.home(&module, it).or(Some(module))
                }
                _ => Some(module),
            };
        }
        Some(module)
    }

    /// The modules that each module uses. Those inside of it do not count: the module of a folder is their front.
    fn uses(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let uses = self.imports.iter().map(|(module, imports)| {
            let private = imports.iter().filter(|(_, is_public)| !is_public);
            let homes = private.filter_map(|(path, _)| self.home(module, path));
            (module, homes.filter(|it| !it.starts_with(module)).collect())
        });
        uses.collect()
    }

    /// The sets of modules that use each other, directly or through others.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let uses = self.uses();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            uses.keys().map(|it| (*it, reached(&uses, it))).collect();
        let circle = |start: &&Module| {
            let all = reached[*start].iter();
            let back = all.filter(|it| reached[**it].contains(*start));
            back.map(|it| it.join("/")).collect::<Vec<_>>()
        };
        reached
            .keys()
            .map(circle)
            .filter(|it| it.len() > 1)
            .collect()
    }
}

fn reached<'a>(
    uses: &'a BTreeMap<&Module, BTreeSet<Module>>,
    start: &Module,
) -> BTreeSet<&'a Module> {
    let mut found = BTreeSet::new();
    let mut next: Vec<&Module> = uses[start].iter().collect();
    while let Some(module) = next.pop() {
        if found.insert(module) {
            next.extend(uses.get(module).into_iter().flatten());
        }
    }
    found
}

/// The `use` statements at the top of a file, each path by itself; `true` for `pub use`.
fn imports(text: &str) -> Vec<(Module, bool)> {
    let mut imports = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let public = line
            .strip_prefix("pub ")
            .or(line.strip_prefix("pub(crate) "));
        let Some(start) = public.unwrap_or(line).strip_prefix("use ") else {
            continue;
        };
        let mut tree = start.to_owned();
        while !tree.ends_with(';') {
            tree.push_str(lines.next().unwrap().trim());
        }
        paths("", tree.trim_end_matches(';'), &mut |path| {
            let path = path.split(" as ").next().unwrap();
            imports.push((
                path.split("::").map(str::to_owned).collect(),
                public.is_some(),
            ));
        });
    }
    imports
}

/// The paths of a tree such as `a::{b, c::{d, e}}`.
fn paths(prefix: &str, tree: &str, found: &mut impl FnMut(&str)) {
    let Some((head, inner)) = tree.split_once('{') else {
        return found(&format!("{prefix}{tree}"));
    };
    let prefix = format!("{prefix}{head}");
    let inner = inner.strip_suffix('}').unwrap();
    let mut depth = 0;
    let is_border = |it: char| {
        depth += i32::from(it == '{') - i32::from(it == '}');
        it == ',' && depth == 0
    };
    for part in inner
        .split(is_border)
        .map(str::trim)
        .filter(|it| !it.is_empty())
    {
        paths(&prefix, part, found);
    }
}

#[test]
fn circles_of_modules_are_found() {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in [
        (
            "lib.rs",
            "mod a;\nmod b;\nmod c;\npub use b::{B, Other as Own};\n",
        ),
        (
            "a.rs",
            "use std::fs;\nuse crate::{\n    B,\n    c::{C, inner::D},\n};\n",
        ),
        (
            "b.rs",
            "use super::c::C;\nmod tests {\n    use super::super::a::A;\n}\n",
        ),
        ("c/mod.rs", "pub mod inner;\nuse self::inner::D;\n"),
        ("c/inner.rs", "use crate::a::A;\n"),
        ("tests.rs", "use super::a::A;\n"),
    ] {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let layer = Layer::read(folder.path());
    let circle = ["a", "c/inner"].map(str::to_owned).to_vec();
    assert_eq!(layer.circles(), BTreeSet::from([circle]));
}

#[test]
fn circles_of_modules_are_small() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut larger = Vec::new();
    for entry in fs::read_dir(source).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        let layer = folder.file_name().unwrap().to_str().unwrap();
        let limit = LARGER.iter().find(|it| it.0 == layer);
        let limit = limit.map_or(MAX_CIRCLE, |it| it.1);
        let circles = Layer::read(&folder).circles().into_iter();
        let circles = circles.filter(|it| it.len() > limit);
        larger.extend(circles.map(|it| format!("{layer}, {}: {}", it.len(), it.join(" "))));
    }
    assert!(larger.is_empty(), "{larger:#?}");
}
