//! A shop of forty resources with explicit providers, a dynamic provider, references, aliases, transforms and hooks, which goes
//! from Pulumi to Lumi, changes there, goes back, changes there, and is destroyed by Lumi.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Project;
use super::judged::Judged;

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
        let settings = judged.project.read("Pulumi.yaml");
        let settings = settings.replace("name: web", "name: shop");
        judged.project.0.file("Pulumi.yaml", settings);
        let program = fs::read_to_string(files().join("index.js")).unwrap();
        judged.project.0.file("index.js", program);
        for stack in ["base", "dev"] {
            judged.pulumi(&["stack", "init", stack]);
        }
        judged.pulumi(&["config", "set", "--secret", "token", "hunter2"]);
        Some(Self(judged))
    }

    /// Lumi takes over a stack as Pulumi has it.
    fn take(&self, stack: &str) {
        let name = "taken.json";
        self.0
            .pulumi(&["stack", "export", "-s", stack, "--file", name]);
        self.0
            .lumi(&["stack", "import", "-s", stack, "--force", "-y", name]);
    }

    /// Pulumi gets the stack as Lumi has it, and finds nothing to do.
    fn give(&self) {
        let name = "back.json";
        self.0.lumi(&["stack", "export", "--pulumi", "--out", name]);
        assert!(!self.0.project.read(name).contains("hunter2"));
        self.0
            .pulumi(&["stack", "import", "-s", "dev", "--file", name]);
        self.0
            .pulumi(&["preview", "-s", "dev", "--diff", "--expect-no-changes"]);
    }

    /// Pulumi gets the stack that Lumi has destroyed, and has nothing to destroy.
    fn give_empty(&self) {
        let name = "empty.json";
        self.0.lumi(&["stack", "export", "--pulumi", "--out", name]);
        self.0
            .pulumi(&["stack", "import", "-s", "dev", "--file", name]);
        let text = self
            .0
            .pulumi(&["destroy", "--yes", "--skip-preview", "-s", "dev"]);
        assert_eq!(resources(&text), "", "{text}");
        let exported = self.0.pulumi(&["stack", "export", "-s", "dev"]);
        let exported: Value = serde_json::from_str(&exported).unwrap();
        let left = exported["deployment"]["resources"].as_array();
        assert!(left.is_none_or(Vec::is_empty), "{exported}");
    }

    fn step(&self, number: &str) {
        self.0.lumi(&["config", "set", "step", number]);
    }

    /// The last line of the plan, which must be the same in the process of node.
    fn plan(&self) -> String {
        let plan = self.0.lumi(&["preview", "--diff"]).stdout;
        let by_node = self.0.preview();
        let last = |text: &str| text.trim().lines().last().unwrap_or_default().to_owned();
        assert_eq!(last(&plan), last(&by_node), "{plan}\n{by_node}");
        last(&plan)
    }

    fn is_unchanged(&self) {
        let plan = self.plan();
        assert!(plan.starts_with("Plan: no changes"), "{plan}");
    }

    fn outputs(&self) -> [Value; 2] {
        let args = ["stack", "output", "--json", "--show-secrets"];
        let lumi = self.0.lumi(&args).stdout;
        let pulumi = self.0.pulumi(&[&args[..], &["-s", "dev"]].concat());
        [lumi, pulumi].map(|it| plain(serde_json::from_str(&it).unwrap()))
    }
}

/// The numbers of changes that Pulumi tells.
fn resources(told: &str) -> String {
    let (_, rest) = told.rsplit_once("\nResources:\n").unwrap_or_default();
    let lines = rest.lines().take_while(|it| it.starts_with("    "));
    lines.map(|it| it.trim_start().to_owned() + "\n").collect()
}

/// Outputs without Lumi's marks of secrets, which Pulumi does not show.
fn plain(outputs: Value) -> Value {
    let Value::Object(members) = outputs else {
        return outputs;
    };
    let plain = members.into_iter().map(|(name, mut it)| {
        let is_secret = it.get("$lumi").is_some_and(|it| it == "secret");
        let value = if is_secret { it["value"].take() } else { it };
        (name, value)
    });
    Value::Object(plain.collect())
}

#[test]
fn a_shop_goes_to_lumi_and_back_and_ends() {
    let Some(shop) = Shop::new() else { return };
    for stack in ["base", "dev"] {
        let up = ["up", "--yes", "--skip-preview", "-s", stack];
        shop.0.pulumi(&up);
        shop.take(stack);
    }
    shop.is_unchanged();
    let [lumi, pulumi] = shop.outputs();
    assert_eq!(lumi, pulumi);
    assert_eq!(lumi["base"], "correct horse");

    // A bucket is edited by hand. A refresh sees it, and the next run mends it.
    let images = shop.0.project.read("buckets/here-images.json");
    let edited = images.replace("\"shop\"", "\"nobody\"");
    assert_ne!(images, edited);
    shop.0.project.0.file("buckets/here-images.json", &edited);
    let refreshed = shop.0.lumi(&["refresh", "-y"]).stdout;
    assert!(refreshed.contains("*1 drifted"), "{refreshed}");
    shop.0.lumi(&["up", "-y"]);
    assert_eq!(shop.0.project.read("buckets/here-images.json"), images);
    shop.give();

    // A year later: more replicas, a queue in another place and with another name, a bucket elsewhere.
    shop.step("2");
    let plan = shop.plan();
    insta::assert_snapshot!(plan);
    let by_pulumi = shop.0.pulumi(&["preview", "-s", "dev"]);
    insta::assert_snapshot!(resources(&by_pulumi));
    shop.0.lumi(&["up", "-y"]);
    shop.is_unchanged();
    assert!(
        shop.0
            .project
            .read("buckets/there-archive.json")
            .contains("archive")
    );
    assert!(
        !shop
            .0
            .project
            .0
            .folder()
            .join("buckets/here-archive.json")
            .exists()
    );
    shop.give();
    let [lumi, pulumi] = shop.outputs();
    assert_eq!(lumi, pulumi);

    // Pulumi goes on, and Lumi after it.
    shop.step("3");
    shop.0
        .pulumi(&["up", "--yes", "--skip-preview", "-s", "dev"]);
    shop.take("dev");
    shop.is_unchanged();
    let [lumi, pulumi] = shop.outputs();
    assert_eq!(lumi, pulumi);
    shop.0.lumi(&["destroy", "-y"]);
    let left = fs::read_dir(shop.0.project.0.folder().join("buckets")).unwrap();
    assert_eq!(left.count(), 0);
    shop.give_empty();
}
