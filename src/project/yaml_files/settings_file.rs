//! Reads settings files, with positions of errors.

use std::io;
use std::path::{Path, PathBuf};

use lumi_state::regular_file;
use serde_json::{Map, Value};

use super::fault::Fault;
use super::yaml_locator::{Part, locate};
use crate::nearest::nearest;
use crate::project_error::ProjectError;
use crate::yaml;

/// Maximum size in bytes: settings are written by hand.
const MAX_BYTES: u64 = 1 << 20;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// An error in a document, with the path of keys to it.
#[derive(Debug)]
pub struct SettingsError {
    pub path: Vec<String>,
    pub part: Part,
    pub fault: Fault,
}

impl SettingsError {
    pub fn at_key(path: &[&str], fault: impl Into<Fault>) -> Self {
        Self::new(path, Part::Key, fault)
    }

    pub fn at_value(path: &[&str], fault: impl Into<Fault>) -> Self {
        Self::new(path, Part::Value, fault)
    }

    /// The error of a part, as one of the document that has the part below `key`.
    pub fn below(mut self, key: &str) -> Self {
        self.path.insert(0, key.to_owned());
        self
    }

    /// The error at another place: items of lists have no paths.
    pub fn at(self, path: &[&str]) -> Self {
        Self::new(path, Part::Value, self.fault)
    }

    fn new(path: &[&str], part: Part, fault: impl Into<Fault>) -> Self {
        Self {
            path: path.iter().map(|&key| key.to_owned()).collect(),
            part,
            fault: fault.into(),
        }
    }
}

/// Reads the text of a file, without a byte order mark.
pub fn read_text(path: &Path) -> Result<String, ProjectError> {
    let unreadable = |source: io::Error| ProjectError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let bytes = match regular_file::read(path, MAX_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            return Err(at(path, (1, 1), Fault::TooBig));
        }
        read => read.map_err(unreadable)?,
    };
    let mut text =
        String::from_utf8(bytes).map_err(|error| at(path, end_of_valid(&error), Fault::NotUtf8))?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.remove(0);
    }
    Ok(text)
}

/// Reads a YAML file and converts it with `interpret`.
pub fn read_yaml<T>(
    path: &Path,
    interpret: impl FnOnce(&Map<String, Value>) -> Result<T, SettingsError>,
) -> Result<T, ProjectError> {
    let text = read_text(path)?;
    interpret_yaml(&text, interpret).map_err(|(position, fault)| at(path, position, fault))
}

/// Converts a YAML text; an empty document is a map without members.
pub fn interpret_yaml<T>(
    text: &str,
    interpret: impl FnOnce(&Map<String, Value>) -> Result<T, SettingsError>,
) -> Result<T, (yaml::Position, Fault)> {
    let document = match yaml::parse(text)? {
        Value::Null => Map::new(),
        Value::Object(document) => document,
        other => {
            let expected = "keys with values";
            let found = kind(&other);
            return Err(((1, 1), Fault::Document { expected, found }));
        }
    };
    interpret(&document).map_err(|settings_error| {
        let path: Vec<&str> = settings_error.path.iter().map(String::as_str).collect();
        (
            locate(text, &path, settings_error.part),
            settings_error.fault,
        )
    })
}

/// Refuses unknown keys, so that misspelt ones are not ignored.
pub fn check_keys(
    document: &Map<String, Value>,
    known: &'static [&'static str],
) -> Result<(), SettingsError> {
    let unknown = document.keys().find(|key| !known.contains(&key.as_str()));
    unknown.map_or(Ok(()), |key| {
        let fault = Fault::UnknownKey {
            key: key.clone(),
            nearest: nearest(key, known.iter().copied()),
            known,
        };
        Err(SettingsError::at_key(&[key], fault))
    })
}

pub fn wrong_type(path: &[&str], expected: &'static str, found: &Value) -> SettingsError {
    unexpected(path, expected, kind(found))
}

/// The error for a value that `found` describes.
pub fn unexpected(path: &[&str], expected: &'static str, found: &'static str) -> SettingsError {
    let fault = Fault::Type {
        key: path.join("."),
        expected,
        found,
    };
    SettingsError::at_value(path, fault)
}

/// Describes the kind of a value.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Bool(_) => "a boolean (write it in quotes to make it text)",
        Value::Number(_) => "a number (write it in quotes to make it text)",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a map",
    }
}

pub fn at(path: &Path, (line, column): yaml::Position, fault: Fault) -> ProjectError {
    ProjectError::Settings {
        file: PathBuf::from(path),
        line,
        column,
        fault,
    }
}

fn end_of_valid(error: &std::string::FromUtf8Error) -> yaml::Position {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let text = String::from_utf8_lossy(valid);
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let line = text.matches('\n').count() + 1;
    let column = text.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (number(line), number(column))
}
