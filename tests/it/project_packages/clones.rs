//! `lumi install` in a clone: what the lock says, and nothing else.

use std::fs;

use lumi::packages::Platform;

use super::Project;
use super::release::zip;

/// A project with `random` and `tls`, as another user who has neither sees it.
fn clone() -> Project {
    let project = Project::new();
    project.run(&["add", "hashicorp/random@~> 3.7", "-y"]).ok();
    project.run(&["add", "hashicorp/tls", "-y"]).ok();
    fs::remove_dir_all(project.lumi.folder().with_file_name("home")).unwrap();
    project
}

#[test]
fn a_clone_is_installed_without_a_question() {
    let project = clone();
    let lock = project.lumi.read("Lumi.lock");
    insta::assert_snapshot!(project.transcripts(&[
        &["packages", "--offline"],
        &["install"],
        &["install"],
        &["packages", "--offline"],
    ]));
    assert_eq!(project.lumi.read("Lumi.lock"), lock);
}

#[test]
fn locked_and_installed_packages_need_no_network() {
    let project = clone();
    project.run(&["install"]).ok();
    fs::remove_dir_all(project.mirror.path()).unwrap();
    fs::create_dir(project.mirror.path()).unwrap();
    project.run(&["install", "--frozen"]).ok();
    insta::assert_snapshot!(project.transcripts(&[&["packages"], &["update"]]));
}

#[test]
fn a_frozen_lock_does_not_change() {
    let project = clone();
    project.lumi.file(
        "Lumi.yaml",
        "packages:\n  random: { source: hashicorp/random, version: \"~> 3.6.0\" }\n  dns: acme/dns\n",
    );
    insta::assert_snapshot!(project.transcripts(&[&["install", "--frozen"], &["install"]]));
    assert!(!project.store().exists());
}

#[test]
fn another_package_than_the_locked_one_is_refused() {
    let project = clone();
    let evil = zip(&[("terraform-provider-random_v3.7.2", "#!/bin/sh\necho evil\n")]);
    project
        .mirror
        .put_archive("hashicorp/random", "3.7.2", &evil);
    let platform = Platform::current().to_string();
    insta::assert_snapshot!(project.transcripts(&[&["install"], &["install", "--frozen"]]));
    let stored = project
        .store()
        .join("registry.opentofu.org/hashicorp/random/3.7.2")
        .join(platform);
    assert!(!stored.exists());
    // The user may say that the package was meant to change.
    assert_eq!(project.run(&["update", "random", "-y"]).code, 1);
    project.run(&["remove", "random"]).ok();
    project.run(&["add", "hashicorp/random", "-y"]).ok();
    project.run(&["install", "--frozen"]).ok();
}

#[test]
fn a_lock_that_is_damaged_is_explained() {
    let project = clone();
    for text in ["version: 9\n", "version: 1\npackages: [", "<<<<<<< HEAD\n"] {
        project.lumi.file("Lumi.lock", text);
        for command in [
            &["install"][..],
            &["packages"],
            &["add", "hashicorp/tls", "-y"],
            &["remove", "tls"],
        ] {
            let refused = project.run(command);
            let said = refused.transcript();
            assert_eq!(refused.code, 2, "{said}");
            assert!(said.contains("Lumi.lock"), "{said}");
        }
        assert_eq!(project.lumi.read("Lumi.lock"), text);
    }
}

#[test]
fn other_platforms_are_locked_on_request() {
    let project = clone();
    let place = project
        .mirror
        .path()
        .join("registry.opentofu.org/hashicorp");
    for (kind, version) in [("random", "3.7.2"), ("tls", "4.0.0")] {
        let program = format!("terraform-provider-{kind}.exe");
        let archive = zip(&[(&program, "MZ")]);
        let name = format!("{kind}/terraform-provider-{kind}_{version}_plan9_arm.zip");
        fs::write(place.join(name), archive).unwrap();
    }
    let before = project.lumi.read("Lumi.lock").lines().count();
    insta::assert_snapshot!(project.transcripts(&[
        &["install", "--platform", "plan9_arm"],
        &["install", "--platform", "plan9_arm"],
        &["install", "--platform", "plan9_386"],
    ]));
    // Two hashes for each package.
    assert_eq!(project.lumi.read("Lumi.lock").lines().count(), before + 4);
}
