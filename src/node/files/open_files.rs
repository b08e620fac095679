//! The files that a program has opened, by numbers of their own: a program never sees the
//! descriptors of the process.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use rustix::fs::{Mode, OFlags};

use lumi_sandbox::Lookup;

use super::folder_entry::FolderEntry;

/// The numbers below are the standard streams.
const FIRST: u32 = 3;

/// Flags of `open`, as numbers of Linux on x86-64 on every platform (`js/node/fs/constants.ts`).
const FLAGS: &[(u32, OFlags)] = &[
    (0o100, OFlags::CREATE),
    (0o200, OFlags::EXCL),
    (0o1000, OFlags::TRUNC),
    (0o2000, OFlags::APPEND),
    (0o10000, OFlags::DSYNC),
    (0o200_000, OFlags::DIRECTORY),
    (0o400_000, OFlags::NOFOLLOW),
    (0o4_010_000, OFlags::SYNC),
];

/// How a file is opened.
#[derive(Clone, Copy, Debug)]
pub struct OpenMode {
    flags: OFlags,
    mode: Mode,
}

impl OpenMode {
    /// `mode` has the permission bits of a new file.
    pub fn new(number: u32, mode: u32) -> Self {
        let access = match number & 3 {
            0 => OFlags::RDONLY,
            1 => OFlags::WRONLY,
            _ => OFlags::RDWR,
        };
        let set = FLAGS.iter().filter(|(bits, _)| number & bits == *bits);
        Self {
            flags: set.fold(access, |flags, (_, flag)| flags | *flag),
            mode: Mode::from_raw_mode(mode & 0o7777),
        }
    }

    pub fn reading() -> Self {
        Self::new(0, 0)
    }

    pub fn reads(self) -> bool {
        !self.flags.contains(OFlags::WRONLY)
    }

    pub fn writes(self) -> bool {
        let writing = OFlags::WRONLY | OFlags::RDWR | OFlags::CREATE | OFlags::TRUNC;
        self.flags.intersects(writing)
    }

    /// How the last name of the path is looked up.
    pub fn lookup(self) -> Lookup {
        let is_made = self.flags.contains(OFlags::CREATE);
        let exclusive = OFlags::CREATE | OFlags::EXCL;
        let is_entry = self.flags.contains(exclusive) || self.flags.contains(OFlags::NOFOLLOW);
        match (is_made, is_entry) {
            (true, true) => Lookup::MadeEntry,
            (true, false) => Lookup::Made,
            (false, true) => Lookup::Entry,
            (false, false) => Lookup::Target,
        }
    }

    /// Opens a checked path. Only regular files, folders and `/dev/null` are opened for reading:
    /// reading a pipe or a device may block for ever and cannot be stopped.
    pub fn open(self, real: &Path) -> io::Result<File> {
        let entry = FolderEntry::open(real)?;
        let is_checked = self.reads() && real != Path::new("/dev/null");
        if is_checked {
            // Before it is opened: opening a device may have side effects.
            match entry.metadata() {
                Ok(metadata) if metadata.is_symlink() => {}
                Ok(metadata) => check_readable(&metadata)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        let file = entry.open_entry(self.flags | OFlags::NONBLOCK | OFlags::NOCTTY, self.mode)?;
        if is_checked {
            check_readable(&file.metadata()?)?;
        }
        Ok(file)
    }
}

fn check_readable(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() || metadata.is_dir() {
        Ok(())
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a regular file",
        ))
    }
}

/// Opens a regular file for reading.
pub fn open_regular(real: &Path) -> io::Result<File> {
    let file = OpenMode::reading().open(real)?;
    let metadata = file.metadata()?;
    if metadata.is_file() || real == Path::new("/dev/null") {
        Ok(file)
    } else {
        Err(io::Error::from_raw_os_error(libc::EISDIR))
    }
}

/// Shared with the threads that open files.
#[derive(Clone, Default)]
pub struct OpenFiles {
    table: Arc<Mutex<Table>>,
}

/// A file that a program has opened.
#[derive(Debug)]
pub struct OpenFile {
    pub file: File,
    /// The path that was checked, and how the file was opened: more needs another check.
    pub real: PathBuf,
    pub mode: OpenMode,
}

#[derive(Default)]
struct Table {
    files: HashMap<u32, Arc<OpenFile>>,
    /// The number of files that were opened so far.
    count: u32,
}

impl OpenFiles {
    /// With the standard streams of this process, for a script that they belong to.
    pub fn of_script() -> Self {
        let own = Self::default();
        let streams = [
            ("stdin", OpenMode::reading()),
            ("stdout", OpenMode::new(1, 0)),
            ("stderr", OpenMode::new(1, 0)),
        ];
        for ((name, mode), number) in streams.into_iter().zip(0_u32..) {
            let descriptor = i32::try_from(number).unwrap_or_default();
            // SAFETY: the number is not that of another file: the streams are open, or no file has their numbers,
            // which the clone finds out.
            let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) }.try_clone_to_owned();
            // A stream that is closed is none.
            let Ok(descriptor) = descriptor else { continue };
            let file = OpenFile {
                file: descriptor.into(),
                real: Path::new("/dev").join(name),
                mode,
            };
            own.table.lock().files.insert(number, Arc::new(file));
        }
        own
    }

    pub fn add(&self, file: OpenFile) -> u32 {
        let mut table = self.table.lock();
        let number = FIRST + table.count;
        table.count += 1;
        table.files.insert(number, Arc::new(file));
        number
    }

    pub fn get(&self, number: u32) -> io::Result<Arc<OpenFile>> {
        let found = self.table.lock().files.get(&number).map(Arc::clone);
        found.ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))
    }

    /// Operations that have begun keep the file open until they end.
    pub fn remove(&self, number: u32) -> io::Result<Arc<OpenFile>> {
        let found = self.table.lock().files.remove(&number);
        found.ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_say_what_is_asked_for() {
        let [read, write, append] = [0, 0o1101, 0o2102].map(|it| OpenMode::new(it, 0o666));
        assert!(read.reads() && !read.writes());
        assert!(!write.reads() && write.writes());
        assert!(append.reads() && append.writes());
        // Read-only and truncating: Linux empties the file.
        assert!(OpenMode::new(0o1000, 0).writes());
        assert_eq!(OpenMode::new(0o301, 0).lookup(), Lookup::MadeEntry);
    }

    #[test]
    fn numbers_are_not_used_twice() {
        let files = OpenFiles::default();
        let null = || OpenFile {
            file: File::open("/dev/null").unwrap(),
            real: PathBuf::from("/dev/null"),
            mode: OpenMode::reading(),
        };
        let first = files.add(null());
        assert_eq!(first, 3);
        assert!(files.get(first).is_ok());
        assert!(files.remove(first).is_ok());
        assert_eq!(
            files.get(first).unwrap_err().raw_os_error(),
            Some(libc::EBADF)
        );
        assert_eq!(files.add(null()), 4);
    }
}
