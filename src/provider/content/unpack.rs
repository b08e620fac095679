//! Unpacks .zip and .tar files.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use flate2::read::GzDecoder;

use super::content::Content;
use super::content_error::ContentError;
use super::sources::{Member, check_member_name};

/// The format of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Zip,
    Tar,
    TarGz,
}

impl Packing {
    /// Determined by the file extension; a query or fragment of a URI is ignored.
    pub fn of(name: &str) -> Option<Self> {
        let name = name.split(['?', '#']).next().unwrap_or(name);
        let name = name.to_ascii_lowercase();
        let ends = |end: &str| name.ends_with(end);
        match () {
            () if ends(".zip") => Some(Self::Zip),
            () if ends(".tar") => Some(Self::Tar),
            () if ends(".tar.gz") || ends(".tgz") => Some(Self::TarGz),
            () => None,
        }
    }
}

/// Unpacks an archive into an empty folder. Members have the names in the archive, but the files
/// are numbered: no name can lead out of the folder. `shown` is the name of the archive in
/// messages.
pub fn unpack(
    archive: &Path,
    packing: Packing,
    folder: &Path,
    shown: &str,
) -> Result<Vec<Member>, ContentError> {
    let broken = |reason: String| ContentError::Packed {
        path: shown.to_owned(),
        reason,
    };
    let file = File::open(archive).map_err(|source| ContentError::Unreadable {
        path: shown.to_owned(),
        source,
    })?;
    let file = BufReader::new(file);
    let mut unpacking = Unpacking {
        folder,
        members: Vec::new(),
    };
    match packing {
        Packing::Zip => unpacking.zip(file),
        Packing::Tar => unpacking.tar(file),
        Packing::TarGz => unpacking.tar(GzDecoder::new(file)),
    }
    .map_err(|error| match error {
        Failure::Broken(reason) => broken(reason),
        Failure::Content(error) => error,
    })?;
    Ok(unpacking.members)
}

enum Failure {
    Broken(String),
    Content(ContentError),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<zip::result::ZipError> for Failure {
    fn from(error: zip::result::ZipError) -> Self {
        Self::Broken(error.to_string())
    }
}

struct Unpacking<'a> {
    folder: &'a Path,
    members: Vec<Member>,
}

impl Unpacking<'_> {
    fn zip(&mut self, file: BufReader<File>) -> Result<(), Failure> {
        let mut archive = zip::ZipArchive::new(file)?;
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index)?;
            let name = entry.name()?.into_owned();
            if entry.is_dir() {
                continue;
            }
            if entry.is_symlink() {
                return Err(link(&name));
            }
            let is_executable = entry.unix_mode().is_some_and(|mode| mode & 0o100 != 0);
            self.add(name, is_executable, &mut entry)?;
        }
        Ok(())
    }

    fn tar(&mut self, file: impl Read) -> Result<(), Failure> {
        let mut archive = tar::Archive::new(file);
        for entry in archive.entries()? {
            let mut entry = entry?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let kind = entry.header().entry_type();
            if kind.is_dir() || kind.is_pax_global_extensions() {
                continue;
            }
            if !kind.is_file() && !kind.is_contiguous() {
                return Err(link(&name));
            }
            let is_executable = entry.header().mode().is_ok_and(|mode| mode & 0o100 != 0);
            self.add(name, is_executable, &mut entry)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        name: String,
        is_executable: bool,
        bytes: &mut dyn Read,
    ) -> Result<(), Failure> {
        // In archives of `.` all names start with it.
        let name = name.trim_start_matches("./").to_owned();
        check_member_name(&name).map_err(Failure::Content)?;
        let path = self.folder.join(self.members.len().to_string());
        fs::create_dir_all(self.folder)
            .map_err(|error| Failure::Content(ContentError::Temporary(error)))?;
        let mut file = File::create_new(&path)
            .map_err(|error| Failure::Content(ContentError::Temporary(error)))?;
        io::copy(bytes, &mut file)?;
        self.members.push(Member {
            name,
            content: Content::File(path),
            is_executable,
        });
        Ok(())
    }
}

fn link(name: &str) -> Failure {
    Failure::Broken(format!(
        "its member {name:?} is neither a file nor a folder; links are not supported"
    ))
}
