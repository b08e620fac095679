//! Projects that are not converted, and folders that are not written.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::Conversion;

fn project() -> Conversion {
    let conversion = Conversion::without_packages();
    conversion.file("index.ts", "export const a = 1;\n");
    conversion
}

#[test]
fn a_fault_is_told_and_nothing_is_written() {
    let cases: &[(&str, &str)] = &[
        ("index.ts", "export const a = ;\n"),
        ("index.ts", "import './other';\n"),
        ("index.ts", "const a = 'unfinished\n"),
        ("Pulumi.yaml", "name: web\nruntime: python\n"),
        ("Pulumi.yaml", "name: web\nruntime: { name: yaml }\n"),
        ("Pulumi.yaml", "name: web\n"),
        ("Pulumi.yaml", "name: web\nruntime: nodejs\nmain: none.ts\n"),
        ("Lumi.yaml", "name: web\n"),
        ("package.json", "{ \"name\": \"web\", }"),
    ];
    let mut said = String::new();
    for (file, text) in cases {
        let conversion = project();
        conversion.file("other.ts", "class {\n");
        conversion.file(file, text);
        let answer = conversion.run(&["convert", "old", "-o", "new"]);
        assert!(!conversion.path("new").exists(), "{}", answer.transcript());
        said += &format!("--- {file}: {text}{}\n", answer.transcript());
    }
    insta::assert_snapshot!(said);
}

#[test]
fn a_folder_that_is_not_empty_stays_as_it_is() {
    let conversion = project();
    conversion.lumi.file("new/index.ts", "mine");
    conversion.lumi.file("file", "");
    let mut said = String::new();
    for folder in ["new", "file", "old", "old/new", "file/new"] {
        said += &conversion
            .run(&["convert", "old", "-o", folder])
            .transcript();
    }
    insta::assert_snapshot!(said);
    assert_eq!(conversion.lumi.read("new/index.ts"), "mine");
    // Version control may be there already.
    conversion.lumi.file("empty/.git/HEAD", "");
    conversion
        .run(&["convert", "old", "-o", "empty", "--no-compare"])
        .ok();
    assert!(conversion.path("empty/index.ts").is_file());
}

#[test]
fn a_folder_without_permission_is_told() {
    let conversion = project();
    let closed = conversion.path("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    // Root may write anywhere.
    if fs::write(closed.join("x"), "").is_ok() {
        return;
    }
    let answer = conversion.run(&["convert", "old", "-o", "closed/new", "--no-compare"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("cannot write closed/new"),
        "{}",
        answer.stderr
    );
}

#[test]
fn links_are_not_followed_out_of_the_project() {
    let conversion = project();
    conversion.lumi.file("secret", "hunter2");
    std::os::unix::fs::symlink("../secret", conversion.path("old/link")).unwrap();
    let answer = conversion.run(&["convert", "old", "-o", "new", "--no-compare"]);
    assert!(
        answer
            .stdout
            .contains("link:1:1: a symbolic link is not copied"),
        "{}",
        answer.stdout
    );
    assert!(!conversion.path("new/link").exists());
}

#[test]
fn without_a_project_there_is_nothing_to_convert() {
    let conversion = project();
    fs::create_dir(conversion.path("none")).unwrap();
    conversion.lumi.file("hcl/main.tf", "");
    let mut said = String::new();
    for folder in ["none", "hcl", "absent"] {
        said += &conversion
            .run(&["convert", folder, "-o", "new"])
            .transcript();
    }
    insta::assert_snapshot!(said);
}
