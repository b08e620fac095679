//! The common parts of certificates.

use chrono::{DateTime, Utc};
use rcgen::{BasicConstraints, CertificateParams, IsCa};

use crate::builtin::input_reader::InputReader;
use crate::{DerivedOutputs, ProviderError};
use lumi_graph::Object;

use super::key_use::KeyUse;

/// A certificate of some kind, as its inputs describe it.
pub trait CertificateKind: Sized + Send + 'static {
    /// The type of the resource.
    const TYPE: &'static str;

    /// Outputs that reveal something about inputs.
    const DERIVED: DerivedOutputs;

    /// `None` while an input is invalid or unknown.
    fn read(inputs: &mut InputReader<'_>, now: DateTime<Utc>) -> Option<Self>;

    /// The latest end of validity that the inputs allow. `None` means unlimited, or unknown inputs.
    fn limit(inputs: &Object) -> Option<DateTime<Utc>>;

    /// Signs the certificate, which is valid from `start`.
    fn sign(self, start: DateTime<Utc>) -> Result<Signed, ProviderError>;
}

pub struct Signed {
    pub pem: String,
    /// In lower-case hex.
    pub serial: String,
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
}

/// The allowed uses of a certificate's key: the inputs `allowedUses` and `isCaCertificate`.
pub struct Uses {
    pub is_authority: bool,
    uses: Vec<KeyUse>,
}

impl Uses {
    pub fn read(inputs: &mut InputReader<'_>) -> Self {
        let is_authority = inputs.boolean("isCaCertificate").unwrap_or(false);
        Self {
            is_authority,
            uses: KeyUse::read(inputs, is_authority),
        }
    }

    /// Sets exactly these uses.
    pub fn set(self, parameters: &mut CertificateParams) {
        parameters.is_ca = match self.is_authority {
            true => IsCa::Ca(BasicConstraints::Unconstrained),
            false => IsCa::ExplicitNoCa,
        };
        parameters.key_usages.clear();
        parameters.extended_key_usages.clear();
        for key_use in self.uses {
            key_use.add_to(parameters);
        }
    }
}
