//! An authority of the plugin `tls`, Terraform's provider behind Pulumi's bridge, from Pulumi to Lumi and back.

use std::os::unix::fs::symlink;

use super::judged::{Judged, last_line};
use crate::pulumi_packages::built;

#[test]
fn an_authority_goes_to_lumi_and_back_and_ends() {
    let Some(plugin) = built("tls") else {
        return;
    };
    let Some(judged) = Judged::new("authority") else {
        return;
    };
    symlink(plugin, judged.bin.join("pulumi-resource-tls")).unwrap();
    judged.pulumi(&["config", "set", "protect", "true"]);
    judged.pulumi(&["up", "--yes", "--skip-preview"]);
    judged.take("dev");
    const UNCHANGED: &str = "Plan: no changes, 11 unchanged";
    let plan = judged.lumi(&["preview"]).stdout;
    assert_eq!(last_line(&plan), UNCHANGED, "{plan}");
    assert_eq!(judged.preview(), UNCHANGED);
    let outputs = judged.outputs("dev");
    let key = outputs["key"].as_str().unwrap();
    assert!(key.starts_with("-----BEGIN PRIVATE KEY-----"));

    // A host more, and other names for all: requests and certificates are made again, keys stay.
    judged.lumi(&["config", "set", "hosts", "www,mail,ftp"]);
    judged.lumi(&["config", "set", "domain", "example.org"]);
    let plan = judged.lumi(&["preview"]).stdout;
    assert_eq!(
        last_line(&plan),
        "Plan: +4 to create, +-4 to replace, 7 unchanged",
        "{plan}"
    );
    judged.lumi(&["up", "-y"]);
    let refreshed = judged.lumi(&["refresh", "-y"]).stdout;
    assert!(!refreshed.contains("drifted"), "{refreshed}");
    judged.give("dev");
    assert_eq!(judged.outputs("dev")["key"], key);

    // A part is destroyed, and nothing else is while the authority is protected.
    let all = ["destroy", "-y"];
    let refused = judged.lumi_ends(&all).transcript();
    assert!(refused.contains("protected"), "{refused}");
    judged.lumi(&["destroy", "-y", "--target", "mail", "--target-dependents"]);
    judged.lumi(&["config", "set", "hosts", "www,ftp"]);
    judged.lumi(&["config", "set", "protect", "false"]);
    judged.lumi(&["up", "-y"]);
    judged.give("dev");
    judged.lumi(&all);
    judged.give_empty("dev");
}
