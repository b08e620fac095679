//! Tests whether a stack was ever deployed, without reading its state.

use super::stack::Stack;
use crate::state_error::StateError;

impl Stack {
    /// Whether there is a snapshot or a journal; a lock or a key alone does not make a stack. Fails
    /// if the stack has moved to another backend or name, or is an unfinished copy.
    pub async fn exists(&self) -> Result<bool, StateError> {
        let ((), exists) = tokio::try_join!(self.check_mark(), self.has_state())?;
        Ok(exists)
    }

    /// Whether there is a snapshot or a journal, whatever they mean.
    pub async fn has_state(&self) -> Result<bool, StateError> {
        let names = self.store.list(&self.folder).await?;
        let is_state = |name: &String| name.starts_with("snapshot") || name.starts_with("journal");
        Ok(names.iter().any(is_state))
    }
}
