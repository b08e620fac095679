//! The check of what a program asks of the file system, and the work that is left to do then.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use deno_core::OpState;

use crate::denied::Denied;
use crate::permissions::{LUMI_FOLDER, Permissions};

use super::file_request::Answer;
use super::open_files::{OpenFile, OpenFiles, OpenMode};
use super::session::Session;
use super::system_error::SystemError;

pub type Action = Box<dyn FnOnce(&[u8]) -> io::Result<Answer> + Send>;

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
    pub fn error(&self, error: &io::Error) -> SystemError {
        let path = self.path.as_deref();
        match error.raw_os_error() {
            // A folder can be opened, and fails when it is read.
            Some(libc::EISDIR) if self.reads => SystemError::of_call(error, "read", None, None),
            _ => SystemError::of_call(error, self.syscall, path, self.to.as_deref()),
        }
    }
}

pub type Check = fn(&Permissions, &Path) -> Result<PathBuf, Denied>;

/// Checks paths of one program.
pub struct FileAccess {
    project: PathBuf,
    permissions: Rc<Permissions>,
    pub files: OpenFiles,
}

impl FileAccess {
    pub fn of(state: &mut OpState) -> Self {
        if !state.has::<OpenFiles>() {
            state.put(OpenFiles::default());
        }
        let session = Session::from_state(state);
        let session = session.borrow();
        Self {
            project: PathBuf::from(&session.context.directory),
            permissions: Rc::clone(&session.permissions),
            files: state.borrow::<OpenFiles>().clone(),
        }
    }

    pub fn real(&self, path: &str, check: Check) -> Result<PathBuf, SystemError> {
        Ok(check(&self.permissions, &self.project.join(path))?)
    }

    /// Whether folders of Lumi below this path may be written, too.
    pub fn may_write_lumi_folder_below(&self, path: &str) -> bool {
        let kept = self.project.join(path).join(LUMI_FOLDER);
        self.permissions.check_write_entry(&kept).is_ok()
    }

    /// The real path of a file to open. If it is opened for reading and writing, both permissions are
    /// checked, and yield the same path.
    pub fn opened(&self, path: &str, mode: OpenMode) -> Result<PathBuf, SystemError> {
        let checks: [Check; 2] = match mode.is_of_entry() {
            true => [
                Permissions::check_read_entry,
                Permissions::check_write_entry,
            ],
            false => [Permissions::check_read, Permissions::check_write],
        };
        match (mode.reads(), mode.writes()) {
            (true, true) => self
                .real(path, checks[0])
                .and_then(|_| self.real(path, checks[1])),
            (true, false) => self.real(path, checks[0]),
            (false, _) => self.real(path, checks[1]),
        }
    }

    /// Work on one path.
    pub fn at(
        &self,
        path: String,
        check: Check,
        syscall: &'static str,
        action: impl FnOnce(&Path) -> io::Result<Answer> + Send + 'static,
    ) -> Result<FileWork, SystemError> {
        let real = self.real(&path, check)?;
        Ok(FileWork {
            action: Box::new(move |_| action(&real)),
            context: ErrorContext {
                syscall,
                path: Some(path),
                to: None,
                reads: false,
            },
        })
    }

    /// Work on two paths.
    pub fn between(
        &self,
        (path, checks): (String, &[Check]),
        (to, check): (String, Check),
        syscall: &'static str,
        action: impl FnOnce(&Path, &Path) -> io::Result<()> + Send + 'static,
    ) -> Result<FileWork, SystemError> {
        let mut from = PathBuf::new();
        for check in checks {
            from = self.real(&path, *check)?;
        }
        let target = self.real(&to, check)?;
        Ok(FileWork {
            action: Box::new(move |_| action(&from, &target).map(Answer::Nothing)),
            context: ErrorContext {
                syscall,
                path: Some(path),
                to: Some(to),
                reads: false,
            },
        })
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
    /// needs the permission that `check` asks for: a handle for reading does not permit `chmod`.
    pub fn about(
        &self,
        file: u32,
        syscall: &'static str,
        is_permitted: fn(OpenMode) -> bool,
        check: Check,
        action: impl FnOnce(&File) -> io::Result<Answer> + Send + 'static,
    ) -> Result<FileWork, SystemError> {
        let open = self.files.get(file);
        let open: Arc<OpenFile> = open.map_err(|error| of_file(syscall).error(&error))?;
        if !is_permitted(open.mode) {
            check(&self.permissions, &open.real)?;
        }
        self.on(file, syscall, |file, _| action(file))
    }
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
    path: String,
    syscall: &'static str,
    action: impl FnOnce(&[u8]) -> io::Result<Answer> + Send + 'static,
) -> FileWork {
    FileWork {
        action: Box::new(action),
        context: ErrorContext {
            syscall,
            path: Some(path),
            to: None,
            reads: false,
        },
    }
}
