//! The objects that a run sets back to what their program asks for. They are noted before the run, as the run refreshes the state
//! first: if it is killed, nothing else says that they are not what was deployed.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use lumi_graph::{Relocation, Urn, UrnMap as _};

use super::stack::Stack;
use crate::state_error::StateError;
use crate::stores::store::Blob;

const FILE: &str = "set-back.json";

/// A set-back that has begun, and not ended yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetBack {
    /// The start of the latest run.
    pub at: DateTime<Utc>,
    /// Resources of this run, and of those before it that have not ended; each once.
    pub resources: Vec<Urn>,
}

impl SetBack {
    /// Adds the resources of a set-back that has not ended.
    fn with(mut self, unfinished: Option<Self>) -> Self {
        let more = unfinished.into_iter().flat_map(|it| it.resources);
        self.resources.extend(more);
        self.resources.sort();
        self.resources.dedup();
        self
    }

    fn bytes(&self) -> Result<Vec<u8>, StateError> {
        let unwritable = |error: serde_json::Error| {
            StateError::Unwritable("the note of a set-back", error.to_string())
        };
        let mut bytes = serde_json::to_vec(self).map_err(unwritable)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

impl Stack {
    fn set_back_path(&self) -> String {
        format!("{}/{FILE}", self.folder)
    }

    /// The set-back that has not ended; `None` if there is none, or if its note cannot be understood.
    pub async fn unfinished_set_back(&self) -> Result<Option<SetBack>, StateError> {
        let read = self.store.read(&self.set_back_path()).await?;
        Ok(read.and_then(|Blob { bytes, .. }| serde_json::from_slice(&bytes).ok()))
    }

    /// Notes that objects are about to be set back. Only the holder of the lock calls it.
    pub async fn begin_set_back(&self, set_back: SetBack) -> Result<(), StateError> {
        let all = set_back.with(self.unfinished_set_back().await?);
        self.store.write(&self.set_back_path(), all.bytes()?).await
    }

    /// Forgets these resources, whose objects are what their program asks for, or all. Only the holder of the lock calls
    /// it.
    pub async fn end_set_back(&self, resources: Option<&[Urn]>) -> Result<(), StateError> {
        let Some(mut set_back) = self.unfinished_set_back().await? else {
            return Ok(());
        };
        match resources {
            Some(ended) => set_back.resources.retain(|it| !ended.contains(it)),
            None => set_back.resources.clear(),
        }
        match set_back.resources.is_empty() {
            true => self.store.remove(&self.set_back_path()).await,
            false => {
                self.store
                    .write(&self.set_back_path(), set_back.bytes()?)
                    .await
            }
        }
    }

    /// Notes the new URNs of resources beside the old ones, before the state has them: the old ones name nothing afterwards. Only
    /// the holder of the lock calls it.
    pub async fn rename_in_set_back(&self, renamed: &[(Urn, Urn)]) -> Result<(), StateError> {
        let Some(set_back) = self.unfinished_set_back().await? else {
            return Ok(());
        };
        let of_note = renamed
            .iter()
            .filter(|(old, _)| set_back.resources.contains(old));
        let resources = of_note.map(|(_, new)| new.clone()).collect();
        let at = set_back.at;
        self.begin_set_back(SetBack { at, resources }).await
    }

    /// Copies the note to another stack, with the URNs of that stack.
    pub(crate) async fn copy_set_back(&self, target: &Self) -> Result<(), StateError> {
        let Some(mut set_back) = self.unfinished_set_back().await? else {
            return Ok(());
        };
        let relocation = Relocation {
            from: (&self.name, &self.project),
            to: (&target.name, &target.project),
        };
        for urn in &mut set_back.resources {
            relocation.urn(urn);
        }
        target
            .store
            .write(&target.set_back_path(), set_back.bytes()?)
            .await
    }
}
