//! Opens the file, and checks it.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use redb::backends::FileBackend;
use redb::{Database, ReadableDatabase as _, StorageBackend, TableDefinition, TableError};

use super::Table;
use crate::storage::whole_file::{PREFIX, remove, sync_folder};

/// Bytes of the file that are kept in memory at most.
const CACHE: usize = 32 << 20;
/// The form of the tables. Later ones are refused.
const FORMAT: u64 = 1;
const FORMAT_KEY: &str = "format";
/// Numbers by name: the form of the tables, and how much of each file of an export was moved into them.
pub const FACTS: TableDefinition<'static, &'static str, u64> = TableDefinition::new("facts");

/// Opens a file, which is made if it is missing. It has its name when it is whole, so that a process that is killed leaves none
/// that cannot be opened.
pub fn open(path: &Path) -> io::Result<Database> {
    if !path.exists() {
        make(path)?;
    }
    let mut options = OpenOptions::new();
    let backend = FileBackend::new(options.read(true).write(true).open(path)?).map_err(failure)?;
    with_backend(backend).map_err(|error| {
        let advice = match error.kind() {
            io::ErrorKind::InvalidData => {
                "; restore it from a copy, or move it away to start without its data"
            }
            _ => "",
        };
        io::Error::new(error.kind(), format!("{}: {error}{advice}", path.display()))
    })
}

fn make(path: &Path) -> io::Result<()> {
    let unfinished = unfinished(path);
    remove(&unfinished)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let file = options.open(&unfinished)?;
    let backend = FileBackend::new(file.try_clone()?).map_err(failure)?;
    drop(with_backend(backend)?);
    file.sync_all()?;
    fs::rename(&unfinished, path)?;
    sync_folder(path.parent().unwrap_or(Path::new(".")))
}

/// The name of a file until it is whole. One process uses it at a time, so that the next one takes it over.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = OsString::from(PREFIX);
    name.push(path.file_name().unwrap_or_default());
    path.with_file_name(name)
}

/// Reads the whole file once: each page has a checksum, so that what was altered is refused instead of being trusted.
pub fn with_backend(backend: impl StorageBackend) -> io::Result<Database> {
    let database = Database::builder()
        .set_cache_size(CACHE)
        .set_check_integrity_on_open(true)
        .create_with_backend(backend)
        .map_err(failure)?;
    match format(&database)? {
        None => make_tables(&database).map_err(failure)?,
        Some(FORMAT) => {}
        Some(other) => {
            let problem = format!("its format is {other}, of a newer version of Lumi");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
    }
    Ok(database)
}

fn format(database: &Database) -> io::Result<Option<u64>> {
    let transaction = database.begin_read().map_err(failure)?;
    let facts = match transaction.open_table(FACTS) {
        Ok(facts) => facts,
        Err(TableError::TableDoesNotExist(_)) => return Ok(None),
        Err(error) => return Err(failure(error)),
    };
    let format = facts.get(FORMAT_KEY).map_err(failure)?;
    Ok(format.map(|it| it.value()))
}

fn make_tables(database: &Database) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    for table in Table::ALL {
        transaction.open_table(table.definition())?;
    }
    transaction.open_table(FACTS)?.insert(FORMAT_KEY, FORMAT)?;
    transaction.commit()?;
    Ok(())
}

/// An error of the database as one of the file.
pub fn failure(error: impl Into<redb::Error>) -> io::Error {
    match error.into() {
        redb::Error::Io(error) => error,
        redb::Error::Corrupted(reason) => io::Error::new(
            io::ErrorKind::InvalidData,
            format!("it is damaged: {reason}"),
        ),
        other => io::Error::other(other.to_string()),
    }
}

#[cfg(test)]
pub fn set_format(database: &Database, format: u64) {
    let transaction = database.begin_write().unwrap();
    let mut facts = transaction.open_table(FACTS).unwrap();
    facts.insert(FORMAT_KEY, format).unwrap();
    drop(facts);
    transaction.commit().unwrap();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_name_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it.redb");
        // A process was killed in the middle.
        fs::write(unfinished(&path), "red".repeat(1 << 20)).unwrap();
        make(&path).unwrap();
        assert_eq!(format(&open(&path).unwrap()).unwrap(), Some(FORMAT));
        let names: Vec<_> = folder.path().read_dir().unwrap().collect();
        assert_eq!(names.len(), 1, "{names:?}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = path.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_file_that_cannot_be_made_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        assert!(open(&folder.path().join("missing/it.redb")).is_err());
        let path = folder.path().join("it.redb");
        fs::write(&path, "").unwrap();
        // An empty file is as good as none, and any other is not replaced.
        assert!(open(&path).is_ok());
        fs::write(&path, "text").unwrap();
        assert!(open(&path).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"text");
    }
}
