//! Examples of clouds, with providers that are too large to be built for each run of the tests: `make test-all` builds
//! them. What moto serves is deployed there.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::deployed_examples::example;
use super::examples::{check_types, folder};
use crate::support::lumi::{Answer, Lumi};
use crate::support::peers::{note_skipped, tsc};
use crate::support::s3_server::S3Server;

/// Each example, and the package that it needs.
pub const CLOUD_EXAMPLES: &[(&str, &str)] = &[
    ("kubernetes", "kubernetes"),
    ("static-site", "aws"),
    ("webserver", "aws"),
];

/// A copy of an example whose provider is the one that was built.
struct CloudExample {
    name: &'static str,
    lumi: Lumi,
}

impl CloudExample {
    fn all() -> impl Iterator<Item = Self> {
        CLOUD_EXAMPLES
            .iter()
            .filter_map(|(name, package)| Self::new(name, package))
    }

    fn new(name: &'static str, package: &str) -> Option<Self> {
        let path = format!("target/terraform-providers/{package}/terraform-provider-{package}");
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        if !built.exists() {
            note_skipped(&format!("the provider {package}"), "`make test-all`");
            return None;
        }
        let lumi = example(name);
        let source = format!("{package}: hashicorp/{package}");
        let manifest = lumi.read("Lumi.yaml");
        assert!(manifest.contains(&source), "{manifest}");
        let path = format!("{package}: {}", built.display());
        lumi.file("Lumi.yaml", manifest.replace(&source, &path));
        lumi.run(&["types", "-P"]).ok();
        Some(Self { name, lumi })
    }

    fn command(&self, line: &str, server: &S3Server) -> Command {
        let arguments: Vec<&str> = line.split(' ').collect();
        let mut command = self.lumi.command(&arguments);
        command.envs(server.environment());
        command
    }

    /// The output of a successful command, with a server in place of the cloud.
    fn run(&self, line: &str, server: &S3Server) -> String {
        let output = self.command(line, server).output().unwrap();
        let answer = Answer::of(output, &[line], self.lumi.folder());
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        [answer.stderr, answer.stdout].concat()
    }

    /// Deploys it, finds nothing to do afterwards, and destroys it.
    fn live(&self, resources: usize, look: impl FnOnce(&str)) {
        let Some(server) = S3Server::start() else {
            return;
        };
        // The account is part of a name of hosts, which only AWS has.
        let skipped = ["skipRequestingAccountId", "skipCredentialsValidation"];
        let flags = skipped.map(|it| format!(" -c aws:{it}=true")).concat();
        let up = self.run(&format!("up -yP{flags}"), &server);
        let created = format!("Done: +{resources} created");
        assert!(up.contains(&created), "{up}");
        look(&up);
        let again = self.run("up -yP", &server);
        let unchanged = format!("Done: nothing to do, {resources} unchanged");
        assert!(again.contains(&unchanged), "{again}");
        let end = self.run("destroy -yP", &server);
        let deleted = format!("Done: -{resources} deleted");
        assert!(end.contains(&deleted), "{end}");
    }
}

#[test]
fn examples_of_clouds_print_what_their_readmes_say() {
    for CloudExample { name, lumi } in CloudExample::all() {
        let stdout = lumi.run(&["run"]).ok();
        let readme = fs::read_to_string(folder(name).join("README.md")).unwrap();
        let printed = format!("$ lumi run\n{stdout}```\n");
        assert!(
            readme.contains(&printed),
            "examples/{name}/README.md is out of date; it must show\n{printed}"
        );
    }
}

#[test]
fn examples_of_clouds_depend_on_no_chance_and_type_check() {
    for CloudExample { lumi, .. } in CloudExample::all() {
        lumi.run(&["run", "--check-determinism"]).ok();
        if let Some(tsc) = tsc() {
            check_types(&tsc, lumi.folder());
        }
    }
}

#[test]
fn the_web_server_is_the_same_graph_in_both_languages() {
    let Some(CloudExample { lumi, .. }) = CloudExample::new("webserver", "aws") else {
        return;
    };
    let graph = |program: &str| {
        let text = lumi.run(&["run", program, "--format", "json"]).ok();
        let mut graph = serde_json::from_str(&text).unwrap();
        super::python_programs::remove_sources(&mut graph);
        graph
    };
    assert_eq!(graph("index.py"), graph("index.ts"));
}

#[test]
fn a_web_server_is_deployed() {
    let Some(example) = CloudExample::new("webserver", "aws") else {
        return;
    };
    example.live(4, |up| assert!(up.contains("url: \"http://ec2-"), "{up}"));
}

#[test]
fn a_static_site_is_deployed() {
    let Some(example) = CloudExample::new("static-site", "aws") else {
        return;
    };
    example.live(8, |up| assert!(up.contains("objects: 4"), "{up}"));
}

/// A plan needs no cluster, only the outputs of its stack.
#[test]
fn a_guestbook_is_planned() {
    let Some(CloudExample { lumi, .. }) = CloudExample::new("kubernetes", "kubernetes") else {
        return;
    };
    lumi.file(
        "cluster.ts",
        "export const host = \"https://127.0.0.1:6443\", caCertificate = \"\", token = \"t0ken-of-the-cluster\";\n",
    );
    lumi.run(&["up", "cluster.ts", "-yP", "-s", "cluster-dev", "--create"])
        .ok();
    let plan = lumi
        .run(&["preview", "-P", "--create", "-s", "dev", "--diff"])
        .ok();
    assert!(plan.contains("Plan: +8 to create, >1 to read"), "{plan}");
    assert!(plan.contains("app.kubernetes.io/part-of"), "{plan}");
    assert!(!plan.contains("t0ken-of-the-cluster"), "{plan}");
}
