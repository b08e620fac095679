//! Keys and signatures of GnuPG, which also judges those that have been changed.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tempfile::TempDir;

use crate::signature::bytes::Bytes;
use crate::signature::packet::{Packet, packets};
use crate::signature::{Signature, armor, verify};
use crate::tests::open_pgp::armored;

/// The home of GnuPG, whose agent ends with it.
struct Home(TempDir);

impl Drop for Home {
    fn drop(&mut self) {
        let mut command = Command::new("gpgconf");
        command
            .args(["--kill", "all"])
            .env("GNUPGHOME", self.path());
        drop(command.output());
    }
}

impl Home {
    /// `None`, with a message, on a machine without GnuPG.
    #[expect(clippy::print_stderr, reason = "the output of a skipped test")]
    fn new() -> Option<Self> {
        if Command::new("gpg").arg("--version").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "CI must have gpg");
            eprintln!(
                "skipped: gpg cannot be found, which the package manager of the system brings"
            );
            return None;
        }
        // Paths of sockets are at most 108 bytes long.
        Some(Self(tempfile::tempdir_in("/tmp").unwrap()))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn gpg(&self, arguments: &[&str]) -> Vec<u8> {
        let (is_good, output) = self.run("gpg", arguments);
        assert!(is_good, "gpg {arguments:?}");
        output
    }

    fn run(&self, program: &str, arguments: &[&str]) -> (bool, Vec<u8>) {
        let mut command = Command::new(program);
        command
            .env("GNUPGHOME", self.path())
            .args(["--batch", "--quiet"]);
        let command = command.args(arguments).stdin(Stdio::null());
        let output = command.output().unwrap();
        (output.status.success(), output.stdout)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

#[derive(Clone, Debug)]
struct Signed {
    /// The algorithm of the primary key.
    algorithm: &'static str,
    document: Vec<u8>,
    signature: Vec<u8>,
    key: String,
}

impl Signed {
    fn is_accepted(&self) -> bool {
        let keys = [self.key.clone()];
        verify(&self.document, &self.signature, &keys, SystemTime::now()).is_ok()
    }

    /// Whether GnuPG accepts it, with nothing but this key.
    fn is_good(&self) -> bool {
        let home = Home::new().unwrap();
        let key = home.write("key.asc", self.key.as_bytes());
        let document = home.write("document", &self.document);
        let signature = home.write("signature", &self.signature);
        home.run("gpg", &["--import", &key]).0
            && home.run("gpg", &["--verify", &signature, &document]).0
    }
}

/// A document that a new key has signed, or a new subkey of one with the first algorithm.
fn signed(home: &Home, algorithm: &'static str, subkey: Option<&'static str>) -> Signed {
    let user = format!("{algorithm}-{}@example.com", subkey.unwrap_or("alone"));
    let usage = if subkey.is_some() { "cert" } else { "sign" };
    let passphrase = ["--passphrase", "", "--pinentry-mode", "loopback"];
    let run = |arguments: &[&str]| home.gpg(&[&passphrase[..], arguments].concat());
    run(&["--quick-gen-key", &user, algorithm, usage, "1y"]);
    if let Some(subkey) = subkey {
        let listed = run(&["--with-colons", "--list-keys", &user]);
        let listed = String::from_utf8(listed).unwrap();
        let fingerprint = listed
            .lines()
            .find_map(|it| it.strip_prefix("fpr:::::::::"));
        let fingerprint = fingerprint.unwrap().trim_end_matches(':');
        run(&["--quick-add-key", fingerprint, subkey, "sign", "1y"]);
    }
    let document = format!("the document of {user}\n").into_bytes();
    let path = home.write("document", &document);
    let signature = run(&["-u", &user, "--output", "-", "--detach-sign", &path]);
    let key = String::from_utf8(run(&["--armor", "--export", &user])).unwrap();
    Signed {
        algorithm,
        document,
        signature,
        key,
    }
}

fn all(home: &Home) -> Vec<Signed> {
    [
        ("rsa2048", None),
        ("rsa3072", None),
        ("ed25519", None),
        ("nistp256", None),
        ("nistp384", None),
        ("rsa2048", Some("ed25519")),
        ("ed25519", Some("rsa2048")),
        ("dsa2048", Some("ed25519")),
    ]
    .map(|(algorithm, subkey)| signed(home, algorithm, subkey))
    .to_vec()
}

#[test]
fn signatures_by_every_key_but_those_of_dsa_are_accepted() {
    let Some(home) = Home::new() else { return };
    for signed in all(&home) {
        assert!(signed.is_good(), "{signed:?}");
        let is_known = !signed.algorithm.starts_with("dsa");
        assert_eq!(signed.is_accepted(), is_known, "{signed:?}");
    }
}

/// Changes one byte of the document, the signature or the binary key.
fn changed(signed: &Signed, part: Part, place: &prop::sample::Index, mask: u8) -> Signed {
    let mut changed = signed.clone();
    let mut key = armor::decoded(&signed.key).unwrap();
    let bytes = match part {
        Part::Document => &mut changed.document,
        Part::Signature => &mut changed.signature,
        Part::Key => &mut key,
    };
    let place = place.index(bytes.len());
    bytes[place] ^= mask;
    changed.key = armored(&key);
    changed
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Document,
    Signature,
    Key,
}

/// The changes of bytes that are still accepted.
fn accepted(home: &Home, parts: &[Part], cases: u32, is_fine: impl Fn(&Signed, &Signed) -> bool) {
    let all = all(home);
    let place = any::<prop::sample::Index>();
    let parts = prop::sample::select(parts.to_vec());
    let strategy = (prop::sample::select(all), parts, place, 1..=u8::MAX);
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&strategy, |(signed, part, place, mask)| {
        let changed = changed(&signed, part, &place, mask);
        prop_assert!(!changed.is_accepted() || is_fine(&signed, &changed));
        Ok(())
    });
    result.unwrap();
}

/// The packets, with nothing of signatures but the bytes that they protect and their integers.
fn meaning(bytes: &[u8]) -> Option<Vec<Vec<Vec<u8>>>> {
    let packets = packets(bytes)?.into_iter();
    let parts = packets.map(|packet| match packet.tag {
        Packet::SIGNATURE => {
            let signature = Signature::read(packet.body)?;
            let mut value = Bytes(signature.value);
            let integers = std::iter::from_fn(|| value.integer().map(<[u8]>::to_vec));
            let message = signature.message(&[]).unwrap_or_default();
            Some([message].into_iter().chain(integers).collect())
        }
        tag => Some(vec![vec![tag], packet.body.to_vec()]),
    });
    parts.collect()
}

#[test]
fn no_changed_document_or_signature_is_accepted() {
    let Some(home) = Home::new() else { return };
    let parts = [Part::Document, Part::Signature];
    // Parts that no signature protects may change.
    accepted(&home, &parts, 5_000, |signed, changed| {
        signed.document == changed.document
            && meaning(&signed.signature) == meaning(&changed.signature)
    });
}

#[test]
fn no_key_is_accepted_that_gnupg_refuses() {
    let Some(home) = Home::new() else { return };
    let meaning = |it: &Signed| meaning(&armor::decoded(&it.key).unwrap());
    accepted(&home, &[Part::Key], 200, |signed, changed| {
        meaning(signed) == meaning(changed) || changed.is_good()
    });
}
