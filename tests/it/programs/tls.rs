//! `std:tls` in practice: a chain of authorities, and a server with a certificate of the chain.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::programs::https_server::HttpsServer;
use crate::support::lumi::{Lumi, tool};
use crate::support::peers::installed;

/// `NAME` and `EARLY` are placeholders.
const PROGRAM: &str = r#"
import { interpolate } from "lumi";
import { fs, tls } from "lumi/std";

const rootKey = new tls.PrivateKey("root", { algorithm: "RSA" });
const root = new tls.SelfSignedCert("root", {
  privateKeyPem: rootKey.privateKeyPem,
  validityPeriodHours: 24 * 365,
  subject: { commonName: "Root", country: "NZ" },
  isCaCertificate: true,
});

const middleKey = new tls.PrivateKey("middle", { algorithm: "ECDSA" });
const middleRequest = new tls.CertificateRequest("middle", {
  privateKeyPem: middleKey.privateKeyPem,
  subject: { commonName: "Middle" },
});
const middle = new tls.SignedCertificate("middle", {
  certRequestPem: middleRequest.certRequestPem,
  caPrivateKeyPem: rootKey.privateKeyPem,
  caCertPem: root.certPem,
  validityPeriodHours: 24 * 90,
  isCaCertificate: true,
});

const key = new tls.PrivateKey("web", { algorithm: "RSA", rsaBits: 3072 });
const request = new tls.CertificateRequest("web", {
  privateKeyPem: key.privateKeyPem,
  subject: { commonName: "Web" },
  dnsNames: ["localhost", "NAME"],
});
const certificate = new tls.SignedCertificate("web", {
  certRequestPem: request.certRequestPem,
  caPrivateKeyPem: middleKey.privateKeyPem,
  caCertPem: middle.certPem,
  validityPeriodHours: 24 * 30,
  earlyRenewalHours: EARLY,
});

const write = (path: string, content: any) => new fs.File(path, { path, content, mode: "0600" });
write("root.pem", root.certPem);
write("middle.pem", middle.certPem);
write("web.pem", certificate.certPem);
write("chain.pem", interpolate`${certificate.certPem}${middle.certPem}`);
write("request.pem", request.certRequestPem);
write("key.pem", key.privateKeyPem);
write("public.pem", key.publicKeyPem);
write("public.ssh", key.publicKeyOpenssh);
"#;

fn program(name: &str, early: &str) -> String {
    PROGRAM.replace("NAME", name).replace("EARLY", early)
}

fn run(lumi: &Lumi, args: &[&str], code: i32) -> String {
    let answer = lumi.run(args);
    assert_eq!(answer.code, code, "{}", answer.transcript());
    answer.transcript()
}

#[test]
fn a_chain_of_authorities_vouches_for_a_server() {
    let lumi = Lumi::program(&program("web.test", "24"));
    let preview = run(&lumi, &["preview"], 0);
    assert!(preview.contains("Plan: +16 to create"), "{preview}");
    run(&lumi, &["up", "-y"], 0);
    let path = |name: &str| lumi.folder().join(name);
    is_served(&lumi, "root.pem").unwrap();
    assert!(is_served(&lumi, "web.pem").is_err());
    openssl_agrees(&path);
    ssh_agrees(&lumi);

    let secret = lumi.read("key.pem").lines().nth(1).unwrap().to_owned();
    assert_eq!(secret.len(), 64);
    for path in files(&path(".lumi")) {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        assert!(!text.contains(&secret), "{}", path.display());
    }
    let again = run(&lumi, &["up", "-y"], 0);
    assert!(again.contains("16 unchanged"), "{again}");
}

#[test]
fn dependents_of_a_change_are_replaced() {
    let lumi = Lumi::program(&program("web.test", "24"));
    run(&lumi, &["up", "-y"], 0);
    lumi.file("index.ts", program("other.test", "24"));
    let up = run(&lumi, &["up", "-y"], 0);
    assert!(
        up.contains("~3 updated, +-2 replaced, 11 unchanged"),
        "{up}"
    );
    is_served(&lumi, "root.pem").unwrap();

    lumi.file("index.ts", program("other.test", "48"));
    let up = run(&lumi, &["up", "-y"], 0);
    assert!(up.contains("~1 updated, 15 unchanged"), "{up}");
}

/// Requests a page from a server with the program's chain, as a client that trusts one certificate.
fn is_served(lumi: &Lumi, root: &str) -> std::io::Result<()> {
    lumi.file("index.html", "<p>");
    let path = |name: &str| lumi.folder().join(name);
    let server = HttpsServer::start(lumi.folder(), &path("chain.pem"), &path("key.pem"));
    let mut roots = RootCertStore::empty();
    let root = CertificateDer::from_pem_file(path(root)).unwrap();
    roots.add(root).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let socket = TcpStream::connect(("127.0.0.1", server.port()))?;
    let mut stream = StreamOwned::new(connection, socket);
    stream.write_all(b"GET /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    assert!(answer.ends_with("<p>"), "{answer}");
    Ok(())
}

fn output(program: &str, args: &[&str], folder: &Path) -> String {
    let output = tool(program).args(args).current_dir(folder).output();
    let output = output.unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{args:?}: {text}");
    text
}

fn openssl_agrees(path: &impl Fn(&str) -> PathBuf) {
    if !installed("openssl", "version") {
        return;
    }
    let openssl = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        output("openssl", &args, &path(""))
    };
    openssl(
        "verify -x509_strict -purpose sslserver -CAfile root.pem -untrusted middle.pem web.pem",
    );
    let request = openssl("req -verify -noout -text -in request.pem");
    let is_signed = request.contains("verify OK");
    assert!(is_signed, "{request}");
    assert!(request.contains("DNS:localhost, DNS:web.test"), "{request}");
    let certificate = openssl("x509 -noout -text -in web.pem");
    for part in [
        "CA:FALSE",
        "TLS Web Server Authentication",
        "DNS:localhost, DNS:web.test",
        "(3072 bit)",
    ] {
        assert!(certificate.contains(part), "{part}: {certificate}");
    }
    let key = openssl("pkey -check -noout -in key.pem");
    assert!(key.contains("Key is valid"), "{key}");
    let public = openssl("pkey -pubout -in key.pem");
    assert_eq!(
        public,
        fs::read_to_string(path("public.pem"))
            .unwrap()
            .replace("\r\n", "\n")
    );
}

fn ssh_agrees(lumi: &Lumi) {
    if !installed("ssh-keygen", "-?") {
        return;
    }
    let args = ["-i", "-m", "PKCS8", "-f", "public.pem"];
    let line = output("ssh-keygen", &args, lumi.folder());
    assert_eq!(line.trim(), lumi.read("public.ssh").trim());
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let of = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    };
    entries.flat_map(of).collect()
}

/// The plan reports all errors known in advance, with their source positions.
#[test]
fn mistakes_are_errors_of_the_plan() {
    let lumi = Lumi::program(&program("web.test", "24"));
    run(&lumi, &["up", "-y"], 0);
    let mut said = String::new();
    for (from, to) in [
        ("algorithm: \"RSA\" }", "algorithm: \"DSA\" } as any"),
        ("rsaBits: 3072", "rsaBits: 1024 as any"),
        ("caCertPem: root.certPem", "caCertPem: \"hunter2\""),
        ("caCertPem: middle.certPem", "caCertPem: elsewhere"),
        ("caCertPem: middle.certPem", "caCertPem: root.certPem"),
        (
            "certRequestPem: request.certRequestPem",
            "certRequestPem: root.certPem",
        ),
        (
            "privateKeyPem: rootKey.privateKeyPem",
            "privateKeyPem: \"hunter2\"",
        ),
    ] {
        let text = program("web.test", "24").replace(from, to);
        let web = "import { readFileSync } from \"node:fs\";\n\
                   const elsewhere = readFileSync(\"web.pem\", \"utf8\");";
        lumi.file("index.ts", format!("{web}{text}"));
        let seen = lumi.run(&["preview", "--allow-read"]);
        assert_eq!(seen.code, 1, "{}", seen.transcript());
        let error = seen
            .stderr
            .lines()
            .skip_while(|it| !it.starts_with("error"));
        said.extend(error.take(2).flat_map(|it| [it, "\n"]));
    }
    assert!(!said.contains("hunter2"), "{said}");
    insta::assert_snapshot!(said, @r#"
    error: would fail to update std:tls:PrivateKey "root": input `algorithm`: `algorithm` must be "ECDSA", "ED25519" or "RSA", but is "DSA"
     --> index.ts:6:46
    error: would fail to update std:tls:PrivateKey "web": input `rsaBits`: `rsaBits` must be 2048, 3072 or 4096, but is 1024
      --> index.ts:27:59
    error: would fail to update std:tls:SignedCertificate "middle": input `caCertPem`: `caCertPem` must be a certificate in PEM, such as `certPem` of a `SelfSignedCert` with `isCaCertificate`
      --> index.ts:22:3
    error: would fail to update std:tls:SignedCertificate "web": input `caCertPem`: `caCertPem` is not the certificate of an authority: make it with `isCaCertificate: true`
      --> index.ts:36:3
    error: would fail to update std:tls:SignedCertificate "web": input `caPrivateKeyPem`: `caPrivateKeyPem` is not the key of the certificate in `caCertPem`
      --> index.ts:35:3
    error: would fail to update std:tls:SignedCertificate "web": input `certRequestPem`: `certRequestPem` must be a certificate request as PKCS #10 in PEM, such as `certRequestPem` of a `CertificateRequest`
      --> index.ts:34:3
    error: would fail to update std:tls:SelfSignedCert "root": input `privateKeyPem`: `privateKeyPem` must be a private key as PKCS #8 in PEM, with the heading `PRIVATE KEY`
     --> index.ts:8:3
    "#);
}

/// A key in plain text, for example from a file, is kept as a secret.
#[test]
fn keys_from_files_are_kept_as_secrets() {
    let lumi = Lumi::program(&program("web.test", "24"));
    run(&lumi, &["up", "-y"], 0);
    let secret = lumi.read("key.pem").lines().nth(1).unwrap().to_owned();
    fs::rename(
        lumi.folder().join("key.pem"),
        lumi.folder().join("mine.pem"),
    )
    .unwrap();
    fs::remove_dir_all(lumi.folder().join(".lumi")).unwrap();
    lumi.file(
        "index.ts",
        r#"import { readFileSync } from "node:fs";
import { secret } from "lumi";
import { fs, tls } from "lumi/std";
const cert = new tls.SelfSignedCert("root", {
  privateKeyPem: readFileSync("mine.pem", "utf8"),
  validityPeriodHours: 24,
  subject: { commonName: secret("hidden") },
});
export const pem = cert.certPem;
new tls.CertificateRequest("web", { privateKeyPem: readFileSync("mine.pem", "utf8") });
"#,
    );
    let seen = [
        run(&lumi, &["preview", "--allow-read", "--diff"], 0),
        run(&lumi, &["up", "-y", "--allow-read", "--diff"], 0),
        run(&lumi, &["stack", "export"], 0),
        run(&lumi, &["stack", "output"], 0),
    ]
    .concat();
    assert!(!seen.contains(&secret), "{seen}");
    assert!(seen.contains("pem: [secret]"), "{seen}");
    for path in files(&lumi.folder().join(".lumi")) {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        assert!(!text.contains(&secret), "{}", path.display());
    }
    let again = run(&lumi, &["up", "-y", "--allow-read"], 0);
    assert!(again.contains("2 unchanged"), "{again}");
}
