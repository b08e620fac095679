//! A project of forty resources with packages of components, from Pulumi to Lumi and back.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::Project;
use super::judged::{Judged, last_line};

/// Packages of the program beside those of Pulumi.
const PACKAGES: [&str; 2] = ["net", "cluster"];

fn files() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/platform")
}

fn install(packages: &Path, project: &Project) {
    let modules = project.0.folder().join("node_modules");
    for package in PACKAGES {
        let folder = modules.join("@acme").join(package);
        fs::create_dir_all(&folder).unwrap();
        for name in ["index.js", "package.json"] {
            fs::copy(files().join(package).join(name), folder.join(name)).unwrap();
        }
    }
    symlink(packages.join("@pulumi"), modules.join("@pulumi")).unwrap();
    symlink(packages.join("typescript"), modules.join("typescript")).unwrap();
}

fn judged() -> Option<Judged> {
    let judged = Judged::with_packages(install)?;
    let program = fs::read_to_string(files().join("index.js")).unwrap();
    judged.project.0.file("index.js", program);
    judged.pulumi(&["config", "set", "--secret", "token", "hunter2"]);
    Some(judged)
}

#[test]
fn a_platform_is_taken_over_changed_and_given_back() {
    let Some(judged) = judged() else { return };
    judged.pulumi(&["up", "--yes", "--skip-preview"]);
    judged.take("dev");
    let count = "39 unchanged";
    let plan = judged.lumi(&["preview", "--diff"]).stdout;
    assert_eq!(plan.trim(), format!("Plan: no changes, {count}"));
    // In the process of node, too.
    assert_eq!(judged.preview(), format!("Plan: no changes, {count}"));

    // A pool grows, and all of the other network is replaced.
    judged.lumi(&["config", "set", "size", "3"]);
    judged.lumi(&["config", "set", "cidr", "10.1.0.0/16"]);
    let changed = judged.lumi(&["up", "-y"]).stdout;
    let again = judged.lumi(&["preview"]).stdout;
    assert_eq!(
        last_line(&again),
        "Plan: no changes, 40 unchanged",
        "{changed}"
    );

    // The provider of records says what they are.
    let refreshed = judged.lumi(&["refresh", "-y"]).stdout;
    assert!(!refreshed.contains("~ update"), "{refreshed}");

    // A part is destroyed, and the program no longer declares it.
    judged.lumi(&["config", "set", "more", "false"]);
    let plan = judged.lumi(&["preview"]).stdout;
    assert_eq!(
        last_line(&plan),
        "Plan: -4 to delete, x1 to forget, 35 unchanged",
        "{plan}"
    );
    judged.lumi(&["destroy", "-y", "--target", "older"]);
    judged.lumi(&["up", "-y"]);
    let deleted = judged.project.read("deleted");
    let mut deleted: Vec<&str> = deleted.lines().collect();
    deleted.sort_unstable();
    assert_eq!(deleted, ["old.example.com", "older.example.com"]);

    // Pulumi goes on where Lumi has stopped.
    judged.give("dev");
    judged.pulumi(&["refresh", "--yes", "--expect-no-changes"]);
    let admin = ["stack", "output", "admin", "--show-secrets"];
    assert_eq!(judged.pulumi(&admin), judged.lumi(&admin).stdout);
}
