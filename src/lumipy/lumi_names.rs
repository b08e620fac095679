//! The names of Lumi's modules, as its declarations for TypeScript say.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use lumi_pack::il::Token;

use super::suggestions::nearest;

const INDEX: &str = include_str!("../../js/types/lumi/index.d.ts");

const DYNAMIC: &str = include_str!("../../js/types/lumi/dynamic.d.ts");

const STD: &[(&str, &str)] = &[
    ("exec", include_str!("../../js/types/lumi/std/exec.d.ts")),
    ("fs", include_str!("../../js/types/lumi/std/fs.d.ts")),
    ("http", include_str!("../../js/types/lumi/std/http.d.ts")),
    (
        "random",
        include_str!("../../js/types/lumi/std/random.d.ts"),
    ),
    ("time", include_str!("../../js/types/lumi/std/time.d.ts")),
    ("tls", include_str!("../../js/types/lumi/std/tls.d.ts")),
];

/// Names that have another meaning in Python than in TypeScript.
const PYTHON: &[&str] = &["Output", "ResourceOptions", "export", "std"];

/// The names that a file of declarations exports; `types` has those that are no values.
#[derive(Default)]
struct Names {
    values: BTreeSet<&'static str>,
    types: BTreeSet<&'static str>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut names = names_of(INDEX);
    names.values.extend(PYTHON);
    names
});

static DYNAMIC_NAMES: LazyLock<Names> = LazyLock::new(|| names_of(DYNAMIC));

static STD_NAMES: LazyLock<Vec<(&str, Names)>> = LazyLock::new(|| {
    let modules = STD.iter();
    modules
        .map(|(name, text)| (*name, names_of(text)))
        .collect()
});

fn names_of(text: &'static str) -> Names {
    let mut found = Names::default();
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("export ") else {
            continue;
        };
        let rest = rest.strip_prefix("declare ").unwrap_or(rest);
        let word = |of: &'static str| {
            of.split(|it: char| !it.is_alphanumeric() && it != '_')
                .next()
        };
        for (start, is_type) in [
            ("class ", false),
            ("abstract class ", false),
            ("function ", false),
            ("const ", false),
            ("* as ", false),
            ("interface ", true),
            ("type ", true),
        ] {
            if let Some(name) = rest.strip_prefix(start).and_then(word) {
                found.add(name, is_type);
            }
        }
        let is_type = rest.starts_with("type {");
        let list = rest.split_once('{').and_then(|it| it.1.split_once('}'));
        let list = list.filter(|_| rest.starts_with('{') || is_type);
        for name in list.iter().flat_map(|it| it.0.split(',')).map(str::trim) {
            match name.strip_prefix("type ") {
                Some(name) => found.add(name, true),
                None => found.add(name, is_type),
            }
        }
    }
    found
}

impl Names {
    fn add(&mut self, name: &'static str, is_type: bool) {
        match is_type {
            _ if name.is_empty() => {}
            true => drop(self.types.insert(name)),
            false => drop(self.values.insert(name)),
        }
    }
}

/// A name that a module of Lumi does not have.
pub struct Unknown {
    pub module: String,
    pub name: String,
    pub help: String,
}

/// Whether a token is of a module of Lumi that does not have it.
pub fn unknown(token: &Token) -> Option<Unknown> {
    if token.package() != "lumi" || token.is_namespace() {
        return None;
    }
    match token.module() {
        "dynamic" => missing("`lumi.dynamic`", token.name(), &DYNAMIC_NAMES),
        "index" => missing("the module `lumi`", token.name(), &NAMES),
        "std" => {
            let (module, member) = token.name().split_once('.').unwrap_or((token.name(), ""));
            let Some((_, names)) = STD_NAMES.iter().find(|it| it.0 == module) else {
                let modules = STD.iter().map(|it| it.0);
                return Some(named("`lumi.std`", module, modules));
            };
            let member = Some(member).filter(|it| !it.is_empty())?;
            missing(&format!("`lumi.std.{module}`"), member, names)
        }
        _ => None,
    }
}

/// Whether a name of the module `lumi` is one of a type alone.
pub fn is_type(token: &Token) -> bool {
    let is_index = token.package() == "lumi" && token.module() == "index";
    is_index && NAMES.types.contains(token.name()) && !NAMES.values.contains(token.name())
}

fn missing(module: &str, name: &str, names: &Names) -> Option<Unknown> {
    let first = name.split('.').next().unwrap_or_default();
    if names.values.contains(first) || names.types.contains(first) {
        return None;
    }
    Some(named(module, first, names.values.iter().copied()))
}

fn named(module: &str, name: &str, names: impl Iterator<Item = &'static str>) -> Unknown {
    let name = snake(name);
    let names: Vec<String> = names.map(snake).collect();
    let help = match nearest(&name, names.iter().map(String::as_str)) {
        Some(it) => format!("did you mean `{it}`?"),
        None => "docs/lumipy.md names what programs in Python can use".to_owned(),
    };
    Unknown {
        module: module.to_owned(),
        name,
        help,
    }
}

/// The name that Python has for one of TypeScript.
fn snake(name: &str) -> String {
    if name.starts_with(|it: char| it.is_uppercase()) {
        return name.to_owned();
    }
    let mut found = String::new();
    for it in name.chars() {
        if it.is_uppercase() {
            found.push('_');
        }
        found.extend(it.to_lowercase());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_declarations() {
        for name in [
            "Config",
            "ComponentResource",
            "getStack",
            "log",
            "secret",
            "FileAsset",
        ] {
            assert!(NAMES.values.contains(name), "{name}");
        }
        assert!(NAMES.types.contains("Input"));
        let file = |name| unknown(&Token::new("lumi", "std", name)).is_none();
        assert!(file("fs.File") && file("random") && !file("fs.Files") && !file("ftp"));
        let of = |name| unknown(&Token::new("lumi", "index", name));
        assert!(of("getStack").is_none());
        assert_eq!(of("getStak").unwrap().help, "did you mean `get_stack`?");
    }
}
