//! The allowed uses of a certificate's key.

use rcgen::{CertificateParams, ExtendedKeyUsagePurpose, KeyUsagePurpose};

use crate::builtin::input_reader::InputReader;

/// A use by its name in RFC 5280.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyUse {
    Basic(KeyUsagePurpose),
    Extended(ExtendedKeyUsagePurpose),
}

const BASIC: [(&str, KeyUsagePurpose); 9] = [
    ("digitalSignature", KeyUsagePurpose::DigitalSignature),
    ("contentCommitment", KeyUsagePurpose::ContentCommitment),
    ("keyEncipherment", KeyUsagePurpose::KeyEncipherment),
    ("dataEncipherment", KeyUsagePurpose::DataEncipherment),
    ("keyAgreement", KeyUsagePurpose::KeyAgreement),
    ("keyCertSign", KeyUsagePurpose::KeyCertSign),
    ("cRLSign", KeyUsagePurpose::CrlSign),
    ("encipherOnly", KeyUsagePurpose::EncipherOnly),
    ("decipherOnly", KeyUsagePurpose::DecipherOnly),
];

const EXTENDED: [(&str, ExtendedKeyUsagePurpose); 7] = [
    ("anyExtendedKeyUsage", ExtendedKeyUsagePurpose::Any),
    ("serverAuth", ExtendedKeyUsagePurpose::ServerAuth),
    ("clientAuth", ExtendedKeyUsagePurpose::ClientAuth),
    ("codeSigning", ExtendedKeyUsagePurpose::CodeSigning),
    ("emailProtection", ExtendedKeyUsagePurpose::EmailProtection),
    ("timeStamping", ExtendedKeyUsagePurpose::TimeStamping),
    ("OCSPSigning", ExtendedKeyUsagePurpose::OcspSigning),
];

impl KeyUse {
    fn parse(name: &str) -> Option<Self> {
        let basic = BASIC.into_iter().find(|(known, _)| *known == name);
        let extended = EXTENDED.into_iter().find(|(known, _)| *known == name);
        basic
            .map(|(_, it)| Self::Basic(it))
            .or_else(|| extended.map(|(_, it)| Self::Extended(it)))
    }

    /// Reads the input `allowedUses`; the default is that of a server or an authority.
    pub fn read(inputs: &mut InputReader<'_>, is_authority: bool) -> Vec<Self> {
        let usual: &[&str] = match is_authority {
            true => &["digitalSignature", "keyCertSign", "cRLSign"],
            false => &["digitalSignature", "serverAuth"],
        };
        let names = inputs
            .texts("allowedUses")
            .unwrap_or_else(|| usual.to_vec());
        let mut uses = Vec::new();
        for it in names.into_iter().filter_map(Self::parse) {
            if !uses.contains(&it) {
                uses.push(it);
            }
        }
        uses
    }

    pub fn add_to(self, parameters: &mut CertificateParams) {
        match self {
            Self::Basic(it) => parameters.key_usages.push(it),
            Self::Extended(it) => parameters.extended_key_usages.push(it),
        }
    }
}
