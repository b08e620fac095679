//! Self-signed certificates.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::{create, diff, greet, key};
use crate::ReadRequest;
use crate::builtin::resource_handler::ResourceHandler as _;
use crate::builtin::testbed::{Testbed, object};
use crate::builtin::time::Clock;
use crate::builtin::tls::certificate::CertificateKind as _;
use crate::builtin::tls::{IssuedCert, SelfSigned};
use lumi_graph::{Object, Value};

const TOKEN: &str = SelfSigned::TYPE;

fn inputs(key: &str) -> Object {
    object([
        ("privateKeyPem", key.into()),
        ("validityPeriodHours", 240.0.into()),
        ("earlyRenewalHours", 24.0.into()),
        ("dnsNames", vec!["web.test".into()].into()),
        ("ipAddresses", vec!["127.0.0.1".into()].into()),
        (
            "subject",
            object([("commonName", "Web".into()), ("country", "NZ".into())]).into(),
        ),
    ])
}

#[tokio::test]
async fn a_client_that_trusts_it_is_served() {
    let bed = Testbed::new(TOKEN);
    for algorithm in [
        &rcgen::PKCS_ED25519,
        &rcgen::PKCS_ECDSA_P256_SHA256,
        &rcgen::PKCS_ECDSA_P384_SHA384,
    ] {
        let key = key(algorithm);
        let known = bed.create(inputs(&key)).await;
        greet(known.text("certPem"), &known, &key, "web.test").unwrap();
        greet(known.text("certPem"), &known, &key, "127.0.0.1").unwrap();
        assert!(greet(known.text("certPem"), &known, &key, "other.test").is_err());
    }
}

#[tokio::test]
async fn uses_default_to_those_of_a_server() {
    let bed = Testbed::new(TOKEN);
    let key = key(&rcgen::PKCS_ED25519);
    let mut clients = inputs(&key);
    clients.insert("allowedUses".to_owned(), vec!["clientAuth".into()].into());
    let known = bed.create(clients).await;
    assert!(greet(known.text("certPem"), &known, &key, "web.test").is_err());
    let mut authority = inputs(&key);
    authority.insert("isCaCertificate".to_owned(), true.into());
    let known = bed.create(authority).await;
    assert!(greet(known.text("certPem"), &known, &key, "web.test").is_err());
}

fn clock() -> DateTime<Utc> {
    "2027-01-01T00:00:00.7Z".parse().unwrap()
}

#[tokio::test]
async fn is_renewed_before_its_end() {
    let inputs = inputs(&key(&rcgen::PKCS_ED25519));
    let known = create::<SelfSigned>(clock, &inputs).await;
    assert_eq!(known.text("validityStartTime"), "2027-01-01T00:00:00Z");
    assert_eq!(known.text("validityEndTime"), "2027-01-11T00:00:00Z");
    assert_eq!(known.id.len(), 32);
    let before: Clock = || "2027-01-09T23:59:59Z".parse().unwrap();
    assert!(diff::<SelfSigned>(before, &known, &inputs).await.is_empty());
    let after: Clock = || "2027-01-10T00:00:00Z".parse().unwrap();
    assert_eq!(
        diff::<SelfSigned>(after, &known, &inputs).await,
        ["readyForRenewal!"]
    );

    let mut later = inputs.clone();
    later.insert("earlyRenewalHours".to_owned(), 1.0.into());
    assert_eq!(
        diff::<SelfSigned>(after, &known, &later).await,
        ["earlyRenewalHours"]
    );
    let end: Clock = || "2027-01-11T00:00:00Z".parse().unwrap();
    assert_eq!(
        diff::<SelfSigned>(end, &known, &later).await,
        ["earlyRenewalHours", "readyForRenewal!"]
    );

    let mut renamed = inputs.clone();
    renamed.insert("dnsNames".to_owned(), vec!["b.test".into()].into());
    let renamed = diff::<SelfSigned>(after, &known, &renamed).await;
    assert_eq!(renamed, ["dnsNames!"]);
}

#[tokio::test]
async fn a_read_says_whether_it_is_ready() {
    let known = create::<SelfSigned>(clock, &inputs(&key(&rcgen::PKCS_ED25519))).await;
    let request = ReadRequest {
        target: Testbed::target(TOKEN, "a"),
        id: known.id.clone(),
        inputs: Some(Arc::clone(&known.inputs)),
        outputs: Some(Arc::clone(&known.outputs)),
        is_import: false,
        begun_update: None,
    };
    let later: Clock = || "2028-01-01T00:00:00Z".parse().unwrap();
    let read = IssuedCert::<SelfSigned>::new(later)
        .read(request)
        .await
        .unwrap();
    assert_eq!(read.unwrap().outputs["readyForRenewal"], Value::Bool(true));
    assert_eq!(known.outputs["readyForRenewal"], Value::Bool(false));
    assert!(Testbed::new(TOKEN).try_import("7").await.is_err());
}

#[tokio::test]
async fn wrong_inputs_are_reported() {
    let wrong = object([
        ("privateKeyPem", "-----BEGIN hunter2-----".into()),
        ("validityPeriodHours", 24.0.into()),
        ("earlyRenewalHours", 24.0.into()),
        ("dnsNames", vec!["größe.test".into(), "a b".into()].into()),
        ("ipAddresses", vec!["127.0.0".into()].into()),
        ("uris", vec!["spiffe://a/b".into(), "x".into()].into()),
        ("allowedUses", vec!["serverAuht".into()].into()),
        (
            "subject",
            object([("country", "nz".into()), ("commonname", "x".into())]).into(),
        ),
    ]);
    let failures = Testbed::new(TOKEN).check(wrong).await.unwrap_err();
    insta::assert_snapshot!(failures, @r#"
    allowedUses[0]: `allowedUses[0]` cannot be "serverAuht"; did you mean `serverAuth`?
    subject.commonname: unknown property `commonname`; did you mean `commonName`?
    privateKeyPem: `privateKeyPem` must be a private key as PKCS #8 in PEM, with the heading `PRIVATE KEY`
    earlyRenewalHours: `earlyRenewalHours` must be less than `validityPeriodHours`, which is 24, or every run would replace the certificate
    subject.country: `country` must be a code of two capital letters, such as `NZ`
    dnsNames[0]: `größe.test` is not a DNS name; write international names in their `xn--` form
    dnsNames[1]: `a b` is not a DNS name; write international names in their `xn--` form
    ipAddresses[0]: `127.0.0` is not an IP address
    uris[1]: `x` is no URI
    "#);
}
