//! Tests of looking up paths: the kernel judges.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};

use proptest::prelude::*;

use super::*;

/// A tree in which names, links and folders have the same few names.
fn tree() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["d/d", "e", "o/d"] {
        fs::create_dir_all(at(name)).unwrap();
    }
    for name in ["f", "d/f", "d/d/f", "o/f"] {
        fs::write(at(name), "").unwrap();
    }
    for (name, target) in [
        ("l", "o/d"),
        ("d/l", "../f"),
        ("o/l", "."),
        ("e/l", "/"),
        ("n", "missing"),
        ("d/n", "f/"),
        ("o/n", "../n/x"),
        ("s", "s"),
        ("o/s", "../d/"),
        ("e/s", "../l/.."),
    ] {
        symlink(target, at(name)).unwrap();
    }
    folder
}

fn path() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "d", "e", "o", "f", "l", "n", "s", "missing", ".", "..", "",
    ]);
    let end = prop::sample::select(vec!["", "/", "/.", "/..", "//"]);
    (prop::collection::vec(name, 0..6), end).prop_map(|(names, end)| names.join("/") + end)
}

proptest! {
    /// The place is the one that the kernel finds, its path has no links, and a fault has the kernel's code.
    #[test]
    fn the_kernel_finds_the_same(path in path(), is_entry: bool) {
        let folder = tree();
        let path = PathBuf::from(format!("{}/{path}", folder.path().display()));
        let (lookup, facts) = match is_entry {
            true => (Lookup::Entry, fs::symlink_metadata(&path)),
            false => (Lookup::Target, fs::metadata(&path)),
        };
        let code = |error: &io::Error| error.raw_os_error();
        match (look_up(&path, lookup), facts) {
            (Ok(place), Ok(facts)) => {
                let real_facts = place.real.symlink_metadata().unwrap();
                prop_assert_eq!((real_facts.dev(), real_facts.ino()), (facts.dev(), facts.ino()));
                prop_assert_eq!(place.real.parent().map(|it| it.canonicalize().unwrap()),
                    place.real.parent().map(Path::to_owned));
            }
            (Ok(place), Err(error)) => {
                prop_assert_eq!(code(&error), Some(libc::ENOENT));
                prop_assert!(place.real.symlink_metadata().is_err());
            }
            (Err(fault), Err(error)) => prop_assert_eq!(code(&fault.error), code(&error)),
            (Err(fault), Ok(_)) => prop_assert!(false, "{:?}", fault),
        }
    }

    /// A name that is removed is one in the folder that the kernel finds.
    #[test]
    fn a_name_is_looked_up_in_its_folder(path in path()) {
        let folder = tree();
        let path = format!("{}/{path}", folder.path().display());
        let Ok(place) = look_up(Path::new(&path), Lookup::Name) else { return Ok(()) };
        let entry = place.entry.as_os_str().to_str().unwrap().trim_end_matches('/').to_owned();
        let (_, name) = entry.rsplit_once('/').unwrap();
        let written = path.trim_end_matches('/');
        let (parent, last) = written.rsplit_once('/').unwrap();
        prop_assert_eq!(name, last);
        let parent = Path::new(parent).join(".").canonicalize().unwrap();
        let expected = match last {
            "." => parent,
            ".." => parent.parent().unwrap_or(&parent).to_owned(),
            last => parent.join(last),
        };
        prop_assert_eq!(place.real, expected);
    }
}

#[test]
fn a_fault_names_the_place_that_the_sandbox_judges() {
    let folder = tree();
    let base = folder.path().canonicalize().unwrap();
    let fault = |path: &str| look_up(&base.join(path), Lookup::Target).unwrap_err();
    assert_eq!(fault("o/n").at, base.join("missing"));
    assert_eq!(fault("o/n").place(), base.join("missing/x"));
    assert_eq!(fault("o/n/../y").place(), base.join("missing"));
    assert_eq!(fault("f/x").place(), base.join("f/x"));
    assert_eq!(fault("s").place(), base.join("s"));
    let long = fault(&"n".repeat(256));
    assert_eq!(long.error.raw_os_error(), Some(libc::ENAMETOOLONG));
}
