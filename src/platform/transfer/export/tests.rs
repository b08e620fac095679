//! Exports and imports of a platform that are killed, repeated, and whose files are damaged.

use std::time::Duration;

use proptest::strategy::{Strategy as _, ValueTree as _};

use super::super::import::{Outcome, import};
use super::super::local::LocalData;
use super::*;
use crate::data_folder::DATA;
use crate::functions::Functions;
use crate::queue::{Message, Queues};
use crate::storage::{BlobStore, SpaceKind, Storage, WriteOptions};

const SUBSCRIBER: &str =
    r#"{ "name": "f", "triggers": [{ "type": "queue", "queue": "jobs", "attempts": 1 }] }"#;

/// A platform with values, objects, messages and a dead one.
async fn filled(folder: &Path) {
    let data = folder.join(DATA);
    fs::create_dir_all(&data).unwrap();
    let (storage, _) = Storage::open(&data).unwrap();
    for (kind, name) in [(SpaceKind::Store, "counts"), (SpaceKind::Bucket, "photos")] {
        let store = BlobStore::new(storage.clone(), kind);
        for (key, size) in [("a", 0), ("b/c", 10), ("d", 200_000)] {
            let ttl = (key == "a").then_some(Duration::from_secs(3600));
            let options = WriteOptions {
                ttl,
                ..WriteOptions::default()
            };
            store
                .write(name, key, vec![7; size], options)
                .await
                .unwrap();
        }
    }
    let (queues, _) = Queues::open(storage).unwrap();
    queues
        .push("jobs", Message::new("poison".into()))
        .await
        .unwrap();
    let functions = Functions::of(&[SUBSCRIBER]);
    let delivery = queues.take(&functions).deliveries.remove(0);
    let settled = queues.settle(&delivery, false, &functions);
    queues.save(settled.as_slice()).await.unwrap();
    for number in 0..3 {
        let message = Message {
            key: Some("k".to_owned()),
            due: (number == 2).then_some(9_000_000_000_000),
            ..Message::new(number.to_string())
        };
        queues.push("jobs", message).await.unwrap();
    }
}

/// Everything that a platform holds.
async fn held(folder: &Path) -> Vec<(Entry, Vec<u8>)> {
    let mut data = LocalData::open(folder).unwrap();
    let mut all = Vec::new();
    while let Some(entry) = data.next().await.unwrap() {
        let content = data.content(&entry).await.unwrap();
        all.push((entry, content));
    }
    all
}

fn empty(folder: &Path) -> LocalData {
    fs::create_dir_all(folder.join(DATA)).unwrap();
    LocalData::open(folder).unwrap()
}

async fn exported(from: &Path, file: &Path, key: Option<&ArchiveKey>) -> Progress {
    if begun_archive(file).unwrap().is_none() {
        let sealed = key.map(|_| SealedKey {
            key: "sealed".to_owned(),
            stack: "dev".to_owned(),
        });
        begin_archive(file, sealed).unwrap();
    }
    let mut data = LocalData::open(from).unwrap();
    let progress = export(&mut data, file, key.cloned(), &mut |_| ()).await;
    progress.unwrap()
}

async fn imported(into: &Path, file: &Path, key: Option<&ArchiveKey>) -> Outcome {
    let mut data = empty(into);
    let outcome = import(&mut data, file, key.cloned(), false, &mut |_| ()).await;
    outcome.unwrap()
}

#[tokio::test]
async fn everything_comes_back_once() {
    let folder = tempfile::tempdir().unwrap();
    let [from, into, file] = ["from", "into", "file"].map(|it| folder.path().join(it));
    filled(&from).await;
    for key in [None, Some(ArchiveKey::random().unwrap())] {
        let file = file.with_extension(if key.is_some() { "sealed" } else { "plain" });
        let progress = exported(&from, &file, key.as_ref()).await;
        assert_eq!((progress.total(), progress.continued), (10, 0));
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        assert_eq!(text.contains("poison"), key.is_none());
        let into = into.with_extension(if key.is_some() { "sealed" } else { "plain" });
        let outcome = imported(&into, &file, key.as_ref()).await;
        assert!(
            matches!(outcome, Outcome::Imported { kept: 0, .. }),
            "{outcome:?}"
        );
        assert_eq!(held(&into).await, held(&from).await);

        // What a function has taken since does not come again.
        let (queues, _) = Queues::open(Storage::open(&into.join(DATA)).unwrap().0).unwrap();
        let functions = Functions::of(&[SUBSCRIBER]);
        let delivery = queues.take(&functions).deliveries.remove(0);
        let settled = queues.settle(&delivery, true, &functions);
        queues.save(settled.as_slice()).await.unwrap();
        drop(queues);
        let before = held(&into).await;
        assert_eq!(
            imported(&into, &file, key.as_ref()).await,
            Outcome::AlreadyImported
        );
        assert_eq!(held(&into).await, before);
    }
}

#[tokio::test]
async fn an_export_that_was_killed_goes_on_wherever_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let [from, file] = ["from", "file"].map(|it| folder.path().join(it));
    filled(&from).await;
    exported(&from, &file, None).await;
    let whole = fs::read(&file).unwrap();
    let all = held(&from).await;
    let ends = [0, 5, MAGIC.len() + 2, whole.len() - 1, whole.len()];
    for end in ends
        .into_iter()
        .chain((40..whole.len()).step_by(40_009))
        .chain((whole.len() - 3000..whole.len()).step_by(211))
    {
        let again = folder.path().join(format!("cut-{end}"));
        fs::write(partial_path(&again), &whole[..end]).unwrap();
        exported(&from, &again, None).await;
        let into = folder.path().join(format!("into-{end}"));
        imported(&into, &again, None).await;
        assert_eq!(held(&into).await, all, "{end}");
    }
}

#[tokio::test]
async fn changes_between_two_runs_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    let [from, into, file] = ["from", "into", "file"].map(|it| folder.path().join(it));
    filled(&from).await;
    exported(&from, &file, None).await;
    let partial = partial_path(&file);
    fs::rename(&file, &partial).unwrap();
    let store = BlobStore::new(Storage::open(&from.join(DATA)).unwrap().0, SpaceKind::Store);
    let options = WriteOptions::default;
    store
        .write("counts", "b/c", b"new".to_vec(), options())
        .await
        .unwrap();
    store.remove("counts", "d").await.unwrap();
    drop(store);
    let progress = exported(&from, &file, None).await;
    assert_eq!((progress.total(), progress.continued), (9, 1));
    imported(&into, &file, None).await;
    assert_eq!(held(&into).await, held(&from).await);
}

/// A platform that fails at a step.
struct Failing {
    data: LocalData,
    steps: usize,
}

impl Failing {
    fn step(&mut self) -> Result<(), TransferError> {
        self.steps = self
            .steps
            .checked_sub(1)
            .ok_or_else(|| TransferError::Target("killed".into()))?;
        Ok(())
    }
}

impl Target for Failing {
    async fn next(&mut self) -> Result<Option<Entry>, TransferError> {
        self.data.next().await
    }

    async fn content(&mut self, entry: &Entry) -> Result<Vec<u8>, TransferError> {
        self.data.content(entry).await
    }

    async fn remove(&mut self, entries: Vec<Entry>) -> Result<u64, TransferError> {
        self.data.remove(entries).await
    }

    async fn begin(
        &mut self,
        import: &str,
        needed: &[Entry],
    ) -> Result<Option<u64>, TransferError> {
        self.data.begin(import, needed).await
    }

    /// Writes the entries one by one, so that it ends between any two.
    async fn write(
        &mut self,
        entries: Vec<(Entry, Vec<u8>)>,
        replaces: bool,
        position: u64,
    ) -> Result<u64, TransferError> {
        let first = position - entries.len() as u64;
        let mut written = 0;
        for (at, entry) in entries.into_iter().enumerate() {
            self.step()?;
            let position = first + at as u64 + 1;
            written += self.data.write(vec![entry], replaces, position).await?;
        }
        Ok(written)
    }

    async fn finish(&mut self) -> Result<(), TransferError> {
        self.step()?;
        self.data.finish().await
    }
}

#[tokio::test]
async fn an_import_that_was_killed_goes_on_wherever_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let [from, file] = ["from", "file"].map(|it| folder.path().join(it));
    filled(&from).await;
    exported(&from, &file, None).await;
    let all = held(&from).await;
    for steps in 0..12 {
        let into = folder.path().join(format!("into-{steps}"));
        let mut target = Failing {
            data: empty(&into),
            steps,
        };
        let killed = import(&mut target, &file, None, false, &mut |_| ()).await;
        assert_eq!(killed.is_err(), steps < 11);
        drop(target);
        // Functions work on what is there meanwhile.
        let taken = take_one(&into).await;
        imported(&into, &file, None).await;
        let left: Vec<_> = all
            .iter()
            .filter(|(it, _)| Some(&it.key) != taken.as_ref())
            .cloned()
            .collect();
        assert_eq!(held(&into).await, left, "{steps}");
    }
}

/// Takes the first message of a platform; returns its id.
async fn take_one(folder: &Path) -> Option<String> {
    let (queues, _) = Queues::open(Storage::open(&folder.join(DATA)).unwrap().0).unwrap();
    let functions = Functions::of(&[SUBSCRIBER]);
    let delivery = queues.take(&functions).deliveries.into_iter().next()?;
    let settled = queues.settle(&delivery, true, &functions);
    queues.save(settled.as_slice()).await.unwrap();
    Some(delivery.id)
}

#[tokio::test]
async fn values_of_the_target_stay_unless_they_are_to_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let [from, into, file] = ["from", "into", "file"].map(|it| folder.path().join(it));
    filled(&from).await;
    exported(&from, &file, None).await;
    for (replaces, kept, value) in [(false, 1, &b"mine"[..]), (true, 0, &[7; 10])] {
        let into = into.with_extension(kept.to_string());
        fs::create_dir_all(into.join(DATA)).unwrap();
        let store = || BlobStore::new(Storage::open(&into.join(DATA)).unwrap().0, SpaceKind::Store);
        let options = WriteOptions::default();
        store()
            .write("counts", "b/c", b"mine".to_vec(), options)
            .await
            .unwrap();
        let outcome = import(&mut empty(&into), &file, None, replaces, &mut |_| ()).await;
        assert!(matches!(outcome, Ok(Outcome::Imported { kept: it, .. }) if it == kept));
        assert_eq!(store().read("counts", "b/c").await.unwrap().unwrap(), value);
    }
}

#[tokio::test]
async fn exported_entries_are_removed_unless_they_have_changed() {
    let folder = tempfile::tempdir().unwrap();
    let [from, file] = ["from", "file"].map(|it| folder.path().join(it));
    filled(&from).await;
    exported(&from, &file, None).await;
    let store = BlobStore::new(Storage::open(&from.join(DATA)).unwrap().0, SpaceKind::Store);
    let options = WriteOptions::default();
    store
        .write("counts", "d", b"new".to_vec(), options)
        .await
        .unwrap();
    drop(store);
    for removed in [9, 0] {
        let mut data = LocalData::open(&from).unwrap();
        assert_eq!(
            remove_exported(&mut data, &file, None).await.unwrap(),
            removed
        );
        drop(data);
        let left = held(&from).await;
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].1, b"new");
    }
}

#[tokio::test]
async fn a_damaged_file_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [from, into, file] = ["from", "into", "file"].map(|it| folder.path().join(it));
    filled(&from).await;
    let key = ArchiveKey::random().unwrap();
    exported(&from, &file, Some(&key)).await;
    let whole = fs::read(&file).unwrap();
    let mut target = empty(&into);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..200 {
        let at = (0..whole.len()).new_tree(&mut runner).unwrap().current();
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&file, &damaged).unwrap();
        let outcome = import(&mut target, &file, Some(key.clone()), false, &mut |_| ()).await;
        assert!(outcome.is_err(), "{at}");
        fs::write(&file, &whole[..at]).unwrap();
        let outcome = import(&mut target, &file, Some(key.clone()), false, &mut |_| ()).await;
        assert!(outcome.is_err(), "{at}");
    }
    assert_eq!(target.next().await.unwrap(), None);
}
