//! What became of a dependent that a replacement was to delete first.

use std::sync::Arc;

use lumi_state::Resource;

/// What a goal has made of a resource that would have to go before another can be replaced.
pub(super) enum DependentOutcome {
    /// It has a new object; this is the old one, which is still there.
    Replaced(Arc<Resource>),
    /// It needs the other one no more, or its object is gone.
    Moved,
    /// It is as it was: its goal failed, or the run leaves it alone.
    Stays,
}
