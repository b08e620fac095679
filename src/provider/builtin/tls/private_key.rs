//! `std:tls:PrivateKey`: a key pair.

use rcgen::{
    KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ECDSA_P384_SHA384, PKCS_ED25519, SignatureAlgorithm,
};

use crate::builtin::generated::{Generator, properties};
use crate::builtin::input_reader::InputReader;
use crate::{Created, ProviderError, ReadState};
use lumi_graph::{Object, Value};

use super::public_key::{fingerprint, openssh};

/// Inputs `algorithm` (`ECDSA` or `ED25519`), `ecdsaCurve` (`P256` or `P384`; the first), `keepers`.
/// Outputs `privateKeyPem` (PKCS #8, secret), `publicKeyPem`, `publicKeyOpenssh` and
/// `publicKeyFingerprintSha256`, which is the id too.
pub(in crate::builtin) struct PrivateKey {
    algorithm: &'static SignatureAlgorithm,
}

impl Generator for PrivateKey {
    const SECRETS: &'static [&'static str] = &["privateKeyPem"];

    fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        inputs.require("algorithm", "`ECDSA` or `ED25519`");
        let algorithm = inputs.text("algorithm");
        let curve = inputs.text("ecdsaCurve");
        if inputs.has("ecdsaCurve") && algorithm.is_some_and(|it| it != "ECDSA") {
            inputs.fail(
                "ecdsaCurve",
                "`ecdsaCurve` is for the algorithm `ECDSA` only",
            );
        }
        let has_open_curve = inputs.is_unknown("ecdsaCurve");
        match (algorithm?, curve) {
            ("ED25519", _) => Some(&PKCS_ED25519),
            ("ECDSA", None) if has_open_curve => None,
            ("ECDSA", None | Some("P256")) => Some(&PKCS_ECDSA_P256_SHA256),
            ("ECDSA", Some("P384")) => Some(&PKCS_ECDSA_P384_SHA384),
            ("ECDSA", Some(_)) => {
                inputs.fail("ecdsaCurve", "`ecdsaCurve` must be `P256` or `P384`");
                None
            }
            ("RSA", _) => {
                let reason = "Lumi makes no RSA keys: `ECDSA` and `ED25519` keys are smaller, \
                              faster and accepted wherever TLS 1.2 is; an RSA key made elsewhere \
                              can be used as `privateKeyPem` of a `SelfSignedCert`";
                inputs.fail("algorithm", reason);
                None
            }
            _ => {
                inputs.fail("algorithm", "`algorithm` must be `ECDSA` or `ED25519`");
                None
            }
        }
        .map(|algorithm| Self { algorithm })
    }

    fn make(self) -> Result<Created, ProviderError> {
        let key = KeyPair::generate_for(self.algorithm)
            .map_err(|error| ProviderError::failed(format!("no key can be made: {error}")))?;
        let fingerprint = fingerprint(&key).unwrap_or_default();
        Ok(Created {
            outputs: outputs(&key, &fingerprint),
            id: Some(fingerprint),
        })
    }

    fn import(_id: &str) -> Result<ReadState, ProviderError> {
        Err(ProviderError::failed(
            "a `std:tls:PrivateKey` cannot be imported: nothing but a state holds it; keep a key \
             that was made elsewhere in the configuration, as a secret",
        ))
    }
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
    async fn wrong_inputs_are_told() {
        let bed = Testbed::new("std:tls:PrivateKey");
        let mut wrong = Vec::new();
        for (algorithm, curve) in [
            ("RSA", None),
            ("DSA", None),
            ("ED25519", Some("P256")),
            ("ECDSA", Some("P521")),
        ] {
            wrong.push(bed.check(inputs(algorithm, curve)).await.unwrap_err());
        }
        insta::assert_snapshot!(wrong.join("\n"), @r"
        algorithm: Lumi makes no RSA keys: `ECDSA` and `ED25519` keys are smaller, faster and accepted wherever TLS 1.2 is; an RSA key made elsewhere can be used as `privateKeyPem` of a `SelfSignedCert`
        algorithm: `algorithm` must be `ECDSA` or `ED25519`
        ecdsaCurve: `ecdsaCurve` is for the algorithm `ECDSA` only
        ecdsaCurve: `ecdsaCurve` must be `P256` or `P384`
        ");
    }
}
