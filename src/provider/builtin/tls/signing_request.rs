//! Certificate requests as inputs.

use rcgen::{CertificateParams, CertificateSigningRequestParams, Error, SubjectPublicKeyInfo};
use rustls::pki_types::CertificateSigningRequestDer;
use rustls::pki_types::pem::PemObject as _;
use x509_parser::certification_request::X509CertificationRequest;
use x509_parser::prelude::FromDer as _;

use crate::builtin::input_reader::InputReader;

use super::names::repeats_itself;

/// The input with the request.
pub const REQUEST: &str = "certRequestPem";

const NO_REQUEST: &str = "`certRequestPem` must be a certificate request as PKCS #10 in PEM, such as \
                          `certRequestPem` of a `CertificateRequest`";

/// The input `certRequestPem`: names, and a key that has signed the request.
pub struct SigningRequest {
    pub parameters: CertificateParams,
    pub public_key: SubjectPublicKeyInfo,
}

impl SigningRequest {
    /// `None` if the input is invalid or unknown.
    pub fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let parsed = Self::parse(inputs.text(REQUEST)?);
        parsed.map_err(|reason| inputs.fail(REQUEST, reason)).ok()
    }

    /// The error describes the problem of the text.
    fn parse(text: &str) -> Result<Self, &'static str> {
        let der = CertificateSigningRequestDer::from_pem_slice(text.as_bytes());
        let der = der.map_err(|_| NO_REQUEST)?;
        let request = X509CertificationRequest::from_der(&der);
        let info = match &request {
            Ok((_, request)) => &request.certification_request_info,
            Err(_) => return Err(NO_REQUEST),
        };
        if repeats_itself(&info.subject) {
            return Err(
                "`certRequestPem` has a subject with two parts of one kind, such as two units, which \
                 lumi cannot write into a certificate",
            );
        }
        // rcgen derives the curve of a request's key from the signature, so the key is parsed here.
        let public_key = SubjectPublicKeyInfo::from_der(info.subject_pki.raw).map_err(reason)?;
        let request = CertificateSigningRequestParams::from_der(&der).map_err(reason)?;
        Ok(Self {
            parameters: request.params,
            public_key,
        })
    }
}

fn reason(error: Error) -> &'static str {
    match error {
        Error::InvalidCertificationRequestSignature => {
            "`certRequestPem` is not signed with its own key, or was changed afterwards"
        }
        Error::UnsupportedSignatureAlgorithm => {
            "`certRequestPem` has a key of a kind that lumi does not support: it must be ECDSA \
             with the curve P-256 or P-384, Ed25519 or RSA"
        }
        Error::UnsupportedExtension | Error::InvalidNameType => {
            "`certRequestPem` asks for an extension that lumi does not support: it may have \
             alternative names, uses of the key and basic constraints"
        }
        _ => NO_REQUEST,
    }
}
