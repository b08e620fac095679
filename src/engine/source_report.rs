//! What a source says besides its goals.

use lumi_graph::Object;

use super::plan::UnseenCode;

/// What the source of a run has said so far.
#[derive(Default)]
pub struct SourceReport {
    /// What the program says its outputs are.
    pub outputs: Option<Object>,
    /// Code of the program that did not run, as what it waits for is not known.
    pub unseen: Option<UnseenCode>,
    /// The source said everything it has to say.
    pub is_complete: bool,
}
