//! The names in a certificate.

use std::net::IpAddr;

use rcgen::{CertificateParams, DistinguishedName, DnType, SanType};
use x509_parser::x509::X509Name;

use crate::builtin::input_reader::InputReader;

/// The inputs of [`named`], which are readable in the certificates and requests made from them.
pub const NAMES: &[&str] = &["subject", "dnsNames", "ipAddresses", "uris"];

/// The members of `subject`, and their X.500 names.
const SUBJECT: [(&str, DnType); 6] = [
    ("commonName", DnType::CommonName),
    ("organization", DnType::OrganizationName),
    ("organizationalUnit", DnType::OrganizationalUnitName),
    ("country", DnType::CountryName),
    ("province", DnType::StateOrProvinceName),
    ("locality", DnType::LocalityName),
];

/// Reads the names, without uses and validity.
pub fn named(inputs: &mut InputReader<'_>) -> CertificateParams {
    let mut parameters = CertificateParams::default();
    parameters.distinguished_name = subject(inputs);
    parameters.subject_alt_names = alternative_names(inputs);
    parameters
}

/// Whether a name has two parts of one kind, such as two units: rcgen keeps only one of each kind.
pub fn repeats_itself(name: &X509Name<'_>) -> bool {
    let mut kinds: Vec<_> = name.iter_attributes().map(|it| it.attr_type()).collect();
    let count = kinds.len();
    kinds.sort_unstable_by_key(|it| it.as_bytes());
    kinds.dedup();
    kinds.len() < count
}

fn subject(inputs: &mut InputReader<'_>) -> DistinguishedName {
    let mut subject = DistinguishedName::new();
    inputs.members("subject", |reader| {
        for (name, kind) in SUBJECT {
            if let Some(text) = reader.text(name) {
                subject.push(kind, text);
            }
        }
        if let Some(country) = reader.text("country")
            && !(country.len() == 2 && country.bytes().all(|it| it.is_ascii_uppercase()))
        {
            let reason = "`country` must be a code of two capital letters, such as `NZ`";
            reader.fail("country", reason);
        }
    });
    subject
}

fn alternative_names(inputs: &mut InputReader<'_>) -> Vec<SanType> {
    let mut names = Vec::new();
    for (index, name) in inputs.texts("dnsNames").into_iter().flatten().enumerate() {
        let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
        match name.try_into() {
            Ok(name) if is_name => names.push(SanType::DnsName(name)),
            _ => {
                let reason = format!(
                    "`{name}` is not a DNS name; write international names in \
                                      their `xn--` form"
                );
                inputs.fail(format!("dnsNames[{index}]"), reason);
            }
        }
    }
    for (index, name) in inputs
        .texts("ipAddresses")
        .into_iter()
        .flatten()
        .enumerate()
    {
        match name.parse::<IpAddr>() {
            Ok(address) => names.push(SanType::IpAddress(address)),
            Err(_) => {
                let reason = format!("`{name}` is not an IP address");
                inputs.fail(format!("ipAddresses[{index}]"), reason);
            }
        }
    }
    for (index, name) in inputs.texts("uris").into_iter().flatten().enumerate() {
        match (reqwest::Url::parse(name), name.try_into()) {
            (Ok(_), Ok(uri)) => names.push(SanType::URI(uri)),
            _ => inputs.fail(format!("uris[{index}]"), format!("`{name}` is no URI")),
        }
    }
    names
}
