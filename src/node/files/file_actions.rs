//! Operations of programs on names in the file system. All paths are checked: absolute, and without
//! symlinks up to the last name.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use rustix::fs::{
    AtFlags, Dir, FileType, Gid, Mode, OFlags, Timespec, Timestamps, Uid, chownat, fstatfs, linkat,
    mkdirat, readlinkat, renameat, statat, symlinkat, unlinkat, utimensat,
};
use rustix::io::Errno;

use lumi_sandbox::{LUMI_FOLDER, Lookup};

use super::file_access::OnTheWay;
use super::folder_entry::FolderEntry;
use super::open_files::{OpenMode, open_regular};
use super::path_text::text_of;

/// Bits for [`copy`], as in Node.
const COPY_EXCLUSIVE: u32 = 1;

/// Seconds since the epoch.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    pub accessed: f64,
    pub modified: f64,
}

impl Times {
    pub fn stamps(self) -> Timestamps {
        let spec = |seconds: f64| {
            let whole = seconds.floor();
            // Microseconds, as in Node: a fraction of a number of seconds has no more digits.
            let micros = ((seconds - whole) * 1e6).round().min(999_999.0);
            Timespec {
                tv_sec: whole as i64,
                tv_nsec: micros as i64 * 1000,
            }
        };
        Timestamps {
            last_access: spec(self.accessed),
            last_modification: spec(self.modified),
        }
    }
}

/// Ids of a user and a group; -1 keeps the current one.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    pub user: f64,
    pub group: f64,
}

impl Owner {
    pub fn ids(self) -> (Option<Uid>, Option<Gid>) {
        let id = |it: f64| (it >= 0.0 && it < f64::from(u32::MAX)).then_some(it as u32);
        (
            id(self.user).map(Uid::from_raw),
            id(self.group).map(Gid::from_raw),
        )
    }
}

pub fn mode_of(bits: u32) -> Mode {
    Mode::from_raw_mode(bits & 0o7777)
}

pub fn make_folder(real: &Path, mode: u32) -> io::Result<()> {
    let entry = FolderEntry::open(real)?;
    Ok(mkdirat(&entry.folder, entry.name, mode_of(mode))?)
}

/// Makes a folder on the way to another one. Returns whether it was made: it may be there, also by a link.
pub fn make_folder_on_the_way(folder: OnTheWay, mode: u32) -> io::Result<bool> {
    let Err(error) = make_folder(&folder.entry, mode) else {
        return Ok(true);
    };
    match error.raw_os_error() {
        Some(libc::EACCES | libc::ENOSPC | libc::ENOTDIR | libc::EPERM | libc::ENOENT) => {
            Err(error)
        }
        _ => match FolderEntry::open(&folder.found?)?.metadata()?.is_dir() {
            true => Ok(false),
            false => Err(Errno::EXIST.into()),
        },
    }
}

/// Removes a file or a symlink.
pub fn unlink(real: &Path) -> io::Result<()> {
    let entry = FolderEntry::open(real)?;
    let name = entry.existing_name()?;
    Ok(unlinkat(&entry.folder, name, AtFlags::empty())?)
}

/// Removes an empty folder.
pub fn remove_folder(real: &Path) -> io::Result<()> {
    let entry = FolderEntry::open(real)?;
    let name = entry.existing_name()?;
    Ok(unlinkat(&entry.folder, name, AtFlags::REMOVEDIR)?)
}

/// Removes an entry, and what is in it if it is a folder.
pub fn remove_all(entry: &Path) -> io::Result<()> {
    let entry = FolderEntry::open(entry)?;
    remove_below(&entry.folder, removed_name(&entry)?)
}

/// Like [`remove_all`], but nothing is removed where a folder of Lumi is below: the permission for a
/// folder does not open the keys and states in it.
pub fn remove_all_but_kept(entry: &Path) -> io::Result<()> {
    let entry = FolderEntry::open(entry)?;
    let name = removed_name(&entry)?;
    if has_kept_below(&entry.folder, name)? {
        return Err(Errno::ACCESS.into());
    }
    remove_below(&entry.folder, name)
}

/// The name of an entry that is removed with all in it, which `.` and `..` are not.
fn removed_name<'a>(entry: &FolderEntry<'a>) -> io::Result<&'a OsStr> {
    match entry.is_special() {
        true => Err(Errno::INVAL.into()),
        false => entry.existing_name(),
    }
}

fn has_kept_below(folder: impl AsFd, name: impl rustix::path::Arg + Copy) -> io::Result<bool> {
    let inner = match open_folder(&folder, name) {
        Ok(inner) => inner,
        // A file, or a symlink.
        Err(error) if error.raw_os_error() != Some(libc::EACCES) => return Ok(false),
        Err(error) => return Err(error),
    };
    for entry in Dir::read_from(&inner)? {
        let entry = entry?;
        let name = entry.file_name();
        if is_special(name.to_bytes()) {
            continue;
        }
        let is_kept = name.to_bytes().eq_ignore_ascii_case(LUMI_FOLDER.as_bytes());
        let may_be_folder = matches!(entry.file_type(), FileType::Directory | FileType::Unknown);
        if is_kept || (may_be_folder && has_kept_below(&inner, name)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn remove_below(folder: impl AsFd, name: impl rustix::path::Arg + Copy) -> io::Result<()> {
    // Linux answers EISDIR for a folder, other systems EPERM.
    match unlinkat(&folder, name, AtFlags::empty()) {
        Ok(()) => return Ok(()),
        Err(Errno::ISDIR | Errno::PERM) => {}
        Err(error) => return Err(error.into()),
    }
    let inner = open_folder(&folder, name)?;
    for entry in Dir::read_from(&inner)? {
        let entry = entry?;
        if !is_special(entry.file_name().to_bytes()) {
            remove_below(&inner, entry.file_name())?;
        }
    }
    Ok(unlinkat(&folder, name, AtFlags::REMOVEDIR)?)
}

fn open_folder(folder: impl AsFd, name: impl rustix::path::Arg) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(folder, name, flags, Mode::empty())?.into())
}

fn is_special(name: &[u8]) -> bool {
    matches!(name, b"." | b"..")
}

/// Returns one entry per name: a letter for its kind (see [`kind`]), then the name.
pub fn list(real: &Path) -> io::Result<Vec<String>> {
    let entry = FolderEntry::open(real)?;
    let folder = open_folder(&entry.folder, entry.name)?;
    let mut entries = Vec::new();
    for entry in Dir::read_from(&folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if is_special(name.to_bytes()) {
            continue;
        }
        let file_type = match entry.file_type() {
            FileType::Unknown => {
                let found = statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW);
                found.map_or(FileType::Unknown, |it| FileType::from_raw_mode(it.st_mode))
            }
            known => known,
        };
        let name = text_of(OsStr::from_bytes(name.to_bytes()));
        entries.push(format!("{}{name}", kind(file_type)));
    }
    // Sorted, because the order of the system is undefined.
    entries.sort_by(|a, b| a[1..].cmp(&b[1..]));
    Ok(entries)
}

fn kind(file_type: FileType) -> char {
    match file_type {
        FileType::RegularFile => 'f',
        FileType::Directory => 'd',
        FileType::Symlink => 'l',
        FileType::Fifo => 'p',
        FileType::Socket => 's',
        FileType::CharacterDevice => 'c',
        FileType::BlockDevice => 'b',
        FileType::Unknown => 'o',
    }
}

pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let (from, to) = (FolderEntry::open(from)?, FolderEntry::open(to)?);
    // The kernel refuses `.` and `..` before it looks for slashes.
    if !from.is_special() && !to.is_special() {
        from.existing_name()?;
        to.replaced_name(&from)?;
    }
    Ok(renameat(&from.folder, from.name, &to.folder, to.name)?)
}

/// Gives a file another name. A symlink itself gets the name, not its target.
pub fn link(from: &Path, to: &Path) -> io::Result<()> {
    let (from, to) = (FolderEntry::open(from)?, FolderEntry::open(to)?);
    let flags = AtFlags::empty();
    statat(&from.folder, from.name, AtFlags::SYMLINK_NOFOLLOW)?;
    let new = to.made_name()?;
    Ok(linkat(&from.folder, from.name, &to.folder, new, flags)?)
}

pub fn symlink(target: &Path, real: &Path) -> io::Result<()> {
    let entry = FolderEntry::open(real)?;
    if target.as_os_str().is_empty() {
        return Err(Errno::NOENT.into());
    }
    Ok(symlinkat(target, &entry.folder, entry.made_name()?)?)
}

pub fn read_link(real: &Path) -> io::Result<String> {
    let entry = FolderEntry::open(real)?;
    let target = readlinkat(&entry.folder, entry.name, Vec::new())?;
    Ok(text_of(OsStr::from_bytes(target.to_bytes())))
}

/// How the target of a copy is looked up.
pub fn lookup_of_copy(mode: u32) -> Lookup {
    match mode & COPY_EXCLUSIVE {
        0 => Lookup::Made,
        _ => Lookup::MadeEntry,
    }
}

pub fn copy(from: &Path, to: &Path, mode: u32) -> io::Result<()> {
    let is_exclusive = mode & COPY_EXCLUSIVE != 0;
    let source = open_regular(from);
    // The target is opened before a folder is found to be no file, and nothing is written.
    if source.is_err() && is_exclusive && from.is_dir() && FolderEntry::open(to)?.metadata().is_ok()
    {
        return Err(Errno::EXIST.into());
    }
    let mut source = source?;
    let origin = source.metadata()?;
    if !is_exclusive {
        let target = FolderEntry::open(to)?.metadata();
        if target.is_ok_and(|it| is_same(&origin, &it)) {
            return Ok(());
        }
    }
    let flags = if is_exclusive { 0o301 } else { 0o1101 };
    let mut target = OpenMode::new(flags, 0o666).open(to)?;
    io::copy(&mut source, &mut target)?;
    target.set_permissions(origin.permissions())
}

/// Whether both belong to the same file, possibly under two names.
fn is_same(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    a.dev() == b.dev() && a.ino() == b.ino()
}

/// `wanted` has the bits 1 execute, 2 write and 4 read; 0 asks whether the file exists.
#[cfg(target_os = "linux")]
pub fn access(real: &Path, wanted: u32) -> io::Result<()> {
    let file = FolderEntry::open(real)?.pin()?;
    let wanted = rustix::fs::Access::from_bits_truncate(wanted);
    Ok(rustix::fs::access(
        super::folder_entry::path_of(&file),
        wanted,
    )?)
}

#[cfg(not(target_os = "linux"))]
pub fn access(real: &Path, wanted: u32) -> io::Result<()> {
    let entry = FolderEntry::open(real)?;
    let wanted = rustix::fs::Access::from_bits_truncate(wanted);
    let flags = AtFlags::empty();
    Ok(rustix::fs::accessat(
        &entry.folder,
        entry.name,
        wanted,
        flags,
    )?)
}

#[cfg(target_os = "linux")]
pub fn change_mode(real: &Path, mode: u32) -> io::Result<()> {
    // The call for open files refuses handles without access.
    let file = FolderEntry::open(real)?.pin()?;
    if file.metadata()?.is_symlink() {
        return Err(Errno::OPNOTSUPP.into());
    }
    Ok(rustix::fs::chmod(
        super::folder_entry::path_of(&file),
        mode_of(mode),
    )?)
}

#[cfg(not(target_os = "linux"))]
pub fn change_mode(real: &Path, mode: u32) -> io::Result<()> {
    let entry = FolderEntry::open(real)?;
    let flags = AtFlags::SYMLINK_NOFOLLOW;
    Ok(rustix::fs::chmodat(
        &entry.folder,
        entry.name,
        mode_of(mode),
        flags,
    )?)
}

pub fn change_owner(real: &Path, owner: Owner) -> io::Result<()> {
    let entry = FolderEntry::open(real)?;
    let (user, group) = owner.ids();
    let flags = AtFlags::SYMLINK_NOFOLLOW;
    Ok(chownat(&entry.folder, entry.name, user, group, flags)?)
}

pub fn change_times(real: &Path, times: Times) -> io::Result<()> {
    let entry = FolderEntry::open(real)?;
    let flags = AtFlags::SYMLINK_NOFOLLOW;
    Ok(utimensat(
        &entry.folder,
        entry.name,
        &times.stamps(),
        flags,
    )?)
}

/// The path itself, if there is something.
pub fn existing(real: &Path) -> io::Result<String> {
    FolderEntry::open(real)?.metadata()?;
    Ok(text_of(real))
}

/// The facts of an entry itself; those of the target of a symlink have its path.
pub fn facts_at(real: &Path) -> io::Result<Vec<f64>> {
    Ok(facts(&FolderEntry::open(real)?.metadata()?))
}

/// Device, mode, links, user, group, device of a special file, block size, number, size, blocks;
/// then for the times of access, modification, change and birth the seconds and nanoseconds.
pub fn facts(metadata: &fs::Metadata) -> Vec<f64> {
    use std::os::unix::fs::MetadataExt as _;
    let birth = metadata
        .created()
        .ok()
        .and_then(|it| it.duration_since(std::time::UNIX_EPOCH).ok())
        .map_or((0.0, 0.0), |it| {
            (it.as_secs() as f64, f64::from(it.subsec_nanos()))
        });
    vec![
        metadata.dev() as f64,
        f64::from(metadata.mode()),
        metadata.nlink() as f64,
        f64::from(metadata.uid()),
        f64::from(metadata.gid()),
        metadata.rdev() as f64,
        metadata.blksize() as f64,
        metadata.ino() as f64,
        metadata.size() as f64,
        metadata.blocks() as f64,
        metadata.atime() as f64,
        metadata.atime_nsec() as f64,
        metadata.mtime() as f64,
        metadata.mtime_nsec() as f64,
        metadata.ctime() as f64,
        metadata.ctime_nsec() as f64,
        birth.0,
        birth.1,
    ]
}

/// Type, block size, blocks, free blocks, available blocks, files and free files of a file system.
pub fn file_system_facts(real: &Path) -> io::Result<Vec<f64>> {
    let found = fstatfs(FolderEntry::open(real)?.pin()?)?;
    Ok(vec![
        found.f_type as f64,
        found.f_bsize as f64,
        found.f_blocks as f64,
        found.f_bfree as f64,
        found.f_bavail as f64,
        found.f_files as f64,
        found.f_ffree as f64,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_removed_with_all_in_it_but_not_what_links_lead_to() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir_all(base.join("gone/a/b")).unwrap();
        fs::write(base.join("gone/a/b/file"), "x").unwrap();
        fs::create_dir(base.join("kept")).unwrap();
        fs::write(base.join("kept/file"), "x").unwrap();
        symlink("../kept".as_ref(), &base.join("gone/link")).unwrap();
        remove_all(&base.join("gone")).unwrap();
        assert!(!base.join("gone").exists());
        assert!(base.join("kept/file").exists());
    }

    #[test]
    fn names_are_listed_with_their_kinds_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir(base.join("c")).unwrap();
        fs::write(base.join("a"), "").unwrap();
        symlink("a".as_ref(), &base.join("b")).unwrap();
        assert_eq!(list(&base).unwrap(), ["fa", "lb", "dc"]);
    }

    #[test]
    fn times_have_microseconds() {
        let times = Times {
            accessed: 1.5,
            modified: -0.25,
        };
        let stamps = times.stamps();
        assert_eq!(stamps.last_access.tv_nsec, 500_000_000);
        assert_eq!(stamps.last_modification.tv_sec, -1);
        assert_eq!(stamps.last_modification.tv_nsec, 750_000_000);
    }
}
