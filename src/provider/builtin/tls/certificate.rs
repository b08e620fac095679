//! Certificates of any kind.

use chrono::{DateTime, Utc};
use rcgen::{BasicConstraints, CertificateParams, IsCa};

use crate::builtin::input_reader::InputReader;
use crate::{DerivedOutputs, ProviderError};
use lumi_graph::Object;

use super::key_use::KeyUse;

/// A certificate of some kind, as its inputs describe it.
pub(in crate::builtin) trait CertificateKind: Sized + Send + 'static {
    /// The type of the resource.
    const TYPE: &'static str;

    /// The input that is the key which signs.
    const KEY: &'static str;

    /// Outputs that tell something about inputs.
    const DERIVED: DerivedOutputs;

    /// `None` while something is wrong with the inputs or unknown.
    fn read(inputs: &mut InputReader<'_>, now: DateTime<Utc>) -> Option<Self>;

    /// The time after which no certificate of these inputs can be valid; `None` without one, or if
    /// they are unknown.
    fn limit(inputs: &Object) -> Option<DateTime<Utc>>;

    /// Makes the certificate; it is valid from `start`.
    fn sign(self, start: DateTime<Utc>) -> Result<Signed, ProviderError>;
}

/// One that was signed.
pub(in crate::builtin) struct Signed {
    pub(super) pem: String,
    /// In lower-case hex.
    pub(super) serial: String,
    pub(super) start: DateTime<Utc>,
    pub(super) end: DateTime<Utc>,
}

/// What the key of a certificate may be used for: the inputs `allowedUses` and `isCaCertificate`.
pub(super) struct Uses {
    pub(super) is_authority: bool,
    uses: Vec<KeyUse>,
}

impl Uses {
    pub(super) fn read(inputs: &mut InputReader<'_>) -> Self {
        let is_authority = inputs.boolean("isCaCertificate").unwrap_or(false);
        Self {
            is_authority,
            uses: KeyUse::read(inputs, is_authority),
        }
    }

    /// The certificate has these uses, and no others.
    pub(super) fn set(self, parameters: &mut CertificateParams) {
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
