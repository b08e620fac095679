//! Packages that cannot be installed.

use std::fs;
use std::os::unix::fs::symlink;

use lumi::packages::Platform;

use super::Project;
use crate::faults::read_only::{ReadOnly, bound_by_permissions};

use super::release::zip;

#[test]
fn archives_that_are_not_what_they_should_be() {
    let project = Project::new();
    let program = "terraform-provider-dns_v1.0.0";
    let good = zip(&[(program, "#!/bin/sh\n"), ("LICENSE", &"x".repeat(1000))]);
    let archives: [(&str, Vec<u8>); 6] = [
        ("empty", Vec::new()),
        ("text", b"<html>not found</html>".to_vec()),
        ("truncated", good[..good.len() / 2].to_vec()),
        ("slip", zip(&[(program, ""), ("../../evil", "")])),
        ("absolute", zip(&[(program, ""), ("/tmp/evil", "")])),
        ("other", zip(&[("terraform-provider-web", "")])),
    ];
    for (name, archive) in &archives {
        project
            .mirror
            .put_archive(&format!("{name}/dns"), "1.0.0", archive);
    }
    let runs: Vec<String> = archives
        .iter()
        .map(|(name, _)| project.transcript(&["add", &format!("{name}/dns"), "-y"]))
        .collect();
    insta::assert_snapshot!(runs.join("\n"));
    assert_eq!(project.lumi.read("Lumi.yaml"), "name: demo\n");
    assert!(!project.lumi.folder().join("Lumi.lock").exists());
    assert!(stored(&project).is_empty(), "{:?}", stored(&project));
}

fn stored(project: &Project) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![project.store()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.path().is_dir() {
                true => folders.push(entry.path()),
                false => files.push(entry.path().display().to_string()),
            }
        }
    }
    files
}

#[test]
fn packages_of_another_platform_are_not_offered() {
    let project = Project::new();
    let place = project.mirror.path().join("registry.opentofu.org/acme/dns");
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("terraform-provider-dns_1.0.0_plan9_arm.zip"), "").unwrap();
    insta::assert_snapshot!(project.transcript(&["add", "acme/dns", "-y"]));
}

#[test]
fn several_failures_are_shown_at_once() {
    let project = Project::new();
    project.lumi.file(
        "Lumi.yaml",
        "packages:\n  random: { source: hashicorp/random, version: \"9\" }\n  tls: { source: hashicorp/tls, version: \"9\" }\n",
    );
    insta::assert_snapshot!(project.transcript(&["install", "-y"]));
}

#[test]
fn folders_that_cannot_be_written_are_named() {
    let project = Project::new();
    let home = project.lumi.folder().with_file_name("home");
    fs::create_dir_all(&home).unwrap();
    let args = ["add", "hashicorp/random", "-y"];
    for folder in [home.as_path(), project.lumi.folder()] {
        let Some(mut command) = bound_by_permissions(project.command(&args)) else {
            return;
        };
        let output = {
            let _read_only = ReadOnly::make(folder);
            command.output().unwrap()
        };
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains("cannot be written") || said.contains("cannot write"),
            "{said}"
        );
        assert_eq!(project.lumi.read("Lumi.yaml"), "name: demo\n");
        assert!(!project.lumi.folder().join("Lumi.lock").exists());
    }
    project.run(&args).ok();
}

#[test]
fn a_file_where_a_folder_should_be_is_named() {
    let project = Project::new();
    let home = project.lumi.folder().with_file_name("home");
    fs::create_dir_all(home.join(".lumi")).unwrap();
    fs::write(home.join(".lumi/packages"), "").unwrap();
    let refused = project.run(&["add", "hashicorp/random", "-y"]);
    let said = refused.transcript();
    assert_eq!(refused.code, 1, "{said}");
    assert!(said.contains(".lumi/packages"), "{said}");
    assert_eq!(project.lumi.read("Lumi.yaml"), "name: demo\n");
}

#[test]
fn files_of_a_clone_that_are_links_are_not_followed_out_of_it() {
    let project = Project::new();
    let outside = project.lumi.folder().with_file_name("outside");
    fs::write(&outside, "version: 1\n").unwrap();
    symlink(&outside, project.lumi.folder().join("Lumi.lock")).unwrap();
    let refused = project.run(&["add", "hashicorp/random", "-y"]);
    let said = refused.transcript();
    assert_ne!(refused.code, 0, "{said}");
    assert!(said.contains("Lumi.lock"), "{said}");
    assert_eq!(fs::read_to_string(&outside).unwrap(), "version: 1\n");
}

#[test]
fn mirrors_that_are_not_there_are_named() {
    let project = Project::new();
    let said = |mirror: &str| {
        let args = ["add", "hashicorp/random", "-y"];
        let mut command = project.lumi.command(&args);
        command.env("LUMI_PACKAGE_MIRROR", mirror);
        let output = command.output().unwrap();
        assert!(!output.status.success());
        project.plain(&String::from_utf8(output.stderr).unwrap())
    };
    insta::assert_snapshot!(
        [
            said("/nowhere"),
            said("http://example.com/mirror"),
            said("https://"),
        ]
        .join("")
    );
    // Nothing listens on this port.
    let refused = said("http://localhost:1/mirror");
    assert!(refused.contains("cannot be reached"), "{refused}");
    assert!(refused.contains("needs no network"), "{refused}");
}

#[test]
fn an_unpacked_mirror_gives_folders() {
    let project = Project::new();
    let place = project
        .mirror
        .path()
        .join("registry.opentofu.org/acme/dns/1.0.0");
    let place = place.join(Platform::current().to_string());
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("terraform-provider-dns"), "#!/bin/sh\n").unwrap();
    project.run(&["add", "acme/dns", "-y"]).ok();
    let lock = project.lock();
    assert!(lock.contains("h1:") && !lock.contains("zh:"), "{lock}");
    project.run(&["install", "--frozen"]).ok();
}
