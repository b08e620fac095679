//! `std:tls:SignedCertificate`: a certificate signed by an authority.

use chrono::{DateTime, Utc};

use crate::builtin::input_reader::InputReader;
use crate::{DerivedOutputs, ProviderError};
use lumi_graph::{Object, Value};

use super::authority::{self, Authority};
use super::certificate::{CertificateKind, Signed, Uses};
use super::signing_request::{REQUEST, SigningRequest};
use super::validity::Validity;

/// Names and key are those of the request; uses are not. It ends no later than the authority's certificate.
pub struct SignedCertificate {
    request: SigningRequest,
    authority: Authority,
    validity: Validity,
}

impl CertificateKind for SignedCertificate {
    const TYPE: &'static str = "std:tls:SignedCertificate";
    const DERIVED: DerivedOutputs = DerivedOutputs {
        outputs: &["certPem"],
        inputs: &[REQUEST, authority::CERTIFICATE],
        passed_on: &[],
    };

    fn read(inputs: &mut InputReader<'_>, now: DateTime<Utc>) -> Option<Self> {
        let request = SigningRequest::read(inputs);
        let validity = Validity::read(inputs);
        let uses = Uses::read(inputs);
        let authority = Authority::read(inputs, now, uses.is_authority);
        let mut request = request?;
        if uses.is_authority
            && request
                .parameters
                .distinguished_name
                .iter()
                .next()
                .is_none()
        {
            let reason = "`certRequestPem` has no subject, which an authority needs: make it with a \
                          `subject`, such as a `commonName`";
            inputs.fail(REQUEST, reason);
            return None;
        }
        uses.set(&mut request.parameters);
        request.parameters.use_authority_key_identifier_extension = true;
        Some(Self {
            request,
            authority: authority?,
            validity: validity?,
        })
    }

    fn limit(inputs: &Object) -> Option<DateTime<Utc>> {
        let certificate = inputs.get(authority::CERTIFICATE).and_then(Value::as_str);
        authority::end_of(certificate?)
    }

    fn sign(self, start: DateTime<Utc>) -> Result<Signed, ProviderError> {
        let SigningRequest {
            mut parameters,
            public_key,
        } = self.request;
        let limit = Some(self.authority.end);
        let period = self.validity.stamp(&mut parameters, start, limit)?;
        period.signed(parameters.signed_by(&public_key, &self.authority.issuer))
    }
}
