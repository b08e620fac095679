//! The target `kubernetes` of `lumi/cloud`: plans, and functions that run in pods beside a real server of NATS.
//! `cloud_targets.rs` runs the behaviours of all targets there.

use std::fmt::Write as _;

use crate::functions::cloud_targets::tested;
use crate::functions::kubernetes_cluster::KubernetesCluster;

/// The lines that a test prints with a prefix.
fn printed(text: &str, prefix: &str) -> String {
    let mut lines = String::new();
    for line in text.lines().filter_map(|it| it.strip_prefix(prefix)) {
        let _ = writeln!(lines, "{line}");
    }
    lines
}

#[test]
fn the_objects_of_a_program_have_least_privilege() {
    let text = tested("kubernetes.permitted.test.ts", &[]);
    insta::assert_snapshot!(printed(&text, "PLAN "));
}

#[test]
fn functions_in_pods_do_what_they_were_granted_and_lose_nothing() {
    let Some(cluster) = KubernetesCluster::start() else {
        return;
    };
    cluster.tested("kubernetes_functions.permitted.test.ts");
}
