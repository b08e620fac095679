//! The files of a module.

use std::fs;
use std::path::{Path, PathBuf};

use crate::syntax::Diagnostic;

use super::reading::unplaced;

/// The endings of files, the longer ones first.
const ENDINGS: [&str; 4] = [".tf.json", ".tofu.json", ".tf", ".tofu"];

/// The files of a folder in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleFiles {
    pub primary: Vec<PathBuf>,
    /// Files that change what the others declare: `override.tf`, `*_override.tf`.
    pub overrides: Vec<PathBuf>,
}

/// Whether a folder has files of the language.
pub fn has_files(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = entries.filter_map(|it| it.file_name().into_string().ok());
    names.any(|it| is_file_name(&it))
}

/// Whether a file with this name is part of a module.
pub fn is_file_name(name: &str) -> bool {
    ending(name).is_some()
}

/// The name without its ending, and the ending; `None` for other files, and for those of editors.
fn ending(name: &str) -> Option<(&str, &str)> {
    let is_of_editor = name.starts_with('.')
        || name.ends_with('~')
        || (name.starts_with('#') && name.ends_with('#'));
    let endings = ENDINGS.into_iter().filter(|_| !is_of_editor);
    let mut parts = endings.filter_map(|it| Some((name.strip_suffix(it)?, it)));
    parts.next()
}

/// The ending for OpenTofu alone, by which a file hides one of the same name.
fn hiding(ending: &str) -> Option<&'static str> {
    match ending {
        ".tf" => Some(".tofu"),
        ".tf.json" => Some(".tofu.json"),
        _ => None,
    }
}

impl ModuleFiles {
    /// Lists the files of a folder.
    pub fn list(folder: &Path) -> Result<Self, Diagnostic> {
        let failed = |error: std::io::Error| {
            let detail = format!("the folder {} cannot be read: {error}", folder.display());
            unplaced("a module cannot be read", detail)
        };
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let is_folder = entry.path().is_dir();
            match entry.file_name().into_string() {
                Ok(name) if !is_folder && ending(&name).is_some() => names.push(name),
                _ => {}
            }
        }
        names.sort();
        Ok(Self::of_names(folder, &names))
    }

    fn of_names(folder: &Path, names: &[String]) -> Self {
        let mut files = Self::default();
        for name in names {
            let Some((base, ending)) = ending(name) else {
                continue;
            };
            let hidden_by = hiding(ending).map(|it| format!("{base}{it}"));
            if hidden_by.is_some_and(|it| names.contains(&it)) {
                continue;
            }
            let is_override = base == "override" || base.ends_with("_override");
            let files = match is_override {
                true => &mut files.overrides,
                false => &mut files.primary,
            };
            files.push(folder.join(name));
        }
        files
    }

    pub fn is_empty(&self) -> bool {
        self.primary.is_empty() && self.overrides.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_editors_and_hidden_ones_are_left_out() {
        let names = [
            "#a.tf#",
            ".b.tf",
            "a.tf",
            "a.tofu",
            "b.tf.json",
            "b.tofu",
            "c.tf~",
            "d.tofu.json",
            "d.tf.json",
            "override.tf",
            "x_override.tofu",
            "x_override.tf",
            "tests.tftest.hcl",
        ];
        let names = names.map(str::to_owned);
        let files = ModuleFiles::of_names(Path::new(""), &names);
        let text = |all: &[PathBuf]| {
            all.iter()
                .map(|it| it.display().to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            text(&files.primary),
            ["a.tofu", "b.tf.json", "b.tofu", "d.tofu.json"]
        );
        assert_eq!(text(&files.overrides), ["override.tf", "x_override.tofu"]);
    }
}
