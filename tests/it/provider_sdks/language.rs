//! The languages with a library for providers.

use std::path::{Path, PathBuf};

use crate::python::{interpreter, repository};
use crate::support::peers::{installed, sdk_package};

/// A language, and how its provider is started.
pub struct Language {
    /// The place among the three languages.
    pub position: usize,
    /// The lines of a shell script that starts the provider with the arguments of the script; `None` if the tools of the
    /// language are missing.
    pub start: fn() -> Option<String>,
}

/// The folder of the provider in a language.
fn provider(language: &str) -> PathBuf {
    let folder = Path::new("tests/programs/provider_sdks").join(language);
    repository().join(folder)
}

pub fn python() -> Language {
    Language {
        position: 0,
        start: || {
            let python = interpreter()?;
            let script = provider("python").join("lumi-resource-conformance");
            Some(format!(
                "PYTHONPATH='{}' exec '{}' -B '{}' \"$@\"",
                repository().join("sdk/python").display(),
                python.display(),
                script.display()
            ))
        },
    }
}

pub fn go() -> Language {
    Language {
        position: 1,
        start: || {
            let program = sdk_package("go/bin/lumi-resource-conformance")?;
            Some(format!("exec '{}' \"$@\"", program.display()))
        },
    }
}

pub fn node() -> Language {
    Language {
        position: 2,
        start: || {
            installed("node", "--version").then_some(())?;
            let script = sdk_package("nodejs/main.js")?;
            Some(format!("exec node '{}' \"$@\"", script.display()))
        },
    }
}
