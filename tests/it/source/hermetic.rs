//! Tests do not depend on the developer's machine.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::lumi::again;

/// Variables that developers may have set, each to a value that would be noticed.
const DEVELOPER: &[(&str, &str)] = &[
    ("ALL_PROXY", "http://127.0.0.1:1"),
    ("AWS_PROFILE", "production"),
    ("CLICOLOR_FORCE", "1"),
    ("COLUMNS", "20"),
    ("FORCE_COLOR", "1"),
    ("HTTPS_PROXY", "http://127.0.0.1:1"),
    ("HTTP_PROXY", "http://127.0.0.1:1"),
    ("LANG", "tr_TR.UTF-8"),
    ("LUMI_BACKEND", "s3://production"),
    ("LUMI_HOME", "/nowhere"),
    ("LUMI_PASSPHRASE", "of another stack"),
    ("LUMI_STACK", "production"),
    ("NODE_OPTIONS", "--no-such-option"),
    ("PULUMI_HOME", "/nowhere"),
    ("PYTHONPATH", "/nowhere"),
    ("SSL_CERT_FILE", "/nowhere"),
    ("TZ", "Pacific/Kiritimati"),
    ("XDG_CACHE_HOME", "/nowhere"),
    ("XDG_CONFIG_HOME", "/nowhere"),
    ("XDG_DATA_HOME", "/nowhere"),
    ("http_proxy", "http://127.0.0.1:1"),
];

fn as_a_developer<T: Fn()>(test: T) {
    let home = tempfile::tempdir().unwrap();
    // A project in the home folder would apply to every folder below it.
    fs::write(home.path().join("Lumi.yaml"), "no project\n").unwrap();
    let home = home.path().to_str().unwrap();
    let environment = [DEVELOPER, &[("HOME", home)]].concat();
    again(test, &environment);
}

#[test]
fn deployments_are_the_same() {
    as_a_developer(crate::deployments::deploy::the_everyday_loop);
}

#[test]
fn secrets_are_the_same() {
    as_a_developer(crate::documents::deployed_examples::secrets_reach_their_file_and_nothing_else);
}

#[test]
fn requests_are_the_same() {
    as_a_developer(crate::documents::deployed_examples::objects_behind_an_api_are_managed);
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, files),
            false => files.push(path),
        }
    }
}

/// Only `lumi.rs` sets the environment of processes and restarts tests.
#[test]
fn processes_begin_in_one_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    let start = concat!("Command", "::new(");
    files.retain(|path| {
        let is_source = path.extension().is_some_and(|it| it == "rs");
        is_source && fs::read_to_string(path).unwrap().contains(start)
    });
    assert_eq!(files, [folder.join("support/lumi.rs")]);
}
