//! `std:tls:SelfSignedCert`: a certificate that vouches for itself.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::builtin::generated::properties;
use crate::builtin::input_diff::input_diff;
use crate::builtin::input_reader::InputReader;
use crate::builtin::resource_handler::ResourceHandler;
use crate::builtin::time::{Clock, parsed, written};
use crate::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest,
    PropertyChange, PropertyChangeKind, ProviderError, ReadRequest, ReadState, RecoverRequest,
    Recovered, UpdateRequest,
};
use lumi_graph::{Object, Value};

use super::certificate::{Certificate, Signed, early_renewal};

/// Inputs `privateKeyPem`, `validityPeriodHours`, `earlyRenewalHours` (0), `subject`, `dnsNames`,
/// `ipAddresses`, `uris`, `allowedUses`, `isCaCertificate` (no). Outputs `certPem`,
/// `validityStartTime`, `validityEndTime`, `readyForRenewal`. The id is its serial number in hex.
///
/// It is nowhere but in the state, and replaced when an input changes or `earlyRenewalHours` before
/// its end.
pub(in crate::builtin) struct SelfSignedCert {
    clock: Clock,
}

impl SelfSignedCert {
    pub(in crate::builtin) fn new(clock: Clock) -> Self {
        Self { clock }
    }

    fn outputs(&self, signed: Signed) -> Object {
        properties([
            ("certPem", signed.pem.into()),
            ("readyForRenewal", false.into()),
            ("validityEndTime", written(signed.end).into()),
            ("validityStartTime", written(signed.start).into()),
        ])
    }

    /// Outputs with `readyForRenewal` as of now.
    fn as_of_now(&self, inputs: &Object, outputs: &Object) -> Object {
        let mut outputs = outputs.clone();
        let is_ready = is_ready(inputs, &outputs, (self.clock)());
        outputs.insert("readyForRenewal".to_owned(), is_ready.into());
        outputs
    }
}

fn is_ready(inputs: &Object, outputs: &Object, now: DateTime<Utc>) -> bool {
    let end = parsed(outputs, "validityEndTime");
    end.is_some_and(|end| now >= end - early_renewal(inputs))
}

#[async_trait]
impl ResourceHandler for SelfSignedCert {
    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let mut inputs = InputReader::new(&request.inputs);
        Certificate::read(&mut inputs);
        Ok(Checked {
            failures: inputs.finish(),
            inputs: request.inputs,
        })
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let mut diff = input_diff(&request.old_inputs, &request.inputs, &[]);
        for property in &mut diff.properties {
            property.replaces = property.path != "earlyRenewalHours";
        }
        let is_replaced = diff.properties.iter().any(|it| it.replaces);
        if !is_replaced && is_ready(&request.inputs, &request.old_outputs, (self.clock)()) {
            diff.changes = Changes::Some;
            diff.properties.push(PropertyChange {
                path: "readyForRenewal".to_owned(),
                kind: PropertyChangeKind::Changed,
                replaces: true,
            });
        }
        Ok(diff)
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        if request.preview {
            return Ok(Created {
                id: None,
                outputs: properties([("readyForRenewal", false.into())]),
            });
        }
        let mut inputs = InputReader::new(&request.inputs);
        let certificate = Certificate::read(&mut inputs);
        inputs.accept()?;
        let signed = certificate
            .ok_or_else(|| ProviderError::failed("an input is still unknown"))?
            .sign((self.clock)())?;
        Ok(Created {
            id: Some(signed.serial.clone()),
            outputs: self.outputs(signed),
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let (Some(inputs), Some(outputs)) = (&request.inputs, &request.outputs) else {
            return Err(ProviderError::failed(
                "a `std:tls:SelfSignedCert` cannot be imported: nothing but a state holds it; a \
                 certificate that was made elsewhere can be kept in a file",
            ));
        };
        Ok(Some(ReadState {
            outputs: self.as_of_now(inputs, outputs),
            inputs: Object::clone(inputs),
            id: request.id,
        }))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        if request.inputs.values().any(Value::contains_unknown) {
            return Ok(Object::clone(&request.old_outputs));
        }
        Ok(self.as_of_now(&request.inputs, &request.old_outputs))
    }

    async fn delete(&self, _request: DeleteRequest) -> Result<(), ProviderError> {
        Ok(())
    }

    async fn recover(&self, _request: RecoverRequest) -> Result<Recovered, ProviderError> {
        Ok(Recovered::Absent)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::Arc;

    use rustls::pki_types::pem::PemObject as _;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
    use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, ServerConnection};

    use super::super::super::testbed::{Known, Testbed, object};
    use super::*;

    const TOKEN: &str = "std:tls:SelfSignedCert";

    fn key(algorithm: &'static rcgen::SignatureAlgorithm) -> String {
        rcgen::KeyPair::generate_for(algorithm)
            .unwrap()
            .serialize_pem()
    }

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

    /// A handshake of a client that trusts nothing but the certificate.
    fn greet(known: &Known, key: &str, name: &'static str) -> Result<(), rustls::Error> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let certificate = CertificateDer::from_pem_slice(known.text("certPem").as_bytes()).unwrap();
        let private = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(certificate.clone())?;
        let server = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![certificate], private)?;
        let client = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(name).unwrap();
        let mut client = ClientConnection::new(Arc::new(client), name)?;
        let mut server = ServerConnection::new(Arc::new(server))?;
        while client.is_handshaking() || server.is_handshaking() {
            let mut bytes = Vec::new();
            client.write_tls(&mut bytes).unwrap();
            server.read_tls(&mut Cursor::new(bytes)).unwrap();
            server.process_new_packets()?;
            let mut bytes = Vec::new();
            server.write_tls(&mut bytes).unwrap();
            client.read_tls(&mut Cursor::new(bytes)).unwrap();
            client.process_new_packets()?;
        }
        Ok(())
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
            greet(&known, &key, "web.test").unwrap();
            greet(&known, &key, "127.0.0.1").unwrap();
            assert!(greet(&known, &key, "other.test").is_err());
        }
    }

    #[tokio::test]
    async fn uses_are_those_of_a_server_unless_told() {
        let bed = Testbed::new(TOKEN);
        let key = key(&rcgen::PKCS_ED25519);
        let mut clients = inputs(&key);
        clients.insert("allowedUses".to_owned(), vec!["clientAuth".into()].into());
        let known = bed.create(clients).await;
        assert!(greet(&known, &key, "web.test").is_err());
        let mut authority = inputs(&key);
        authority.insert("isCaCertificate".to_owned(), true.into());
        let known = bed.create(authority).await;
        assert!(greet(&known, &key, "web.test").is_err());
    }

    fn clock() -> DateTime<Utc> {
        "2027-01-01T00:00:00.7Z".parse().unwrap()
    }

    async fn create(inputs: &Object) -> Known {
        let inputs = Arc::new(inputs.clone());
        let request = CreateRequest {
            target: Testbed::target(TOKEN, "a"),
            inputs: Arc::clone(&inputs),
            preview: false,
            follows_delete: false,
        };
        let created = SelfSignedCert::new(clock).create(request).await.unwrap();
        Known {
            id: created.id.unwrap(),
            inputs,
            outputs: Arc::new(created.outputs),
        }
    }

    /// The paths that differ, with a `!` where they replace.
    async fn diff(clock: Clock, known: &Known, inputs: &Object) -> Vec<String> {
        let request = DiffRequest {
            target: Testbed::target(TOKEN, "a"),
            id: known.id.clone(),
            old_inputs: Arc::clone(&known.inputs),
            old_outputs: Arc::clone(&known.outputs),
            inputs: Arc::new(inputs.clone()),
        };
        let diff = SelfSignedCert::new(clock).diff(request).await.unwrap();
        let changes = diff.properties.into_iter();
        let mark = |it: PropertyChange| it.path + if it.replaces { "!" } else { "" };
        changes.map(mark).collect()
    }

    #[tokio::test]
    async fn is_renewed_before_its_end() {
        let inputs = inputs(&key(&rcgen::PKCS_ED25519));
        let known = create(&inputs).await;
        assert_eq!(known.text("validityStartTime"), "2027-01-01T00:00:00Z");
        assert_eq!(known.text("validityEndTime"), "2027-01-11T00:00:00Z");
        assert_eq!(known.id.len(), 32);
        let before: Clock = || "2027-01-09T23:59:59Z".parse().unwrap();
        assert!(diff(before, &known, &inputs).await.is_empty());
        let after: Clock = || "2027-01-10T00:00:00Z".parse().unwrap();
        assert_eq!(diff(after, &known, &inputs).await, ["readyForRenewal!"]);

        let mut later = inputs.clone();
        later.insert("earlyRenewalHours".to_owned(), 1.0.into());
        assert_eq!(diff(after, &known, &later).await, ["earlyRenewalHours"]);
        let end: Clock = || "2027-01-11T00:00:00Z".parse().unwrap();
        assert_eq!(
            diff(end, &known, &later).await,
            ["earlyRenewalHours", "readyForRenewal!"]
        );

        let mut renamed = inputs.clone();
        renamed.insert("dnsNames".to_owned(), vec!["b.test".into()].into());
        let renamed = diff(after, &known, &renamed).await;
        assert_eq!(renamed, ["dnsNames!"]);
    }

    #[tokio::test]
    async fn a_read_says_whether_it_is_ready() {
        let known = create(&inputs(&key(&rcgen::PKCS_ED25519))).await;
        let request = ReadRequest {
            target: Testbed::target(TOKEN, "a"),
            id: known.id.clone(),
            inputs: Some(Arc::clone(&known.inputs)),
            outputs: Some(Arc::clone(&known.outputs)),
            is_import: false,
        };
        let later: Clock = || "2028-01-01T00:00:00Z".parse().unwrap();
        let read = SelfSignedCert::new(later).read(request).await.unwrap();
        assert_eq!(read.unwrap().outputs["readyForRenewal"], Value::Bool(true));
        assert_eq!(known.outputs["readyForRenewal"], Value::Bool(false));
        assert!(Testbed::new(TOKEN).try_import("7").await.is_err());
    }

    #[tokio::test]
    async fn wrong_inputs_are_told() {
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
        insta::assert_snapshot!(failures, @r"
        privateKeyPem: `privateKeyPem` must be a private key as PKCS #8 in PEM, which begins with `-----BEGIN PRIVATE KEY-----`
        earlyRenewalHours: `earlyRenewalHours` must be less than `validityPeriodHours`, which is 24, or every run would replace the certificate
        subject.country: `country` must be a code of two capital letters, such as `NZ`
        subject.commonname: unknown property `commonname`; did you mean `commonName`?
        dnsNames[0]: `größe.test` is no DNS name; write others in their `xn--` form
        dnsNames[1]: `a b` is no DNS name; write others in their `xn--` form
        ipAddresses[0]: `127.0.0` is no IP address
        uris[1]: `x` is no URI
        allowedUses[0]: `serverAuht` is no use of a key; did you mean `serverAuth`?
        ");
    }
}
