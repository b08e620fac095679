//! The platform on this machine, which does not run meanwhile.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::data_folder::{DATA, lock};
use crate::error::PlatformError;
use crate::queue::{DeadMessage, Message};
use crate::storage::{
    RestoredContent, RestoredRow, SpaceId, SpaceKind, Storage, StorageError, Table,
};

use super::entry::{Entry, EntryKind};
use super::error::TransferError;
use super::target::{Moved, Target};

/// The name of the number of entries of an import begins with this.
const POSITION: &str = "import ";
/// The number for an import that is whole.
const WHOLE: u64 = u64::MAX;
/// Maximum number of rows that are removed in one change.
const TOGETHER: usize = 1000;

/// The data of a platform that does not run.
pub struct LocalData {
    storage: Arc<Storage>,
    /// The entries that are still to be exported, last first.
    left: Option<Vec<Entry>>,
    import: String,
    /// Held while the data is in use.
    _lock: File,
}

impl LocalData {
    /// Opens the data of the platform that serves `folder`.
    pub fn open(folder: &Path) -> Result<Self, TransferError> {
        let data = folder.join(DATA);
        if !data.is_dir() {
            return Err(TransferError::NoPlatform(folder.to_owned()));
        }
        let lock = lock(&data).map_err(|error| match error {
            PlatformError::InUse { .. } => TransferError::Running(folder.to_owned()),
            other => TransferError::Target(other.to_string()),
        })?;
        let (storage, problems) = Storage::open(&data)?;
        if let Some(problem) = problems.into_iter().next() {
            return Err(TransferError::Target(problem));
        }
        Ok(Self {
            storage,
            left: None,
            import: String::new(),
            _lock: lock,
        })
    }

    /// All entries, in the order of kinds, names and keys.
    fn entries(&self) -> Result<Vec<Entry>, TransferError> {
        let mut entries = Vec::new();
        for kind in [EntryKind::Value, EntryKind::Object] {
            for (name, space) in self.spaces(space_kind(kind))? {
                let held = self.storage.held_values(space)?;
                entries.extend(held.into_iter().map(|it| Entry {
                    kind,
                    space: name.clone(),
                    key: it.key,
                    expires: it.expires,
                    mark: it.version,
                }));
            }
        }
        for kind in [EntryKind::Message, EntryKind::DeadMessage] {
            for (name, space) in self.spaces(SpaceKind::Queue)? {
                entries.extend(self.rows(kind, &name, space)?);
            }
        }
        Ok(entries)
    }

    fn spaces(&self, kind: SpaceKind) -> Result<Vec<(String, SpaceId)>, TransferError> {
        let spaces = self.storage.spaces();
        let mut all = Vec::new();
        for name in spaces.names(kind)? {
            if let Some(id) = spaces.find(kind, &name)? {
                all.push((name, id));
            }
        }
        Ok(all)
    }

    /// The messages of a queue. One that cannot be read is an error: it would be missing in the file.
    fn rows(
        &self,
        kind: EntryKind,
        queue: &str,
        space: SpaceId,
    ) -> Result<Vec<Entry>, TransferError> {
        let mut entries = Vec::new();
        let mut damaged = None;
        self.storage.engine().read(|snapshot| {
            snapshot.scan(table(kind), space, "", |key, row| {
                match row.filter(|it| is_message(kind, it)) {
                    Some(row) => entries.push(Entry {
                        kind,
                        space: queue.to_owned(),
                        key: key.to_owned(),
                        expires: None,
                        mark: mark(row),
                    }),
                    None => damaged = Some(StorageError::damaged(key)),
                }
                std::ops::ControlFlow::Continue(())
            })
        })?;
        damaged.map_or(Ok(entries), |error| Err(error.into()))
    }

    fn content_of(&self, entry: &Entry) -> Result<Vec<u8>, StorageError> {
        let kind = space_kind(entry.kind);
        let gone = || StorageError::damaged(&entry.key);
        let space = self.storage.spaces().find(kind, &entry.space)?;
        let space = space.ok_or_else(gone)?;
        match entry.kind {
            EntryKind::Value | EntryKind::Object => {
                self.storage
                    .content_of(kind, &entry.space, space, &entry.key)
            }
            EntryKind::Message | EntryKind::DeadMessage => {
                let engine = self.storage.engine();
                let row = engine.read(|it| it.get(table(entry.kind), space, &entry.key))?;
                row.ok_or_else(gone)
            }
        }
    }

    fn name(&self) -> String {
        format!("{POSITION}{}", self.import)
    }
}

impl Target for LocalData {
    async fn next(&mut self) -> Result<Option<Entry>, TransferError> {
        if self.left.is_none() {
            let mut entries = self.entries()?;
            entries.reverse();
            self.left = Some(entries);
        }
        Ok(self.left.as_mut().and_then(Vec::pop))
    }

    async fn content(&mut self, entry: &Entry) -> Result<Vec<u8>, TransferError> {
        Ok(self.content_of(entry)?)
    }

    async fn remove(&mut self, entries: Vec<Entry>) -> Result<u64, TransferError> {
        let current: std::collections::HashSet<Entry> = self.entries()?.into_iter().collect();
        let same: Vec<Entry> = entries
            .into_iter()
            .filter(|it| current.contains(it))
            .collect();
        for entries in same.chunks(TOGETHER) {
            let entries = entries.to_vec();
            self.storage.engine().write_now(move |group| {
                for Entry {
                    kind, space, key, ..
                } in entries
                {
                    if let Some(space) = group.known_space(space_kind(kind), &space)? {
                        group.remove(table(kind), space, &key)?;
                    }
                }
                Ok(())
            })?;
        }
        Ok(same.len() as u64)
    }

    async fn begin(
        &mut self,
        import: &str,
        _needed: &[Entry],
    ) -> Result<Option<u64>, TransferError> {
        self.import = import.to_owned();
        let position = self.storage.restored(&self.name())?;
        Ok(Some(position).filter(|it| *it != WHOLE))
    }

    async fn write(
        &mut self,
        entries: Vec<Moved>,
        replaces: bool,
        position: u64,
    ) -> Result<u64, TransferError> {
        let rows: Result<_, TransferError> = entries.into_iter().map(row_of).collect();
        Ok(self
            .storage
            .restore(rows?, replaces, &self.name(), position)?)
    }

    async fn finish(&mut self) -> Result<(), TransferError> {
        self.storage
            .restore(Vec::new(), false, &self.name(), WHOLE)?;
        Ok(())
    }
}

fn row_of((entry, content): Moved) -> Result<RestoredRow, TransferError> {
    let content = match entry.kind {
        EntryKind::Value | EntryKind::Object => RestoredContent::Value {
            bytes: content,
            expires: entry.expires.unwrap_or_default(),
        },
        kind if !is_message(kind, &content) => {
            let problem = format!(
                "the message {} of {} has a wrong form",
                entry.key, entry.space
            );
            return Err(TransferError::Target(problem));
        }
        EntryKind::Message => RestoredContent::Message(content),
        EntryKind::DeadMessage => RestoredContent::DeadMessage(content),
    };
    Ok(RestoredRow {
        kind: space_kind(entry.kind),
        space: entry.space,
        key: entry.key,
        content,
    })
}

fn is_message(kind: EntryKind, row: &[u8]) -> bool {
    match kind {
        EntryKind::DeadMessage => serde_json::from_slice::<DeadMessage>(row).is_ok(),
        _ => serde_json::from_slice::<Message>(row).is_ok(),
    }
}

fn space_kind(kind: EntryKind) -> SpaceKind {
    match kind {
        EntryKind::Value => SpaceKind::Store,
        EntryKind::Object => SpaceKind::Bucket,
        EntryKind::Message | EntryKind::DeadMessage => SpaceKind::Queue,
    }
}

fn table(kind: EntryKind) -> Table {
    match kind {
        EntryKind::Value | EntryKind::Object => Table::Values,
        EntryKind::Message => Table::Messages,
        EntryKind::DeadMessage => Table::DeadMessages,
    }
}

fn mark(row: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(row)[..16])
}
