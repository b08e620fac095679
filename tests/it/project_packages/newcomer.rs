//! Providers of a mirror, from `lumi add` to `lumi remove`, run for real.

use std::fs;
use std::path::Path;

use crate::terraform::built;

use super::release::zip_files;
use super::{Mirror, Project};
use crate::support::lumi::{Lumi, without_times};

/// A mirror with `lumi/kit` 1.0.0 and 1.1.0, and 0.9.0, which is another provider; `None` without the judges.
fn project() -> Option<Project> {
    let (kit, legacy) = (built("kit")?, built("legacy")?);
    let mirror = Mirror::new();
    for (version, program) in [("0.9.0", &legacy), ("1.0.0", &kit), ("1.1.0", &kit)] {
        put(&mirror, version, program);
    }
    let lumi = Lumi::new();
    Some(Project { lumi, mirror })
}

fn put(mirror: &Mirror, version: &str, program: &Path) {
    let name = format!("terraform-provider-kit_v{version}");
    let content = fs::read(program).unwrap();
    let archive = zip_files(&[(&name, &content), ("VERSION", version.as_bytes())]);
    mirror.put_archive("lumi/kit", version, &archive);
}

#[test]
fn a_provider_is_added_used_updated_and_removed() {
    let Some(project) = project() else {
        return;
    };
    project.run(&["types", "."]).ok();
    project.run(&["add", "lumi/kit@1.0.0", "-y"]).ok();
    project.lumi.file(
        "index.ts",
        "import * as kit from \"lumi:kit\";\nexport const { id } = new kit.Thing(\"a\", { name: \"a\" });\n",
    );
    let mut said = vec![project.transcript(&["up", "-y"])];
    said.push(project.transcript(&["add", "lumi/kit@~> 1.0", "-y"]));
    said.push(project.transcript(&["preview"]));

    // A clone has what the lock says, and nothing that it does not say.
    let home = project.lumi.folder().with_file_name("home");
    fs::rename(home.join(".lumi/packages"), home.join("kept")).unwrap();
    said.push(project.transcript(&["preview"]));
    said.push(project.transcript(&["install", "--frozen"]));
    said.push(project.transcript(&["destroy", "-y"]));
    said.push(project.transcript(&["remove", "kit"]));
    said.push(project.transcript(&["run"]));
    let said = without_times(&said.join("\n"));
    insta::assert_snapshot!(said.replace("\"a\"  created (0.0 s)", "\"a\"  created"));
}

#[test]
fn versions_are_compared_by_what_they_have() {
    let Some(project) = project() else {
        return;
    };
    project.run(&["add", "lumi/kit@~> 1.0", "-y"]).ok();
    let lock = project.lumi.read("Lumi.lock");
    insta::assert_snapshot!(project.transcripts(&[
        &["packages", "diff", "kit", "1.0.0", "1.1.0"],
        &["packages", "diff", "kit", "1.0.0", "1.1.0", "--yes"],
        &["packages", "diff", "kit", "0.9.0", "1.1.0", "--yes"],
        &["packages", "diff", "kit", "1.1.0", "1.2.0", "--yes"],
        &["packages", "diff", "kit", "1", "1.1.0"],
        &["packages", "diff", "kid", "1.0.0", "1.1.0"],
    ]));
    assert_eq!(project.lumi.read("Lumi.lock"), lock);
}

#[test]
fn an_executable_of_a_path_is_used_after_consent() {
    let Some(kit) = built("kit") else {
        return;
    };
    let lumi = Lumi::program(
        "import * as kit from \"lumi:kit\";\nexport const { id } = new kit.Thing(\"a\", { name: \"a\" });\n",
    );
    lumi.run(&["add", kit.to_str().unwrap()]).ok();
    assert_eq!(lumi.run(&["up", "-y"]).code, 2);
    lumi.run(&["up", "-yP"]).ok();
    lumi.run(&["destroy", "-yP"]).ok();
}

#[test]
fn the_template_of_terraform_deploys_at_once() {
    let (Some(random), Some(local)) = (built("random"), built("local")) else {
        return;
    };
    let project = Project {
        lumi: Lumi::new(),
        mirror: Mirror::new(),
    };
    for (name, version, program) in [("random", "3.9.0", random), ("local", "2.9.0", local)] {
        let file = format!("terraform-provider-{name}_v{version}");
        let archive = zip_files(&[(&file, &fs::read(program).unwrap())]);
        let address = format!("hashicorp/{name}");
        project.mirror.put_archive(&address, version, &archive);
    }
    let said = project
        .run(&["new", "hello", "--template", "terraform"])
        .ok();
    assert!(
        said.contains("Next: cd hello && lumi install && lumi up"),
        "{said}"
    );
    project.run(&["-C", "hello", "install", "-y"]).ok();
    project.run(&["-C", "hello", "up", "-y"]).ok();
    let greeting = project.lumi.read("hello/out/greeting.txt");
    assert!(greeting.starts_with("Hello, "), "{greeting}");
    project
        .run(&["-C", "hello", "preview", "--refresh", "--expect-no-changes"])
        .ok();
    project.run(&["-C", "hello", "destroy", "-y"]).ok();
    assert!(
        !project
            .lumi
            .folder()
            .join("hello/out/greeting.txt")
            .exists()
    );
}

#[test]
fn the_template_of_aws_says_what_it_needs() {
    let project = Project {
        lumi: Lumi::new(),
        mirror: Mirror::new(),
    };
    project.run(&["new", "hello", "--template", "aws"]).ok();
    let readme = project.lumi.read("hello/README.md");
    for needed in [
        "AWS_ACCESS_KEY_ID",
        "lumi config set aws:region",
        "lumi install",
    ] {
        assert!(readme.contains(needed), "{readme}");
    }
    let answer = project.run(&["-C", "hello", "up", "-y"]);
    assert_eq!(answer.code, 2);
    assert!(
        answer.transcript().contains("lumi install"),
        "{}",
        answer.transcript()
    );
}
