//! Numbered files in a folder, of which the newest are kept.

use crate::state_error::StateError;
use crate::stores::store::Store;

/// The files `00000001.EXTENSION`, `00000002.EXTENSION` and so on of a folder. Other names are ignored.
pub struct NumberedFiles<'a> {
    store: &'a dyn Store,
    folder: String,
    /// With its dot.
    extension: &'static str,
}

impl<'a> NumberedFiles<'a> {
    pub fn new(store: &'a dyn Store, folder: String, extension: &'static str) -> Self {
        Self {
            store,
            folder,
            extension,
        }
    }

    /// The numbers of the files, ascending.
    pub async fn numbers(&self) -> Result<Vec<u64>, StateError> {
        let names = self.store.list(&self.folder).await?;
        let number = |name: &String| name.strip_suffix(self.extension)?.parse().ok();
        let mut numbers: Vec<u64> = names.iter().filter_map(number).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    pub fn path(&self, number: u64) -> String {
        format!("{}/{number:08}{}", self.folder, self.extension)
    }

    /// The content of a file; `None` if it does not exist.
    pub async fn read(&self, number: u64) -> Result<Option<Vec<u8>>, StateError> {
        let blob = self.store.read(&self.path(number)).await?;
        Ok(blob.map(|it| it.bytes))
    }

    pub async fn write(&self, number: u64, bytes: Vec<u8>) -> Result<(), StateError> {
        self.store.write(&self.path(number), bytes).await
    }

    pub async fn remove(&self, number: u64) -> Result<(), StateError> {
        self.store.remove(&self.path(number)).await
    }

    /// Writes a file beside the `existing` ones, and removes the oldest of these beyond `kept`.
    pub async fn add(
        &self,
        existing: &[u64],
        number: u64,
        bytes: Vec<u8>,
        kept: usize,
    ) -> Result<(), StateError> {
        self.write(number, bytes).await?;
        let others = existing.iter().filter(|it| **it != number);
        let others: Vec<u64> = others.copied().collect();
        let too_many = (others.len() + 1).saturating_sub(kept);
        for &oldest in &others[..too_many] {
            self.remove(oldest).await?;
        }
        Ok(())
    }

    /// Copies all files to another folder.
    pub async fn copy_to(&self, target: &Self) -> Result<(), StateError> {
        for number in self.numbers().await? {
            if let Some(bytes) = self.read(number).await? {
                target.write(number, bytes).await?;
            }
        }
        Ok(())
    }
}
