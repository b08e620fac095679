//! The target `aws` of `lumi/cloud`: plans, and functions that run against AWS on loopback. `cloud_targets.rs` runs the
//! behaviours of all targets there.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::functions::aws_cloud::AwsCloud;
use crate::functions::cloud_targets::tested;
use crate::support::lumi::Lumi;
use crate::support::peers::note_skipped;

fn program(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/cloud");
    fs::read(folder.join(name)).unwrap()
}

/// The lines that a test prints with a prefix.
fn printed(text: &str, prefix: &str) -> String {
    let mut lines = String::new();
    for line in text.lines().filter_map(|it| it.strip_prefix(prefix)) {
        let _ = writeln!(lines, "{line}");
    }
    lines
}

#[test]
fn a_shop_is_planned_without_an_account() {
    let lumi = Lumi::new();
    lumi.file("index.ts", program("shop.ts"));
    lumi.run(&["config", "set", "mail-password", "tiger", "--secret"])
        .ok();
    let plan = lumi.run(&["run", "-c", "lumi:target=aws"]).ok();
    insta::assert_snapshot!(plan);
    let graph = lumi
        .run(&["run", "-c", "lumi:target=aws", "--format", "json"])
        .ok();
    assert!(!graph.contains("tiger"), "{graph}");
}

/// A plan checks names and types of inputs by the schemas of the provider, where it was built.
#[test]
fn a_shop_fits_the_provider() {
    let built = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("target/terraform-providers/aws/terraform-provider-aws");
    if !built.exists() {
        note_skipped("the provider aws", "`make test-all`");
        return;
    }
    let lumi = Lumi::new();
    lumi.file("index.ts", program("shop.ts"));
    let manifest = format!("name: demo\npackages:\n  aws: {}\n", built.display());
    lumi.file("Lumi.yaml", manifest);
    lumi.run(&["config", "set", "mail-password", "tiger", "--secret"])
        .ok();
    lumi.run(&["types", "-P"]).ok();
    lumi.run(&["run", "-P", "-c", "lumi:target=aws"]).ok();
}

#[test]
fn a_function_with_packages_is_refused_by_name() {
    let lumi = Lumi::program(
        "import { Function } from 'lumi/cloud';
import { double } from 'kit';
new Function('f', (n: number) => double(n));
",
    );
    let package =
        r#"{ "name": "kit", "version": "1.2.3", "type": "module", "exports": "./index.js" }"#;
    lumi.file("node_modules/kit/package.json", package);
    lumi.file(
        "node_modules/kit/index.js",
        "export const double = (n) => 2 * n;\n",
    );
    let refused = lumi.run(&["run", "-c", "lumi:target=aws"]);
    assert_eq!(refused.code, 1, "{}", refused.transcript());
    let message = "the function f imports kit of npm, which the target \"aws\" does not pack yet";
    assert!(refused.stderr.contains(message), "{}", refused.stderr);
}

#[test]
fn the_resources_of_a_shop_have_least_privilege() {
    let text = tested("aws.permitted.test.ts", &[]);
    insta::assert_snapshot!(printed(&text, "PLAN "));
}

#[test]
fn functions_do_what_they_were_granted_and_nothing_else() {
    let Some(cloud) = AwsCloud::start() else {
        return;
    };
    cloud.tested("aws_functions.permitted.test.ts");
}
