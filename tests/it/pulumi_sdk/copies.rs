//! A program with the newest SDK, and a package that brings one of another version: each has transforms and hooks.

use std::os::unix::fs::symlink;

use super::{Project, fixture, packages};
use crate::pulumi::node::packages_of;

/// The project, whose package `boxes` has its own `node_modules`.
fn project() -> Option<Project> {
    let (newest, other) = (packages_of("pulumi-newest")?, packages()?);
    let project = Project::with_packages(&newest, &fixture("copies.js"));
    project.0.file("boxes/index.js", fixture("boxes.js"));
    symlink(other, project.0.folder().join("boxes/node_modules")).unwrap();
    Some(project)
}

/// Deploys the program by both routes, and compares what its functions have seen and made.
fn compare(setting: &str) {
    for route in ["embedded", "node"] {
        let Some(project) = project() else {
            return;
        };
        let answer = project.succeeds(&["up", "-y", "-f", "--runtime", route, "-c", setting]);
        let text = answer.transcript();
        for line in ["the outer hook of a", "the inner hook of box-file"] {
            assert_eq!(text.matches(line).count(), 1, "{route}: {text}");
        }
        assert_eq!(project.0.read("a.txt"), "outer, by the program", "{route}");
        assert_eq!(project.0.read("box.txt"), "inner, by the box", "{route}");
        let versions = project.outputs()["versions"].clone();
        let versions = versions.as_array().unwrap();
        assert_ne!(versions[0], versions[1], "{route}");
    }
}

/// The copies have one server, as they find it in a global variable.
#[test]
fn two_versions_share_a_server_of_functions() {
    compare("apart=false");
}

/// A run of its own in the process, as programs of the automation API are, has its own server.
#[test]
fn two_versions_have_servers_of_their_own() {
    compare("apart=true");
}
