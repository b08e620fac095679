//! The outcome of a dependent that a replacement was to delete first.

use std::sync::Arc;

use lumi_state::Resource;

/// The outcome of a dependent that must be deleted before another resource can be replaced.
pub enum DependentOutcome {
    /// Replaced by a new object; this is the old one, which still exists.
    Replaced(Arc<Resource>),
    /// It no longer uses the other resource, or its object is gone.
    Moved,
    /// Unchanged: its goal failed, or the run excludes it.
    Stays,
}
