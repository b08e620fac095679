//! `std:tls:CertificateRequest`: a request to an authority for a certificate.

use lumi_graph::sha256_hex;
use rcgen::{CertificateParams, KeyPair};

use crate::builtin::generated::{Generator, properties};
use crate::builtin::input_reader::InputReader;
use crate::{Created, DerivedOutputs, ProviderError, ReadState};

use super::key_input::read_key;
use super::names::{NAMES, named};

/// The id is the SHA-256 of the request in hex.
pub struct CertificateRequest {
    key: KeyPair,
    parameters: CertificateParams,
}

impl Generator for CertificateRequest {
    const TYPE: &'static str = "std:tls:CertificateRequest";
    const DERIVED: Option<DerivedOutputs> = Some(DerivedOutputs {
        outputs: &["certRequestPem"],
        inputs: NAMES,
        passed_on: &[],
    });

    fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let key = read_key(inputs, "privateKeyPem");
        let parameters = named(inputs);
        Some(Self {
            key: key?,
            parameters,
        })
    }

    fn make(self) -> Result<Created, ProviderError> {
        let failed = |error: rcgen::Error| {
            ProviderError::failed(format!("the request cannot be signed: {error}"))
        };
        let request = self
            .parameters
            .serialize_request(&self.key)
            .map_err(failed)?;
        Ok(Created {
            data: None,
            id: Some(sha256_hex(request.der())),
            outputs: properties([("certRequestPem", request.pem().map_err(failed)?.into())]),
        })
    }

    fn import(_id: &str) -> Result<ReadState, ProviderError> {
        Err(ProviderError::failed(
            "a `std:tls:CertificateRequest` cannot be imported: it is stored only in a state",
        ))
    }
}
