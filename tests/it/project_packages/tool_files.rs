//! Files of OpenTofu and Terraform that count for packages, too.

use std::fs;

use lumi::packages::{PackageHash, Platform};

use crate::support::lumi::Answer;

use super::Project;

impl Project {
    /// A command without the mirror of the environment; a file of OpenTofu may name it.
    fn run_with(&self, config: &str, args: &[&str]) -> String {
        let file = self.lumi.file("../tofurc", config);
        let mut command = self.lumi.command(args);
        command.env("TF_CLI_CONFIG_FILE", file);
        let answer = Answer::of(command.output().unwrap(), args, self.lumi.folder());
        let outer = self.lumi.folder().parent().unwrap().display().to_string();
        self.plain(&answer.transcript()).replace(&outer, "[outer]")
    }
}

#[test]
fn the_lock_of_opentofu_chooses_versions_and_hashes() {
    let project = Project::new();
    project.lumi.file(
        "Lumi.yaml",
        "packages:\n  random: { source: hashicorp/random, version: \"~> 3.6\" }\n",
    );
    let name = format!(
        "terraform-provider-random_3.7.1_{}.zip",
        Platform::current()
    );
    let archive = project
        .mirror
        .path()
        .join("registry.opentofu.org/hashicorp/random")
        .join(name);
    let hash = PackageHash::of_archive(&mut fs::File::open(archive).unwrap()).unwrap();
    let pins = |hash: &str| {
        project.lumi.file(
            ".terraform.lock.hcl",
            format!(
                "provider \"registry.opentofu.org/hashicorp/random\" {{\n  version = \"3.7.1\"\n  \
                 hashes = [\n    \"{hash}\",\n  ]\n}}\n"
            ),
        )
    };
    pins(&format!("zh:{}", "0".repeat(64)));
    let refused = project.transcript(&["install", "-y"]);
    pins(&hash.to_string());
    let taken = project.transcript(&["install", "-y"]);
    insta::assert_snapshot!([refused, taken].join("\n"));
    assert!(project.lock().contains("version: 3.7.1"));
    // From now on, Lumi.lock counts.
    project.run(&["update"]).ok();
    assert!(project.lock().contains("version: 3.7.2"));
    project.run(&["install", "--frozen"]).ok();

    project.lumi.file(".terraform.lock.hcl", "provider {");
    fs::remove_file(project.lumi.folder().join("Lumi.lock")).unwrap();
    let refused = project.transcript(&["install", "-y"]);
    assert!(
        refused.contains(".terraform.lock.hcl cannot be used: it is not HCL"),
        "{refused}"
    );
}

#[test]
fn mirrors_come_from_the_file_of_opentofu() {
    let project = Project::new();
    let mirror = project.mirror.path().display().to_string();
    let config = format!(
        "provider_installation {{\n  filesystem_mirror {{\n    path = \"{mirror}\"\n  }}\n}}\n"
    );
    let said = [
        project.run_with(&config, &["add", "hashicorp/random", "-y"]),
        project.run_with(
            "provider_installation {\n  oci_mirror {}\n}\n",
            &["install"],
        ),
        project.run_with("provider_installation {", &["install"]),
    ];
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn overrides_are_started_without_a_lock() {
    let project = Project::new();
    project.lumi.file("index.ts", "export const a = 1;\n");
    project
        .lumi
        .file("Lumi.yaml", "name: demo\npackages:\n  dns: acme/dns\n");
    let folder = project.mirror.path().join("built");
    fs::create_dir(&folder).unwrap();
    let config = format!(
        "provider_installation {{\n  dev_overrides {{\n    \"acme/dns\" = \"{}\"\n  }}\n  direct {{}}\n}}\n",
        folder.display()
    );
    let missing = project.run_with(&config, &["preview"]);
    fs::write(folder.join("terraform-provider-dns"), "#!/bin/sh\n").unwrap();
    let said = [
        missing,
        project.run_with(&config, &["preview"]),
        project.run_with(&config, &["packages", "--offline"]),
    ];
    insta::assert_snapshot!(said.join("\n"));
}
