//! The mark that a moved stack leaves behind: the URL of its new backend.

use serde::{Deserialize, Serialize};

use super::locked_stack::LockedStack;
use super::stack::Stack;
use super::state_error::StateError;

/// Outside the folders of stacks, so that a moved stack is not listed.
const FOLDER: &str = "moved";

#[derive(Serialize, Deserialize)]
struct Mark {
    to: String,
}

impl Stack {
    fn mark_path(&self) -> String {
        let (_, below) = self.folder.split_once('/').unwrap_or_default();
        format!("{FOLDER}/{below}.json")
    }

    /// Fails if the stack has moved to another backend. Only a stack without state needs this
    /// check, because the mark is written before the state is removed.
    pub(super) async fn check_not_moved(&self) -> Result<(), StateError> {
        let Some(blob) = self.store.read(&self.mark_path()).await? else {
            return Ok(());
        };
        let mark: Mark =
            serde_json::from_slice(&blob.bytes).map_err(|error| StateError::Damaged {
                place: self.store.place(&self.mark_path()),
                problem: error.to_string(),
            })?;
        Err(StateError::Moved {
            stack: self.name.clone(),
            to: mark.to,
        })
    }
}

impl LockedStack {
    /// Records the URL of the backend to which the stack moves. The mark takes effect once the
    /// state is removed.
    pub async fn mark_as_moved(&self, to: &str) -> Result<(), StateError> {
        let mark = Mark { to: to.to_owned() };
        let bytes = serde_json::to_vec_pretty(&mark)
            .map_err(|error| StateError::Unwritable("the mark", error.to_string()))?;
        let stack = self.stack();
        stack.store.write(&stack.mark_path(), bytes).await
    }

    /// Removes the mark, so that a moved stack can return.
    pub async fn forget_move(&self) -> Result<(), StateError> {
        let stack = self.stack();
        stack.store.remove(&stack.mark_path()).await
    }
}
