//! Receives what is found beside a result.

use super::report::Report;

/// Shows warnings and notes to the user, or keeps them for later.
///
/// Called from any thread, while the work that it is about goes on.
pub trait Reporter: Clone + Send + Sync + 'static {
    /// Called for each warning and note, in the order in which they are found.
    fn report(&self, report: &Report);
}
