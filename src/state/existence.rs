//! Whether a stack was ever deployed, without reading its state.

use super::stack::Stack;
use super::state_error::StateError;

impl Stack {
    /// Whether there is a snapshot or a journal. A lock or a key alone is no stack yet.
    pub async fn exists(&self) -> Result<bool, StateError> {
        let names = self.store.list(&self.folder).await?;
        let is_state = |name: &String| name.starts_with("snapshot") || name.starts_with("journal");
        Ok(names.iter().any(is_state))
    }
}
