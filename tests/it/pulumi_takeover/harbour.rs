//! Two harbours of a package in the manner of `eks`, boxes of a plugin in Go, and a tower of a component host in TypeScript: fifty
//! resources in two stacks, of which one refers to the other, from Pulumi to Lumi and back, until nothing is left.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::Project;
use super::judged::{Judged, last_line};
use crate::pulumi_packages::built;

fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/harbour")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

fn install(packages: &Path, project: &Project) {
    let folder = project.0.folder();
    let modules = folder.join("node_modules");
    copy(&files().join("lib"), &modules.join("@acme/harbour"));
    symlink(packages.join("@pulumi"), modules.join("@pulumi")).unwrap();
    let tower = folder.join("tower");
    copy(&files().join("tower"), &tower);
    symlink(packages, tower.join("node_modules")).unwrap();
    let program = fs::read_to_string(files().join("index.js")).unwrap();
    project.0.file("index.js", program);
    let plugins = "plugins:\n  providers:\n    - { name: towers, path: ./tower }\n";
    project
        .0
        .file("Pulumi.yaml", project.read("Pulumi.yaml") + plugins);
}

/// Without one of the harbours.
const LATER: &str = "33 unchanged";

struct Harbour(Judged);

impl Harbour {
    fn new() -> Option<Self> {
        let shop = built("shop")?;
        let judged = Judged::with_packages(install)?;
        symlink(shop, judged.bin.join("pulumi-resource-shop")).unwrap();
        let config = [
            "config",
            "set-all",
            "--secret",
            "token=hunter2",
            "--plaintext",
            "yard=yard",
        ];
        judged.pulumi(&config);
        judged.pulumi(&["stack", "init", "--no-select", "base"]);
        Some(Self(judged))
    }

    /// Standard output of a command of Lumi that runs the program, whose plugin in a folder is accepted.
    fn lumi(&self, stack: &str, args: &[&str]) -> String {
        self.0.lumi(&[args, &["-P", "-s", stack]].concat()).stdout
    }

    /// The last line of the plan, which must be the same in the process of node.
    fn plan(&self, stack: &str) -> String {
        let plan = self.lumi(stack, &["preview"]);
        let by_node = self.lumi(stack, &["preview", "--runtime", "node"]);
        assert_eq!(last_line(&plan), last_line(&by_node), "{plan}\n{by_node}");
        last_line(&plan).to_owned()
    }

    fn set(&self, stack: &str, name: &str, value: &str) {
        self.0.lumi(&["config", "set", "-s", stack, name, value]);
    }

    /// Files of a folder of the project.
    fn list(&self, folder: &str) -> Vec<PathBuf> {
        let folder = self.0.project.0.folder().join(folder);
        let entries = fs::read_dir(folder).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
        paths.sort_unstable();
        paths
    }

    fn is_taken_over(&self) {
        for stack in ["base", "dev"] {
            self.0
                .pulumi(&["up", "--yes", "--skip-preview", "-s", stack]);
            self.0.take(stack);
        }
        assert_eq!(self.plan("base"), "Plan: no changes, 8 unchanged");
        let unchanged = "Plan: no changes, >2 to read, 43 unchanged";
        assert_eq!(self.plan("dev"), unchanged);
    }

    /// A crane is changed by hand, and an item gets lost.
    fn drifts(&self) {
        let crane = &self.list("yard")[0];
        let text = fs::read_to_string(crane).unwrap();
        let changed = text.replace("\"maker\":\"acme\"", "\"maker\":\"other\"");
        assert_ne!(text, changed);
        fs::write(crane, changed).unwrap();
        let shop = self.0.project.0.folder().join("stores/shop");
        fs::remove_file(shop.join("spare-b.json")).unwrap();
        let refreshed = self.lumi("dev", &["refresh", "-y"]);
        assert!(refreshed.contains("*2 drifted"), "{refreshed}");
    }

    /// Other cranes and crews, a part that has become one of its own, one item more, and the lost one.
    fn grows(&self) {
        self.set("dev", "year", "2");
        assert_eq!(
            self.plan("dev"),
            "Plan: +4 to create, ~4 to update, +-2 to replace, >2 to read, 36 unchanged"
        );
        self.lumi("dev", &["up", "-y"]);
        self.set("base", "year", "2");
        let grown = self.lumi("base", &["up", "-y"]);
        let done = "Done: +2 created, ~1 updated, 7 unchanged";
        assert!(last_line(&grown).starts_with(done), "{grown}");
        self.0.give("base");
    }

    fn loses_a_part(&self) {
        let target = |name| ["destroy", "-y", "-s", "dev", "-P", "--target", name];
        let refused = self.0.lumi_ends(&target("north-identity"));
        let text = refused.transcript();
        assert!(refused.code != 0 && text.contains("is protected"), "{text}");
        let dependents = ["--target-dependents"];
        self.0.lumi(&[&target("south")[..], &dependents].concat());
        self.set("dev", "south", "false");
        let settled = self.lumi("dev", &["up", "-y"]);
        assert!(settled.contains(LATER), "{settled}");
        let told = self.0.give("dev");
        // Not even what is only read differs.
        assert!(!told.contains("--outputs:"), "{told}");
        self.0.outputs("dev");
    }

    fn goes_on_by_pulumi(&self) {
        self.set("dev", "year", "3");
        self.0
            .pulumi(&["up", "--yes", "--skip-preview", "-s", "dev"]);
        self.0.take("dev");
        let plan = self.lumi("dev", &["preview"]);
        assert_eq!(
            last_line(&plan),
            format!("Plan: no changes, >2 to read, {LATER}")
        );
        assert_eq!(self.0.outputs("dev")["code"], "correct horse");
    }

    fn ends(&self) {
        for stack in ["dev", "base"] {
            self.lumi(stack, &["destroy", "-y"]);
            self.0.give_empty(stack);
        }
        assert!(self.list("yard").is_empty());
        let mut items = [self.list("stores/north"), self.list("stores/shop")].concat();
        items.retain(|it| it.extension().is_some_and(|it| it == "json"));
        // It is to be kept.
        assert!(
            matches!(&items[..], [kept] if kept.ends_with("spare-c.json")),
            "{items:?}"
        );
    }
}

#[test]
fn harbours_go_to_lumi_and_back_and_end() {
    let Some(harbour) = Harbour::new() else {
        return;
    };
    harbour.is_taken_over();
    harbour.drifts();
    harbour.grows();
    harbour.loses_a_part();
    harbour.goes_on_by_pulumi();
    harbour.ends();
}
