//! The names in a state, read without its keys, for shell completion.

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::IgnoredAny;

use lumi_graph::Urn;

use super::stack::Stack;
use crate::state_error::StateError;

/// The names in the last snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompletionNames {
    /// In a fixed order.
    pub urns: Vec<Urn>,
    pub outputs: Vec<String>,
}

#[derive(Deserialize)]
struct Document {
    outputs: IndexMap<String, IgnoredAny>,
    resources: Vec<Resource>,
}

#[derive(Deserialize)]
struct Resource {
    urn: Urn,
}

impl Stack {
    /// The names after the last finished run; none for a stack without a run.
    pub async fn named(&self) -> Result<CompletionNames, StateError> {
        let path = self.snapshot_path();
        let Some(blob) = self.store.read(&path).await? else {
            return Ok(CompletionNames::default());
        };
        let document: Document =
            serde_json::from_slice(&blob.bytes).map_err(|error| StateError::Damaged {
                place: self.store.place(&path),
                problem: error.to_string(),
            })?;
        let mut urns: Vec<Urn> = document.resources.into_iter().map(|it| it.urn).collect();
        urns.sort_unstable();
        urns.dedup();
        let outputs = document.outputs.into_keys().collect();
        Ok(CompletionNames { urns, outputs })
    }
}
