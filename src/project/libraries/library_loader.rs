//! Finds and verifies libraries by their hashes.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lumi_pack::{PackKind, PackedProgram};
use lumi_packages::hub::{HubAddress, hub_file};
use lumi_packages::{LockedIndex, LockedLibrary, PackHash, PackSource, PackStore, VersionRange};
use lumi_provider::PackageName;
use semver::Version;

use super::library_error::{LibraryError, LibraryName};
use super::library_set::{Library, check_imports, library_dependencies, title};
use crate::explained;
use crate::hub::{HubError, HubPlace};
use crate::packed_programs::packed_program;

/// The maximum number of libraries of a program.
const MAX_LIBRARIES: usize = 500;

/// A library that a program or another library needs.
#[derive(Clone, Debug)]
pub struct WantedLibrary {
    pub name: String,
    pub source: PackSource,
    pub range: VersionRange,
    pub version: String,
    pub hash: PackHash,
    /// The package that needs it; `None` for the program.
    pub importer: Option<String>,
}

impl WantedLibrary {
    /// The library of the program that an entry of `Lumi.lock` says.
    pub fn locked(name: &PackageName, locked: &LockedLibrary) -> Self {
        Self {
            name: name.to_string(),
            source: locked.source.clone(),
            range: locked.range.clone(),
            version: locked.version.to_string(),
            hash: locked.hash.clone(),
            importer: None,
        }
    }

    fn named(&self) -> Box<LibraryName> {
        Box::new(LibraryName {
            name: self.name.clone(),
            version: self.version.clone(),
            importer: self.importer.clone(),
            source: self.source.clone(),
        })
    }
}

/// Loads libraries, each of them once.
pub struct LibraryLoader<'s> {
    store: &'s PackStore,
    /// The folder that relative paths of hubs start at, if libraries may be fetched.
    hub: Option<PathBuf>,
    /// The folders that paths of sources may start at.
    folders: Vec<PathBuf>,
    pub all: Vec<Library>,
    indices: HashMap<PackHash, usize>,
}

/// A package that has been read from a file.
pub struct ReadPack {
    pub place: PathBuf,
    pub bytes: Vec<u8>,
    pub pack: PackedProgram,
    pub hash: PackHash,
}

/// Reads and verifies a package.
pub fn read(place: &Path) -> Result<ReadPack, LibraryError> {
    let bytes = PackStore::read_file(place).map_err(|error| LibraryError::Unreadable {
        place: place.to_owned(),
        error,
    })?;
    parsed(place.to_owned(), bytes)
}

/// Verifies the bytes of a package.
fn parsed(place: PathBuf, bytes: Vec<u8>) -> Result<ReadPack, LibraryError> {
    let pack = packed_program(&bytes).map_err(|problem| LibraryError::Broken {
        place: place.clone(),
        problem: Box::new(problem),
    })?;
    // The verifier compares the hash with one of 64 digits.
    let hash = PackHash::of_digits(&pack.manifest.hash).expect("BUG: a verified hash is one");
    Ok(ReadPack {
        place,
        bytes,
        pack,
        hash,
    })
}

/// The newest version of a package in a hub, and the index that names it. Its file is what the index says.
pub fn of_hub(
    hub: &HubPlace,
    address: &HubAddress,
    range: &VersionRange,
    known: Option<&LockedIndex>,
) -> Result<(ReadPack, LockedIndex), LibraryError> {
    let found = hub.newest(address, range, known)?;
    let place = found.place;
    let swapped = |problem: String| {
        LibraryError::from(HubError::Swapped {
            place: place.clone(),
            problem,
        })
    };
    let package = match parsed(place.clone().into(), found.bytes) {
        Err(LibraryError::Broken { problem, .. }) => {
            return Err(swapped(explained(&problem).to_string()));
        }
        package => package?,
    };
    let manifest = &package.pack.manifest;
    if package.hash != found.hash {
        return Err(swapped(format!("its hash is {}", package.hash)));
    }
    if manifest.version != found.version.to_string() || manifest.name != address.name() {
        return Err(swapped(format!(
            "it is {} {}",
            manifest.name, manifest.version
        )));
    }
    Ok((package, found.index))
}

impl<'s> LibraryLoader<'s> {
    /// `folder` is that of the program's settings, or of its package.
    pub fn new(store: &'s PackStore, folder: &Path) -> Self {
        Self {
            store,
            hub: None,
            folders: vec![folder.to_owned()],
            all: Vec::new(),
            indices: HashMap::new(),
        }
    }

    /// Fetches what is missing from the hub of this user.
    pub fn fetching(self, current: &Path) -> Self {
        let hub = Some(current.to_owned());
        Self { hub, ..self }
    }

    /// Loads a library with all that it needs. Hashes cannot refer to each other in a circle, so this ends.
    pub fn load(&mut self, wanted: &WantedLibrary) -> Result<usize, LibraryError> {
        if let Some(known) = self.indices.get(&wanted.hash) {
            return Ok(*known);
        }
        if self.all.len() >= MAX_LIBRARIES {
            return Err(LibraryError::TooMany(MAX_LIBRARIES));
        }
        let found = self.find(wanted)?;
        self.loaded(found)
    }

    /// Adds a package that was read, with all that it needs.
    pub fn loaded(&mut self, found: ReadPack) -> Result<usize, LibraryError> {
        if let Some(known) = self.indices.get(&found.hash) {
            return Ok(*known);
        }
        if found.pack.manifest.kind != PackKind::Library {
            return Err(LibraryError::Program { place: found.place });
        }
        let manifest = &found.pack.manifest;
        // Both are parts of paths.
        if !is_plain(&manifest.name) || manifest.version.parse::<Version>().is_err() {
            return Err(LibraryError::Named { place: found.place });
        }
        if let Some(folder) = found.place.parent()
            && !self.folders.iter().any(|it| it == folder)
        {
            self.folders.push(folder.to_owned());
        }
        let index = self.all.len();
        self.indices.insert(found.hash.clone(), index);
        let wanted = library_dependencies(&found.pack.manifest.dependencies, &title(&found.pack))?;
        self.all.push(Library {
            pack: Arc::new(found.pack),
            hash: found.hash,
            bytes: found.bytes.into(),
            needs: BTreeMap::new(),
        });
        for wanted in wanted {
            let needed = self.load(&wanted)?;
            self.all[index].needs.insert(wanted.name, needed);
        }
        let library = &self.all[index];
        check_imports(&library.pack, &library.needs, &self.all)?;
        Ok(index)
    }

    /// A file with the hash: where the source says, beside a package that was found, or in the store.
    fn find(&self, wanted: &WantedLibrary) -> Result<ReadPack, LibraryError> {
        let mut other = None;
        for place in self.places(wanted) {
            let Some(found) = read_if_there(&place)? else {
                continue;
            };
            if found.hash == wanted.hash {
                return checked(wanted, found);
            }
            other = other.or(Some(LibraryError::Swapped {
                library: wanted.named(),
                place,
                found: found.hash,
            }));
        }
        // The program names one file: where another one is there, its author has to say which is meant.
        if wanted.importer.is_none()
            && let Some(other) = other
        {
            return Err(other);
        }
        if let Some(found) = self.stored(wanted)? {
            return checked(wanted, found);
        }
        if let Some(found) = self.fetched(wanted)? {
            return checked(wanted, found);
        }
        Err(other.unwrap_or_else(|| LibraryError::Missing {
            library: wanted.named(),
            hash: wanted.hash.clone(),
            was_fetched: self.hub.is_some(),
        }))
    }

    /// The file of the store. One that was damaged is fetched again, if it may be.
    fn stored(&self, wanted: &WantedLibrary) -> Result<Option<ReadPack>, LibraryError> {
        let may_fetch = self.hub.is_some() && matches!(wanted.source, PackSource::Hub(_));
        match read_if_there(&self.store.place(&wanted.hash)) {
            Ok(Some(found)) if found.hash != wanted.hash && may_fetch => Ok(None),
            Err(LibraryError::Broken { .. }) if may_fetch => Ok(None),
            found => found?.map(|it| with_hash(wanted, it)).transpose(),
        }
    }

    /// The file of the hub, if it may be fetched.
    fn fetched(&self, wanted: &WantedLibrary) -> Result<Option<ReadPack>, LibraryError> {
        let (PackSource::Hub(address), Some(current)) = (&wanted.source, &self.hub) else {
            return Ok(None);
        };
        let hub = HubPlace::open(current, address)?;
        let Some(bytes) = hub.file(&wanted.hash)? else {
            return Ok(None);
        };
        let found = parsed(hub.place(&hub_file(&wanted.hash)).into(), bytes)?;
        with_hash(wanted, found).map(Some)
    }

    /// The files that the source of a library may mean.
    fn places(&self, wanted: &WantedLibrary) -> Vec<PathBuf> {
        let path = match (&wanted.source, &wanted.importer) {
            (PackSource::File(path), None) => {
                return self
                    .folders
                    .iter()
                    .take(1)
                    .map(|it| it.join(path))
                    .collect();
            }
            (PackSource::File(path), Some(_)) => path.clone(),
            (PackSource::Hub(_), None) => return Vec::new(),
            // `lumi pack pull` gives it this name.
            (PackSource::Hub(address), Some(_)) => {
                PackSource::file_name(address.name(), &wanted.version).into()
            }
        };
        let name = path.file_name().map(PathBuf::from);
        let mut places = Vec::new();
        for folder in &self.folders {
            for path in [Some(&path), name.as_ref()].into_iter().flatten() {
                let place = folder.join(path);
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        places
    }
}

/// Reads and verifies a package; `None` if the file does not exist.
fn read_if_there(place: &Path) -> Result<Option<ReadPack>, LibraryError> {
    match read(place) {
        Err(LibraryError::Unreadable { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Fails unless a package is the one that was locked.
fn with_hash(wanted: &WantedLibrary, found: ReadPack) -> Result<ReadPack, LibraryError> {
    match found.hash == wanted.hash {
        true => Ok(found),
        false => Err(LibraryError::Swapped {
            library: wanted.named(),
            place: found.place,
            found: found.hash,
        }),
    }
}

/// Whether a name can be a part of a path.
pub fn is_plain(name: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | '.');
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_part)
}

/// The version is that of the manifest, and in the range.
fn checked(wanted: &WantedLibrary, found: ReadPack) -> Result<ReadPack, LibraryError> {
    let version = &found.pack.manifest.version;
    let is_in_range = version.parse().is_ok_and(|it| wanted.range.contains(&it));
    match *version == wanted.version && is_in_range {
        true => Ok(found),
        false => Err(LibraryError::OtherVersion {
            library: wanted.named(),
            found: version.clone(),
            place: found.place,
        }),
    }
}
