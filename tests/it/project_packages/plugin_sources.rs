//! Plugins of Pulumi as packages: from folders, release servers and what Pulumi has installed.

use std::fs;

use lumi::packages::Platform;
use tokio::runtime::Runtime;

use crate::support::lumi::{Answer, Lumi};

use super::plugin_release::{archive_name, name_for, plugin, publish, put_in, sums, tar_gz};
use super::web_server::WebServer;
use super::{Project, without_hashes};

/// A project, and a server on loopback.
struct Served {
    lumi: Lumi,
    server: WebServer,
    _runtime: Runtime,
}

impl Served {
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = { runtime }.worker_threads(1).enable_all().build().unwrap();
        Self {
            lumi: Lumi::new(),
            server: runtime.block_on(WebServer::start()),
            _runtime: runtime,
        }
    }

    fn transcript(&self, args: &[&str]) -> String {
        let port = self.server.port.to_string();
        let args: Vec<String> = args.iter().map(|it| it.replace("PORT", &port)).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = self.lumi.command(&args).output().unwrap();
        let answer = Answer::of(output, &args, self.lumi.folder());
        self.plain(&answer.transcript())
    }

    fn transcripts(&self, runs: &[&[&str]]) -> String {
        let all: Vec<String> = runs.iter().map(|it| self.transcript(it)).collect();
        all.join("\n")
    }

    fn plain(&self, text: &str) -> String {
        let home = self.lumi.folder().with_file_name("home");
        let platform = Platform::current().to_string();
        let text = text
            .replace(&*home.to_string_lossy(), "[home]")
            .replace(&self.server.port.to_string(), "PORT")
            .replace(&platform.replace('_', "-"), "[platform]")
            .replace(&platform, "[platform]");
        without_hashes(&text)
    }
}

const GITHUB: &str = "pulumi:github://localhost:PORT/acme/dns";
const FILES: &str = "pulumi:http://localhost:PORT/plugins/dns";

#[test]
fn a_plugin_of_a_mirror_is_added_updated_and_removed() {
    let project = Project::new();
    for version in ["1.0.0", "1.1.0", "2.0.0-alpha.1"] {
        put_in(project.mirror.path(), "dns", version, &plugin("dns"));
    }
    let said = project.transcripts(&[
        &["add", "pulumi:dns@1.0.0", "-y"],
        &["packages"],
        &["add", "pulumi:dns@~> 1.0", "-y"],
        &["install", "--frozen"],
        &["add", "pulumi:dns@~> 3.0"],
        &["add", "pulumi:dsn"],
        &["add", "dns"],
    ]);
    insta::assert_snapshot!(said);
    insta::assert_snapshot!(project.lock());
    insta::assert_snapshot!(project.lumi.read("Lumi.yaml"));
    project.run(&["remove", "dns"]).ok();
    assert!(!project.lumi.folder().join("Lumi.lock").exists());
}

#[test]
fn archives_of_plugins_that_are_not_what_they_should_be() {
    let project = Project::new();
    let program = "pulumi-resource-dns";
    let good = plugin("dns");
    let evil: &[u8] = b"evil";
    let archives: [(&str, Vec<u8>); 6] = [
        ("1.0.0", Vec::new()),
        ("1.0.1", b"<html>not found</html>".to_vec()),
        ("1.0.2", good[..good.len() / 2].to_vec()),
        ("1.0.3", tar_gz(&[(program, b""), ("../../evil", evil)])),
        ("1.0.4", tar_gz(&[(program, b""), ("/tmp/evil", evil)])),
        ("1.0.5", tar_gz(&[("pulumi-resource-web", b"")])),
    ];
    let mut said = Vec::new();
    for (version, archive) in &archives {
        put_in(project.mirror.path(), "dns", version, archive);
        said.push(project.transcript(&["add", &format!("pulumi:dns@{version}"), "-y"]));
    }
    insta::assert_snapshot!(said.join("\n"));
    assert_eq!(project.lumi.read("Lumi.yaml"), "name: demo\n");
    assert!(
        !project
            .store()
            .join("pulumi/dns/1.0.3")
            .join(Platform::current().to_string())
            .exists()
    );
}

#[test]
fn a_release_of_github_has_checksums_for_all_platforms() {
    let served = Served::new();
    let (old, new) = (plugin("dns"), plugin("dns"));
    let other = b"another platform";
    let (name, elsewhere) = (
        archive_name("dns", "1.1.0"),
        name_for("dns", "1.1.0", "plan9_arm"),
    );
    let list = sums(&[(&name, &new), (&elsewhere, other)]);
    publish(
        &served.server,
        &[("1.0.0", &old, None), ("1.1.0", &new, Some(&list))],
    );
    let said = served.transcripts(&[
        &["add", GITHUB, "-y"],
        &["add", &format!("{GITHUB}@2.0.0"), "-y"],
        &["add", &format!("{GITHUB}@1.0.0"), "-y"],
        &["update", "dns"],
    ]);
    insta::assert_snapshot!(said);
    served.transcript(&["add", GITHUB, "-y"]);
    insta::assert_snapshot!(served.plain(&served.lumi.read("Lumi.lock")));
    let home = served.lumi.folder().with_file_name("home");

    // A clone gets the package that was locked.
    fs::remove_dir_all(home.join(".lumi/packages")).unwrap();
    let changed = tar_gz(&[("pulumi-resource-dns", b"#!/bin/sh\nexit 2\n")]);
    publish(&served.server, &[("1.1.0", &changed, None)]);
    let mut said = vec![served.transcript(&["install"])];
    let list = sums(&[(&name, &new)]);
    publish(&served.server, &[("1.1.0", &changed, Some(&list))]);
    said.push(served.transcript(&["install"]));
    let list = sums(&[(&elsewhere, other)]);
    publish(&served.server, &[("1.1.0", &new, Some(&list))]);
    said.push(served.transcript(&["install"]));
    publish(&served.server, &[("1.1.0", &new, None)]);
    said.push(served.transcript(&["install"]));
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_server_of_files_has_versions_by_name() {
    let served = Served::new();
    let archive = plugin("dns");
    let path = format!("/plugins/{}", archive_name("dns", "1.0.0"));
    served.server.put(&path, archive.clone());
    served.server.cut(&path, &[40]);
    let said = served.transcripts(&[
        &["add", FILES],
        &["add", &format!("{FILES}@~> 1.0")],
        &["add", &format!("{FILES}@1.0.1")],
        &["add", &format!("{FILES}@1.0.0"), "-y"],
        &["packages"],
    ]);
    insta::assert_snapshot!(said);
    // The download went on where it was interrupted.
    let requests = served.server.requests(&path);
    assert!(
        requests.iter().any(|it| it.contains("bytes=")),
        "{requests:?}"
    );
}

#[test]
fn plugins_installed_by_pulumi_are_used() {
    let served = Served::new();
    let home = served.lumi.folder().with_file_name("home");
    let folder = home.join(".pulumi/plugins/resource-dns-v1.0.0");
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join("pulumi-resource-dns");
    fs::write(&program, "#!/bin/sh\nexit 1\n").unwrap();
    let mut said = vec![served.transcript(&["add", "pulumi:dns@1.0.0", "-y"])];
    said.push(served.plain(&served.lumi.read("Lumi.lock")));
    fs::write(&program, "#!/bin/sh\nexit 2\n").unwrap();
    fs::remove_dir_all(home.join(".lumi/packages")).unwrap();
    said.push(served.transcript(&["install"]));
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn plugins_of_another_platform_are_not_offered() {
    let project = Project::new();
    let name = name_for("dns", "1.0.0", "plan9_arm");
    fs::write(project.mirror.path().join(name), "").unwrap();
    insta::assert_snapshot!(project.transcript(&["add", "pulumi:dns", "-y"]));
}
