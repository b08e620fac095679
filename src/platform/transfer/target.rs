//! The targets that entries are moved out of and into.

use super::entry::Entry;
use super::error::TransferError;

/// An entry with its content.
pub type Moved = (Entry, Vec<u8>);

/// A target, which holds entries.
pub trait Target: Send {
    /// The next entry, in an order that stays the same as long as the target does; `None` at the end.
    fn next(&mut self) -> impl Future<Output = Result<Option<Entry>, TransferError>> + Send;

    /// The content of the entry that [`next`](Self::next) answered last.
    fn content(
        &mut self,
        entry: &Entry,
    ) -> impl Future<Output = Result<Vec<u8>, TransferError>> + Send;

    /// Removes entries that are still the ones that were exported; returns their number.
    fn remove(
        &mut self,
        entries: Vec<Entry>,
    ) -> impl Future<Output = Result<u64, TransferError>> + Send;

    /// Begins or continues an import; returns the number of entries that the target has of it, or `None` if it has the whole
    /// import. `needed` has an entry of each kind and space.
    fn begin(
        &mut self,
        import: &str,
        needed: &[Entry],
    ) -> impl Future<Output = Result<Option<u64>, TransferError>> + Send;

    /// Writes entries that follow those before, so that the target has `position` of them; with `replaces` in place of values
    /// that it has. Returns the number of entries that it did not have. They are stored when this returns.
    fn write(
        &mut self,
        entries: Vec<Moved>,
        replaces: bool,
        position: u64,
    ) -> impl Future<Output = Result<u64, TransferError>> + Send;

    /// Ends an import, which is whole.
    fn finish(&mut self) -> impl Future<Output = Result<(), TransferError>> + Send;
}
