//! The first commands of a new user: `lumi new`, `lumi up`, `lumi destroy`.

use std::path::Path;

use crate::functions::served::Served;
use crate::support::lumi::{Lumi, command};
use crate::support::rest_server::RestServer;

fn run(folder: &Path, args: &[&str]) -> String {
    let output = command().current_dir(folder).args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let seen = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "lumi {}: {seen}", args.join(" "));
    seen
}

/// All files below a folder, except those of lumi.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true if path.ends_with(".lumi") => {}
            true => found.extend(files(&path)),
            false => found.push(path.display().to_string()),
        }
    }
    found.sort();
    found
}

#[test]
fn a_new_project_deploys_at_once_and_leaves_nothing() {
    for template in ["site", "component"] {
        let lumi = Lumi::new();
        let said = lumi.run(&["new", "hello", "--template", template]).ok();
        assert!(said.ends_with("Next: cd hello && lumi up\n"), "{said}");
        let folder = lumi.folder().join("hello");
        let before = files(&folder);
        run(&folder, &["up", "-y"]);
        assert!(files(&folder).len() > before.len(), "{template}");
        let again = run(&folder, &["preview", "--expect-no-changes"]);
        assert!(again.contains("no changes"), "{again}");
        run(&folder, &["destroy", "-y"]);
        assert_eq!(files(&folder), before, "{template}");
    }
}

#[test]
fn the_default_template_is_one_that_deploys_anywhere() {
    let lumi = Lumi::new();
    let default = lumi.run(&["new", "a"]).ok();
    let site = lumi.run(&["init", "b", "--template", "site"]).ok();
    assert_eq!(default.replace("cd a", "cd b"), site);
}

#[test]
fn the_rest_template_deploys_against_an_api() {
    let server = RestServer::start("hunter2");
    let lumi = Lumi::new();
    lumi.run(&["new", "hello", "--template", "rest"]).ok();
    let folder = lumi.folder().join("hello");
    let url = format!("{}/notes", server.url());
    run(&folder, &["config", "set", "url", &url]);
    run(&folder, &["config", "set", "token", "hunter2", "--secret"]);
    run(&folder, &["up", "-y"]);
    let text = run(&folder, &["stack", "output", "text"]);
    assert_eq!(text, "Hello from Lumi\n");
    run(&folder, &["destroy", "-y"]);
}

#[test]
fn the_rest_template_brings_an_api() {
    let lumi = Lumi::new();
    lumi.run(&["new", "hello", "--template", "rest"]).ok();
    let folder = lumi.folder().join("hello");
    let first = run(&folder, &["up", "-y"]);
    assert!(first.contains("README.md says how to start one"), "{first}");
    let api = Served::start(&lumi, "hello/api", &[]);
    let url = format!("http://{}/notes", api.address);
    run(&folder, &["config", "set", "url", &url]);
    run(&folder, &["up", "-y"]);
    run(&folder, &["config", "set", "text", "Changed"]);
    run(&folder, &["up", "-y"]);
    assert_eq!(run(&folder, &["stack", "output", "text"]), "Changed\n");
    run(&folder, &["up", "-y", "--refresh", "--expect-no-changes"]);
    let destroyed = run(&folder, &["destroy", "-y"]);
    assert!(destroyed.contains("-1 deleted"), "{destroyed}");
}

#[test]
fn a_clone_gets_its_types_with_the_first_command() {
    let lumi = Lumi::new();
    lumi.run(&["new", "hello"]).ok();
    let folder = lumi.folder().join("hello");
    std::fs::remove_dir_all(folder.join(".lumi")).unwrap();
    let said = run(&folder, &["preview"]);
    assert!(said.contains("wrote .lumi/types"), "{said}");
    assert!(folder.join(".lumi/types/lumi/index.d.ts").is_file());
    let again = run(&folder, &["preview"]);
    assert!(!again.contains(".lumi/types"), "{again}");
}

/// Every command is listed once, grouped by purpose, and the most used ones have examples.
#[test]
fn help_is_grouped_and_has_examples() {
    let lumi = Lumi::new();
    let help = lumi.run(&["--help"]).ok();
    for part in [
        "Deploy:\n",
        "Manage:\n",
        "  stack ",
        "Options:\n",
        "lumi up\n",
    ] {
        assert!(help.contains(part), "{part:?}: {help}");
    }
    assert_eq!(help.matches("\n  destroy ").count(), 1, "{help}");
    for command in ["run", "test", "preview", "up", "destroy", "import"] {
        let help = lumi.run(&[command, "--help"]).ok();
        assert!(
            help.contains(&format!("Examples:\n  lumi {command}")),
            "{help}"
        );
    }
    let version = lumi.run(&["version", "--json"]).json();
    assert_eq!(version["lumi"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn a_quiet_project_is_written_without_a_list_of_files() {
    let lumi = Lumi::new();
    let answer = lumi.run(&["new", "-q", "sub"]);
    assert_eq!(answer.ok(), "");
    assert!(lumi.folder().join("sub/index.ts").exists());
    assert_eq!(lumi.run(&["types", "-q", "sub"]).ok(), "");
    // A list that was asked for is data.
    assert!(lumi.run(&["new", "-q", "--list"]).ok().contains("rest"));
}
