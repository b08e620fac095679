//! A shop of forty resources with explicit providers, a dynamic provider, references, aliases, transforms and hooks, which goes
//! from Pulumi to Lumi, changes there, goes back, changes there, and is destroyed by Lumi.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::Project;
use super::judged::{Judged, changed_resources, last_line};

fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/shop")
}

fn install(packages: &Path, project: &Project) {
    let modules = project.0.folder().join("node_modules");
    let kit = modules.join("@acme/kit");
    fs::create_dir_all(&kit).unwrap();
    for name in ["index.js", "package.json"] {
        fs::copy(files().join("kit").join(name), kit.join(name)).unwrap();
    }
    for name in ["@pulumi", "typescript"] {
        symlink(packages.join(name), modules.join(name)).unwrap();
    }
}

struct Shop(Judged);

impl Shop {
    fn new() -> Option<Self> {
        let judged = Judged::with_packages(install)?;
        let program = fs::read_to_string(files().join("index.js")).unwrap();
        judged.project.0.file("index.js", program);
        judged.pulumi(&["config", "set", "--secret", "token", "hunter2"]);
        judged.pulumi(&["stack", "init", "--no-select", "base"]);
        Some(Self(judged))
    }

    fn step(&self, number: &str) {
        self.0.lumi(&["config", "set", "step", number]);
    }

    /// The last line of the plan, which must be the same in the process of node.
    fn plan(&self) -> String {
        let plan = self.0.lumi(&["preview", "--diff"]).stdout;
        let by_node = self.0.preview();
        assert_eq!(last_line(&plan), last_line(&by_node), "{plan}\n{by_node}");
        last_line(&plan).to_owned()
    }

    fn is_unchanged(&self) {
        let plan = self.0.lumi(&["preview", "--diff"]).stdout;
        assert!(last_line(&plan).starts_with("Plan: no changes"), "{plan}");
    }
}

#[test]
fn a_shop_goes_to_lumi_and_back_and_ends() {
    let Some(shop) = Shop::new() else { return };
    let judged = &shop.0;
    for stack in ["base", "dev"] {
        judged.pulumi(&["up", "--yes", "--skip-preview", "-s", stack]);
        judged.take(stack);
    }
    let plan = shop.plan();
    assert!(plan.starts_with("Plan: no changes"), "{plan}");
    assert_eq!(judged.outputs("dev")["base"], "correct horse");

    // A bucket is edited by hand. A refresh sees it, and the next run mends it.
    let images = judged.project.read("buckets/here-images.json");
    let edited = images.replace("\"shop\"", "\"nobody\"");
    assert_ne!(images, edited);
    judged.project.0.file("buckets/here-images.json", &edited);
    let refreshed = judged.lumi(&["refresh", "-y"]).stdout;
    assert!(refreshed.contains("*1 drifted"), "{refreshed}");
    judged.lumi(&["up", "-y"]);
    assert_eq!(judged.project.read("buckets/here-images.json"), images);

    // A year later: more replicas, a queue in another place and with another name, a bucket elsewhere.
    shop.step("2");
    let plan = shop.plan();
    insta::assert_snapshot!(plan);
    let by_pulumi = judged.pulumi(&["preview", "-s", "dev"]);
    insta::assert_snapshot!(changed_resources(&by_pulumi));
    judged.lumi(&["up", "-y"]);
    shop.is_unchanged();
    let archive = judged.project.read("buckets/there-archive.json");
    assert!(archive.contains("archive"), "{archive}");
    let buckets = judged.project.0.folder().join("buckets");
    assert!(!buckets.join("here-archive.json").exists());
    judged.give("dev");
    judged.outputs("dev");

    // Pulumi goes on, and Lumi after it.
    shop.step("3");
    judged.pulumi(&["up", "--yes", "--skip-preview", "-s", "dev"]);
    judged.take("dev");
    shop.is_unchanged();
    judged.outputs("dev");
    judged.lumi(&["destroy", "-y"]);
    assert_eq!(fs::read_dir(buckets).unwrap().count(), 0);
    judged.give_empty("dev");
}
