//! The files that the messages of a run quote. Each is read once: many failures may be in the same one.

use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::SourcePosition;
use lumi_host::property_position;

use super::read_limit;
use super::source_file::SourceFile;
use crate::ui::run::ProgramSource;

/// The files below a folder.
pub struct SourceFiles {
    /// The base of relative source positions.
    folder: PathBuf,
    /// `None` for files that cannot be read.
    known: Mutex<FxHashMap<Arc<str>, Option<Arc<SourceFile>>>>,
}

impl SourceFiles {
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            known: Mutex::default(),
        }
    }

    fn file(&self, position: &SourcePosition) -> Option<Arc<SourceFile>> {
        let mut known = self.known.lock();
        if let Some(file) = known.get(&position.file) {
            return file.clone();
        }
        let text = read_limit::source(&self.folder.join(&*position.file)).ok();
        let file = text.map(|it| Arc::new(SourceFile::new(it)));
        known.insert(Arc::clone(&position.file), file.clone());
        file
    }
}

impl ProgramSource for SourceFiles {
    fn line(&self, position: &SourcePosition) -> Option<String> {
        Some(self.file(position)?.line(position.line))
    }

    fn input(&self, at: &SourcePosition, path: &str) -> Option<SourcePosition> {
        property_position(&self.file(at)?.text, at, path)
    }
}
