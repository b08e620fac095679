//! `lumi add`, `update`, `remove` and `packages` with a mirror in a folder.

use std::fs;

use crate::support::lumi::Lumi;
use crate::support::pseudo_terminal::PseudoTerminal;

use super::Project;

#[test]
fn a_package_is_added_updated_and_removed() {
    let project = Project::new();
    project
        .lumi
        .file("Lumi.yaml", "# The shop.\nname: demo # short\n");
    insta::assert_snapshot!(project.transcripts(&[
        &["add", "hashicorp/random@~> 3.6.0", "--yes"],
        &["packages"],
        &["update"],
        &["add", "hashicorp/random@~> 3.7", "--yes"],
        &["add", "hashicorp/tls", "-y"],
        &["packages"],
    ]));
    insta::assert_snapshot!(
        format!("{}---\n{}", project.lumi.read("Lumi.yaml"), project.lock()),
        @r#"
        # The shop.
        name: demo # short
        packages:
          random: { source: terraform:hashicorp/random, version: "~> 3.7" }
          tls: { source: terraform:hashicorp/tls, version: "~> 4.0" }
        ---
        # The exact packages of the project. `lumi add`, `install` and `update` write this file: commit it.
        version: 1
        packages:
          random:
            source: terraform:hashicorp/random
            version: 3.7.2
            range: ~> 3.7
            hashes:
            - h1:…
            - zh:…
          tls:
            source: terraform:hashicorp/tls
            version: 4.0.0
            range: ~> 4.0
            hashes:
            - h1:…
            - zh:…
        "#
    );
    insta::assert_snapshot!(project.transcripts(&[
        &["install"],
        &["install", "--frozen"],
        &["remove", "random"],
        &["remove", "random"],
        &["packages", "--json", "--offline"],
        &["remove", "tls"],
        &["packages"],
        &["install"],
        &["update"],
    ]));
    assert_eq!(
        project.lumi.read("Lumi.yaml"),
        "# The shop.\nname: demo # short\n"
    );
    assert!(!project.lumi.folder().join("Lumi.lock").exists());
}

#[test]
fn a_newer_version_comes_with_update_alone() {
    let project = Project::new();
    project.run(&["add", "hashicorp/random@>= 3", "-y"]).ok();
    project.run(&["add", "hashicorp/tls", "-y"]).ok();
    project.mirror.put("hashicorp/random", "3.8.0");
    project.mirror.put("hashicorp/tls", "4.1.0");
    insta::assert_snapshot!(project.transcripts(&[
        &["install"],
        &["update", "rnadom"],
        &["update", "random"],
        &["packages"],
    ]));
    project.run(&["update"]).ok();
    assert!(project.lock().contains("4.1.0"));
}

#[test]
fn the_user_is_asked_on_a_terminal() {
    let project = Project::new();
    let args = ["add", "hashicorp/random"];
    let mut terminal = PseudoTerminal::start(&mut project.command(&args), 120, 30);
    terminal.expect("yes / no / details: ");
    terminal.type_keys("no\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, 4, "{screen}");
    assert!(screen.contains("3.7.2, of `~> 3.7`, for "), "{screen}");
    assert_eq!(project.lumi.read("Lumi.yaml"), "name: demo\n");
    assert!(!project.store().exists(), "{screen}");

    let mut terminal = PseudoTerminal::start(&mut project.command(&args), 120, 30);
    terminal.expect("yes / no / details: ");
    terminal.type_keys("details\n");
    terminal.expect("its hash cannot be checked before the download");
    terminal.type_keys("yes\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert!(project.lock().contains("version: 3.7.2"));
    // The lock records the answer.
    project.run(&["install"]).ok();
}

#[test]
fn a_missing_lumi_yaml_is_begun() {
    let project = Project::new();
    fs::remove_file(project.lumi.folder().join("Lumi.yaml")).unwrap();
    project.run(&["add", "hashicorp/random", "-y"]).ok();
    insta::assert_snapshot!(project.lumi.read("Lumi.yaml"), @r#"
    packages:
      random: { source: terraform:hashicorp/random, version: "~> 3.7" }
    "#);
}

#[test]
fn other_names_and_paths_are_possible() {
    let project = Project::new();
    project.run(&["add", "hashicorp/random", "-y"]).ok();
    project
        .lumi
        .file("bin/terraform-provider-kit", "#!/bin/sh\n");
    insta::assert_snapshot!(project.transcripts(&[
        &["add", "hashicorp/random", "--name", "old", "-y"],
        &["add", "./bin/terraform-provider-kit"],
        &["add", "./bin", "--name", "kit"],
        &["packages", "--offline"],
        &["install", "--frozen"],
    ]));
    insta::assert_snapshot!(project.lumi.read("Lumi.yaml"), @r#"
    name: demo
    packages:
      random: { source: terraform:hashicorp/random, version: "~> 3.7" }
      old: { source: terraform:hashicorp/random, version: "~> 3.7" }
      kit: ./bin
    "#);
    // From a folder below, the path is another one.
    let mut below = project.command(&["add", "./terraform-provider-kit"]);
    below.current_dir(project.lumi.folder().join("bin"));
    assert!(below.output().unwrap().status.success());
    assert!(
        project
            .lumi
            .read("Lumi.yaml")
            .contains("kit: ./bin/terraform-provider-kit\n")
    );
}

#[test]
fn wrong_arguments_are_explained() {
    let project = Project::new();
    project.run(&["add", "hashicorp/random", "-y"]).ok();
    project.lumi.file("notes.txt", "");
    project.lumi.file("plain/readme", "");
    insta::assert_snapshot!(project.transcripts(&[
        &["add", "hashicorp/random"],
        &["add", "hashicorp/tls"],
        &["add", "random", "-y"],
        &["add", "pulumi:random", "-y"],
        &["add", "hashicorp/tls@latest", "-y"],
        &["add", "hashicorp/tls@", "-y"],
        &["add", "hashicorp/tls@~> 9.0", "-y"],
        &["add", "hashicorp/randon", "-y"],
        &["add", "acme/dns", "-y"],
        &["add", "acme/random", "-y"],
        &["add", "hashicorp/tls", "--name", "random", "-y"],
        &["add", "hashicorp/tls", "--name", "std", "-y"],
        &["add", "hashicorp/tls", "--name", "T", "-y"],
        &["add", "./nowhere"],
        &["add", "./notes.txt"],
        &["add", "./plain"],
        &["install", "--platform", "linux"],
        &["remove", "randon"],
    ]));
    project
        .lumi
        .file("Lumi.yaml", "packages: { random: hashicorp/random }\n");
    insta::assert_snapshot!(
        project.transcripts(&[&["add", "hashicorp/tls", "-y"], &["remove", "random"]])
    );
}

#[test]
fn a_range_of_another_package_stays_where_a_name_is_chosen() {
    let project = Project::new();
    project
        .run(&["add", "hashicorp/random@3.6.3", "--name", "old", "-y"])
        .ok();
    let refused = project.transcript(&["add", "hashicorp/random", "-y"]);
    assert!(
        refused.contains("is in the project already, as `old`"),
        "{refused}"
    );
    project
        .run(&["add", "hashicorp/random", "--name", "random", "-y"])
        .ok();
    let lock = project.lock();
    assert!(
        lock.contains("version: 3.6.3") && lock.contains("version: 3.7.2"),
        "{lock}"
    );
}

#[test]
fn names_of_packages_are_completed() {
    let project = Project::new();
    project.run(&["add", "hashicorp/random", "-y"]).ok();
    let args = ["--", "lumi", "remove", ""];
    let mut command = project.command(&args);
    command.env("LUMI_COMPLETE", "fish");
    let output = command.output().unwrap();
    let offered = String::from_utf8(output.stdout).unwrap();
    assert!(
        offered.lines().any(|it| it.starts_with("random")),
        "{offered}"
    );
}

#[test]
fn a_project_of_pulumi_takes_plugins_of_pulumi_alone() {
    let lumi = Lumi::new();
    fs::rename(
        lumi.folder().join("Lumi.yaml"),
        lumi.folder().join("Pulumi.yaml"),
    )
    .unwrap();
    lumi.file("Pulumi.yaml", "name: demo\nruntime: nodejs\n");
    let refused = lumi.run(&["add", "hashicorp/random", "-y"]).transcript();
    assert!(
        refused.contains("`hashicorp/random` is not a plugin of Pulumi"),
        "{refused}"
    );
}
