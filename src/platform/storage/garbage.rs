//! Rows and files that removed spaces and values leave.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use super::engine::{Group, Table};
use super::error::StorageError;
use super::space::{SpaceId, SpaceKind, Spaces};
use super::stored_value::{FILES, StoredValue};
use super::{Storage, whole_file};

/// Maximum number of rows that are removed in one change, so that others need not wait long.
const ROWS: usize = 5000;

/// Removes rows without a space and files without a row. At the start, when nothing else writes.
pub fn sweep(storage: &Storage) -> io::Result<()> {
    while storage.engine().write_now(remove_rows)? {}
    for kind in [SpaceKind::Store, SpaceKind::Bucket] {
        for name in storage.spaces().names(kind)? {
            remove_files(storage, kind, &name)?;
        }
    }
    Ok(())
}

/// Removes some rows of spaces that are no longer there; returns whether there may be more. A change makes no space
/// meanwhile, so no row is that of a new one.
pub fn remove_rows(group: &mut Group<'_>) -> Result<bool, StorageError> {
    let Some(spaces) = living(group.spaces())? else {
        return Ok(false);
    };
    let mut left = ROWS;
    for table in Table::ALL {
        let mut from = SpaceId(0);
        while let Some(space) = group.first_space(table, from)? {
            if !spaces.contains(&space) {
                left -= group.clear(table, space, left)?;
            }
            if left == 0 {
                return Ok(true);
            }
            match space.0.checked_add(1) {
                Some(next) => from = SpaceId(next),
                None => break,
            }
        }
    }
    Ok(false)
}

/// The ids of all spaces; `None` if one cannot be read, as its rows must stay.
fn living(spaces: &Spaces) -> io::Result<Option<BTreeSet<SpaceId>>> {
    let mut ids = BTreeSet::new();
    for kind in SpaceKind::ALL {
        for name in spaces.names(kind)? {
            match spaces.find(kind, &name) {
                Ok(id) => ids.extend(id),
                Err(_) => return Ok(None),
            }
        }
    }
    Ok(Some(ids))
}

/// Removes files of values that were not written to the end, or not removed to the end.
fn remove_files(storage: &Storage, kind: SpaceKind, name: &str) -> Result<(), StorageError> {
    let folder = storage.spaces().folder(kind, name)?;
    let files = match folder.join(FILES).read_dir() {
        Ok(files) => files,
        Err(_) => return Ok(()),
    };
    let Ok(Some(id)) = storage.spaces().find(kind, name) else {
        return Ok(());
    };
    let used = used_files(storage, id, &folder)?;
    let Some(used) = used else { return Ok(()) };
    for file in files {
        let path = file?.path();
        if !used.contains(&path) && fs::metadata(&path)?.is_file() {
            whole_file::remove(&path)?;
        }
    }
    Ok(())
}

/// `None` if a row is damaged, which may be that of any file.
fn used_files(
    storage: &Storage,
    id: SpaceId,
    folder: &Path,
) -> Result<Option<BTreeSet<std::path::PathBuf>>, StorageError> {
    let mut used = Some(BTreeSet::new());
    storage.engine().read(|snapshot| {
        snapshot.scan(Table::Values, id, "", |_, row| {
            let Some(value) = row.and_then(StoredValue::from_row) else {
                used = None;
                return ControlFlow::Break(());
            };
            if let (Some(used), Some(file)) = (&mut used, value.file()) {
                used.insert(file.path(folder));
            }
            ControlFlow::Continue(())
        })
    })?;
    Ok(used)
}
