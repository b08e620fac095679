//! Runs of programs in projects with packages: missing packages are reported, and none is installed.

use std::fs;

use super::Project;

#[test]
fn a_run_wants_what_is_locked_and_installed() {
    let project = Project::new();
    project.lumi.file("index.ts", "export const a = 1;\n");
    project.lumi.file(
        "Lumi.yaml",
        "name: demo\npackages:\n  random: { source: hashicorp/random, version: \"~> 3.6\" }\n",
    );
    let mut said = vec![project.transcript(&["preview"])];
    project.run(&["install", "-y"]).ok();
    project.run(&["preview"]).ok();
    project.run(&["up", "-y"]).ok();

    project.lumi.file(
        "Lumi.yaml",
        "name: demo\npackages:\n  random: { source: hashicorp/random, version: \"~> 4.0\" }\n",
    );
    said.push(project.transcript(&["up", "-y"]));
    project.lumi.file(
        "Lumi.yaml",
        "name: demo\npackages:\n  random: hashicorp/random\n",
    );
    let program = installed_program(&project);
    fs::write(&program, "#!/bin/sh\necho evil\n").unwrap();
    said.push(project.transcript(&["destroy", "-y"]));
    project.run(&["install"]).ok();
    project.run(&["preview"]).ok();

    let lock = project.lumi.read("Lumi.lock");
    let is_hash = |it: &&str| it.trim_start().starts_with("- ");
    let kept: Vec<&str> = lock.lines().filter(|it| !is_hash(it)).collect();
    let other = format!("{}\n    - zh:{}\n", kept.join("\n"), "0".repeat(64));
    project.lumi.file("Lumi.lock", other);
    said.push(project.transcript(&["preview"]));
    fs::remove_dir_all(project.store()).unwrap();
    project.lumi.file("Lumi.lock", lock);
    said.push(project.transcript(&["preview"]));
    insta::assert_snapshot!(said.join("\n"));
}

fn installed_program(project: &Project) -> std::path::PathBuf {
    let json = project.run(&["packages", "--json", "--offline"]).json();
    json[0]["program"].as_str().unwrap().into()
}

#[test]
fn a_package_with_a_path_is_asked_about_before_it_is_started() {
    let project = Project::new();
    project.lumi.file("index.ts", "export const a = 1;\n");
    project
        .lumi
        .file("bin/terraform-provider-kit", "#!/bin/sh\n");
    project.run(&["add", "./bin/terraform-provider-kit"]).ok();
    insta::assert_snapshot!(project.transcript(&["preview"]));
    project.run(&["preview", "-P"]).ok();
}

#[test]
fn a_package_with_a_path_is_accepted_when_it_is_added() {
    let project = Project::new();
    project.lumi.file("index.ts", "export const a = 1;\n");
    for name in ["one", "two"] {
        let program = format!("bin/terraform-provider-{name}");
        project.lumi.file(&program, "#!/bin/sh\n");
        project.run(&["add", &format!("./{program}"), "-y"]).ok();
        project.run(&["preview"]).ok();
    }
    // Consent to one is none to others.
    project
        .lumi
        .file("bin/terraform-provider-kit", "#!/bin/sh\n");
    project.run(&["add", "./bin/terraform-provider-kit"]).ok();
    project
        .lumi
        .file("bin/terraform-provider-last", "#!/bin/sh\n");
    project
        .run(&["add", "./bin/terraform-provider-last", "-y"])
        .ok();
    let answer = project.run(&["preview"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(answer.stderr.contains("kit: ./bin/terraform-provider-kit"));
}
