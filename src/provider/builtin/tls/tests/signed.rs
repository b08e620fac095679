//! Certificates that authorities sign.

use std::sync::Arc;

use super::{authority, create, diff, greet, key, request, signed_inputs};
use crate::builtin::testbed::{Known, Testbed, object};
use crate::builtin::time::Clock;
use crate::builtin::tls::certificate::CertificateKind as _;
use crate::builtin::tls::{SelfSigned, SignedCertificate};
use chrono::Utc;
use lumi_graph::{Object, Value};

const TOKEN: &str = SignedCertificate::TYPE;

const BEGIN: Clock = || "2027-01-01T00:00:00Z".parse().unwrap();

async fn rsa_key() -> String {
    let bed = Testbed::new("std:tls:PrivateKey");
    let known = bed.create(object([("algorithm", "RSA".into())])).await;
    let Value::Secret(pem) = &known.outputs["privateKeyPem"] else {
        panic!("{known:?}");
    };
    pem.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_client_that_trusts_the_authority_is_served() {
    let (ca_key, ca) = authority(Utc::now).await;
    let (_, other) = authority(Utc::now).await;
    for key in [key(&rcgen::PKCS_ED25519), rsa_key().await] {
        let inputs = signed_inputs(&request(&key).await, &ca_key, &ca);
        let bed = Testbed::new(TOKEN);
        let known = bed.create(inputs.clone()).await;
        let root = ca.text("certPem");
        greet(root, &known, &key, "web.test").unwrap();
        greet(root, &known, &key, "127.0.0.1").unwrap();
        assert!(greet(root, &known, &key, "other.test").is_err());
        assert!(greet(other.text("certPem"), &known, &key, "web.test").is_err());
        assert!(!bed.has_changes(&known, inputs).await);
    }
}

#[tokio::test]
async fn an_authority_below_another_signs() {
    let (root_key, root) = authority(Utc::now).await;
    let middle_key = rsa_key().await;
    let middle_request = Testbed::new("std:tls:CertificateRequest")
        .create(object([
            ("privateKeyPem", middle_key.as_str().into()),
            ("subject", object([("commonName", "Middle".into())]).into()),
        ]))
        .await;
    let mut inputs = signed_inputs(&middle_request, &root_key, &root);
    inputs.insert("isCaCertificate".to_owned(), true.into());
    let middle = create::<SignedCertificate>(Utc::now, &inputs).await;

    let key = key(&rcgen::PKCS_ECDSA_P384_SHA384);
    let inputs = signed_inputs(&request(&key).await, &middle_key, &middle);
    let leaf = create::<SignedCertificate>(Utc::now, &inputs).await;
    let [root, middle, leaf] = [&root, &middle, &leaf].map(|it| it.text("certPem"));
    let of_chain = format!("{leaf}{middle}");
    let chain = Known {
        id: String::new(),
        inputs: Arc::default(),
        outputs: Arc::new(object([("certPem", of_chain.into())])),
    };
    greet(root, &chain, &key, "web.test").unwrap();
}

#[tokio::test]
async fn a_certificate_does_not_outlive_its_authority() {
    let (ca_key, ca) = authority(BEGIN).await;
    let key = key(&rcgen::PKCS_ED25519);
    let mut inputs = signed_inputs(&request(&key).await, &ca_key, &ca);
    inputs.insert("validityPeriodHours".to_owned(), 96.0.into());
    inputs.insert("earlyRenewalHours".to_owned(), 48.0.into());
    let first = create::<SignedCertificate>(BEGIN, &inputs).await;
    assert_eq!(first.text("validityEndTime"), "2027-01-05T00:00:00Z");
    let before: Clock = || "2027-01-02T23:59:59Z".parse().unwrap();
    assert!(
        diff::<SignedCertificate>(before, &first, &inputs)
            .await
            .is_empty()
    );
    let after: Clock = || "2027-01-03T00:00:00Z".parse().unwrap();
    assert_eq!(
        diff::<SignedCertificate>(after, &first, &inputs).await,
        ["readyForRenewal!"]
    );

    let late: Clock = || "2027-01-08T00:00:00Z".parse().unwrap();
    let last = create::<SignedCertificate>(late, &inputs).await;
    assert_eq!(last.text("validityEndTime"), "2027-01-11T00:00:00Z");
    // A new certificate would end at the same time.
    let later: Clock = || "2027-01-10T00:00:00Z".parse().unwrap();
    assert!(
        diff::<SignedCertificate>(later, &last, &inputs)
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn every_input_but_the_renewal_replaces() {
    let (ca_key, ca) = authority(BEGIN).await;
    let (other_key, other) = authority(BEGIN).await;
    let key = key(&rcgen::PKCS_ED25519);
    let inputs = signed_inputs(&request(&key).await, &ca_key, &ca);
    let known = create::<SignedCertificate>(BEGIN, &inputs).await;
    let text = |known: &Known, name: &str| Value::from(known.text(name));
    let changes: [(&str, Value); 7] = [
        ("allowedUses", vec!["clientAuth".into()].into()),
        ("caCertPem", text(&other, "certPem")),
        ("caPrivateKeyPem", other_key.as_str().into()),
        (
            "certRequestPem",
            text(&request(&other_key).await, "certRequestPem"),
        ),
        ("earlyRenewalHours", 1.0.into()),
        ("isCaCertificate", true.into()),
        ("validityPeriodHours", 48.0.into()),
    ];
    for (name, value) in changes {
        let mut inputs = inputs.clone();
        inputs.insert(name.to_owned(), value);
        let replaces = match name {
            "earlyRenewalHours" => "",
            _ => "!",
        };
        let expected = [format!("{name}{replaces}")];
        assert_eq!(
            diff::<SignedCertificate>(BEGIN, &known, &inputs).await,
            expected
        );
    }
}

async fn failures(inputs: Object) -> String {
    Testbed::new(TOKEN).check(inputs).await.unwrap_err()
}

#[tokio::test]
async fn an_authority_is_one_and_has_its_key() {
    let (ca_key, ca) = authority(Utc::now).await;
    let (other_key, _) = authority(Utc::now).await;
    let request = request(&key(&rcgen::PKCS_ED25519)).await;
    let mut no_authority = object([
        ("privateKeyPem", ca_key.as_str().into()),
        ("validityPeriodHours", 24.0.into()),
    ]);
    let leaf = create::<SelfSigned>(Utc::now, &no_authority).await;
    no_authority.insert("isCaCertificate".to_owned(), true.into());
    no_authority.insert("allowedUses".to_owned(), vec!["cRLSign".into()].into());
    let signs_lists = create::<SelfSigned>(Utc::now, &no_authority).await;
    let mut nameless = Object::clone(&ca.inputs);
    nameless.insert("subject".to_owned(), Value::Null);
    let nameless = create::<SelfSigned>(Utc::now, &nameless).await;
    let (expired_key, expired) = authority(|| "2020-01-01T00:00:00Z".parse().unwrap()).await;
    let said = [
        failures(signed_inputs(&request, &other_key, &ca)).await,
        failures(signed_inputs(&request, &ca_key, &leaf)).await,
        failures(signed_inputs(&request, &ca_key, &signs_lists)).await,
        failures(signed_inputs(&request, &ca_key, &nameless)).await,
        failures(signed_inputs(&request, &expired_key, &expired)).await,
    ];
    insta::assert_snapshot!(said.join("\n"), @r"
    caPrivateKeyPem: `caPrivateKeyPem` is not the key of the certificate in `caCertPem`
    caCertPem: `caCertPem` is not the certificate of an authority: make it with `isCaCertificate: true`
    caCertPem: `caCertPem` may not sign certificates: its `allowedUses` lack `keyCertSign`
    caCertPem: `caCertPem` has no subject, which an authority needs: make it with a `subject`, such as a `commonName`
    caCertPem: `caCertPem` has expired: it was valid until 2020-01-11T00:00:00Z; renew the authority
    ");
}

#[tokio::test]
async fn an_authority_below_another_has_a_name() {
    let (ca_key, ca) = authority(Utc::now).await;
    let key = key(&rcgen::PKCS_ED25519);
    let request = Testbed::new("std:tls:CertificateRequest")
        .create(object([("privateKeyPem", key.as_str().into())]))
        .await;
    let mut inputs = signed_inputs(&request, &ca_key, &ca);
    assert!(Testbed::new(TOKEN).check(inputs.clone()).await.is_ok());
    inputs.insert("isCaCertificate".to_owned(), true.into());
    insta::assert_snapshot!(failures(inputs).await, @"certRequestPem: `certRequestPem` has no subject, which an authority needs: make it with a `subject`, such as a `commonName`");
}

/// Errors of an authority are reported even while its key is unknown.
#[tokio::test]
async fn holes_hide_only_what_depends_on_them() {
    let (_, ca) = authority(Utc::now).await;
    let request = request(&key(&rcgen::PKCS_ED25519)).await;
    let mut inputs = signed_inputs(&request, "", &ca);
    inputs.insert("caPrivateKeyPem".to_owned(), Value::Unknown);
    assert!(Testbed::new(TOKEN).check(inputs.clone()).await.is_ok());
    inputs.insert("certRequestPem".to_owned(), Value::Unknown);
    inputs.insert("caCertPem".to_owned(), "hunter2".into());
    insta::assert_snapshot!(failures(inputs).await, @"caCertPem: `caCertPem` must be a certificate in PEM, such as `certPem` of a `SelfSignedCert` with `isCaCertificate`");
}
