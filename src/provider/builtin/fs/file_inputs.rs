//! The inputs of a file.

use crate::builtin::input_reader::InputReader;
use crate::{Checked, ProviderError};
use lumi_graph::{Asset, Object, Value};

use super::place::{check_path, normal};

pub const TYPE: &str = "std:fs:File";

const DEFAULT_MODE: u32 = 0o644;
/// The default mode of a file whose content is secret: its owner alone reads it.
const SECRET_MODE: u32 = 0o600;

/// The desired file; `None` for holes.
#[derive(Clone, Debug)]
pub struct FileInputs<'a> {
    pub path: Option<String>,
    pub content: Option<DesiredSource<'a>>,
    pub mode: Option<u32>,
}

/// The source of the desired content.
#[derive(Clone, Copy, Debug)]
pub enum DesiredSource<'a> {
    Text(&'a str),
    Asset(&'a Asset),
}

impl<'a> FileInputs<'a> {
    /// Reads inputs that were validated.
    pub fn read(inputs: &'a Object) -> Result<Self, ProviderError> {
        let mut reader = InputReader::new(TYPE, inputs);
        let read = Self::from_reader(&mut reader);
        reader.accept()?;
        Ok(read)
    }

    fn from_reader(reader: &mut InputReader<'a>) -> Self {
        let path = reader.text("path");
        if let Some(Err(reason)) = path.map(check_file_path) {
            reader.fail("path", reason);
        }
        Self {
            path: path.map(normal),
            content: content(reader),
            mode: mode(reader),
        }
    }
}

/// Validates and normalises inputs: the path is normalised, the mode becomes text.
pub fn check(inputs: Object) -> Checked {
    let mut reader = InputReader::new(TYPE, &inputs);
    let read = FileInputs::from_reader(&mut reader);
    let (path, mode) = (read.path, read.mode);
    let failures = reader.finish();
    let mut inputs = inputs;
    inputs.retain(|_, value| !matches!(value, Value::Null));
    if failures.is_empty() {
        if let Some(path) = path {
            inputs.insert("path".to_owned(), path.into());
        }
        if let Some(mode) = mode {
            inputs.insert("mode".to_owned(), mode_text(mode).into());
        }
    }
    Checked::new(inputs, failures)
}

/// Sets the mode of a file with secret content, where the program gives none.
pub fn fill_mode(inputs: &mut Object) {
    let is_given = |key: &str| !matches!(inputs.get(key), None | Some(Value::Null));
    if is_given("mode") {
        return;
    }
    let mut content = ["content", "source"]
        .iter()
        .filter_map(|it| inputs.get(*it));
    if content.any(Value::contains_secret) {
        inputs.insert("mode".to_owned(), mode_text(SECRET_MODE).into());
    }
}

/// The mode as text, as in inputs and outputs.
pub fn mode_text(mode: u32) -> String {
    format!("{mode:04o}")
}

/// The SHA-256 of the content when the program ran; `None` if it is not in the inputs.
pub fn recorded_sha256(inputs: &Object) -> Option<&str> {
    match inputs.get("source")? {
        Value::Asset(asset) => asset.hash.as_deref(),
        _ => None,
    }
}

fn check_file_path(path: &str) -> Result<(), String> {
    check_path(path)?;
    if path.ends_with('/') || normal(path) == "." {
        return Err(format!("`path` is {path:?}, which is a folder, not a file"));
    }
    Ok(())
}

fn content<'a>(reader: &mut InputReader<'a>) -> Option<DesiredSource<'a>> {
    match (reader.has("content"), reader.has("source")) {
        (true, true) => reader.fail(
            "source",
            "`content` and `source` exclude each other: give one of them",
        ),
        (false, false) => reader.fail(
            "content",
            "`content` is missing: the text of the file; or give an asset as `source`",
        ),
        _ => {}
    }
    let text = reader.text("content").map(DesiredSource::Text);
    let asset = reader.asset("source");
    text.or(asset.map(DesiredSource::Asset))
}

/// `None` for a hole or an invalid mode.
fn mode(reader: &mut InputReader<'_>) -> Option<u32> {
    let Some(value) = reader.value("mode") else {
        return Some(DEFAULT_MODE);
    };
    let wrong = match value {
        Value::String(text) => match octal(text) {
            Some(mode) => return Some(mode),
            None => format!("{text:?}"),
        },
        // A larger number is the mistake of writing 644 for 0o644.
        Value::Number(number) if number.fract() == 0.0 && (0.0..=511.0).contains(number) => {
            return Some(*number as u32);
        }
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    reader.fail(
        "mode",
        format!(
            "`mode` must be octal text such as \"0644\", or a number such as 0o644, but is {wrong}"
        ),
    );
    None
}

fn octal(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0o").unwrap_or(text);
    let is_octal = (3..=5).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit());
    let mode = u32::from_str_radix(digits, 8).ok()?;
    (is_octal && mode <= 0o7777).then_some(mode)
}
