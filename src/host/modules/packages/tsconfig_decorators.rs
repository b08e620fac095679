//! The kind of decorators that tsconfig.json asks for.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::super::source::read_text;
use super::super::transpile::Decorators;
use super::tsconfig_paths::{FILE, nearest};
use super::{NODE_MODULES, Packages};

/// The maximum number of files that one extends, directly or not.
const MAX_FILES: usize = 64;

/// The settings of a tsconfig.json and those that it extends; `None` for what none of them has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Settings {
    experimental: Option<bool>,
    metadata: Option<bool>,
}

impl Settings {
    /// These settings, and those of `base` where they have none.
    fn over(self, base: Self) -> Self {
        Self {
            experimental: self.experimental.or(base.experimental),
            metadata: self.metadata.or(base.metadata),
        }
    }

    fn decorators(self) -> Decorators {
        match self.experimental {
            Some(true) => Decorators::Experimental {
                metadata: self.metadata == Some(true),
            },
            _ => Decorators::Standard,
        }
    }
}

impl Packages {
    /// The kind of decorators of a file of the program: the nearest tsconfig.json decides.
    pub fn decorators(&mut self, file: &Path) -> Decorators {
        let folder = file.parent().unwrap_or(file);
        if let Some(known) = self.decorators.get(folder) {
            return *known;
        }
        let settings = nearest(folder).map(|it| self.settings(&it, &mut Vec::new()));
        let kind = settings.unwrap_or_default().decorators();
        self.decorators.insert(folder.to_owned(), kind);
        kind
    }

    /// A file that cannot be read or parsed has no settings: `lumi check` reports it.
    fn settings(&self, path: &Path, open: &mut Vec<PathBuf>) -> Settings {
        if open.len() >= MAX_FILES || open.iter().any(|it| it == path) {
            return Settings::default();
        }
        let Ok(real) = self.permissions.check_read(path) else {
            return Settings::default();
        };
        let text = read_text(&real, FILE).unwrap_or_default();
        let Ok(document) = serde_json::from_str::<Value>(&without_comments(&text)) else {
            return Settings::default();
        };
        open.push(path.to_owned());
        let flag = |name: &str| document.get("compilerOptions")?.get(name)?.as_bool();
        let own = Settings {
            experimental: flag("experimentalDecorators"),
            metadata: flag("emitDecoratorMetadata"),
        };
        let bases: Vec<&str> = match document.get("extends") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        // A later one wins over those before it.
        let mut settings = own;
        for base in bases.iter().rev() {
            if let Some(base) = self.extended(base, path.parent().unwrap_or(path)) {
                settings = settings.over(self.settings(&base, open));
            }
        }
        settings
    }

    /// The file that `extends` means in a folder.
    fn extended(&self, name: &str, folder: &Path) -> Option<PathBuf> {
        let is_path = name.starts_with("./") || name.starts_with("../") || name.starts_with('/');
        if is_path || name == "." || name == ".." {
            return self.settings_file(&folder.join(name));
        }
        let folders = folder.ancestors().map(|it| it.join(NODE_MODULES));
        let mut found = folders.map(|it| self.settings_file(&it.join(name)));
        found.find_map(|it| it)
    }

    /// A file, the same with `.json`, or the tsconfig.json of a folder, which package.json may call differently.
    fn settings_file(&self, path: &Path) -> Option<PathBuf> {
        let mut with_extension = path.as_os_str().to_owned();
        with_extension.push(".json");
        let named = || {
            let real = self
                .permissions
                .check_read(&path.join("package.json"))
                .ok()?;
            let text = read_text(&real, "package.json").ok()?;
            let manifest: Value = serde_json::from_str(&text).ok()?;
            Some(path.join(manifest.get("tsconfig")?.as_str()?))
        };
        let candidates = [Some(path.to_owned()), Some(with_extension.into())];
        let in_folder = path.is_dir().then(|| [named(), Some(path.join(FILE))]);
        let in_folder = in_folder.into_iter().flatten();
        let mut all = candidates.into_iter().chain(in_folder).flatten();
        all.find(|it| it.is_file())
    }
}

/// JSON without comments and trailing commas, which TypeScript allows in its settings.
fn without_comments(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '/' if rest.starts_with("/*") => {
                rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
                continue;
            }
            ']' | '}' => {
                let before = json.trim_end();
                if let Some(kept) = before.strip_suffix(',') {
                    json.truncate(kept.len());
                }
                1
            }
            other => other.len_utf8(),
        };
        json.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    json
}

/// The length of the string that a text begins with, in bytes.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (index, it) in text.char_indices().skip(1) {
        match it {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_are_left_out() {
        let text = "{ // a \"b\"\n \"a\": \"// no /* comment ,] \\\"\", /* , */ \"b\": [1, 2, /* x */ ], }";
        let json: Value = serde_json::from_str(&without_comments(text)).unwrap();
        assert_eq!(json["a"], "// no /* comment ,] \"");
        assert_eq!(json["b"], serde_json::json!([1, 2]));
        for text in ["\"", "/*", "//", "\"\\", "}", "é,}", "/"] {
            without_comments(text);
        }
    }

    #[test]
    fn own_settings_win() {
        let on = Settings {
            experimental: Some(true),
            metadata: Some(true),
        };
        let off = Settings {
            experimental: Some(false),
            metadata: None,
        };
        assert_eq!(off.over(on).decorators(), Decorators::Standard);
        let expected = Decorators::Experimental { metadata: true };
        assert_eq!(on.over(off).decorators(), expected);
        assert_eq!(Settings::default().decorators(), Decorators::Standard);
    }
}
