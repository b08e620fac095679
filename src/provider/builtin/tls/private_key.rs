//! `std:tls:PrivateKey`: a key pair.

use rcgen::{
    KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ECDSA_P384_SHA384, PKCS_ED25519, PKCS_RSA_SHA256,
    SignatureAlgorithm,
};
use rsa::pkcs8::EncodePrivateKey as _;
use rustls::pki_types::PrivatePkcs8KeyDer;

use crate::builtin::generated::{Generator, properties};
use crate::builtin::input_reader::InputReader;
use crate::{Created, ProviderError, ReadState, rsa_private_key};
use lumi_graph::{Object, Value};

use super::public_key::{fingerprint, openssh};

/// The id is `publicKeyFingerprintSha256`.
pub struct PrivateKey {
    kind: KeyKind,
}

#[derive(Clone, Copy)]
enum KeyKind {
    Curve(&'static SignatureAlgorithm),
    /// The size in bits.
    Rsa(usize),
}

const RSA_BITS: [usize; 3] = [2048, 3072, 4096];

impl Generator for PrivateKey {
    const TYPE: &'static str = "std:tls:PrivateKey";
    /// Finding the primes of an RSA key takes up to some seconds.
    const IS_SLOW: bool = true;

    fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let algorithm = inputs.text("algorithm");
        let curve = curve(inputs, algorithm);
        let bits = rsa_bits(inputs, algorithm);
        let kind = match algorithm? {
            "RSA" => KeyKind::Rsa(bits?),
            "ED25519" => KeyKind::Curve(&PKCS_ED25519),
            "ECDSA" => KeyKind::Curve(curve?),
            _ => return None,
        };
        Some(Self { kind })
    }

    fn make(self) -> Result<Created, ProviderError> {
        self.make_until(&|| false)
    }

    fn make_until(self, is_over: &dyn Fn() -> bool) -> Result<Created, ProviderError> {
        let key = match self.kind {
            KeyKind::Curve(algorithm) => {
                KeyPair::generate_for(algorithm).map_err(|error| error.to_string())
            }
            KeyKind::Rsa(bits) => rsa_key(bits, is_over),
        };
        let key =
            key.map_err(|error| ProviderError::failed(format!("no key can be made: {error}")))?;
        let fingerprint = fingerprint(&key).unwrap_or_default();
        Ok(Created {
            data: None,
            outputs: outputs(&key, &fingerprint),
            id: Some(fingerprint),
        })
    }

    fn import(_id: &str) -> Result<ReadState, ProviderError> {
        Err(ProviderError::failed(
            "a `std:tls:PrivateKey` cannot be imported: it is stored only in a state; keep a key \
             that was made elsewhere in the configuration, as a secret",
        ))
    }
}

/// The curve of an ECDSA key; `None` while it is invalid or unknown.
fn curve(
    inputs: &mut InputReader<'_>,
    algorithm: Option<&str>,
) -> Option<&'static SignatureAlgorithm> {
    if inputs.has("ecdsaCurve") && algorithm.is_some_and(|it| it != "ECDSA") {
        let reason = "`ecdsaCurve` is for the algorithm `ECDSA` only";
        inputs.fail("ecdsaCurve", reason);
        return None;
    }
    let given = inputs.text("ecdsaCurve");
    match given {
        None if inputs.has("ecdsaCurve") => None,
        None | Some("P256") => Some(&PKCS_ECDSA_P256_SHA256),
        Some("P384") => Some(&PKCS_ECDSA_P384_SHA384),
        Some(_) => None,
    }
}

/// The size of an RSA key in bits; `None` while it is invalid or unknown.
fn rsa_bits(inputs: &mut InputReader<'_>, algorithm: Option<&str>) -> Option<usize> {
    if inputs.has("rsaBits") && algorithm.is_some_and(|it| it != "RSA") {
        inputs.fail("rsaBits", "`rsaBits` is for the algorithm `RSA` only");
        return None;
    }
    match inputs.value("rsaBits") {
        None => Some(RSA_BITS[0]),
        Some(Value::Number(bits)) => RSA_BITS.into_iter().find(|it| *it as f64 == *bits),
        Some(_) => None,
    }
}

fn rsa_key(bits: usize, is_over: &dyn Fn() -> bool) -> Result<KeyPair, String> {
    let key = rsa_private_key(bits, 65537, is_over).map_err(|error| error.to_string())?;
    let der = key.to_pkcs8_der().map_err(|error| error.to_string())?;
    let der = PrivatePkcs8KeyDer::from(der.as_bytes());
    KeyPair::from_pkcs8_der_and_sign_algo(&der, &PKCS_RSA_SHA256).map_err(|error| error.to_string())
}

fn outputs(key: &KeyPair, fingerprint: &str) -> Object {
    properties([
        ("privateKeyPem", Value::secret(key.serialize_pem().into())),
        ("publicKeyFingerprintSha256", fingerprint.into()),
        ("publicKeyOpenssh", openssh(key).unwrap_or_default().into()),
        ("publicKeyPem", key.public_key_pem().into()),
    ])
}

#[cfg(test)]
mod tests {
    use x509_parser::prelude::FromDer as _;
    use x509_parser::x509::SubjectPublicKeyInfo;

    use super::super::super::testbed::{Testbed, object};
    use super::*;

    fn inputs(algorithm: &str, curve: Option<&str>) -> Object {
        let curve = curve.map_or(Value::Null, Value::from);
        object([("algorithm", algorithm.into()), ("ecdsaCurve", curve)])
    }

    #[tokio::test]
    async fn keys_of_every_kind_are_made() {
        let bed = Testbed::new("std:tls:PrivateKey");
        for (algorithm, curve, ssh) in [
            ("ED25519", None, "ssh-ed25519 AAAA"),
            ("ECDSA", None, "ecdsa-sha2-nistp256 AAAA"),
            ("ECDSA", Some("P256"), "ecdsa-sha2-nistp256 AAAA"),
            ("ECDSA", Some("P384"), "ecdsa-sha2-nistp384 AAAA"),
            ("RSA", None, "ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB"),
        ] {
            let known = bed.create(inputs(algorithm, curve)).await;
            let Value::Secret(pem) = &known.outputs["privateKeyPem"] else {
                panic!("{known:?}");
            };
            let key = KeyPair::from_pem(pem.as_str().unwrap()).unwrap();
            assert_eq!(known.text("publicKeyPem"), key.public_key_pem());
            assert!(known.text("publicKeyOpenssh").starts_with(ssh));
            assert!(known.id.starts_with("SHA256:"));
            assert!(!bed.has_changes(&known, inputs(algorithm, curve)).await);
            assert!(
                bed.has_changes(&known, inputs("ECDSA", Some("P384"))).await
                    != (curve == Some("P384"))
            );
        }
    }

    #[tokio::test]
    async fn wrong_inputs_are_reported() {
        let bed = Testbed::new("std:tls:PrivateKey");
        let mut wrong = Vec::new();
        for (algorithm, curve) in [
            ("DSA", None),
            ("RSA", Some("P256")),
            ("ED25519", Some("P256")),
            ("ECDSA", Some("P521")),
        ] {
            wrong.push(bed.check(inputs(algorithm, curve)).await.unwrap_err());
        }
        insta::assert_snapshot!(wrong.join("\n"), @r#"
        algorithm: `algorithm` must be "ECDSA", "ED25519" or "RSA", but is "DSA"
        ecdsaCurve: `ecdsaCurve` is for the algorithm `ECDSA` only
        ecdsaCurve: `ecdsaCurve` is for the algorithm `ECDSA` only
        ecdsaCurve: `ecdsaCurve` must be "P256" or "P384", but is "P521"
        "#);
    }

    #[tokio::test]
    async fn rsa_keys_have_a_common_size() {
        let bed = Testbed::new("std:tls:PrivateKey");
        let rsa = |bits: f64| object([("algorithm", "RSA".into()), ("rsaBits", bits.into())]);
        for bits in RSA_BITS {
            let known = bed.create(rsa(bits as f64)).await;
            let (_, pem) =
                x509_parser::pem::parse_x509_pem(known.text("publicKeyPem").as_bytes()).unwrap();
            let (_, key) = SubjectPublicKeyInfo::from_der(&pem.contents).unwrap();
            assert_eq!(key.parsed().unwrap().key_size(), bits);
            assert!(!bed.has_changes(&known, rsa(bits as f64)).await);
            assert!(
                bed.has_changes(&known, object([("algorithm", "RSA".into())]))
                    .await
            );
        }
        let mut wrong = vec![bed.check(rsa(1024.0)).await.unwrap_err()];
        let mut curve = rsa(2048.0);
        curve.insert("algorithm".to_owned(), "ED25519".into());
        wrong.push(bed.check(curve).await.unwrap_err());
        insta::assert_snapshot!(wrong.join("\n"), @r"
        rsaBits: `rsaBits` must be 2048, 3072 or 4096, but is 1024
        rsaBits: `rsaBits` is for the algorithm `RSA` only
        ");
    }
}
