//! The check of what a program asks of the file system, and the work that is left to do then.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use deno_core::OpState;

use lumi_sandbox::{
    Access, Check, LUMI_FOLDER, Lookup, PathError, Permissions, Place, look_up, real_path,
};

use super::file_request::Answer;
use super::open_files::{OpenFile, OpenFiles, OpenMode};
use super::path_text::{path_of, shown, text_of};
use crate::surroundings::Surroundings;
use crate::system_error::SystemError;

pub type Action = Box<dyn FnOnce(&[u8]) -> io::Result<Answer> + Send>;

/// Bytes of a path, with the zero at its end.
const MAX_PATH: usize = 4096;

/// A request whose permissions were checked. Its paths are real.
pub struct FileWork {
    pub action: Action,
    pub context: ErrorContext,
}

/// The facts about a request that its errors mention.
pub struct ErrorContext {
    pub syscall: &'static str,
    pub path: Option<String>,
    pub to: Option<String>,
    /// Whether the request opens a file to read it.
    pub reads: bool,
}

impl FileWork {
    /// Does the work on the current thread. `data` is what is written.
    pub fn run(self, data: &[u8]) -> Result<Answer, SystemError> {
        (self.action)(data).map_err(|error| self.context.error(&error))
    }
}

impl ErrorContext {
    pub fn new(syscall: &'static str, path: &str, to: Option<&str>) -> Self {
        Self {
            syscall,
            path: Some(shown(path)),
            to: to.map(shown),
            reads: false,
        }
    }

    pub fn refusal(&self, error: PathError) -> SystemError {
        match error {
            PathError::Denied(denied) => denied.into(),
            PathError::System(error) => self.error(&error),
        }
    }

    pub fn error(&self, error: &io::Error) -> SystemError {
        let path = self.path.as_deref();
        match error.raw_os_error() {
            // A folder can be opened, and fails when it is read.
            Some(libc::EISDIR) if self.reads => SystemError::of_call(error, "read", None, None),
            _ => SystemError::of_call(error, self.syscall, path, self.to.as_deref()),
        }
    }
}

/// A folder that is made on the way to another one.
pub struct OnTheWay {
    pub entry: PathBuf,
    pub found: io::Result<PathBuf>,
}

/// The folder in which relative paths of `node:fs` begin, once the program has left that of the project.
struct WorkingFolder(PathBuf);

/// Checks paths of one program.
pub struct FileAccess {
    /// The folder in which relative paths begin.
    folder: PathBuf,
    permissions: Rc<Permissions>,
    pub files: OpenFiles,
}

impl FileAccess {
    pub fn of(state: &mut OpState) -> Self {
        if !state.has::<OpenFiles>() {
            state.put(OpenFiles::default());
        }
        let surroundings = Surroundings::of(state);
        let moved = state.try_borrow::<WorkingFolder>().map(|it| it.0.clone());
        Self {
            folder: moved.unwrap_or_else(|| surroundings.folder.clone()),
            permissions: Rc::clone(&surroundings.permissions),
            files: state.borrow::<OpenFiles>().clone(),
        }
    }

    /// Moves to a folder, and answers its path.
    pub fn change_folder(state: &mut OpState, path: &str) -> Result<FileWork, SystemError> {
        let (context, real) = Self::of(state).found(path, Check::READ, "chdir")?;
        let facts = real.metadata();
        match facts.map(|it| it.is_dir()) {
            Ok(true) => state.put(WorkingFolder(real.clone())),
            Ok(false) => {
                return Err(context.error(&io::Error::from_raw_os_error(libc::ENOTDIR)));
            }
            Err(error) => return Err(context.error(&error)),
        }
        Ok(work(context, move |_| Ok(Answer::Text(text_of(&real)))))
    }

    /// The path for the work, in which no link is left.
    pub fn real(&self, path: &str, check: Check) -> Result<PathBuf, PathError> {
        self.place(path, check).map(|it| it.entry)
    }

    fn place(&self, path: &str, check: Check) -> Result<Place, PathError> {
        let written = path_of(path);
        let fault = match written.as_os_str().len() {
            0 => libc::ENOENT,
            MAX_PATH.. => libc::ENAMETOOLONG,
            _ => return self.permissions.find(&self.folder.join(written), check),
        };
        Err(PathError::System(io::Error::from_raw_os_error(fault)))
    }

    /// Whether folders of Lumi below this path may be written, too.
    pub fn may_write_lumi_folder_below(&self, real: &Path) -> bool {
        let kept = real.join(LUMI_FOLDER);
        self.permissions.check_place(Access::Write, &kept).is_ok()
    }

    /// Whether folders of Lumi below this path may be read, too.
    pub fn may_read_lumi_folder_below(&self, real: &Path) -> bool {
        let kept = real.join(LUMI_FOLDER);
        self.permissions.check_place(Access::Read, &kept).is_ok()
    }

    pub fn opened(&self, path: &str, mode: OpenMode) -> Result<PathBuf, PathError> {
        let accesses: &[Access] = match (mode.reads(), mode.writes()) {
            (true, true) => &[Access::Read, Access::Write],
            (true, false) => &[Access::Read],
            (false, _) => &[Access::Write],
        };
        self.real_for(path, mode.lookup(), accesses)
    }

    /// The path for the work that needs several permissions. It is looked up once: it could lead elsewhere then.
    fn real_for(
        &self,
        path: &str,
        lookup: Lookup,
        accesses: &[Access],
    ) -> Result<PathBuf, PathError> {
        let mut found: Option<Place> = None;
        for access in accesses {
            match &found {
                None => found = Some(self.place(path, Check::new(*access, lookup))?),
                Some(place) => {
                    let checked = self.permissions.check_place(*access, &place.real);
                    checked.map_err(PathError::Denied)?;
                }
            }
        }
        let found = found.ok_or_else(|| PathError::System(io::ErrorKind::InvalidInput.into()))?;
        Ok(found.entry)
    }

    /// Work on one path.
    pub fn at(
        &self,
        path: &str,
        check: Check,
        syscall: &'static str,
        action: impl FnOnce(&Path) -> io::Result<Answer> + Send + 'static,
    ) -> Result<FileWork, SystemError> {
        let (context, real) = self.found(path, check, syscall)?;
        Ok(work(context, move |_| action(&real)))
    }

    /// The path for the work, and the facts that its errors mention.
    pub fn found(
        &self,
        path: &str,
        check: Check,
        syscall: &'static str,
    ) -> Result<(ErrorContext, PathBuf), SystemError> {
        let context = ErrorContext::new(syscall, path, None);
        let real = self.real(path, check);
        let real = real.map_err(|error| context.refusal(error))?;
        Ok((context, real))
    }

    /// Work on two paths.
    pub fn between(
        &self,
        (path, lookup, accesses): (&str, Lookup, &[Access]),
        (to, check): (&str, Check),
        syscall: &'static str,
        action: impl FnOnce(&Path, &Path) -> io::Result<()> + Send + 'static,
    ) -> Result<FileWork, SystemError> {
        let context = ErrorContext::new(syscall, path, Some(to));
        let from = self.real_for(path, lookup, accesses);
        let from = from.map_err(|error| context.refusal(error))?;
        let target = match self.real(to, check) {
            // What is copied or linked is looked up first; the parent of a name that is moved is there.
            Err(PathError::System(_)) if lookup != Lookup::Name && !is_there(&from) => Err(
                PathError::System(io::Error::from_raw_os_error(libc::ENOENT)),
            ),
            other => other,
        };
        let target = target.map_err(|error| context.refusal(error))?;
        Ok(work(context, move |_| {
            action(&from, &target).map(Answer::Nothing)
        }))
    }

    /// The path of a folder that is made on the way to `end`, and what is there already, as the kernel finds it.
    /// Permission for the end is enough.
    pub fn on_the_way(&self, path: &str, end: &str) -> Result<OnTheWay, PathError> {
        let end = real_path(&self.folder.join(path_of(end))).ok();
        let is_permitted = |place: &Path| {
            let may_write = |it: &Path| self.permissions.check_place(Access::Write, it).is_ok();
            let is_around = |end: &PathBuf| end.starts_with(place) && may_write(end);
            may_write(place) || end.as_ref().is_some_and(is_around)
        };
        let written = self.folder.join(path_of(path));
        let entry = look_up(&written, Lookup::Name).ok();
        let has_length = (1..MAX_PATH).contains(&path.len());
        let entry = entry.filter(|it| has_length && is_permitted(&it.real));
        let found = look_up(&written, Lookup::Target);
        let place = match &found {
            Ok(place) => &place.real,
            Err(fault) => fault.place(),
        };
        match entry.filter(|_| is_permitted(place)) {
            Some(entry) => Ok(OnTheWay {
                entry: entry.entry,
                found: found.map(|it| it.real).map_err(|it| it.error),
            }),
            // Another fault, or a refusal.
            None => Ok(OnTheWay {
                entry: self.real(path, Check::WRITE_NAME)?,
                found: Ok(self.real(path, Check::WRITE)?),
            }),
        }
    }

    /// Work on an open file.
    pub fn on(
        &self,
        file: u32,
        syscall: &'static str,
        action: impl FnOnce(&File, &[u8]) -> io::Result<Answer> + Send + 'static,
    ) -> Result<FileWork, SystemError> {
        let context = of_file(syscall);
        let open = self
            .files
            .get(file)
            .map_err(|error| context.error(&error))?;
        Ok(FileWork {
            action: Box::new(move |data| action(&open.file, data)),
            context,
        })
    }

    /// Work on what the system knows about an open file. A file that was opened for something else
    /// needs permission for `access`: a handle for reading does not permit `chmod`.
    pub fn about(
        &self,
        file: u32,
        syscall: &'static str,
        is_permitted: fn(OpenMode) -> bool,
        access: Access,
        action: impl FnOnce(&File) -> io::Result<Answer> + Send + 'static,
    ) -> Result<FileWork, SystemError> {
        let open = self.files.get(file);
        let open: Arc<OpenFile> = open.map_err(|error| of_file(syscall).error(&error))?;
        if !is_permitted(open.mode) {
            self.permissions.check_place(access, &open.real)?;
        }
        self.on(file, syscall, |file, _| action(file))
    }
}

fn is_there(real: &Path) -> bool {
    real.symlink_metadata().is_ok()
}

/// The facts about a request on an open file that its errors mention.
pub fn of_file(syscall: &'static str) -> ErrorContext {
    ErrorContext {
        syscall,
        path: None,
        to: None,
        reads: false,
    }
}

/// Work on one path that is checked already.
pub fn work(
    context: ErrorContext,
    action: impl FnOnce(&[u8]) -> io::Result<Answer> + Send + 'static,
) -> FileWork {
    FileWork {
        action: Box::new(action),
        context,
    }
}
