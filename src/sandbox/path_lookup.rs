//! Looks a path up as the kernel does, name by name, so that the sandbox judges the file that the kernel would open.
//!
//! Nothing is dropped of what is written: `file/` is not `file`, `link/..` is the parent of the link's target, and a
//! link to nowhere leads to a name that is missing.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Component, Path, PathBuf};

/// Links that the kernel follows in one path.
const MAX_LINKS: u32 = 40;

/// The treatment of the last name of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// A link is followed.
    Target,
    /// A link is followed if the path says that a folder is meant: `link/`.
    Entry,
    /// The name is made, removed or replaced in its folder, and never followed.
    Name,
    /// A file is opened, and made if it is missing: no slash may follow its name.
    Made,
    /// As [`Lookup::Made`], but a link is not followed.
    MadeEntry,
}

/// The place that a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path without links, `.` and `..`, which the sandbox judges. There may be nothing.
    pub real: PathBuf,
    /// The path for the work: `real`, but for [`Lookup::Name`] with the last name as it is written, which may be `.` or
    /// `..`, and the slashes after it.
    pub entry: PathBuf,
}

impl Place {
    fn at(real: PathBuf) -> Self {
        Self {
            entry: real.clone(),
            real,
        }
    }
}

/// Why the kernel does not reach the end of a path.
#[derive(Debug)]
pub struct Fault {
    /// The first place on the way that is missing, is a file where a folder is needed, or refuses access.
    pub at: PathBuf,
    /// That place with the names behind it, unless `..` is among them.
    pub whole: Option<PathBuf>,
    pub error: io::Error,
}

impl Fault {
    fn new(at: PathBuf, rest: &[u8], code: i32) -> Self {
        let rest = Path::new(OsStr::from_bytes(rest));
        let mut whole = Some(at.clone());
        for part in rest.components() {
            match (part, &mut whole) {
                (Component::Normal(name), Some(whole)) => whole.push(name),
                (Component::ParentDir, _) => whole = None,
                _ => {}
            }
        }
        Self {
            at,
            whole,
            error: io::Error::from_raw_os_error(code),
        }
    }

    /// The place that a permission has to cover for the program to learn of the fault.
    pub fn place(&self) -> &Path {
        self.whole.as_deref().unwrap_or(&self.at)
    }
}

/// Looks up an absolute path.
pub fn look_up(path: &Path, lookup: Lookup) -> Result<Place, Fault> {
    let mut walk = Walk {
        real: PathBuf::from("/"),
        rest: path.as_os_str().as_bytes().to_vec(),
        lookup,
        links: 0,
    };
    loop {
        if let Some(place) = walk.step()? {
            return Ok(place);
        }
    }
}

/// The path without links to where a path leads, whether there is something or not.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    match look_up(path, Lookup::Target) {
        Ok(place) => Ok(place.real),
        Err(Fault { whole, error, .. }) => whole.ok_or(error),
    }
}

struct Walk {
    /// A folder, without links.
    real: PathBuf,
    /// The names that are still to be looked up, with their slashes.
    rest: Vec<u8>,
    lookup: Lookup,
    links: u32,
}

impl Walk {
    /// Looks up one name. Returns the place once the path is at its end.
    fn step(&mut self) -> Result<Option<Place>, Fault> {
        let start = self.rest.iter().position(|it| *it != b'/');
        let Some(start) = start else {
            return Ok(Some(self.folder()));
        };
        self.rest.drain(..start);
        let end = self.rest.iter().position(|it| *it == b'/');
        let end = end.unwrap_or(self.rest.len());
        let tail = self.rest.split_off(end);
        let name = OsString::from_vec(std::mem::replace(&mut self.rest, tail));
        let is_last = self.rest.iter().all(|it| *it == b'/');
        if is_last && self.lookup == Lookup::Name {
            return Ok(Some(self.name(name)));
        }
        match name.as_bytes() {
            b"." => Ok(None),
            b".." => {
                self.real.pop();
                Ok(None)
            }
            _ => self.enter(&name, is_last),
        }
    }

    fn folder(&self) -> Place {
        Place {
            entry: match self.lookup {
                Lookup::Name => self.real.join("."),
                _ => self.real.clone(),
            },
            real: self.real.clone(),
        }
    }

    fn name(&self, mut name: OsString) -> Place {
        let mut real = self.real.clone();
        match name.as_bytes() {
            b"." => {}
            b".." => {
                real.pop();
            }
            _ => real.push(&name),
        }
        name.push(OsStr::from_bytes(&self.rest));
        Place {
            real,
            entry: self.real.join(name),
        }
    }

    fn enter(&mut self, name: &OsStr, is_last: bool) -> Result<Option<Place>, Fault> {
        let entry = self.real.join(name);
        let is_folder_meant = !self.rest.is_empty();
        let is_made = matches!(self.lookup, Lookup::Made | Lookup::MadeEntry);
        if is_last && is_folder_meant && is_made {
            return Err(Fault::new(entry, &self.rest, libc::EISDIR));
        }
        let facts = match entry.symlink_metadata() {
            Ok(facts) => facts,
            Err(error) if is_last && error.kind() == io::ErrorKind::NotFound => {
                return Ok(Some(Place::at(entry)));
            }
            Err(error) => {
                let code = error.raw_os_error().unwrap_or(libc::EIO);
                return Err(Fault::new(entry, &self.rest, code));
            }
        };
        let is_target = matches!(self.lookup, Lookup::Target | Lookup::Made);
        if facts.is_symlink() && (!is_last || is_folder_meant || is_target) {
            self.follow(&entry)?;
            return Ok(None);
        }
        if facts.is_dir() {
            self.real = entry;
            return Ok(is_last.then(|| self.folder()));
        }
        match is_folder_meant {
            true => Err(Fault::new(entry, &self.rest, libc::ENOTDIR)),
            false => Ok(Some(Place::at(entry))),
        }
    }

    /// Puts the target of a link before what is still to be looked up.
    fn follow(&mut self, link: &Path) -> Result<(), Fault> {
        let fault = |code| Fault::new(link.to_owned(), &self.rest, code);
        if self.links == MAX_LINKS {
            return Err(fault(libc::ELOOP));
        }
        let target = std::fs::read_link(link);
        let target = target.map_err(|error| fault(error.raw_os_error().unwrap_or(libc::EIO)))?;
        if target.is_absolute() {
            self.real = PathBuf::from("/");
        }
        let mut rest = target.into_os_string().into_vec();
        rest.append(&mut self.rest);
        self.rest = rest;
        self.links += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
