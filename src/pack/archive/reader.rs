//! Reads an archive, of which nothing is believed.

use std::io::{Cursor, Read as _};

use lumi_closure::language_libraries::is_compiled_file;
use zip::ZipArchive;

use super::contents::{ASSETS, Assets, Files, MANIFEST};
use super::limits::{MAX_ARCHIVE, MAX_FILES, MAX_MANIFEST, MAX_TOTAL, max_text};
use super::manifest::{FORMAT, Manifest};
use crate::il::Module;

/// The bytes are not a package.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("it is larger than {} MiB", MAX_ARCHIVE >> 20)]
    ArchiveTooLarge,
    #[error("it is no document of a package: {0}")]
    Document(String),
    #[error("as a document, it is larger than {0} MiB")]
    DocumentTooLarge(usize),
    #[error("it is not a zip archive, or it is cut off: {0}")]
    NotZip(String),
    #[error(
        "it has bytes before its first file, which other readers take for a file of another kind"
    )]
    Prefix,
    #[error("it has more than {MAX_FILES} files")]
    TooManyFiles,
    #[error("its files are larger than {} MiB together", MAX_TOTAL >> 20)]
    TooLarge,
    #[error("its texts are more than 100 times as large as the archive, and larger than 16 MiB")]
    TooDense,
    #[error("the file {0} in it cannot be read: {1}")]
    Unreadable(String, String),
    #[error("a file is in it twice")]
    Twice,
    #[error("the file {0} in it has a name that no package has")]
    Name(String),
    #[error("it has no {MANIFEST}")]
    NoManifest,
    #[error("{MANIFEST} is larger than {} MiB", MAX_MANIFEST >> 20)]
    ManifestTooLarge,
    #[error("{MANIFEST} cannot be read: {0}")]
    Manifest(String),
    #[error(
        "it is of version {0} of the format, and this lumi reads version {FORMAT}: update lumi"
    )]
    Newer(u64),
    #[error("its code is of version {0} of LumiIL, and this lumi reads version {read}: update lumi", read = Module::VERSION)]
    NewerCode(u64),
}

/// An archive, as it says itself.
#[derive(Clone, Debug)]
pub struct Archive {
    pub manifest: Manifest,
    /// The text of the manifest.
    pub text: String,
    pub assets: Assets,
    /// All other files.
    pub files: Files,
}

/// Reads the files and the manifest.
pub fn read(bytes: &[u8]) -> Result<Archive, ReadError> {
    if bytes.len() > MAX_ARCHIVE {
        return Err(ReadError::ArchiveTooLarge);
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| ReadError::NotZip(error.to_string()))?;
    if archive.offset() != 0 {
        return Err(ReadError::Prefix);
    }
    if archive.len() > MAX_FILES {
        return Err(ReadError::TooManyFiles);
    }
    // The archive keeps the last of several files with one name; other readers take the first.
    if entries(bytes) != Some(archive.len()) {
        return Err(ReadError::Twice);
    }
    let mut files = Files::new();
    let mut assets = Assets::new();
    let mut left = Left {
        all: MAX_TOTAL as u64,
        texts: max_text(bytes.len()) as u64,
    };
    for index in 0..archive.len() {
        let unreadable = |name: &str, error: String| ReadError::Unreadable(name.to_owned(), error);
        let number = || format!("number {index}");
        let file = archive.by_index(index);
        let file = file.map_err(|error| unreadable(&number(), error.to_string()))?;
        let name = file.name();
        let name = name.map_err(|error| unreadable(&number(), error.to_string()))?;
        let name = name.into_owned();
        if !is_name(&name) || file.is_dir() {
            return Err(ReadError::Name(name.escape_debug().to_string()));
        }
        let text = content(file, &name, &mut left)?;
        if name.starts_with(ASSETS) {
            assets.insert(name, text);
            continue;
        }
        let text =
            String::from_utf8(text).map_err(|_| unreadable(&name, "it is not UTF-8".to_owned()))?;
        files.insert(name, text);
    }
    let text = files.remove(MANIFEST).ok_or(ReadError::NoManifest)?;
    let manifest = manifest(&text)?;
    Ok(Archive {
        manifest,
        text,
        assets,
        files,
    })
}

/// The number of entries that the end of a zip says.
fn entries(bytes: &[u8]) -> Option<usize> {
    const END: &[u8] = b"PK\x05\x06";
    const LENGTH: usize = 22;
    let earliest = bytes.len().saturating_sub(LENGTH + usize::from(u16::MAX));
    let number = |at: usize| {
        let bytes = bytes.get(at..at + 2)?;
        Some(usize::from(u16::from_le_bytes(bytes.try_into().ok()?)))
    };
    let mut places = (earliest..bytes.len()).rev();
    let end = places.find(|at| {
        bytes[*at..].starts_with(END)
            && number(at + 20).is_some_and(|it| at + LENGTH + it == bytes.len())
    })?;
    number(end + 10)
}

/// The bytes that may still be read.
struct Left {
    all: u64,
    texts: u64,
}

/// The bytes of a file.
fn content(file: impl std::io::Read, name: &str, left: &mut Left) -> Result<Vec<u8>, ReadError> {
    let (most, error) = if name == MANIFEST {
        (MAX_MANIFEST as u64, ReadError::ManifestTooLarge)
    } else if !name.starts_with(ASSETS) && left.texts < left.all {
        (left.texts, ReadError::TooDense)
    } else {
        (left.all, ReadError::TooLarge)
    };
    let mut bytes = Vec::new();
    let read = file.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| ReadError::Unreadable(name.to_owned(), error.to_string()))?;
    let length = bytes.len() as u64;
    if length > most {
        return Err(error);
    }
    if !name.starts_with(ASSETS) {
        left.texts = left.texts.saturating_sub(length);
    }
    left.all = left.all.checked_sub(length).ok_or(ReadError::TooLarge)?;
    Ok(bytes)
}

/// The versions in a manifest, whose other members may be anything.
#[derive(serde::Deserialize)]
struct Versions {
    lumipack: Option<serde_json::Number>,
    lumiil: Option<serde_json::Number>,
}

/// The version is looked at first: a newer manifest may have other members.
fn manifest(text: &str) -> Result<Manifest, ReadError> {
    let failed = |error: serde_json::Error| ReadError::Manifest(error.to_string());
    let versions: Versions = serde_json::from_str(text).map_err(failed)?;
    match versions.lumipack.and_then(|it| it.as_u64()) {
        Some(it) if it == u64::from(FORMAT) => {}
        Some(it) => return Err(ReadError::Newer(it)),
        None => {
            return Err(ReadError::Manifest(
                "`lumipack` must be the version of the format".to_owned(),
            ));
        }
    }
    let code = versions.lumiil.and_then(|it| it.as_u64());
    if let Some(it) = code.filter(|it| *it != u64::from(Module::VERSION)) {
        return Err(ReadError::NewerCode(it));
    }
    serde_json::from_str(text).map_err(failed)
}

/// Whether a path can be that of the source of a module.
pub fn is_source_name(name: &str) -> bool {
    let own = [".ts", ".mts", ".js", ".mjs"];
    let is_source = is_compiled_file(name) || own.iter().any(|it| name.ends_with(it));
    is_asset_name(name) && is_source
}

/// Whether a path can be that of an asset: a plain one, and none of Lumi's own folder, which has keys and states, or
/// of git's, whose settings name programs that git runs.
pub fn is_asset_name(name: &str) -> bool {
    let is_reserved = |it: &str| matches!(folded(it).as_str(), ".lumi" | ".git" | "git~1");
    is_name(name) && !name.split('/').any(is_reserved)
}

/// A name as file systems without case compare it: some leave out marks that are not shown, or dots and spaces at the
/// end.
pub fn folded(name: &str) -> String {
    let is_shown = |it: &char| !matches!(*it, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let shown: String = name.chars().filter(is_shown).collect();
    shown.trim_end_matches(['.', ' ']).to_lowercase()
}

/// Whether a name is a plain path below the archive.
pub fn is_name(name: &str) -> bool {
    let is_part = |it: &str| !it.is_empty() && it != "." && it != "..";
    name.len() <= 1024
        && name.split('/').all(is_part)
        && !name.contains(['\\', ':'])
        && !name.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use lumi_closure::zip::ZipWriter;

    use super::*;

    #[test]
    fn nothing_stands_before_the_first_file() {
        let (name, text) = (MANIFEST.to_owned(), b"{}".as_slice());
        let whole = ZipWriter::default().zip(&BTreeMap::from([(&name, text)]));
        assert!(matches!(read(&whole), Err(ReadError::Manifest(_))));
        for prefix in [b"#!/bin/sh\n".as_slice(), b"\0", &whole] {
            let bytes = [prefix, &whole].concat();
            assert_eq!(read(&bytes).unwrap_err(), ReadError::Prefix);
        }
    }

    #[test]
    fn a_small_archive_has_no_huge_texts() {
        let read_with = |name: &str, megabytes: usize| {
            let (name, text) = (name.to_owned(), vec![b' '; megabytes << 20]);
            let files = BTreeMap::from([(&name, text.as_slice())]);
            read(&ZipWriter::default().zip(&files)).unwrap_err()
        };
        assert_eq!(read_with("code/index.json", 64), ReadError::TooDense);
        assert_eq!(read_with("code/index.json", 8), ReadError::NoManifest);
        assert_eq!(
            read_with(&format!("{ASSETS}zeros"), 64),
            ReadError::NoManifest
        );
    }
}
