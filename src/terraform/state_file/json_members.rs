//! Members of the JSON of a state file, by path.

use crate::cty::JsonText;

use super::state_file_error::StateFileError;

/// An object in the file, and its path for messages.
#[derive(Clone)]
pub struct Members<'j, 'a> {
    pub json: &'j JsonText<'a>,
    pub place: String,
}

impl<'j, 'a> Members<'j, 'a> {
    pub fn new(json: &'j JsonText<'a>, place: String) -> Result<Self, StateFileError> {
        match json {
            JsonText::Object(_) => Ok(Self { json, place }),
            _ => Err(bad(&place, "is not an object")),
        }
    }

    fn place(&self, name: &str) -> String {
        match self.place.is_empty() {
            true => format!("`{name}`"),
            false => format!("`{name}` of {}", self.place),
        }
    }

    pub fn bad(&self, name: &str, reason: &str) -> StateFileError {
        bad(&self.place(name), reason)
    }

    /// Null counts as absent.
    pub fn get(&self, name: &str) -> Option<&'j JsonText<'a>> {
        self.json.member(name).filter(|it| **it != JsonText::Null)
    }

    pub fn text(&self, name: &str) -> Result<Option<&'j str>, StateFileError> {
        match self.get(name) {
            None => Ok(None),
            Some(JsonText::String(text)) => Ok(Some(text.as_ref())),
            Some(_) => Err(self.bad(name, "is not a text")),
        }
    }

    /// A text that must be there, and not be empty.
    pub fn needed_text(&self, name: &str) -> Result<&'j str, StateFileError> {
        let text = self.text(name)?.filter(|it| !it.is_empty());
        text.ok_or_else(|| self.bad(name, "is missing"))
    }

    pub fn flag(&self, name: &str) -> Result<bool, StateFileError> {
        match self.get(name) {
            None => Ok(false),
            Some(JsonText::Bool(flag)) => Ok(*flag),
            Some(_) => Err(self.bad(name, "is neither true nor false")),
        }
    }

    pub fn number(&self, name: &str) -> Result<i64, StateFileError> {
        match self.get(name) {
            None => Ok(0),
            Some(JsonText::Number(text)) => text
                .parse()
                .map_err(|_| self.bad(name, "is not a whole number")),
            Some(_) => Err(self.bad(name, "is not a number")),
        }
    }

    /// A list; empty if it is absent.
    pub fn list(&self, name: &str) -> Result<&'j [JsonText<'a>], StateFileError> {
        match self.get(name) {
            None => Ok(&[]),
            Some(JsonText::Array(elements)) => Ok(elements),
            Some(_) => Err(self.bad(name, "is not a list")),
        }
    }
}

fn bad(place: &str, reason: &str) -> StateFileError {
    StateFileError::BadMember {
        place: place.to_owned(),
        reason: reason.to_owned(),
    }
}
