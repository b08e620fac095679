//! `std:tls:SelfSignedCert`: a self-signed certificate.

use chrono::{DateTime, Utc};
use rcgen::{CertificateParams, KeyPair};

use crate::builtin::input_reader::InputReader;
use crate::{DerivedOutputs, ProviderError};
use lumi_graph::Object;

use super::certificate::{CertificateKind, Signed, Uses};
use super::key_input::read_key;
use super::names::{NAMES, named};
use super::validity::Validity;

/// The inputs of one.
pub struct SelfSigned {
    key: KeyPair,
    parameters: CertificateParams,
    validity: Validity,
}

impl CertificateKind for SelfSigned {
    const TYPE: &'static str = "std:tls:SelfSignedCert";
    const DERIVED: DerivedOutputs = DerivedOutputs {
        outputs: &["certPem"],
        inputs: NAMES,
        passed_on: &[],
    };

    fn read(inputs: &mut InputReader<'_>, _now: DateTime<Utc>) -> Option<Self> {
        let key = read_key(inputs, "privateKeyPem");
        let validity = Validity::read(inputs);
        let mut parameters = named(inputs);
        Uses::read(inputs).set(&mut parameters);
        Some(Self {
            key: key?,
            parameters,
            validity: validity?,
        })
    }

    fn limit(_inputs: &Object) -> Option<DateTime<Utc>> {
        None
    }

    fn sign(mut self, start: DateTime<Utc>) -> Result<Signed, ProviderError> {
        let period = self.validity.stamp(&mut self.parameters, start, None)?;
        let signed = self.parameters.self_signed(&self.key);
        period.signed(signed)
    }
}
