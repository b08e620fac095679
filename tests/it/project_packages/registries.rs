//! Packages of registries and network mirrors on loopback.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use lumi::packages::{PackageHash, Platform};
use tokio::runtime::Runtime;

use crate::programs::https_server::HttpsServer;
use crate::programs::signals::interrupt;
use crate::support::lumi::{Answer, Lumi};

use super::open_pgp::OpenPgpKey;
use super::release::{NAME, Release, zip};
use super::web_server::WebServer;
use super::without_hashes;

/// A registry that has `acme/dns`, and a project.
struct Registry {
    lumi: Lumi,
    server: WebServer,
    _runtime: Runtime,
}

impl Registry {
    /// `None` on other platforms than that of the release.
    fn with(release: &Release) -> Option<Self> {
        if Platform::current().to_string() != "linux_amd64" {
            return None;
        }
        let runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = { runtime }.worker_threads(1).enable_all().build().unwrap();
        let server = runtime.block_on(WebServer::start());
        release.publish(&server);
        Some(Self {
            lumi: Lumi::new(),
            server,
            _runtime: runtime,
        })
    }

    fn address(&self) -> String {
        format!("{}/acme/dns", self.server.host())
    }

    fn command(&self, args: &[&str]) -> Command {
        self.lumi.command(args)
    }

    fn transcript(&self, args: &[&str]) -> String {
        self.transcript_of(self.command(args), args)
    }

    fn transcript_of(&self, mut command: Command, args: &[&str]) -> String {
        let answer = Answer::of(command.output().unwrap(), args, self.lumi.folder());
        let home = self.lumi.folder().with_file_name("home");
        let text = answer
            .transcript()
            .replace(&*home.to_string_lossy(), "[home]");
        without_keys(&without_hashes(
            &text.replace(&self.server.port.to_string(), "PORT"),
        ))
    }

    fn add(&self) -> String {
        self.transcript(&["add", &self.address(), "-y"])
    }

    fn is_untouched(&self) -> bool {
        self.lumi.read("Lumi.yaml") == "name: demo\n"
            && !self.lumi.folder().join("Lumi.lock").exists()
    }
}

/// Keys are made by each test.
fn without_keys(text: &str) -> String {
    let is_key = |it: &str| it.len() >= 16 && it.bytes().all(|it| it.is_ascii_hexdigit());
    let words = text.split_inclusive([' ', '\n', ',']);
    let words = words.map(
        |word| match is_key(word.trim_end_matches([' ', '\n', ','])) {
            true => format!(
                "[key]{}",
                &word[word.trim_end_matches([' ', '\n', ',']).len()..]
            ),
            false => word.to_owned(),
        },
    );
    words.collect()
}

#[test]
fn a_signed_package_is_added_and_installed_elsewhere() {
    let Some(registry) = Registry::with(&Release::new()) else {
        return;
    };
    let mut said = registry.add();
    let lock = registry.lumi.read("Lumi.lock");
    said += &without_keys(&without_hashes(
        &lock.replace(&registry.server.port.to_string(), "PORT"),
    ));
    said += &registry.transcript(&["packages"]);
    let before = registry.server.requests("").len();
    said += &registry.transcript(&["install", "--frozen"]);
    assert_eq!(
        registry.server.requests("").len(),
        before,
        "nothing is asked for"
    );
    std::fs::remove_dir_all(registry.lumi.folder().with_file_name("home")).unwrap();
    said += &registry.transcript(&["install", "--frozen"]);
    insta::assert_snapshot!(said);
    assert_eq!(registry.lumi.read("Lumi.lock"), lock);
}

#[test]
fn untrusted_packages_are_not_added() {
    let releases: [fn() -> Release; 5] = [
        || Release {
            shasum: Some("0".repeat(64)),
            ..Release::new()
        },
        || Release {
            named_key: Some(OpenPgpKey::new()),
            ..Release::new()
        },
        || Release {
            is_signed: false,
            ..Release::new()
        },
        || Release {
            archive: zip(&[("../terraform-provider-dns", "")]),
            ..Release::new()
        },
        || Release {
            archive: zip(&[("terraform-provider-web", "")]),
            ..Release::new()
        },
    ];
    let mut said = Vec::new();
    for release in releases {
        let Some(registry) = Registry::with(&release()) else {
            return;
        };
        said.push(registry.add());
        assert!(registry.is_untouched());
    }
    // Half of the archive that was signed.
    let Some(registry) = Registry::with(&Release::new()) else {
        return;
    };
    registry.server.put(
        &format!("/files/{NAME}"),
        Release::new().archive[..100].to_vec(),
    );
    said.push(registry.add());
    assert!(registry.is_untouched());
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_key_that_has_expired_after_it_signed_is_a_warning() {
    // The key was made in 2020 for a year; its signature over this list is of 2020.
    let Some(registry) = Registry::with(&Release::new()) else {
        return;
    };
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/packages/signature/tests/gnupg/"
    );
    let read = |name: &str| std::fs::read(format!("{folder}{name}")).unwrap();
    let armored = String::from_utf8(read("expiring.asc")).unwrap();
    let download = |signature: &str| {
        serde_json::json!({
            "protocols": ["5.0"], "os": "linux", "arch": "amd64", "filename": NAME,
            "download_url": format!("/files/{NAME}"), "shasum": "0".repeat(64),
            "shasums_url": "/files/SHA256SUMS", "shasums_signature_url": signature,
            "signing_keys": {"gpg_public_keys": [{"key_id": "x", "ascii_armor": armored}]},
        })
        .to_string()
    };
    registry.server.put("/files/SHA256SUMS", read("SHA256SUMS"));
    registry
        .server
        .put("/files/after.sig", read("signed_after_expiry.sig"));
    registry.server.put(
        "/v1/providers/acme/dns/1.2.0/download/linux/amd64",
        download("/files/after.sig"),
    );
    let said = registry.add();
    insta::assert_snapshot!(said);
    assert!(registry.is_untouched());
}

#[test]
fn another_key_is_asked_about_again() {
    let Some(registry) = Registry::with(&Release::new()) else {
        return;
    };
    registry.add();
    let next = Release {
        version: "1.3.0",
        ..Release::new()
    };
    next.publish(&registry.server);
    let mut said = registry.transcript(&["update"]);
    said += &registry.transcript(&["update", "--yes"]);
    insta::assert_snapshot!(said);
}

#[test]
fn another_archive_than_the_locked_one_is_refused() {
    let Some(registry) = Registry::with(&Release::new()) else {
        return;
    };
    registry.add();
    let evil = Release {
        archive: zip(&[("terraform-provider-dns", "evil")]),
        other: Vec::new(),
        ..Release::new()
    };
    evil.publish(&registry.server);
    std::fs::remove_dir_all(registry.lumi.folder().with_file_name("home")).unwrap();
    insta::assert_snapshot!(registry.transcript(&["install"]));
}

#[test]
fn tokens_come_from_variables_and_files() {
    let Some(registry) = Registry::with(&Release::new()) else {
        return;
    };
    registry.server.require_token("hunter2");
    let address = registry.address();
    let args = ["add", address.as_str(), "-y"];
    let mut said = registry.transcript(&args);
    let mut wrong = registry.command(&args);
    wrong.env(format!("TF_TOKEN_{}", registry.server.host()), "hunter3");
    said += &registry.transcript_of(wrong, &args);
    insta::assert_snapshot!(said);
    let host = registry.server.host();
    let file = registry.lumi.file(
        "tofurc",
        format!("credentials \"{host}\" {{\n  token = \"hunter2\"\n}}\n"),
    );
    let mut right = registry.command(&args);
    right.env("TF_CLI_CONFIG_FILE", file);
    let said = registry.transcript_of(right, &args);
    assert!(said.contains("[exit 0]"), "{said}");
    for file in ["Lumi.yaml", "Lumi.lock"] {
        assert!(!registry.lumi.read(file).contains("hunter2"));
    }
}

#[test]
fn a_download_goes_on_after_it_was_cut() {
    let Some(registry) = Registry::with(&Release::new()) else {
        return;
    };
    registry.server.cut(&format!("/files/{NAME}"), &[50_000]);
    let said = registry.add();
    assert!(said.contains("[exit 0]"), "{said}");
    let requests = registry.server.requests(NAME);
    assert!(
        requests.len() == 2 && requests[1].contains("bytes="),
        "{requests:?}"
    );
}

#[test]
fn a_network_mirror_is_named_by_a_variable() {
    let Some(registry) = Registry::with(&Release::new()) else {
        return;
    };
    let release = Release::new();
    let hash = PackageHash::of_archive(&mut release.archive.as_slice()).unwrap();
    let folder = "/mirror/registry.opentofu.org/acme/dns";
    registry.server.put(
        &format!("{folder}/index.json"),
        r#"{"versions": {"1.2.0": {}}}"#,
    );
    registry
        .server
        .put(&format!("{folder}/{NAME}"), release.archive);
    let document = |hash: &str| {
        serde_json::json!({"archives": {"linux_amd64": {"url": NAME, "hashes": [hash]}}})
            .to_string()
    };
    let mirror = format!("http://{}/mirror", registry.server.host());
    let add = |hash: &str| {
        registry
            .server
            .put(&format!("{folder}/1.2.0.json"), document(hash));
        let args = ["add", "acme/dns", "-y"];
        let mut command = registry.command(&args);
        command.env("LUMI_PACKAGE_MIRROR", &mirror);
        registry.transcript_of(command, &args)
    };
    let wrong = add(&format!("zh:{}", "0".repeat(64)));
    assert!(registry.is_untouched(), "{wrong}");
    let right = add(&hash.to_string());
    insta::assert_snapshot!([wrong, right].join("\n"));
}

#[test]
fn a_proxy_of_the_environment_is_used() {
    let proxy = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = format!("http://{}", proxy.local_addr().unwrap());
    let asked = std::thread::spawn(move || {
        let (stream, _) = proxy.accept().unwrap();
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        let refusal = b"HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n";
        stream.get_mut().write_all(refusal).unwrap();
        line
    });
    let lumi = Lumi::with_sdk("export {};\n");
    lumi.file("Lumi.yaml", "name: demo\n");
    let mut command = lumi.command(&["add", "registry.example.test/acme/dns", "-y"]);
    command.env("HTTPS_PROXY", address);
    let output = command.output().unwrap();
    assert_eq!(
        asked.join().unwrap().trim(),
        "CONNECT registry.example.test:443 HTTP/1.1"
    );
    assert!(!output.status.success());
}

#[test]
fn ctrl_c_ends_an_installation_that_waits_for_a_server() {
    let server = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = server.local_addr().unwrap();
    let lumi = Lumi::with_sdk("export {};\n");
    lumi.file(
        "Lumi.yaml",
        format!(
            "name: demo\npackages:\n  dns: localhost:{}/acme/dns\n",
            address.port()
        ),
    );
    let mut command = lumi.command(&["install", "-y"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let running = command.spawn().unwrap();
    // The server takes the request, and never answers it.
    let (mut stream, _) = server.accept().unwrap();
    let mut byte = [0];
    stream.read_exact(&mut byte).unwrap();
    interrupt(&running);
    let output = running.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{said}");
    assert!(said.contains("error: interrupted"), "{said}");
    assert!(!lumi.folder().join("Lumi.lock").exists());
}

/// A certificate authority, and a certificate of it for this machine.
const AUTHORITY: &str = r#"
import { fs, tls } from "lumi/std";

const rootKey = new tls.PrivateKey("root", { algorithm: "ECDSA" });
const root = new tls.SelfSignedCert("root", {
  privateKeyPem: rootKey.privateKeyPem,
  subject: { commonName: "Root" },
  validityPeriodHours: 24,
  isCaCertificate: true,
});
const key = new tls.PrivateKey("web", { algorithm: "ECDSA" });
const request = new tls.CertificateRequest("web", { privateKeyPem: key.privateKeyPem, dnsNames: ["localhost"] });
const certificate = new tls.SignedCertificate("web", {
  certRequestPem: request.certRequestPem,
  caPrivateKeyPem: rootKey.privateKeyPem,
  caCertPem: root.certPem,
  validityPeriodHours: 24,
});
const write = (path: string, content: any) => new fs.File(path, { path, content, mode: "0600" });
write("root.pem", root.certPem);
write("web.pem", certificate.certPem);
write("key.pem", key.privateKeyPem);
"#;

#[test]
fn an_authority_of_the_environment_is_trusted() {
    if Platform::current().to_string() != "linux_amd64" {
        return;
    }
    let lumi = Lumi::program(AUTHORITY);
    lumi.run(&["up", "-y"]).ok();
    let release = Release::new();
    let hash = PackageHash::of_archive(&mut release.archive.as_slice()).unwrap();
    let folder = "mirror/registry.opentofu.org/acme/dns";
    let document = serde_json::json!({"archives": {"linux_amd64": {"url": NAME, "hashes": [hash.to_string()]}}});
    lumi.file(
        &format!("{folder}/index.json"),
        r#"{"versions": {"1.2.0": {}}}"#,
    );
    lumi.file(&format!("{folder}/1.2.0.json"), document.to_string());
    std::fs::write(lumi.folder().join(folder).join(NAME), release.archive).unwrap();
    let path = |name: &str| lumi.folder().join(name);
    let server = HttpsServer::start(lumi.folder(), &path("web.pem"), &path("key.pem"));
    let args = ["add", "acme/dns", "-y"];
    let add = |authority: Option<&str>| {
        let mut command = lumi.command(&args);
        command.env("LUMI_PACKAGE_MIRROR", server.url("mirror"));
        command.env_remove("SSL_CERT_FILE");
        if let Some(name) = authority {
            command.env("SSL_CERT_FILE", path(name));
        }
        Answer::of(command.output().unwrap(), &args, lumi.folder()).transcript()
    };
    let refused = add(None);
    assert!(refused.contains("ertificate"), "{refused}");
    assert!(!path("Lumi.lock").exists(), "{refused}");
    let added = add(Some("root.pem"));
    assert!(added.contains("added dns 1.2.0"), "{added}");
}
