//! The mark of a stack that moves to another backend or name.
//!
//! A move has one write that decides: the mark of the old place. Before it, only the old stack can
//! be used, and the mark of the new one says that it is an unfinished copy. After it, only the new
//! one can, and the rest of the old one is to be removed.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::locked_stack::LockedStack;
use super::stack::Stack;
use crate::state_error::StateError;
use crate::stores::path_segment::encode;

/// Outside the folders of stacks, so that a moved stack is not listed.
const FOLDER: &str = "moved";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Mark {
    /// The URL of the backend that has the stack now.
    To(String),
    /// The name of the stack now, in the same backend.
    RenamedTo(String),
    /// The stack is not complete. Void once that other stack is marked as renamed to this one.
    CopyOf(CopySource),
}

/// The stack that an unfinished copy is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CopySource {
    /// Another stack of the project in the same backend.
    Stack(String),
    /// The stack of the same name in another backend: its place.
    Place(String),
}

impl Stack {
    fn mark_path(&self, stack: &str) -> Result<String, StateError> {
        let project = encode("project", &self.project)?;
        Ok(format!(
            "{FOLDER}/{project}/{}.json",
            encode("stack", stack)?
        ))
    }

    /// The mark of a stack of the same project and backend.
    async fn mark_of(&self, stack: &str) -> Result<Option<Mark>, StateError> {
        let path = self.mark_path(stack)?;
        let Some(blob) = self.store.read(&path).await? else {
            return Ok(None);
        };
        let mark = serde_json::from_slice(&blob.bytes);
        mark.map(Some).map_err(|error| StateError::Damaged {
            place: self.store.place(&path),
            problem: error.to_string(),
        })
    }

    /// Fails if the stack has moved to another backend or name, or is an unfinished copy.
    pub(crate) async fn check_mark(&self) -> Result<(), StateError> {
        let stack = self.name.clone();
        match self.mark_of(&self.name).await? {
            None => Ok(()),
            Some(Mark::To(to)) => Err(StateError::Moved { stack, to }),
            Some(Mark::RenamedTo(next)) => {
                let is_left = self.has_state().await?;
                let to = self.newest_name(&next).await?;
                Err(match is_left {
                    true => StateError::RenamedInPart { stack, next },
                    false => StateError::Renamed { stack, to },
                })
            }
            Some(Mark::CopyOf(source)) => match &source {
                CopySource::Stack(old) if self.is_renamed_to_this(old).await? => Ok(()),
                CopySource::Stack(old) => Err(StateError::UnfinishedRename {
                    stack,
                    old: old.clone(),
                }),
                CopySource::Place(place) => Err(StateError::UnfinishedMove {
                    stack,
                    place: place.clone(),
                }),
            },
        }
    }

    async fn is_renamed_to_this(&self, old: &str) -> Result<bool, StateError> {
        let mark = self.mark_of(old).await?;
        Ok(mark.is_some_and(|it| it == Mark::RenamedTo(self.name.clone())))
    }

    /// Follows the marks of stacks that were renamed more than once.
    async fn newest_name(&self, first: &str) -> Result<String, StateError> {
        let mut name = first.to_owned();
        let mut seen = HashSet::new();
        while seen.insert(name.clone())
            && let Some(Mark::RenamedTo(next)) = self.mark_of(&name).await?
        {
            name = next;
        }
        Ok(name)
    }

    /// The source of the stack, if that is an unfinished copy.
    pub async fn unfinished(&self) -> Result<Option<CopySource>, StateError> {
        match self.check_mark().await {
            Err(StateError::UnfinishedRename { old, .. }) => Ok(Some(CopySource::Stack(old))),
            Err(StateError::UnfinishedMove { place, .. }) => Ok(Some(CopySource::Place(place))),
            Err(error) => Err(error),
            Ok(()) => Ok(None),
        }
    }

    /// The URL of the backend to which the stack has moved.
    pub async fn moved_to(&self) -> Result<Option<String>, StateError> {
        Ok(match self.mark_of(&self.name).await? {
            Some(Mark::To(url)) => Some(url),
            _ => None,
        })
    }

    /// The name that the stack got.
    pub async fn renamed_to(&self) -> Result<Option<String>, StateError> {
        Ok(match self.mark_of(&self.name).await? {
            Some(Mark::RenamedTo(name)) => Some(name),
            _ => None,
        })
    }

    /// Whether an interrupted command has begun to copy `source` here.
    pub async fn is_copy_of(&self, source: &CopySource) -> Result<bool, StateError> {
        let mark = self.mark_of(&self.name).await?;
        Ok(mark.is_some_and(|it| it == Mark::CopyOf(source.clone())))
    }
}

impl LockedStack {
    /// Records that the stack is to be a copy; it cannot be used until [`Self::end_copy`].
    pub async fn begin_copy(&self, source: CopySource) -> Result<(), StateError> {
        self.write_mark(&Mark::CopyOf(source)).await
    }

    /// Makes the copy a stack.
    pub async fn end_copy(&self) -> Result<(), StateError> {
        let stack = self.stack();
        match stack.mark_of(&stack.name).await? {
            Some(Mark::CopyOf(_)) => self.remove_mark(&stack.name).await,
            _ => Ok(()),
        }
    }

    /// Removes an unfinished copy.
    pub async fn drop_copy(self) -> Result<(), StateError> {
        let stack = self.stack().clone();
        if stack.unfinished().await?.is_none() {
            self.unlock().await?;
            let place = stack.place();
            return Err(StateError::Changed { place });
        }
        self.remove().await?;
        stack.store.remove(&stack.mark_path(&stack.name)?).await
    }

    /// Records the URL of the backend that has the stack from now on.
    pub async fn mark_as_moved(&self, to: &str) -> Result<(), StateError> {
        self.write_mark(&Mark::To(to.to_owned())).await
    }

    /// Records the name that the stack has from now on.
    pub async fn mark_as_renamed(&self, to: &str) -> Result<(), StateError> {
        self.write_mark(&Mark::RenamedTo(to.to_owned())).await
    }

    /// Whether a stack of this name was here and has left, so that another may take its place. Fails
    /// while there is something left of a renamed one.
    pub async fn has_moved_away(&self) -> Result<bool, StateError> {
        let stack = self.stack();
        let next = match stack.mark_of(&stack.name).await? {
            Some(Mark::RenamedTo(next)) => next,
            Some(Mark::To(_)) => return Ok(true),
            Some(Mark::CopyOf(_)) | None => return Ok(false),
        };
        if stack.has_state().await? {
            stack.check_mark().await?;
        }
        // The mark of a copy is void only as long as that of its source stands.
        let copy = Mark::CopyOf(CopySource::Stack(stack.name.clone()));
        if stack.mark_of(&next).await? == Some(copy) {
            self.remove_mark(&next).await?;
        }
        Ok(true)
    }

    /// Frees the old name of a renamed stack for a new one.
    pub async fn free_name(&self) -> Result<(), StateError> {
        let stack = self.stack();
        match stack.renamed_to().await? {
            Some(_) if self.has_moved_away().await? => self.remove_mark(&stack.name).await,
            _ => Ok(()),
        }
    }

    async fn write_mark(&self, mark: &Mark) -> Result<(), StateError> {
        let bytes = serde_json::to_vec_pretty(mark)
            .map_err(|error| StateError::Unwritable("the mark", error.to_string()))?;
        let stack = self.stack();
        let path = stack.mark_path(&stack.name)?;
        self.ensure_lease().await?;
        stack.store.write(&path, bytes).await
    }

    async fn remove_mark(&self, stack: &str) -> Result<(), StateError> {
        let path = self.stack().mark_path(stack)?;
        self.stack().store.remove(&path).await
    }
}
