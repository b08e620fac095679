//! Changes of files, behind `fs.watch`.

use std::cell::RefCell;
use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deno_core::{OpState, op2, v8};
use notify::event::{EventKind, ModifyKind};
use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use parking_lot::Mutex;
use tokio::sync::Notify;

use lumi_sandbox::{Check, LUMI_FOLDER, is_private_to_lumi};

use super::file_access::FileAccess;
use super::path_text::text_of;
use crate::system_error::SystemError;

/// The type of the event in Node, and the name of what has changed: relative to the folder that is
/// watched, or the name of the file that is watched.
type Change = (&'static str, String);

/// An object of JavaScript. Dropping the watcher ends the watch.
pub struct FileWatcher {
    watcher: RefCell<Option<RecommendedWatcher>>,
    changes: Arc<ChangeQueue>,
}

/// The changes that the program has not taken yet. An equal one that is waiting says all that a new one would.
#[derive(Default)]
struct ChangeQueue {
    waiting: Mutex<Waiting>,
    added: Notify,
}

#[derive(Default)]
struct Waiting {
    order: VecDeque<Change>,
    known: HashSet<Change>,
    is_closed: bool,
}

/// The number of changes beyond which further ones are dropped, as the kernel does, too.
const MAX_WAITING: usize = 16_384;

impl ChangeQueue {
    fn add(&self, change: Change) {
        let mut waiting = self.waiting.lock();
        if waiting.order.len() < MAX_WAITING && waiting.known.insert(change.clone()) {
            waiting.order.push_back(change);
        }
        drop(waiting);
        self.added.notify_one();
    }

    fn close(&self) {
        self.waiting.lock().is_closed = true;
        self.added.notify_one();
    }

    /// `None` once the queue is closed and empty.
    async fn next(&self) -> Option<Change> {
        loop {
            {
                let mut waiting = self.waiting.lock();
                if let Some(change) = waiting.order.pop_front() {
                    waiting.known.remove(&change);
                    return Some(change);
                }
                if waiting.is_closed {
                    return None;
                }
            }
            self.added.notified().await;
        }
    }
}

/// The end of a queue that the watcher holds. The queue is closed with it.
struct ChangeSender(Arc<ChangeQueue>);

impl Drop for ChangeSender {
    fn drop(&mut self) {
        self.0.close();
    }
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
    let (context, real) = access.found(path, Check::READ, "watch")?;
    let sees_kept = access.may_read_lumi_folder_below(&real);
    open(&real, recursive, sees_kept).map_err(|error| context.error(&io_error(error)))
}

/// Waits for the next change; null when the watcher is closed.
#[op2]
#[serde]
pub fn op_lumi_watch_next(
    #[cppgc] watcher: &FileWatcher,
) -> impl Future<Output = Option<Change>> + use<> {
    let changes = Arc::clone(&watcher.changes);
    async move { changes.next().await }
}

#[op2(fast)]
pub fn op_lumi_watch_close(#[cppgc] watcher: &FileWatcher) {
    watcher.watcher.borrow_mut().take();
}

/// `sees_kept` says whether changes in folders of Lumi are reported.
fn open(real: &Path, recursive: bool, sees_kept: bool) -> notify::Result<FileWatcher> {
    let changes = Arc::new(ChangeQueue::default());
    let sender = ChangeSender(Arc::clone(&changes));
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
        changes,
    })
}

fn send(sender: &ChangeSender, folder: &Path, sees_kept: bool, event: notify::Result<Event>) {
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
        sender.0.add((name, text_of(shown.as_os_str())));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn equal_changes_wait_once_and_their_number_is_limited() {
        let queue = Arc::new(ChangeQueue::default());
        let sender = ChangeSender(Arc::clone(&queue));
        let change = |name: &str| ("change", name.to_owned());
        for name in ["a", "b", "a", "a"] {
            sender.0.add(change(name));
        }
        assert_eq!(queue.next().await, Some(change("a")));
        sender.0.add(change("a"));
        assert_eq!(queue.next().await, Some(change("b")));
        assert_eq!(queue.next().await, Some(change("a")));
        for number in 0..=MAX_WAITING {
            sender.0.add(change(&number.to_string()));
        }
        drop(sender);
        let mut count = 0;
        while queue.next().await.is_some() {
            count += 1;
        }
        assert_eq!(count, MAX_WAITING);
    }
}
