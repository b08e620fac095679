//! Opens the file, and checks it.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use redb::backends::FileBackend;
use redb::{Database, ReadableDatabase as _, StorageBackend, TableDefinition, TableError};

use super::Table;

/// Bytes of the file that are kept in memory at most.
const CACHE: usize = 32 << 20;
/// The form of the tables. Later ones are refused.
const FORMAT: u64 = 1;
const FORMAT_KEY: &str = "format";
const FACTS: TableDefinition<'static, &'static str, u64> = TableDefinition::new("facts");

/// Opens or makes a file.
pub fn open(path: &Path) -> io::Result<Database> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let is_new = !path.exists();
    let file = options.open(path)?;
    if is_new && let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    let backend = FileBackend::new(file).map_err(failure)?;
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
