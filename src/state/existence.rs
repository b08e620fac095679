//! Tests whether a stack was ever deployed, without reading its state.

use super::stack::Stack;
use super::state_error::StateError;

impl Stack {
    /// Whether there is a snapshot or a journal; a lock or a key alone does not make a stack. Fails
    /// if the stack has moved to another backend.
    pub async fn exists(&self) -> Result<bool, StateError> {
        let names = self.store.list(&self.folder).await?;
        let is_state = |name: &String| name.starts_with("snapshot") || name.starts_with("journal");
        let exists = names.iter().any(is_state);
        if !exists {
            self.check_not_moved().await?;
        }
        Ok(exists)
    }
}
