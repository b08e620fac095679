//! The statements of a source besides its goals.

use std::collections::HashSet;

use lumi_graph::Object;

use super::plan::UnseenCode;

/// The statements of a run's source so far.
#[derive(Default)]
pub struct SourceReport {
    /// The outputs of the program.
    pub outputs: Option<Object>,
    /// The texts in them that the program opened.
    pub opened: HashSet<String>,
    /// Skipped callbacks of the program, whose inputs are unknown.
    pub unseen: Option<UnseenCode>,
    /// Whether the source ended normally.
    pub is_complete: bool,
}
