//! Writes bundles: a folder and a zip for each closure.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use parking_lot::Mutex;
use serde_json::{Value, json};

use crate::commands::CommandError;
use lumi_closure::emit::{EmitOptions, Emitter};
use lumi_closure::zip::ZipWriter;
use lumi_host::EmittedClosure;

use super::bundle::{dependency_list, environment};
use super::closure_collection::NamedClosure;

/// The file name of the list of all closures, beside their folders.
pub const LIST: &str = "closures.json";
/// Maximum number of threads; more would wait for each other in the file system.
const MAX_THREADS: usize = 8;
/// Minimum number of closures per thread.
const SHARE: usize = 16;

/// Writes bundles into a folder.
pub struct BundleWriter<'a> {
    pub out: &'a Path,
    /// The folder of the project.
    pub project: &'a Path,
    pub options: EmitOptions,
}

/// Tools that a thread reuses between closures.
#[derive(Default)]
struct Tools {
    emitter: Emitter,
    zipper: ZipWriter,
}

type Written<T> = Result<T, CommandError>;

impl BundleWriter<'_> {
    /// Writes closures, each into the named folder; returns their entries of the list in the same
    /// order.
    pub fn write_all(&self, closures: &[(NamedClosure, String)]) -> Written<Vec<Value>> {
        let next = AtomicUsize::new(0);
        let written: Mutex<BTreeMap<usize, Written<Value>>> = Mutex::default();
        let work = || {
            let mut tools = Tools::default();
            while let Some((index, (closure, folder))) = {
                let index = next.fetch_add(1, Ordering::Relaxed);
                closures.get(index).map(|it| (index, it))
            } {
                let entry = self.write(&mut tools, closure, folder);
                let mut written = written.lock();
                written.insert(index, entry);
            }
        };
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads = processors.min(MAX_THREADS).min(closures.len() / SHARE);
        thread::scope(|scope| {
            for _ in 1..threads {
                // If a thread cannot be started, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let written = written.into_inner();
        written.into_values().collect()
    }

    /// Writes the list of all closures.
    pub fn put_list(&self, text: &str) -> Written<()> {
        let path = self.out.join(LIST);
        fs::create_dir_all(self.out)
            .and_then(|()| put(&path, text.as_bytes()))
            .map_err(|error| failed(&path, error))
    }

    fn write(&self, tools: &mut Tools, closure: &NamedClosure, folder: &str) -> Written<Value> {
        let capture = &closure.note.capture;
        let made;
        let emitted = match closure.note.emitted.as_deref() {
            Some(emitted) if self.options == EmitOptions::default() => emitted,
            _ => {
                let versions = &closure.note.versions;
                made = EmittedClosure::new(capture, self.options, versions, &mut tools.emitter);
                &made
            }
        };
        self.put(tools, emitted, folder)?;
        let bundle = &emitted.bundle;
        Ok(json!({
            "name": closure.name,
            "resource": closure.note.owner.as_str(),
            "property": closure.note.property,
            "folder": folder,
            "entry": bundle.entry,
            "hash": bundle.hash,
            "dependencies": dependency_list(capture, &emitted.dependencies),
            "env": environment(capture, &emitted.module),
        }))
    }

    fn put(&self, tools: &mut Tools, emitted: &EmittedClosure, folder: &str) -> Written<()> {
        let bundle = &emitted.bundle;
        let path = self.out.join(folder);
        let map_name = bundle.map_name();
        let is_part = |name: &OsStr| {
            let is_file = bundle.files.keys().any(|it| name == *it);
            is_file || name == map_name.as_str()
        };
        make_folder(&path, is_part).map_err(|error| failed(&path, error))?;
        // Links in the path lead elsewhere from a folder than from its name.
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        let map = emitted.source_map(self.project, &real.join(&map_name));
        let texts = bundle.files.iter();
        let mut files: Vec<(&str, &str)> = texts.map(|(name, text)| (*name, &**text)).collect();
        files.push((&map_name, &map));
        for (name, text) in &files {
            let path = path.join(name);
            put(&path, text.as_bytes()).map_err(|error| failed(&path, error))?;
        }
        let zip = self.out.join(format!("{folder}.zip"));
        put(&zip, emitted.zip(&mut tools.zipper)).map_err(|error| failed(&zip, error))
    }
}

/// Creates a folder and removes everything from it except the files to be written: leftovers of an
/// earlier run.
fn make_folder(path: &Path, is_part: impl Fn(&OsStr) -> bool) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return fs::create_dir_all(path),
        made => return made,
    }
    if !fs::symlink_metadata(path)?.is_dir() {
        fs::remove_file(path)?;
        return fs::create_dir(path);
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if !kind.is_file() || !is_part(&entry.file_name()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Writes a file unless it has this content already. Overwrites in place, because file systems are
/// slow to create files and to release blocks.
fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = fs::File::options();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path)?;
    let (old, new) = (file.metadata()?.len(), bytes.len() as u64);
    if old == new {
        let mut content = Vec::with_capacity(bytes.len());
        file.read_to_end(&mut content)?;
        if content == bytes {
            return Ok(());
        }
        file.rewind()?;
    }
    file.write_all(bytes)?;
    match old > new {
        true => file.set_len(new),
        false => Ok(()),
    }
}

fn failed(path: &Path, source: io::Error) -> CommandError {
    CommandError::Write {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_and_nothing_else_is_left() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b");
        let is_part = |name: &OsStr| name == "kept" || name == "link";
        make_folder(&folder, is_part).unwrap();
        fs::write(folder.join("stray"), "").unwrap();
        fs::create_dir_all(folder.join("kept.d/inner")).unwrap();
        for text in [
            "long text",
            "long text",
            "LONG text",
            "short",
            "",
            "long again",
        ] {
            make_folder(&folder, is_part).unwrap();
            put(&folder.join("kept"), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(folder.join("kept")).unwrap(), text);
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        }
    }

    #[test]
    fn nothing_is_written_through_links() {
        let root = tempfile::tempdir().unwrap();
        let outside = root.path().join("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("kept"), "mine").unwrap();
        let folder = root.path().join("folder");
        fs::create_dir(&folder).unwrap();
        let link = |at: &Path, to: &Path| std::os::unix::fs::symlink(to, at).unwrap();
        link(&folder.join("kept"), &outside.join("kept"));
        make_folder(&folder, |_| true).unwrap();
        put(&folder.join("kept"), b"bundle").unwrap();
        fs::remove_dir_all(&folder).unwrap();
        link(&folder, &outside);
        make_folder(&folder, |_| true).unwrap();
        put(&folder.join("kept"), b"bundle").unwrap();
        assert_eq!(fs::read_to_string(outside.join("kept")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(folder.join("kept")).unwrap(), "bundle");
    }
}
