//! Hubs whose files and addresses are damaged, or made to harm.

use std::fs;
use std::os::unix::fs::symlink;

use lumi::packages::hub::{HubIndex, HubKey};

use super::hub_machine::Machine;
use crate::support::lumi::tool;

const INDEX: &str = "hub/packages/acme/web.json";

/// Signs the index again after a change, with the key of the publisher.
fn change(machine: &Machine, edit: impl FnOnce(&mut HubIndex)) {
    let place = machine.path(INDEX);
    let key = machine.lumi.folder().with_file_name("home/.lumi/hub.key");
    let key = HubKey::read(&key).unwrap();
    let address = "acme/web".parse().unwrap();
    let mut index = HubIndex::parse(&fs::read(&place).unwrap(), &address).unwrap();
    edit(&mut index);
    fs::write(&place, index.signed(&key)).unwrap();
}

#[test]
fn a_revision_that_nothing_can_follow_is_refused() {
    let machine = Machine::new();
    machine.publish("1.2.0");
    machine.app();
    change(&machine, |index| index.revision = u64::MAX);
    for command in [
        &["add", "hub:acme/web"][..],
        &["pack", "publish", "web-1.3.0.lumipack", "acme/web"],
        &["pack", "yank", "acme/web", "1.2.0"],
    ] {
        let answer = machine.run(command);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        let words = "its revision 18446744073709551615 is larger than one can be";
        assert!(answer.stderr.contains(words), "{}", answer.transcript());
    }
}

#[test]
fn many_versions_and_long_ones_are_named_in_part() {
    let machine = Machine::new();
    machine.publish("1.2.0");
    machine.app();
    change(&machine, |index| {
        let mut version = index.versions.remove("1.2.0").unwrap();
        version.yanked = true;
        for minor in 0..500 {
            let text = format!("0.{minor}.0-{}", "a".repeat(5000));
            index.versions.insert(text, version.clone());
        }
    });
    let refused = machine.refused(&["add", "hub:acme/web"]);
    assert!(refused.len() < 3000, "{}", refused.len());
    let newest = "there are 0.480.0-aaaa";
    let words = [
        "the hub has no version of acme/web; ",
        newest,
        "and 480 that are older",
    ];
    for words in words {
        assert!(refused.contains(words), "{refused}");
    }
}

#[test]
fn an_index_that_is_no_file_is_named_once() {
    let machine = Machine::new();
    machine.publish("1.2.0");
    machine.app();
    let place = machine.path(INDEX);
    fs::remove_file(&place).unwrap();
    symlink("/dev/zero", &place).unwrap();
    for command in [
        &["add", "hub:acme/web"][..],
        &["pack", "publish", "web-1.3.0.lumipack", "acme/web"],
    ] {
        let refused = machine.refused(command);
        let words = "error: the hub cannot be used: cannot read `";
        assert!(refused.contains(words), "{refused}");
        assert!(refused.contains("it is not a regular file"), "{refused}");
    }
    // An index is never as large as this, so it is not read.
    fs::remove_file(&place).unwrap();
    let file = fs::File::create(&place).unwrap();
    file.set_len(64 << 20).unwrap();
    let refused = machine.refused(&["pack", "publish", "web-1.3.0.lumipack", "acme/web"]);
    assert!(refused.contains("it is larger than 16 MiB"), "{refused}");
}

#[test]
fn a_key_is_a_file_of_its_size() {
    let machine = Machine::new();
    let pipe = machine.path("pipe");
    assert!(tool("mkfifo").arg(&pipe).status().unwrap().success());
    for key in ["/dev/zero", "pipe"] {
        let publish = [
            "pack",
            "publish",
            "web-1.3.0.lumipack",
            "acme/web",
            "--key",
            key,
        ];
        let refused = machine.refused(&publish);
        assert!(refused.contains("it is not a regular file"), "{refused}");
    }
}

#[test]
fn credentials_in_the_address_of_a_hub_are_not_shown() {
    let mut machine = Machine::new();
    machine.app();
    for (hub, words) in [
        (
            "http://user:hidden@127.0.0.1:9",
            "http://127.0.0.1:9/packages/acme/web.json cannot be reached",
        ),
        (
            "HTTP://user:hidden@127.0.0.1:9/a/",
            "http://127.0.0.1:9/a/packages/acme/web.json cannot be reached",
        ),
        ("http://127.0.0.1:9/?token=hidden", "must end with its path"),
        (
            "http://user:hidden@[",
            "`[` is not the address of a document",
        ),
    ] {
        machine.hub = hub.to_owned();
        let refused = machine.refused(&["add", "hub:acme/web"]);
        assert!(refused.contains(words), "{refused}");
        assert!(!refused.contains("hidden"), "{refused}");
    }
}

/// `lumi install` cannot fetch what the hub lacks.
#[test]
fn a_command_that_has_failed_is_not_advised_again() {
    let machine = Machine::new();
    machine.publish("1.2.0");
    machine.app();
    machine.said(&["add", "hub:acme/web"]);
    fs::remove_dir_all(machine.store()).unwrap();
    fs::remove_dir_all(machine.path("hub/files")).unwrap();
    let refused = machine.refused(&["install"]);
    assert!(!refused.contains("run `lumi install`"), "{refused}");
    assert!(
        refused.contains("`lumi update web` locks what this one has"),
        "{refused}"
    );
}
