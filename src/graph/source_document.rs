//! Source positions in documents.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Deserialize;

use super::vertex::SourcePosition;

/// The JSON form of a [`SourcePosition`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceDocument {
    file: String,
    line: u32,
    column: u32,
}

/// Interned file names.
#[derive(Default)]
pub struct FileNames(BTreeSet<Arc<str>>);

impl FileNames {
    fn share(&mut self, file: String) -> Arc<str> {
        if let Some(shared) = self.0.get(file.as_str()) {
            return Arc::clone(shared);
        }
        let shared: Arc<str> = file.into();
        self.0.insert(Arc::clone(&shared));
        shared
    }
}

impl SourceDocument {
    pub fn into_position(self, files: &mut FileNames) -> SourcePosition {
        SourcePosition {
            file: files.share(self.file),
            line: self.line,
            column: self.column,
        }
    }
}
