//! The failures of loading modules, by their messages.
//!
//! deno_core makes the exception of a failed `import()` of the message alone.

use std::cell::RefCell;
use std::collections::HashMap;

use deno_error::JsErrorClass as _;

use super::error::LoadError;
use crate::errors::position::POSITION_PROPERTY;

/// A program that tries many names would keep all of them.
const MOST: usize = 256;

const CODE: &str = "code";

/// The code for a name after `node:`. Others could be packages.
const UNKNOWN_BUILTIN: &str = "ERR_UNKNOWN_BUILTIN_MODULE";
const NODE: &str = "cannot import \"node:";
const NOT_FOUND: &str = "ERR_MODULE_NOT_FOUND";

/// The codes of failures that are of the class TypeError for a program. Reports name classes, and these need none.
const TYPE_ERRORS: [&str; 2] = [
    "ERR_UNKNOWN_FILE_EXTENSION",
    "ERR_UNSUPPORTED_RESOLVE_REQUEST",
];

/// The class and the code of the exception for a failure.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportFailure {
    pub class: String,
    pub code: Option<String>,
    /// That of the import, for reports.
    pub position: Option<String>,
}

#[derive(Default)]
pub struct ImportFailures(RefCell<HashMap<String, ImportFailure>>);

impl ImportFailure {
    pub fn of(error: &LoadError) -> Self {
        let property = |wanted: &str| {
            let mut properties = error.get_additional_properties();
            properties.find_map(|(name, value)| (name == wanted).then(|| value.to_string()))
        };
        let code = property(CODE);
        let message = error.get_message();
        let code = code.map(
            |code| match code == UNKNOWN_BUILTIN && !message.contains(NODE) {
                true => NOT_FOUND.to_owned(),
                false => code,
            },
        );
        let is_type_error = code.as_deref().is_some_and(|it| TYPE_ERRORS.contains(&it));
        Self {
            class: match is_type_error {
                true => "TypeError".to_owned(),
                false => error.get_class().into_owned(),
            },
            code,
            position: property(POSITION_PROPERTY),
        }
    }
}

impl ImportFailures {
    pub fn note(&self, error: &LoadError) {
        let message = error.get_message().into_owned();
        let mut failures = self.0.borrow_mut();
        if failures.len() >= MOST {
            failures.clear();
        }
        failures.insert(message, ImportFailure::of(error));
    }

    /// The failure with a message.
    pub fn find(&self, message: &str) -> Option<ImportFailure> {
        self.0.borrow().get(message).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(specifier: &str) -> LoadError {
        LoadError::FolderWithoutIndex {
            specifier: specifier.to_owned(),
        }
    }

    #[test]
    fn failures_are_found_by_their_messages() {
        let failures = ImportFailures::default();
        failures.note(&folder("./a"));
        let found = failures.find(&folder("./a").to_string()).unwrap();
        assert_eq!(found.class, "Error");
        assert_eq!(found.code.as_deref(), Some("ERR_UNSUPPORTED_DIR_IMPORT"));
        assert_eq!(failures.find("another"), None);
    }

    #[test]
    fn the_number_of_kept_failures_is_limited() {
        let failures = ImportFailures::default();
        for number in 0..10 * MOST {
            failures.note(&folder(&number.to_string()));
        }
        assert!(failures.0.borrow().len() <= MOST);
    }
}
