//! Promises of the database, on disks that fail.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{LazyLock, mpsc};

use proptest::prelude::*;

use super::faulty_disk::FaultyDisk;
use super::*;

const SPACE: SpaceId = SpaceId(7);
const TABLE: Table = Table::Messages;

type Rows = BTreeMap<String, Vec<u8>>;

/// A change of one row: its key, and its length, or `None` to remove it.
type Step = (u8, Option<u16>);

fn open(disk: &FaultyDisk) -> io::Result<Engine> {
    let disk = disk.clone();
    let spaces = Spaces::new(PathBuf::from("/nowhere"));
    Engine::with(
        Box::new(move || database_file::with_backend(disk.clone())),
        spaces,
    )
}

fn row(number: usize, length: u16) -> Vec<u8> {
    let mut row = vec![number as u8; usize::from(length)];
    row.extend_from_slice(&number.to_le_bytes());
    row
}

fn apply(rows: &mut Rows, number: usize, (key, length): Step) {
    match length {
        Some(length) => rows.insert(key.to_string(), row(number, length)),
        None => rows.remove(&key.to_string()),
    };
}

/// Submits a step; the receiver learns whether it is on disk.
fn submit(engine: &Engine, number: usize, (key, length): Step) -> mpsc::Receiver<bool> {
    let (done, result) = channel();
    engine.submit(
        move |group| match length {
            Some(length) => group.put(TABLE, SPACE, &key.to_string(), &row(number, length)),
            None => group.remove(TABLE, SPACE, &key.to_string()).map(drop),
        },
        move |result| {
            let _ = done.send(result.is_ok());
        },
    );
    result
}

fn rows(engine: &Engine) -> Result<Rows, StorageError> {
    let mut rows = Rows::new();
    engine.read(|snapshot| {
        snapshot.scan(TABLE, SPACE, "", |key, row| {
            rows.insert(key.to_owned(), row.unwrap().to_vec());
            ControlFlow::Continue(())
        })
    })?;
    Ok(rows)
}

/// A change that holds the thread until the sender is dropped, so that those after it are committed together.
fn hold(engine: &Engine) -> Sender<()> {
    let (go, wait) = channel();
    engine.submit(
        move |_| {
            let _ = wait.recv();
            Ok(())
        },
        |_| (),
    );
    go
}

fn steps() -> impl Strategy<Value = Vec<Vec<Step>>> {
    let step = (0..12_u8, proptest::option::weighted(0.8, 0..5000_u16));
    proptest::collection::vec(proptest::collection::vec(step, 1..12), 1..8)
}

/// A file that was closed, with its rows.
static FILLED: LazyLock<(FaultyDisk, Rows)> = LazyLock::new(|| {
    let disk = FaultyDisk::default();
    let engine = open(&disk).unwrap();
    let mut expected = Rows::new();
    for number in 0..40 {
        let step = (number as u8, Some(700));
        assert!(submit(&engine, number, step).recv().unwrap());
        apply(&mut expected, number, step);
    }
    drop(engine);
    (disk, expected)
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// After a loss of power at any moment, all that was acknowledged is there, and of the rest a beginning.
    #[test]
    fn acknowledged_changes_survive_a_loss_of_power(
        groups in steps(), uses in 0..120_usize, kept: Vec<bool>,
    ) {
        let disk = FaultyDisk::default();
        let engine = open(&disk).unwrap();
        disk.fail_after(uses);
        let (mut acknowledged, mut states) = (0, vec![Rows::new()]);
        for steps in groups {
            let held = hold(&engine);
            let first = states.len();
            let answers: Vec<_> = (first..).zip(&steps).map(|(number, step)| submit(&engine, number, *step)).collect();
            drop(held);
            for (number, step) in (first..).zip(steps) {
                let mut next = states.last().unwrap().clone();
                apply(&mut next, number, step);
                states.push(next);
            }
            let are_written: Vec<bool> = answers.iter().map(|it| it.recv().unwrap()).collect();
            if !are_written.iter().all(|it| *it) {
                break;
            }
            acknowledged = states.len() - 1;
        }
        let mut kept = kept.into_iter().chain([true]).cycle();
        let disk = disk.lose_power(|| kept.next().unwrap());
        let left = rows(&open(&disk).unwrap()).unwrap();
        prop_assert!(states[acknowledged..].contains(&left), "{left:?} is none of {:?}", &states[acknowledged..]);
    }

    /// While the disk fails, changes fail, and nothing that was acknowledged is lost. Afterwards the same engine goes on.
    #[test]
    fn a_disk_that_fails_for_a_time_loses_nothing(groups in steps(), uses in 0..60_usize, is_full: bool) {
        let disk = FaultyDisk::default();
        let engine = open(&disk).unwrap();
        match is_full {
            true => disk.fill(),
            false => disk.fail_after(uses),
        }
        let mut expected = Rows::new();
        let mut number = 0;
        for step in groups.into_iter().flatten() {
            number += 1;
            if submit(&engine, number, step).recv().unwrap() {
                apply(&mut expected, number, step);
            } else {
                disk.mend();
                // A change that has failed may be there all the same, or not at all.
                prop_assert!(submit(&engine, number, step).recv().unwrap());
                apply(&mut expected, number, step);
            }
        }
        disk.mend();
        prop_assert_eq!(rows(&engine).unwrap(), expected.clone());
        drop(engine);
        prop_assert_eq!(rows(&open(&disk).unwrap()).unwrap(), expected);
    }

    /// A changed bit is found when the file is opened, or is in no row.
    #[test]
    fn a_changed_bit_is_refused(bits in proptest::collection::vec(any::<usize>(), 1..3), in_header: bool) {
        let (disk, expected) = &*FILLED;
        let disk = disk.copy();
        for bit in bits {
            disk.flip(if in_header { bit % 4096 } else { bit });
        }
        if let Ok(engine) = open(&disk) {
            prop_assert_eq!(&rows(&engine).unwrap(), expected);
        }
    }
}

#[test]
fn changes_that_wait_are_committed_together() {
    let disk = FaultyDisk::default();
    let engine = open(&disk).unwrap();
    let held = hold(&engine);
    // Enough for the start of a commit, and for few more.
    disk.fail_after(60);
    let answers: Vec<_> = (0..200)
        .map(|it| submit(&engine, it, (it as u8, Some(10))))
        .collect();
    drop(held);
    assert!(answers.iter().all(|it| it.recv().unwrap()));
}

#[test]
fn a_change_that_is_refused_changes_nothing_and_fails_alone() {
    let engine = open(&FaultyDisk::default()).unwrap();
    let held = hold(&engine);
    let before = submit(&engine, 1, (1, Some(1)));
    let (done, refused) = channel();
    engine.submit(
        |_| Err::<(), _>(StorageError::Name("no".to_owned())),
        move |result| done.send(result).unwrap(),
    );
    let after = submit(&engine, 2, (2, Some(1)));
    drop(held);
    assert!(before.recv().unwrap() && after.recv().unwrap());
    assert_eq!(refused.recv().unwrap().unwrap_err().to_string(), "no");
    assert_eq!(rows(&engine).unwrap().len(), 2);
}

#[test]
fn a_change_that_panics_fails_its_group_and_the_next_one_is_written() {
    let engine = open(&FaultyDisk::default()).unwrap();
    let failed = engine.write_now(|_| -> Result<(), StorageError> { panic!("on purpose") });
    assert!(failed.is_err());
    assert!(submit(&engine, 1, (1, Some(1))).recv().unwrap());
}

#[test]
fn after_the_end_every_use_is_an_error() {
    let engine = open(&FaultyDisk::default()).unwrap();
    engine.close();
    assert!(!submit(&engine, 1, (1, Some(1))).recv().unwrap());
    assert!(rows(&engine).is_err());
}

#[test]
fn a_file_of_a_later_version_or_of_another_program_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("platform.redb");
    let spaces = || Spaces::new(folder.path().to_owned());
    std::fs::write(&file, "some text, longer than nothing").unwrap();
    let error = Engine::open(&file, spaces()).err().unwrap().to_string();
    assert!(error.contains("platform.redb: "), "{error}");
    std::fs::remove_file(&file).unwrap();
    drop(Engine::open(&file, spaces()).unwrap());
    let database = Database::open(&file).unwrap();
    database_file::set_format(&database, 2);
    drop(database);
    let error = Engine::open(&file, spaces()).err().unwrap().to_string();
    assert!(
        error.contains("its format is 2, of a newer version of Lumi"),
        "{error}"
    );
}
