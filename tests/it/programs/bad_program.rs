//! The errors of each program in `tests/programs/bad`.

use std::fs;
use std::path::Path;

use crate::support::lumi::{Answer, command};

/// Modules that only other programs import.
const NO_PROGRAMS: &[&str] = &["lib.ts"];

#[test]
fn each_mistake_has_one_clear_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/bad");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".ts") || name.ends_with(".js"))
        .filter(|name| !NO_PROGRAMS.contains(&name.as_str()))
        .collect();
    names.sort();
    for name in names {
        let args = ["run", name.as_str()];
        let output = command().current_dir(&folder).args(args).output().unwrap();
        let answer = Answer::of(output, &args, Path::new(env!("CARGO_MANIFEST_DIR")));
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        assert_eq!(answer.stdout, "", "nothing half-written");
        insta::assert_snapshot!(name.as_str(), answer.transcript());
    }
}
