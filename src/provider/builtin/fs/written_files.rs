//! Records of the files that the last write of a resource made.
//!
//! The answer to a create or an update is lost when the run is killed, and the source of the files
//! may have changed when the next run asks what was done. These records tell the files of the killed
//! run from those of others. They are stored beside the records of [`MadeFiles`], one for each
//! resource and place, and are best effort, too. The first line has the resource, the place and the names that may
//! be written. Each other line identifies a file, and is written before the file gets its name. The
//! content of files may be secret, so there is no hash of it.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Value, json};

use super::made_files::MadeFiles;
use super::place::place_name;
use crate::content::check_member_name;
use lumi_graph::{Urn, sha256_hex};

/// The records of one project.
pub struct WrittenFiles {
    records: Arc<MadeFiles>,
    /// The records that this run has begun.
    begun: Mutex<HashSet<PathBuf>>,
}

/// The content of a record.
#[derive(Debug, Default)]
pub struct Written {
    /// The names that may have been written, relative to the place.
    pub names: Vec<String>,
    files: BTreeMap<String, FileIdentity>,
}

/// A record that is being written.
pub struct WriteRecord(Option<File>);

/// Distinguishes a file from a later one with the same name, and from a changed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileIdentity {
    inode: u64,
    /// Seconds since the epoch, and nanoseconds.
    modified: (i64, i64),
    size: u64,
}

impl WrittenFiles {
    pub fn new(records: Arc<MadeFiles>) -> Self {
        Self {
            records,
            begun: Mutex::default(),
        }
    }

    /// Begins the record of a write, instead of that of the write before. `place` is the folder of the
    /// files, or the file itself.
    pub fn begin<'a>(
        &self,
        urn: &Urn,
        place: &Path,
        names: impl IntoIterator<Item = &'a str>,
    ) -> WriteRecord {
        let place = place_name(place);
        let names: Vec<&str> = names.into_iter().collect();
        let head = json!([urn.as_str(), place, names]);
        WriteRecord(self.create(&record_of(urn, &place), &head).ok())
    }

    /// The files that the last write recorded; empty without a record.
    pub fn find(&self, urn: &Urn, place: &Path) -> Written {
        let record = record_of(urn, &place_name(place));
        let text = self.full(&record).and_then(|it| read_record(&it));
        text.and_then(|it| Written::parse(&it)).unwrap_or_default()
    }

    /// Removes the record of a resource at a place, and those that earlier runs of the stack left
    /// there under other names of the resource.
    pub fn forget(&self, urn: &Urn, place: &Path) {
        let Some(own) = self.full(&record_of(urn, &place_name(place))) else {
            return;
        };
        let Some(folder) = own.parent() else { return };
        let stack = |it: &Urn| (it.project().to_owned(), it.stack().to_owned());
        let begun = self.begun.lock();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let record = entry.path();
            let is_left = || {
                let owner = read_record(&record).and_then(|it| Some(head(&it)?.0));
                owner.is_some_and(|it| stack(&it) == stack(urn)) && !begun.contains(&record)
            };
            if record == own || is_left() {
                let _ = fs::remove_file(&record);
            }
        }
        if fs::remove_dir(folder).is_ok() {
            self.records.remove_if_empty();
        }
    }

    fn create(&self, record: &Path, head: &Value) -> io::Result<File> {
        let record = self.full(record).ok_or(io::ErrorKind::NotFound)?;
        if let Some(folder) = record.parent() {
            fs::create_dir_all(folder)?;
        }
        // A link at the place of a record is replaced, not followed.
        let _ = fs::remove_file(&record);
        let mut file = File::create_new(&record)?;
        self.begun.lock().insert(record);
        file.write_all(format!("{head}\n").as_bytes())?;
        Ok(file)
    }

    /// The path of a record; `None` if it is outside of the project: a clone carries links.
    fn full(&self, record: &Path) -> Option<PathBuf> {
        let full = self.records.folder()?.join(record);
        let is_link = full.parent().is_some_and(Path::is_symlink);
        (!is_link).then_some(full)
    }
}

impl WriteRecord {
    /// For a file that is known without a record.
    pub fn none() -> Self {
        Self(None)
    }

    /// Records a file before it gets its name.
    pub fn note(&self, name: &str, file: &fs::Metadata) {
        let FileIdentity {
            inode,
            modified: (seconds, nanoseconds),
            size,
        } = FileIdentity::of(file);
        let line = json!([name, inode, seconds, nanoseconds, size]);
        if let Some(mut record) = self.0.as_ref() {
            let _ = record.write_all(format!("{line}\n").as_bytes());
        }
    }
}

impl Written {
    /// The names of the files that were recorded.
    pub fn noted(&self) -> impl Iterator<Item = &String> {
        self.files.keys()
    }

    /// Whether a file is the one that was recorded, unchanged since.
    pub fn has(&self, name: &str, file: &Path) -> bool {
        let known = self.files.get(name);
        let found = fs::symlink_metadata(file).ok();
        known.is_some() && known == found.as_ref().map(FileIdentity::of).as_ref()
    }

    fn parse(text: &str) -> Option<Self> {
        let (_, _, names) = head(text)?;
        // The record may have been edited.
        let is_inside = |it: &String| check_member_name(it).is_ok();
        let names = names.into_iter().filter(is_inside).collect();
        // The last line may be torn.
        let files = text.lines().skip(1).filter_map(identified);
        let files = files.filter(|(name, _)| is_inside(name)).collect();
        Some(Self { names, files })
    }
}

impl FileIdentity {
    fn of(file: &fs::Metadata) -> Self {
        Self {
            inode: file.ino(),
            modified: (file.mtime(), file.mtime_nsec()),
            size: file.size(),
        }
    }
}

/// Changes the URNs of resources in a folder of records. `renamed` returns the new URN, or `None` to keep the
/// old one.
pub fn rename_written(folder: &Path, renamed: impl Fn(&Urn) -> Option<Urn>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let record = entry.path();
        let text = read_record(&record);
        let new = text.as_deref().and_then(|it| with_new_urn(it, &renamed));
        if let Some((name, text)) = new
            && fs::write(&record, text).is_ok()
        {
            let _ = fs::rename(&record, record.with_file_name(name));
        }
    }
}

/// The name and the text of a record whose resource gets another URN.
fn with_new_urn(text: &str, renamed: impl Fn(&Urn) -> Option<Urn>) -> Option<(String, String)> {
    let (urn, place, names) = head(text)?;
    let urn = renamed(&urn)?;
    let files = text.split_once('\n')?.1;
    let head = json!([urn.as_str(), place, names]);
    Some((hash(urn.as_str()), format!("{head}\n{files}")))
}

/// The path of a record below the folder of all: a folder for each place, a file for each resource.
fn record_of(urn: &Urn, place: &str) -> PathBuf {
    Path::new(&format!("{}.written", hash(place))).join(hash(urn.as_str()))
}

fn hash(text: &str) -> String {
    sha256_hex(text.as_bytes())[..32].to_owned()
}

fn read_record(path: &Path) -> Option<String> {
    let is_link = path.is_symlink();
    (!is_link).then(|| fs::read_to_string(path).ok()).flatten()
}

/// The resource, the place and the names in a record.
fn head(text: &str) -> Option<(Urn, String, Vec<String>)> {
    let head: Value = serde_json::from_str(text.lines().next()?).ok()?;
    let urn = Urn::parse(head.get(0)?.as_str()?).ok()?;
    let place = head.get(1)?.as_str()?.to_owned();
    let names = head.get(2)?.as_array()?.iter();
    let names = names.filter_map(|it| Some(it.as_str()?.to_owned()));
    Some((urn, place, names.collect()))
}

/// The file in a line of a record.
fn identified(line: &str) -> Option<(String, FileIdentity)> {
    let line: Value = serde_json::from_str(line).ok()?;
    let name = line.get(0)?.as_str()?.to_owned();
    let identity = FileIdentity {
        inode: line.get(1)?.as_u64()?,
        modified: (line.get(2)?.as_i64()?, line.get(3)?.as_i64()?),
        size: line.get(4)?.as_u64()?,
    };
    Some((name, identity))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urn(name: &str) -> Urn {
        Urn::parse(&format!(
            "urn:lumi:dev::web::index::std:fs:Directory::{name}"
        ))
        .unwrap()
    }

    fn written(project: &Path) -> WrittenFiles {
        WrittenFiles::new(Arc::new(MadeFiles::new(project)))
    }

    /// Writes and records the file `out/NAME`.
    fn write(record: &WriteRecord, project: &Path, name: &str, text: &str) {
        let file = project.join("out").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        record.note(name, &fs::metadata(file).unwrap());
    }

    #[test]
    fn a_file_is_known_until_it_changes_or_is_another_one() {
        let project = tempfile::tempdir().unwrap();
        let out = project.path().join("out");
        let record = written(project.path()).begin(&urn("d"), &out, ["a", "b", "c"]);
        for name in ["a", "b"] {
            write(&record, project.path(), name, "1");
        }
        fs::write(out.join("c"), "1").unwrap();
        let known = written(project.path()).find(&urn("d"), &out);
        assert_eq!(known.names, ["a", "b", "c"]);
        let has = |name: &str| known.has(name, &out.join(name));
        assert!(has("a") && has("b") && !has("c"));
        // Another file, in place of the first while that still exists elsewhere.
        fs::rename(out.join("a"), out.join("moved")).unwrap();
        fs::write(out.join("a"), "1").unwrap();
        fs::write(out.join("b"), "changed").unwrap();
        assert!(!has("a") && !has("b"));
        assert!(
            written(project.path())
                .find(&urn("e"), &out)
                .names
                .is_empty()
        );
    }

    #[test]
    fn a_torn_line_and_names_that_lead_out_are_ignored() {
        let project = tempfile::tempdir().unwrap();
        let out = project.path().join("out");
        let files = written(project.path());
        let record = files.begin(&urn("d"), &out, ["a", "../b"]);
        write(&record, project.path(), "a", "1");
        write(&record, project.path(), "../b", "1");
        record.0.as_ref().unwrap().write_all(b"[\"c\", 1").unwrap();
        let known = files.find(&urn("d"), &out);
        assert_eq!(known.names, ["a"]);
        assert_eq!(known.noted().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn records_end_with_their_object() {
        let project = tempfile::tempdir().unwrap();
        let out = project.path().join("out");
        written(project.path()).begin(&urn("former"), &out, ["a"]);
        let files = written(project.path());
        files.begin(&urn("other"), &out, ["b"]);
        files.begin(&urn("d"), &out, ["a"]);
        files.forget(&urn("d"), &out);
        // That of another resource of this run is still needed.
        assert_eq!(files.find(&urn("other"), &out).names, ["b"]);
        assert!(files.find(&urn("former"), &out).names.is_empty());
        files.forget(&urn("other"), &out);
        assert!(!project.path().join(".lumi").exists());
    }

    #[test]
    fn a_record_gets_another_urn_with_its_resource() {
        let project = tempfile::tempdir().unwrap();
        let out = project.path().join("out");
        let files = written(project.path());
        let record = files.begin(&urn("d"), &out, ["a"]);
        write(&record, project.path(), "a", "1");
        super::super::rename_managers_of_files(project.path(), |it| {
            (*it == urn("d")).then(|| urn("e"))
        });
        assert!(files.find(&urn("d"), &out).names.is_empty());
        let known = files.find(&urn("e"), &out);
        assert!(known.has("a", &out.join("a")));
    }
}
