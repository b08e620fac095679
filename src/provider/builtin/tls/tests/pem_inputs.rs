//! Keys, requests and authorities made by other tools.

use chrono::Utc;
use rcgen::{BasicConstraints, CertificateParams, CustomExtension, DnType, IsCa, KeyPair};
use x509_parser::certification_request::X509CertificationRequest;
use x509_parser::prelude::FromDer as _;

use super::{authority, create, greet, key, request, signed_inputs};
use crate::builtin::resource_handler::ResourceHandler as _;
use crate::builtin::testbed::{Known, Testbed, object};
use crate::builtin::tls::certificate::CertificateKind as _;
use crate::builtin::tls::{IssuedCert, SelfSigned, SignedCertificate};
use crate::{CheckRequest, Provider as _};
use lumi_graph::{Object, Value};

const TWO_UNITS: &str = include_str!("two_units.csr.pem");
const P521: &str = include_str!("p521.csr.pem");
const P256_SHA384: &str = include_str!("p256_sha384.csr.pem");
const TWO_DOMAINS: &str = include_str!("two_domains.pem");

async fn failures(inputs: Object) -> String {
    let bed = Testbed::new(SignedCertificate::TYPE);
    bed.check(inputs).await.unwrap_err()
}

fn with(inputs: &Object, name: &str, text: &str) -> Object {
    let mut inputs = inputs.clone();
    inputs.insert(name.to_owned(), text.into());
    inputs
}

#[tokio::test]
async fn wrong_requests_are_reported() {
    let (ca_key, ca) = authority(Utc::now).await;
    let web = key(&rcgen::PKCS_ED25519);
    let inputs = signed_inputs(&request(&web).await, &ca_key, &ca);
    let pair = KeyPair::from_pem(&web).unwrap();
    let mut parameters = CertificateParams::new(vec!["web.test".to_owned()]).unwrap();
    let sound = parameters.serialize_request(&pair).unwrap();
    let mut changed = sound.der().to_vec();
    let name = changed.windows(8).position(|it| it == b"web.test");
    changed[name.unwrap()] = b'W';
    let changed = pem("CERTIFICATE REQUEST", &changed);
    let extension = CustomExtension::from_oid_content(&[1, 2, 3], vec![5, 0]);
    parameters.custom_extensions.push(extension);
    let extended = parameters.serialize_request(&pair).unwrap();
    let mut said = Vec::new();
    for text in [
        "hunter2",
        ca.text("certPem"),
        P521,
        TWO_UNITS,
        &changed,
        &extended.pem().unwrap(),
    ] {
        said.push(failures(with(&inputs, "certRequestPem", text)).await);
    }
    insta::assert_snapshot!(said.join("\n"), @r"
    certRequestPem: `certRequestPem` must be a certificate request as PKCS #10 in PEM, such as `certRequestPem` of a `CertificateRequest`
    certRequestPem: `certRequestPem` must be a certificate request as PKCS #10 in PEM, such as `certRequestPem` of a `CertificateRequest`
    certRequestPem: `certRequestPem` has a key of a kind that lumi does not support: it must be ECDSA with the curve P-256 or P-384, Ed25519 or RSA
    certRequestPem: `certRequestPem` has a subject with two parts of one kind, such as two units, which lumi cannot write into a certificate
    certRequestPem: `certRequestPem` is not signed with its own key, or was changed afterwards
    certRequestPem: `certRequestPem` asks for an extension that lumi does not support: it may have alternative names, uses of the key and basic constraints
    ");
}

fn pem(label: &str, der: &[u8]) -> String {
    use base64::Engine as _;
    let text = base64::engine::general_purpose::STANDARD.encode(der);
    format!("-----BEGIN {label}-----\n{text}\n-----END {label}-----\n")
}

/// A key keeps its curve, whichever hash its request was signed with.
#[tokio::test]
async fn a_request_may_be_signed_with_another_hash() {
    let (ca_key, ca) = authority(Utc::now).await;
    let web = request(&key(&rcgen::PKCS_ED25519)).await;
    let inputs = with(
        &signed_inputs(&web, &ca_key, &ca),
        "certRequestPem",
        P256_SHA384,
    );
    let known = create::<SignedCertificate>(Utc::now, &inputs).await;
    let read = |pem: &str| x509_parser::pem::parse_x509_pem(pem.as_bytes()).unwrap().1;
    let certificate = read(known.text("certPem"));
    let certificate = certificate.parse_x509().unwrap();
    let request = read(P256_SHA384);
    let (_, request) = X509CertificationRequest::from_der(&request.contents).unwrap();
    let asked = request.certification_request_info.subject_pki.raw;
    assert_eq!(certificate.public_key().raw, asked);
}

#[tokio::test]
async fn authorities_of_others_are_looked_at() {
    let web = key(&rcgen::PKCS_ED25519);
    let ca_key = KeyPair::generate().unwrap();
    let mut parameters = CertificateParams::default();
    parameters.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    let name = &mut parameters.distinguished_name;
    name.push(DnType::CommonName, "Elsewhere");
    let ca = Known {
        id: String::new(),
        inputs: std::sync::Arc::default(),
        outputs: std::sync::Arc::new(object([(
            "certPem",
            parameters.self_signed(&ca_key).unwrap().pem().into(),
        )])),
    };
    let inputs = signed_inputs(&request(&web).await, &ca_key.serialize_pem(), &ca);
    let known = create::<SignedCertificate>(Utc::now, &inputs).await;
    greet(ca.text("certPem"), &known, &web, "web.test").unwrap();

    let mut below = inputs.clone();
    below.insert("isCaCertificate".to_owned(), true.into());
    let said = [
        failures(below).await,
        failures(with(&inputs, "caCertPem", TWO_DOMAINS)).await,
        failures(with(&inputs, "caCertPem", "hunter2")).await,
    ];
    insta::assert_snapshot!(said.join("\n"), @r"
    caCertPem: `caCertPem` may not sign other authorities: the length of its path is limited to 0; leave out `isCaCertificate`
    caCertPem: `caCertPem` has a subject with two parts of one kind, such as two units, which lumi cannot write into other certificates
    caCertPem: `caCertPem` must be a certificate in PEM, such as `certPem` of a `SelfSignedCert` with `isCaCertificate`
    ");
}

#[tokio::test]
async fn keys_of_other_forms_are_distinguished_from_invalid_keys() {
    let bed = Testbed::new(SelfSigned::TYPE);
    let mut said = Vec::new();
    for text in [
        pem("RSA PRIVATE KEY", b"hunter2"),
        pem("PRIVATE KEY", b"hunter2"),
        pem("ENCRYPTED PRIVATE KEY", b"hunter2"),
        "hunter2".to_owned(),
    ] {
        let inputs = object([
            ("privateKeyPem", text.into()),
            ("validityPeriodHours", 1.0.into()),
        ]);
        said.push(bed.check(inputs).await.unwrap_err());
    }
    insta::assert_snapshot!(said.join("\n"), @r"
    privateKeyPem: `privateKeyPem` must be a private key as PKCS #8 in PEM; `openssl pkcs8 -topk8 -nocrypt -in FILE` makes one of an older form
    privateKeyPem: `privateKeyPem` is damaged, or a key of a kind that lumi cannot sign with: it must be ECDSA with the curve P-256 or P-384, Ed25519, or RSA with 2048, 3072 or 4096 bits
    privateKeyPem: `privateKeyPem` is encrypted; `openssl pkcs8 -in FILE` decrypts it. Keep the result in the configuration, as a secret
    privateKeyPem: `privateKeyPem` must be a private key as PKCS #8 in PEM, with the heading `PRIVATE KEY`
    ");
}

/// Keys are secret in the state, even if the program sets them as plain text.
#[tokio::test]
async fn keys_of_inputs_are_secret() {
    let pem = key(&rcgen::PKCS_ED25519);
    let (ca_key, ca) = authority(Utc::now).await;
    let request = request(&pem).await;
    let signed = signed_inputs(&request, &ca_key, &ca);
    for (token, name, inputs) in [
        (SelfSigned::TYPE, "privateKeyPem", Object::clone(&ca.inputs)),
        (
            "std:tls:CertificateRequest",
            "privateKeyPem",
            Object::clone(&request.inputs),
        ),
        (SignedCertificate::TYPE, "caPrivateKeyPem", signed),
    ] {
        let bed = Testbed::new(token);
        let check = CheckRequest {
            target: Testbed::target(token, "a"),
            old_inputs: None,
            inputs,
        };
        let checked = bed.provider.check(check).await.unwrap();
        assert!(checked.failures.is_empty(), "{:?}", checked.failures);
        assert!(matches!(checked.inputs[name], Value::Secret(_)), "{token}");
    }
}

/// Outputs that reveal secret names are secret.
#[test]
fn outputs_tell_their_inputs() {
    let derived = IssuedCert::<SelfSigned>::new(Utc::now).derived_outputs();
    let derived = derived.unwrap();
    assert_eq!(derived.outputs, ["certPem"]);
    assert!(derived.inputs.contains(&"subject"));
}
