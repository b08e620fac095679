//! File system, behind `node:fs`. Paths are relative to the project folder and go through the
//! sandbox, which returns the real path; errors name the path that the program used.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use deno_core::{OpState, op2};

use crate::denied::Denied;
use crate::permissions::Permissions;

use super::session::Session;
use super::system_error::SystemError;

/// A path of a program, with the sandbox that checks it.
struct Target<'a> {
    path: &'a str,
    absolute: PathBuf,
    permissions: Rc<Permissions>,
}

impl<'a> Target<'a> {
    fn new(state: &OpState, path: &'a str) -> Result<Self, SystemError> {
        if path.contains('\0') {
            return Err(SystemError::new(
                &io::ErrorKind::InvalidInput.into(),
                "open",
                path,
            ));
        }
        let session = Session::from_state(state);
        let session = session.borrow();
        Ok(Self {
            path,
            absolute: Path::new(&session.context.directory).join(path),
            permissions: Rc::clone(&session.permissions),
        })
    }

    /// Checks the path with a method of the sandbox, then runs `action` on the real path.
    fn with<T>(
        &self,
        check: impl Fn(&Permissions, &Path) -> Result<PathBuf, Denied>,
        syscall: &'static str,
        action: impl FnOnce(&Path) -> io::Result<T>,
    ) -> Result<T, SystemError> {
        let real = check(&self.permissions, &self.absolute)?;
        action(&real).map_err(|error| SystemError::new(&error, syscall, self.path))
    }
}

/// Opens a regular file for reading. Other files are refused: reading a pipe or a device may block
/// for ever and cannot be stopped.
pub fn open_regular(real: &Path) -> io::Result<File> {
    // Check the path first: opening a device may have side effects.
    check_regular(&fs::metadata(real)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let file = options.open(real)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

fn check_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a regular file",
        ))
    }
}

fn read(real: &Path) -> io::Result<Vec<u8>> {
    if real == Path::new("/dev/null") {
        return Ok(Vec::new());
    }
    let mut bytes = Vec::new();
    open_regular(real)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[op2]
#[buffer]
pub fn op_lumi_file_read(
    state: &mut OpState,
    #[string] path: &str,
) -> Result<Vec<u8>, SystemError> {
    Target::new(state, path)?.with(Permissions::check_read, "open", read)
}

/// Reads a file as UTF-8. Invalid bytes become U+FFFD.
#[op2]
#[string]
pub fn op_lumi_file_read_text(
    state: &mut OpState,
    #[string] path: &str,
) -> Result<String, SystemError> {
    let bytes = Target::new(state, path)?.with(Permissions::check_read, "open", read)?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

/// `flag` is one of Node's; `mode` applies to a new file.
#[op2(fast)]
pub fn op_lumi_file_write(
    state: &mut OpState,
    #[string] path: &str,
    #[buffer] data: &[u8],
    #[string] flag: &str,
    mode: u32,
) -> Result<(), SystemError> {
    Target::new(state, path)?.with(Permissions::check_write, "open", |real| {
        let mut options = open_options(flag)?;
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
        options.open(real)?.write_all(data)
    })
}

/// Options for Node's name of a way to open a file.
fn open_options(flag: &str) -> io::Result<OpenOptions> {
    let mut options = OpenOptions::new();
    match flag {
        "r" => options.read(true),
        "r+" => options.read(true).write(true),
        "w" => options.write(true).create(true).truncate(true),
        "wx" => options.write(true).create_new(true),
        "w+" => options.read(true).write(true).create(true).truncate(true),
        "wx+" => options.read(true).write(true).create_new(true),
        "a" => options.append(true).create(true),
        "ax" => options.append(true).create_new(true),
        "a+" => options.read(true).append(true).create(true),
        "ax+" => options.read(true).append(true).create_new(true),
        _ => return Err(io::ErrorKind::InvalidInput.into()),
    };
    Ok(options)
}

/// Returns one entry per name: a letter for its kind (see [`kind`]), then the name.
#[op2]
#[serde]
pub fn op_lumi_file_list(
    state: &mut OpState,
    #[string] path: &str,
) -> Result<Vec<String>, SystemError> {
    Target::new(state, path)?.with(Permissions::check_read, "scandir", |real| {
        let mut entries = Vec::new();
        for entry in real.read_dir()? {
            let entry = entry?;
            let name = entry.file_name();
            entries.push(format!(
                "{}{}",
                kind(entry.file_type()?),
                name.to_string_lossy()
            ));
        }
        // Sorted, because the order of the system is undefined.
        entries.sort_by(|a, b| a[1..].cmp(&b[1..]));
        Ok(entries)
    })
}

fn kind(file_type: fs::FileType) -> char {
    if file_type.is_dir() {
        'd'
    } else if file_type.is_file() {
        'f'
    } else if file_type.is_symlink() {
        'l'
    } else {
        'o'
    }
}

/// Returns kind (0 file, 1 folder, 2 symlink, 3 other), size, mode, and the times of access,
/// modification, change and birth in milliseconds since the epoch.
#[op2]
#[serde]
pub fn op_lumi_file_stat(
    state: &mut OpState,
    #[string] path: &str,
    follow: bool,
) -> Result<Vec<f64>, SystemError> {
    let target = Target::new(state, path)?;
    let metadata = if follow {
        target.with(Permissions::check_read, "stat", |real| fs::metadata(real))?
    } else {
        target.with(Permissions::check_read_entry, "lstat", |real| {
            fs::symlink_metadata(real)
        })?
    };
    Ok(facts(&metadata))
}

fn facts(metadata: &Metadata) -> Vec<f64> {
    let kind = match kind(metadata.file_type()) {
        'f' => 0.0,
        'd' => 1.0,
        'l' => 2.0,
        _ => 3.0,
    };
    let mode = f64::from(std::os::unix::fs::MetadataExt::mode(metadata));
    vec![
        kind,
        metadata.len() as f64,
        mode,
        milliseconds(metadata.accessed()),
        milliseconds(metadata.modified()),
        changed(metadata),
        milliseconds(metadata.created()),
    ]
}

/// The time of the last change of the file or its metadata.
fn changed(metadata: &Metadata) -> f64 {
    use std::os::unix::fs::MetadataExt as _;
    metadata.ctime() as f64 * 1000.0 + metadata.ctime_nsec() as f64 / 1e6
}

fn milliseconds(time: io::Result<SystemTime>) -> f64 {
    let time = time.ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
    time.map_or(0.0, |it| it.as_secs_f64() * 1000.0)
}

#[op2(fast)]
pub fn op_lumi_file_mkdir(
    state: &mut OpState,
    #[string] path: &str,
    recursive: bool,
) -> Result<(), SystemError> {
    Target::new(state, path)?.with(Permissions::check_write, "mkdir", |real| {
        if recursive {
            fs::create_dir_all(real)
        } else {
            fs::create_dir(real)
        }
    })
}

/// Removes a name without following symlinks. `what`: 0 anything but a folder, 1 an empty folder, 2
/// anything, recursively.
#[op2(fast)]
pub fn op_lumi_file_remove(
    state: &mut OpState,
    #[string] path: &str,
    #[smi] what: i32,
) -> Result<(), SystemError> {
    Target::new(state, path)?.with(Permissions::check_write_entry, "rm", |real| {
        let is_folder = fs::symlink_metadata(real)?.is_dir();
        match (what, is_folder) {
            (0, true) => Err(io::ErrorKind::IsADirectory.into()),
            (1, _) => fs::remove_dir(real),
            (_, true) => fs::remove_dir_all(real),
            (_, false) => fs::remove_file(real),
        }
    })
}

#[op2(fast)]
pub fn op_lumi_file_rename(
    state: &mut OpState,
    #[string] from: &str,
    #[string] to: &str,
) -> Result<(), SystemError> {
    let target =
        Target::new(state, to)?.with(Permissions::check_write_entry, "rename", |real| {
            Ok(real.to_owned())
        })?;
    Target::new(state, from)?.with(Permissions::check_write_entry, "rename", |real| {
        fs::rename(real, target)
    })
}

/// `exclusive` refuses an existing target.
#[op2(fast)]
pub fn op_lumi_file_copy(
    state: &mut OpState,
    #[string] from: &str,
    #[string] to: &str,
    exclusive: bool,
) -> Result<(), SystemError> {
    let mut source =
        Target::new(state, from)?.with(Permissions::check_read, "copyfile", open_regular)?;
    Target::new(state, to)?.with(Permissions::check_write, "copyfile", |real| {
        let origin = source.metadata()?;
        if !exclusive && fs::metadata(real).is_ok_and(|it| is_same(&origin, &it)) {
            return Ok(());
        }
        let mut file = open_options(if exclusive { "wx" } else { "w" })?.open(real)?;
        io::copy(&mut source, &mut file)?;
        file.set_permissions(origin.permissions())
    })
}

/// Whether both belong to the same file, possibly under two names.
fn is_same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    a.dev() == b.dev() && a.ino() == b.ino()
}

#[op2]
#[string]
pub fn op_lumi_file_realpath(
    state: &mut OpState,
    #[string] path: &str,
) -> Result<String, SystemError> {
    Target::new(state, path)?.with(Permissions::check_read, "realpath", |real| {
        Ok(real.canonicalize()?.to_string_lossy().into_owned())
    })
}
