//! The entries of a history, each in a numbered file of JSON.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::numbered_files::NumberedFiles;
use crate::state_error::StateError;
use crate::stores::store::Store;

/// The entries of a folder, of which the newest are kept.
pub struct EntryFiles<'a, T> {
    files: NumberedFiles<'a>,
    /// The history, for errors.
    subject: &'static str,
    entries: PhantomData<fn() -> T>,
}

impl<'a, T: Serialize + DeserializeOwned> EntryFiles<'a, T> {
    pub fn new(store: &'a dyn Store, folder: String, subject: &'static str) -> Self {
        Self {
            files: NumberedFiles::new(store, folder, ".json"),
            subject,
            entries: PhantomData,
        }
    }

    /// The numbers of the entries, ascending.
    pub async fn numbers(&self) -> Result<Vec<u64>, StateError> {
        self.files.numbers().await
    }

    /// Adds an entry to those with the `existing` numbers, and removes the oldest of these beyond `kept`.
    pub async fn add(
        &self,
        existing: &[u64],
        number: u64,
        entry: &T,
        kept: usize,
    ) -> Result<(), StateError> {
        let mut bytes = serde_json::to_vec(entry)
            .map_err(|error| StateError::Unwritable(self.subject, error.to_string()))?;
        bytes.push(b'\n');
        self.files.add(existing, number, bytes, kept).await
    }

    /// Reads one entry; `None` if it is missing or unreadable.
    pub async fn read(&self, number: u64) -> Result<Option<T>, StateError> {
        let bytes = self.files.read(number).await?;
        Ok(bytes.and_then(|it| serde_json::from_slice(&it).ok()))
    }

    pub async fn newest(&self) -> Result<Option<T>, StateError> {
        match self.numbers().await?.last() {
            Some(&number) => self.read(number).await,
            None => Ok(None),
        }
    }

    /// All entries, the newest first. Unreadable entries are skipped.
    pub async fn list(&self) -> Result<Vec<T>, StateError> {
        let mut entries = Vec::new();
        for &number in self.numbers().await?.iter().rev() {
            entries.extend(self.read(number).await?);
        }
        Ok(entries)
    }

    /// Copies all entries to another folder.
    pub async fn copy_to(&self, target: &Self) -> Result<(), StateError> {
        self.files.copy_to(&target.files).await
    }
}
