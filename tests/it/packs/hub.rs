//! Hubs: packages that are published, pulled and added.

use std::fs;

use super::hub_machine::{Machine, files};

#[test]
fn a_package_finds_what_was_pulled_beside_it() {
    let machine = Machine::new();
    machine.publish("1.2.0");
    machine.app();
    machine.said(&["add", "hub:acme/web"]);
    fs::create_dir(machine.path("moved")).unwrap();
    machine.said(&["pack", "build", "-o", "moved/app.lumipack"]);
    fs::remove_dir_all(machine.store()).unwrap();
    let missing = machine.refused(&["run", "moved/app.lumipack"]);
    let help = "fetch it with `lumi pack pull acme/web@1.2.0`, beside the package that needs it";
    assert!(missing.contains(help), "{missing}");
    let pulled = "moved/web-1.2.0.lumipack";
    machine.said(&["pack", "pull", "acme/web@1.2.0", "-o", pulled]);
    assert!(
        machine
            .said(&["run", "moved/app.lumipack"])
            .contains("1.2.0")
    );
    fs::write(machine.path(pulled), "damaged").unwrap();
    assert!(
        machine
            .refused(&["run", "moved/app.lumipack"])
            .contains(pulled)
    );
}

#[test]
fn a_published_library_is_added_pulled_and_yanked() {
    let machine = Machine::new();
    let first = machine.publish("1.2.0");
    assert!(
        first.contains("made the key") && first.contains("published acme/web 1.2.0"),
        "{first}"
    );
    assert!(machine.publish("1.2.0").contains("is published already"));
    machine.publish("1.3.0");
    machine.publish("2.0.0");
    machine.app();
    let added = machine.said(&["add", "hub:acme/web@^1.2"]);
    assert!(
        added.contains("added web 1.3.0, from hub:acme/web"),
        "{added}"
    );
    let lock = machine.lumi.read("Lumi.lock");
    assert!(
        lock.contains("signedBy:") && lock.contains("lumipack:"),
        "{lock}"
    );
    assert_eq!(machine.used(), "1.3.0");
    // The lock and the store suffice for a run, and the hub for a new machine.
    fs::remove_dir_all(machine.store()).unwrap();
    let missing = machine.refused(&["run"]);
    assert!(
        missing.contains("run `lumi install`, which fetches it"),
        "{missing}"
    );
    machine.said(&["install", "--frozen"]);
    assert_eq!(machine.used(), "1.3.0");
    let listed = machine.said(&["packages"]);
    assert!(
        listed.contains("hub:acme/web") && listed.contains("2.0.0"),
        "{listed}"
    );
    // A yanked version stays where it is locked, and is not chosen.
    assert!(
        machine
            .said(&["pack", "yank", "acme/web", "1.3.0"])
            .contains("yanked acme/web 1.3.0")
    );
    assert_eq!(machine.used(), "1.3.0");
    machine.said(&["install"]);
    assert_eq!(machine.used(), "1.3.0");
    assert!(machine.said(&["update"]).contains("web: 1.3.0 -> 1.2.0"));
    assert_eq!(machine.used(), "1.2.0");
    machine.said(&["pack", "yank", "acme/web", "1.3.0", "--undo"]);
    assert!(
        machine
            .said(&["update", "web"])
            .contains("web: 1.2.0 -> 1.3.0")
    );
    let pulled = machine.said(&["pack", "pull", "acme/web@< 2", "-o", "pulled.lumipack"]);
    assert!(
        pulled.contains("wrote pulled.lumipack, acme/web 1.3.0"),
        "{pulled}"
    );
    assert!(
        fs::read(machine.path("pulled.lumipack")).unwrap()
            == fs::read(machine.path("web-1.3.0.lumipack")).unwrap()
    );
}

#[test]
fn packages_that_the_publisher_did_not_sign_are_refused() {
    let machine = Machine::new();
    machine.publish("1.2.0");
    machine.app();
    let hub = machine.path("hub");
    let index = hub.join("packages/acme/web.json");
    let signed = fs::read_to_string(&index).unwrap();
    // A version is never replaced.
    machine.build("1.2.0", "other");
    let replaced = machine.refused(&["pack", "publish", "web-1.2.0.lumipack", "acme/web"]);
    assert!(
        replaced.contains("versions are never replaced"),
        "{replaced}"
    );
    // Another name, another key, a dependency that others do not have.
    let renamed = machine.refused(&["pack", "publish", "web-1.3.0.lumipack", "acme/net"]);
    assert!(renamed.contains("called `web`"), "{renamed}");
    machine.lumi.file("other.key", "1".repeat(64));
    let stranger = [
        "pack",
        "publish",
        "web-1.3.0.lumipack",
        "acme/web",
        "--key",
        "other.key",
    ];
    assert!(machine.refused(&stranger).contains("is signed by the key"));
    machine.lumi.file("user/Lumi.yaml", "name: user\n");
    machine.lumi.file(
        "user/index.ts",
        "import { version } from \"lumi:web\";\nexport const a: string = version();\n",
    );
    machine.said(&["-C", "user", "add", "../web-1.3.0.lumipack"]);
    machine.said(&[
        "-C",
        "user",
        "pack",
        "build",
        "--library",
        "-o",
        "../user.lumipack",
    ]);
    let local = machine.refused(&["pack", "publish", "user.lumipack", "acme/user"]);
    assert!(local.contains("which is a file of this machine"), "{local}");
    // An index that was changed, of another package, cut off, of a newer lumi.
    for changed in [
        signed.replace("\"revision\": 1", "\"revision\": 2"),
        signed.replace("acme/web", "acme/net"),
        signed[..signed.len() / 2].to_owned(),
        signed.replace("\"lumihub\": 1", "\"lumihub\": 7"),
        String::new(),
    ] {
        fs::write(&index, changed).unwrap();
        let refused = machine.refused(&["add", "hub:acme/web"]);
        assert!(refused.contains("web.json cannot be used"), "{refused}");
    }
    fs::write(&index, &signed).unwrap();
    // A file that was changed, or that is another package.
    let file = files(&hub).remove(0);
    let good = fs::read(&file).unwrap();
    for bad in [
        b"damaged".to_vec(),
        fs::read(machine.path("web-1.3.0.lumipack")).unwrap(),
        good[..good.len() - 9].to_vec(),
    ] {
        fs::write(&file, bad).unwrap();
        let refused = machine.refused(&["add", "hub:acme/web"]);
        assert!(
            refused.contains("is not the file that the index of its publisher names"),
            "{refused}"
        );
    }
    fs::remove_file(&file).unwrap();
    assert!(
        machine
            .refused(&["add", "hub:acme/web"])
            .contains("it is not there")
    );
    fs::write(&file, &good).unwrap();
    machine.said(&["add", "hub:acme/web"]);
    // The same package, signed by another key from now on.
    fs::remove_dir_all(&hub).unwrap();
    machine.said(&[
        "pack",
        "publish",
        "web-1.3.0.lumipack",
        "acme/web",
        "--key",
        "other.key",
    ]);
    let other = machine.refused(&["update"]);
    assert!(
        other.contains("is signed by another key than before"),
        "{other}"
    );
    assert_eq!(machine.used(), "1.2.0");
}

/// A copy of the hub that is out of date hides that a version was yanked: a project that has seen more refuses it.
#[test]
fn an_older_index_is_noticed() {
    let machine = Machine::new();
    machine.publish("1.2.0");
    machine.publish("1.3.0");
    machine.app();
    let index = machine.path("hub/packages/acme/web.json");
    let old = fs::read(&index).unwrap();
    machine.said(&["pack", "yank", "acme/web", "1.3.0"]);
    machine.said(&["add", "hub:acme/web"]);
    assert_eq!(machine.used(), "1.2.0");
    let new = fs::read(&index).unwrap();
    fs::write(&index, old).unwrap();
    let refused = machine.refused(&["update"]);
    assert!(
        refused.contains(
            "is older than the one that Lumi.lock was written with: revision 2, not 3 or later"
        ),
        "{refused}"
    );
    machine.said(&["install"]);
    assert_eq!(machine.used(), "1.2.0");
    fs::write(&index, new).unwrap();
    machine.said(&["pack", "yank", "--undo", "acme/web", "1.3.0"]);
    machine.said(&["update"]);
    assert_eq!(machine.used(), "1.3.0");
}

#[test]
fn missing_entries_are_explained() {
    let mut machine = Machine::new();
    machine.publish("1.2.0");
    let unknown = machine.refused(&["add", "hub:acme/net"]);
    assert!(unknown.contains("has no package acme/net"), "{unknown}");
    let version = machine.refused(&["add", "hub:acme/web@^3"]);
    assert!(version.contains("there are 1.2.0"), "{version}");
    let malformed = machine.refused(&["add", "hub:Acme/web"]);
    assert!(
        malformed.contains("one looks like `acme/web`"),
        "{malformed}"
    );
    machine.hub = String::new();
    let none = machine.refused(&["add", "hub:acme/web"]);
    assert!(none.contains("LUMI_HUB names none"), "{none}");
    machine.hub = "ftp://x/y".to_owned();
    let scheme = machine.refused(&["add", "hub:acme/web"]);
    assert!(scheme.contains("LUMI_HUB cannot be used"), "{scheme}");
    machine.hub = "http://127.0.0.1:9".to_owned();
    let server = machine.refused(&["pack", "publish", "web-1.2.0.lumipack", "acme/web"]);
    assert!(
        server.contains("to which nothing can be published"),
        "{server}"
    );
}
