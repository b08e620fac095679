//! Hubs: packages that are published, pulled and added, in folders, buckets and behind web servers.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::lumi::{Answer, Lumi};
use crate::s3_server::S3Server;

/// A machine with a hub, and the library `web` in some versions.
struct Machine {
    lumi: Lumi,
    hub: String,
    environment: Vec<(String, String)>,
}

impl Machine {
    /// With a hub in the folder `hub`.
    fn new() -> Self {
        let machine = Self {
            lumi: Lumi::new(),
            hub: "hub".to_owned(),
            environment: Vec::new(),
        };
        for version in ["1.2.0", "1.3.0", "2.0.0"] {
            machine.build(version, version);
        }
        machine
    }

    fn build(&self, version: &str, text: &str) -> String {
        let lumi = &self.lumi;
        lumi.file("web/Lumi.yaml", "name: web\n");
        lumi.file(
            "web/index.ts",
            format!("export function version(): string {{ return \"{text}\"; }}\n"),
        );
        let file = format!("../web-{version}.lumipack");
        let build = [
            "-C",
            "web",
            "pack",
            "build",
            "--library",
            "--pack-version",
            version,
        ];
        lumi.run(&[&build[..], &["-o", &file]].concat()).ok();
        format!("web-{version}.lumipack")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.lumi.command(arguments);
        let environment = self.environment.iter().map(|(name, value)| (name, value));
        command.env("LUMI_HUB", &self.hub).envs(environment);
        command
    }

    fn run(&self, arguments: &[&str]) -> Answer {
        let output = self.command(arguments).output().unwrap();
        Answer::of(output, arguments, self.lumi.folder())
    }

    /// The messages and the output of a command that must succeed.
    fn said(&self, arguments: &[&str]) -> String {
        let answer = self.run(arguments);
        let messages = answer.stderr.clone();
        messages + answer.ok().as_str()
    }

    /// The message of a command that must fail.
    fn refused(&self, arguments: &[&str]) -> String {
        let answer = self.run(arguments);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        answer.stderr
    }

    fn publish(&self, version: &str) -> String {
        self.said(&[
            "pack",
            "publish",
            &format!("web-{version}.lumipack"),
            "acme/web",
        ])
    }

    fn app(&self) {
        let program = "import { version } from \"lumi:web\";\nexport const used = version();\n";
        self.lumi.file("index.ts", program);
    }

    fn used(&self) -> serde_json::Value {
        self.run(&["run", "--format", "json"]).json()["outputs"]["used"].clone()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.lumi.folder().join(name)
    }

    fn store(&self) -> PathBuf {
        self.lumi
            .folder()
            .with_file_name("home/.lumi/packages/libraries")
    }
}

/// The only file with a version in a hub.
fn files(hub: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(hub.join("files")).unwrap();
    let paths = entries.map(|it| it.unwrap().path());
    let mut found: Vec<_> = paths
        .filter(|it| it.extension().is_some_and(|it| it == "lumipack"))
        .collect();
    found.sort();
    found
}

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
fn what_the_publisher_has_not_made_is_refused() {
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

#[test]
fn what_is_not_there_is_explained() {
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

/// Serves the files of a folder until the test is over.
fn web_server(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|it| it == 1) {
                head.push(byte[0]);
            }
            let head = String::from_utf8_lossy(&head).into_owned();
            let mut words = head.split(' ');
            let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or("/"));
            let file = fs::read(folder.join(path.trim_start_matches('/')));
            let (status, body) = match file {
                Ok(body) => ("200 OK", body),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let answer = format!(
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(answer.as_bytes());
            if method != "HEAD" {
                let _ = stream.write_all(&body);
            }
        }
    });
    format!("http://{address}")
}

#[test]
fn a_hub_may_be_behind_a_web_server() {
    let mut machine = Machine::new();
    machine.publish("1.2.0");
    machine.hub = web_server(machine.path("hub"));
    machine.app();
    machine.said(&["add", "hub:acme/web"]);
    assert_eq!(machine.used(), "1.2.0");
    let unknown = machine.refused(&["add", "hub:acme/net"]);
    assert!(unknown.contains("has no package acme/net"), "{unknown}");
    fs::write(files(&machine.path("hub")).remove(0), "damaged").unwrap();
    let refused = machine.refused(&["pack", "pull", "acme/web"]);
    assert!(
        refused.contains("is not the file that the index"),
        "{refused}"
    );
}

#[test]
fn a_hub_may_be_a_bucket() {
    let Some(server) = S3Server::start() else {
        return;
    };
    server.make_bucket("hub");
    let mut machine = Machine::new();
    machine.hub = "s3://hub/packages".to_owned();
    machine.environment = server.environment();
    machine.publish("1.2.0");
    machine.publish("1.3.0");
    machine.app();
    machine.said(&["add", "hub:acme/web@~> 1.2"]);
    assert_eq!(machine.used(), "1.3.0");
    assert!(machine.publish("1.3.0").contains("is published already"));
}
