//! Commands that only read work in projects that cannot be written.

use std::fs;
use std::path::Path;

use crate::faults::read_only::{ReadOnly, bound_by_permissions};
use crate::support::lumi::{Answer, Lumi};

const PROGRAM: &str = "import { fs } from \"lumi/std\";\n\
     export const path = new fs.File(\"a\", { path: \"a.txt\", content: \"A\" }).path;\n";

/// `lumi ARGS…` bound by permissions; `None` if that is impossible.
fn run(lumi: &Lumi, args: &[&str]) -> Option<Answer> {
    let command = bound_by_permissions(lumi.command(args));
    let output = command?.output().unwrap();
    Some(Answer::of(output, args, lumi.folder()))
}

/// All files below a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        all.push(path.display().to_string());
        if path.is_dir() {
            all.extend(files(&path));
        }
    }
    all.sort();
    all
}

#[test]
fn a_project_that_cannot_be_written_is_checked() {
    let mistake = format!("{PROGRAM}export const n: number = \"text\";\n");
    for (text, code, says) in [(PROGRAM, 0, ""), (&mistake, 1, "index.ts:3:14")] {
        let lumi = Lumi::program(text);
        let outer = lumi.folder().parent().unwrap();
        // With and without a home that can be written, for the files of the compiler.
        for folder in [lumi.folder(), outer] {
            let before = files(lumi.folder());
            let read_only = ReadOnly::make(folder);
            let Some(answer) = run(&lumi, &["check"]) else {
                return;
            };
            drop(read_only);
            let text = answer.transcript();
            assert_eq!(answer.code, code, "{text}");
            assert!(
                text.contains(says) && !text.contains("not checked"),
                "{text}"
            );
            assert_eq!(files(lumi.folder()), before);
        }
    }
}

#[test]
fn a_check_in_a_read_only_folder_needs_the_declarations_that_its_settings_name() {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["types"]).ok();
    let read_only = ReadOnly::make(lumi.folder());
    let Some(answer) = run(&lumi, &["check"]) else {
        return;
    };
    drop(read_only);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    fs::remove_dir_all(lumi.folder().join(".lumi")).unwrap();
    let _read_only = ReadOnly::make(lumi.folder());
    let text = run(&lumi, &["check"]).unwrap().transcript();
    assert!(
        text.contains("types are not checked: cannot write"),
        "{text}"
    );
    assert!(text.contains(".lumi/types/globals.d.ts"), "{text}");
    assert!(!text.contains("TypeScript failed"), "{text}");
}

#[test]
fn commands_that_read_need_no_folder_to_write_to() {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["up", "-y"]).ok();
    let before = files(lumi.folder());
    let read_only = ReadOnly::make(lumi.folder());
    for args in [
        &["run"][..],
        &["check"],
        &["graph"],
        &["preview"],
        &["preview", "--refresh"],
        &["refresh", "--dry-run"],
        &["destroy", "--dry-run"],
        &["reconcile"],
        &["packages"],
        &["stack", "ls"],
        &["stack", "output"],
        &["stack", "history"],
        &["stack", "history", "--drift"],
        &["stack", "export"],
    ] {
        let Some(answer) = run(&lumi, args) else {
            return;
        };
        assert_eq!(answer.code, 0, "{}", answer.transcript());
    }
    drop(read_only);
    assert_eq!(files(lumi.folder()), before);
}
