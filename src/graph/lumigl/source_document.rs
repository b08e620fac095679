//! Source positions in documents.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::vertex::SourcePosition;

/// The JSON form of a [`SourcePosition`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceDocument<'a> {
    file: Cow<'a, str>,
    line: u32,
    column: u32,
}

/// Interned file names.
#[derive(Default)]
pub struct FileNames(BTreeSet<Arc<str>>);

impl FileNames {
    fn share(&mut self, file: &str) -> Arc<str> {
        if let Some(shared) = self.0.get(file) {
            return Arc::clone(shared);
        }
        let shared: Arc<str> = file.into();
        self.0.insert(Arc::clone(&shared));
        shared
    }
}

impl<'a> From<&'a SourcePosition> for SourceDocument<'a> {
    fn from(position: &'a SourcePosition) -> Self {
        Self {
            file: Cow::Borrowed(&position.file),
            line: position.line,
            column: position.column,
        }
    }
}

impl Serialize for SourcePosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SourceDocument::from(self).serialize(serializer)
    }
}

impl SourceDocument<'_> {
    pub fn into_position(self, files: &mut FileNames) -> SourcePosition {
        SourcePosition {
            file: files.share(&self.file),
            line: self.line,
            column: self.column,
        }
    }
}
