//! Changes of files, behind `fs.watch`.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use deno_core::{OpState, op2, v8};
use notify::event::{EventKind, ModifyKind};
use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::permissions::{Check, LUMI_FOLDER, is_private_to_lumi};

use super::file_access::FileAccess;
use super::system_error::SystemError;

/// The type of the event in Node, and the name of what has changed: relative to the folder that is
/// watched, or the name of the file that is watched.
type Change = (&'static str, String);

/// An object of JavaScript. Dropping the watcher ends the watch.
pub struct FileWatcher {
    watcher: RefCell<Option<RecommendedWatcher>>,
    changes: Rc<Mutex<UnboundedReceiver<Change>>>,
}

// SAFETY: it holds nothing of V8, so there is nothing to trace.
unsafe impl deno_core::GarbageCollected for FileWatcher {
    fn trace(&self, _visitor: &mut v8::cppgc::Visitor) {}

    fn get_name(&self) -> &'static std::ffi::CStr {
        c"FileWatcher"
    }
}

/// Begins to watch a file or a folder. Reading the path must be permitted.
#[op2]
#[cppgc]
pub fn op_lumi_watch_open(
    state: &mut OpState,
    #[string] path: &str,
    recursive: bool,
) -> Result<FileWatcher, SystemError> {
    let access = FileAccess::of(state);
    let (_, real) = access.found(path, Check::READ, "watch")?;
    let sees_kept = access.may_read_lumi_folder_below(&real);
    open(&real, recursive, sees_kept)
        .map_err(|error| SystemError::new(&io_error(error), "watch", path))
}

/// Waits for the next change; null when the watcher is closed.
#[op2]
#[serde]
pub fn op_lumi_watch_next(
    #[cppgc] watcher: &FileWatcher,
) -> impl Future<Output = Option<Change>> + use<> {
    let changes = Rc::clone(&watcher.changes);
    async move { changes.lock().await.recv().await }
}

#[op2(fast)]
pub fn op_lumi_watch_close(#[cppgc] watcher: &FileWatcher) {
    watcher.watcher.borrow_mut().take();
}

/// `sees_kept` says whether names in folders of Lumi are told.
fn open(real: &Path, recursive: bool, sees_kept: bool) -> notify::Result<FileWatcher> {
    let (sender, receiver) = unbounded_channel();
    let folder = match std::fs::metadata(real)?.is_dir() {
        true => real.to_owned(),
        false => real.parent().unwrap_or(real).to_owned(),
    };
    let handler = move |event| send(&sender, &folder, sees_kept, event);
    // A link below may lead to a folder that the program may not read.
    let config = Config::default().with_follow_symlinks(false);
    let mut watcher = RecommendedWatcher::new(handler, config)?;
    let mode = match recursive {
        true => RecursiveMode::Recursive,
        false => RecursiveMode::NonRecursive,
    };
    watcher.watch(real, mode)?;
    Ok(FileWatcher {
        watcher: RefCell::new(Some(watcher)),
        changes: Rc::new(Mutex::new(receiver)),
    })
}

fn send(
    sender: &UnboundedSender<Change>,
    folder: &Path,
    sees_kept: bool,
    event: notify::Result<Event>,
) {
    // An error is about events that were lost; those that follow come all the same.
    let Ok(event) = event else { return };
    let Some(name) = event_name(event.kind) else {
        return;
    };
    for path in &event.paths {
        let relative = path.strip_prefix(folder).unwrap_or(path);
        if !sees_kept && relative != Path::new(LUMI_FOLDER) && is_private_to_lumi(relative) {
            continue;
        }
        let shown = match relative.as_os_str().is_empty() {
            true => folder.file_name().map(PathBuf::from).unwrap_or_default(),
            false => relative.to_owned(),
        };
        // The receiver is gone when the program is.
        let _ = sender.send((name, shown.to_string_lossy().into_owned()));
    }
}

/// Node's name of an event; `None` for events that Node does not report.
fn event_name(kind: EventKind) -> Option<&'static str> {
    match kind {
        // The two halves of a renaming come as events of their own before.
        EventKind::Modify(ModifyKind::Name(notify::event::RenameMode::Both))
        | EventKind::Access(_)
        | EventKind::Any
        | EventKind::Other => None,
        EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => {
            Some("rename")
        }
        EventKind::Modify(_) => Some("change"),
    }
}

fn io_error(error: notify::Error) -> io::Error {
    match error.kind {
        notify::ErrorKind::Io(error) => error,
        notify::ErrorKind::PathNotFound | notify::ErrorKind::WatchNotFound => {
            io::Error::from_raw_os_error(libc::ENOENT)
        }
        notify::ErrorKind::MaxFilesWatch => io::Error::from_raw_os_error(libc::ENOSPC),
        _ => io::Error::other(error),
    }
}
