//! Recognises names that only `paths` of tsconfig.json explains.

use std::path::{Path, PathBuf};

use super::super::error::LoadError;
use super::super::source::read_text;
use super::Packages;

pub const FILE: &str = "tsconfig.json";

/// The tsconfig.json in a folder, or in the nearest one around it.
pub fn nearest(folder: &Path) -> Option<PathBuf> {
    let mut candidates = folder.ancestors().map(|it| it.join(FILE));
    candidates.find(|it| it.is_file())
}

impl Packages {
    /// The error for a specifier that `paths` of the nearest tsconfig.json maps to a file.
    pub fn mapped(&self, specifier: &str, folder: &Path) -> Option<LoadError> {
        let path = nearest(folder)?;
        let real = self.permissions.check_read(&path).ok()?;
        let text = read_text(&real, FILE).ok()?;
        let key = mapping(&text, specifier)?.to_owned();
        Some(LoadError::TsconfigPath {
            specifier: specifier.to_owned(),
            key,
            file: self.shown(&path),
        })
    }
}

/// The key of `paths` that matches. The text is searched and not parsed, as it may have comments.
fn mapping<'a>(text: &'a str, specifier: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once("\"paths\"")?;
    let (paths, _) = rest.split_once('}')?;
    let pieces: Vec<&str> = paths.split('"').collect();
    let strings = pieces.windows(2).skip(1).step_by(2);
    let mut keys = strings.filter(|it| it[1].trim_start().starts_with(':'));
    keys.find(|it| is_match(it[0], specifier)).map(|it| it[0])
}

fn is_match(key: &str, specifier: &str) -> bool {
    match key.split_once('*') {
        None => key == specifier,
        Some((before, after)) => {
            let rest = specifier.strip_prefix(before);
            !before.is_empty() && rest.is_some_and(|it| it.ends_with(after))
        }
    }
}
