//! Publishers at the same time, and publishers that are killed.

use std::fs;
use std::process::Stdio;
use std::thread;

use super::hub_machine::{Machine, files};

/// Every publisher of several at once has its version in the index.
#[test]
fn publishers_do_not_lose_each_others_versions() {
    let machine = Machine::new();
    machine.publish("1.2.0");
    let versions: Vec<String> = (0..8).map(|it| format!("3.0.{it}")).collect();
    for version in &versions {
        machine.build(version, version);
    }
    let running: Vec<_> = versions
        .iter()
        .map(|version| {
            let file = format!("web-{version}.lumipack");
            let mut command = machine.command(&["pack", "publish", &file, "acme/web"]);
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut process in running {
        assert!(process.wait().unwrap().success());
    }
    let index = fs::read_to_string(machine.path("hub/packages/acme/web.json")).unwrap();
    let index: serde_json::Value = serde_json::from_str(&index).unwrap();
    assert_eq!(index["index"]["versions"].as_object().unwrap().len(), 9);
    assert_eq!(index["index"]["revision"], 9);
}

/// A publisher that is killed at any time leaves a hub with the old versions or the new ones.
#[test]
fn a_killed_publisher_leaves_a_whole_hub() {
    let machine = Machine::new();
    machine.publish("1.2.0");
    machine.app();
    machine.said(&["add", "hub:acme/web"]);
    let hub = machine.path("hub");
    let index = || fs::read(hub.join("packages/acme/web.json")).unwrap();
    for moment in 0..6 {
        let version = format!("1.2.{}", moment + 1);
        let file = machine.build(&version, &version);
        let (count, old) = (files(&hub).len(), index());
        let mut process = machine
            .command(&["pack", "publish", &file, "acme/web"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // At once, when the file is there, and when the index is a new one.
        let is_reached = || match moment % 3 {
            0 => true,
            1 => files(&hub).len() > count,
            _ => index() != old,
        };
        while !is_reached() && process.try_wait().unwrap().is_none() {
            thread::yield_now();
        }
        process.kill().unwrap();
        process.wait().unwrap();
        machine.said(&["update"]);
        let used = machine.used();
        assert!(used.as_str().unwrap().starts_with("1.2."), "{used}");
        // Publishing again ends what was begun.
        machine.said(&["pack", "publish", &file, "acme/web"]);
        machine.said(&["update"]);
        assert_eq!(machine.used(), version.as_str());
    }
}
