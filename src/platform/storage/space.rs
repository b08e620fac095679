//! Stores, buckets and queues: folders that deployments make and remove.
//!
//! A folder `KIND/NAME` has a file with a random id, and rows of the database have the id. So what is in a space is gone when
//! its folder is, at once, and a space with the same name later has nothing of it.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::error::StorageError;
use super::file_name::{decode, encode};
use super::removed_space::is_removed;
use super::whole_file::sync_folder;

/// The file with the id. No file of another version begins with a dot.
const ID: &str = ".id";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpaceId(pub u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpaceKind {
    Store,
    Bucket,
    Queue,
}

impl SpaceKind {
    pub const ALL: [Self; 3] = [Self::Store, Self::Bucket, Self::Queue];

    /// The name of the folder of all spaces of the kind.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Store => "kv",
            Self::Bucket => "buckets",
            Self::Queue => "queues",
        }
    }
}

/// The folders of all spaces.
#[derive(Clone, Debug)]
pub struct Spaces {
    data: PathBuf,
}

impl Spaces {
    pub fn new(data: PathBuf) -> Self {
        Self { data }
    }

    /// The folder of a space, which need not exist.
    pub fn folder(&self, kind: SpaceKind, name: &str) -> Result<PathBuf, StorageError> {
        let encoded = encode(name).map_err(|it| StorageError::Name(it.to_string()))?;
        match encoded.components().count() {
            1 => Ok(self.data.join(kind.folder()).join(encoded)),
            _ => Err(StorageError::Name(format!("the name {name:?} is too long"))),
        }
    }

    /// The id of a space; `None` if nothing was ever stored there.
    pub fn find(&self, kind: SpaceKind, name: &str) -> Result<Option<SpaceId>, StorageError> {
        let folder = self.folder(kind, name)?;
        Ok(read(&folder, kind, name)?)
    }

    /// The id of a space, which is made if it is missing. Only the thread that writes makes spaces.
    pub fn make(&self, kind: SpaceKind, name: &str) -> Result<SpaceId, StorageError> {
        let folder = self.folder(kind, name)?;
        if let Some(id) = read(&folder, kind, name)? {
            return Ok(id);
        }
        make(&folder, kind, name).map_err(|error| match is_removed(&folder) {
            true => StorageError::Removed(name.to_owned()),
            false => error.into(),
        })
    }

    /// The names of the spaces of a kind, in order.
    pub fn names(&self, kind: SpaceKind) -> io::Result<Vec<String>> {
        let entries = match self.data.join(kind.folder()).read_dir() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                names.extend(decode(Path::new(&entry.file_name())));
            }
        }
        names.sort();
        Ok(names)
    }
}

fn read(folder: &Path, kind: SpaceKind, name: &str) -> io::Result<Option<SpaceId>> {
    let path = folder.join(ID);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let id = text
        .get(..16)
        .and_then(|it| u64::from_str_radix(it, 16).ok());
    // A damaged id would be that of no space, and what is in the space would be removed.
    let id = id
        .map(SpaceId)
        .filter(|it| text == content(*it, kind, name));
    id.map(Some).ok_or_else(|| {
        let problem = format!("{} is damaged, or that of another folder", path.display());
        io::Error::new(io::ErrorKind::InvalidData, problem)
    })
}

fn make(folder: &Path, kind: SpaceKind, name: &str) -> io::Result<SpaceId> {
    fs::create_dir_all(folder)?;
    let id = SpaceId(rand::random());
    let mut file = tempfile::Builder::new()
        .prefix(super::whole_file::PREFIX)
        .tempfile_in(folder)?;
    file.write_all(content(id, kind, name).as_bytes())?;
    file.as_file().sync_data()?;
    file.persist_noclobber(folder.join(ID))
        .map_err(|it| it.error)?;
    sync_folder(folder)?;
    if let Some(all) = folder.parent() {
        sync_folder(all)?;
        all.parent().map_or(Ok(()), sync_folder)?;
    }
    Ok(id)
}

/// The id, and a checksum of it and of its place.
fn content(id: SpaceId, kind: SpaceKind, name: &str) -> String {
    let id = format!("{:016x}", id.0);
    let checksum = crc32fast::hash(format!("{id} {}/{name}", kind.folder()).as_bytes());
    format!("{id} {checksum:08x}\n")
}

fn is_absent(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEUE: SpaceKind = SpaceKind::Queue;

    #[test]
    fn a_space_that_is_made_again_is_another_one() {
        let data = tempfile::tempdir().unwrap();
        let it = Spaces::new(data.path().to_owned());
        assert_eq!(it.find(QUEUE, "jobs").unwrap(), None);
        let id = it.make(QUEUE, "jobs").unwrap();
        assert_eq!(it.make(QUEUE, "jobs").unwrap(), id);
        assert_eq!(it.find(QUEUE, "jobs").unwrap(), Some(id));
        assert_eq!(it.find(SpaceKind::Store, "jobs").unwrap(), None);
        fs::remove_dir_all(data.path().join("queues/jobs")).unwrap();
        assert_eq!(it.find(QUEUE, "jobs").unwrap(), None);
        assert_ne!(it.make(QUEUE, "jobs").unwrap(), id);
        assert_eq!(it.names(QUEUE).unwrap(), ["jobs"]);
    }

    #[test]
    fn a_damaged_id_and_that_of_another_folder_are_refused() {
        let data = tempfile::tempdir().unwrap();
        let it = Spaces::new(data.path().to_owned());
        it.make(QUEUE, "jobs").unwrap();
        let file = data.path().join("queues/jobs/.id");
        let good = fs::read(&file).unwrap();
        for at in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                fs::write(&file, &bad).unwrap();
                assert!(it.find(QUEUE, "jobs").is_err(), "{at} {bit}");
                assert!(it.make(QUEUE, "jobs").is_err(), "{at} {bit}");
            }
        }
        fs::create_dir(data.path().join("queues/copy")).unwrap();
        fs::write(data.path().join("queues/copy/.id"), &good).unwrap();
        assert!(it.find(QUEUE, "copy").is_err());
    }
}
