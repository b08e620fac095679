//! The facts of certificates, as `getPeerCertificate` shows them.

use std::net::IpAddr;

use data_encoding::HEXUPPER;
use serde::Serialize;
use sha1::Digest as _;
use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::GeneralName;
use x509_parser::parse_x509_certificate;
use x509_parser::time::ASN1Time;
use x509_parser::x509::X509Name;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CertificateFacts {
    /// Pairs of a short name such as `CN`, and a value.
    subject: Vec<(String, String)>,
    issuer: Vec<(String, String)>,
    /// As in Node: `DNS:a.test, IP Address:127.0.0.1`.
    subjectaltname: Option<String>,
    ca: bool,
    serial_number: String,
    valid_from: String,
    valid_to: String,
    fingerprint: String,
    fingerprint256: String,
}

impl CertificateFacts {
    pub fn of(der: &[u8]) -> Option<Self> {
        let (_, parsed) = parse_x509_certificate(der).ok()?;
        Some(Self {
            subject: names(parsed.subject()),
            issuer: names(parsed.issuer()),
            subjectaltname: alternative_names(&parsed),
            ca: parsed.is_ca(),
            serial_number: HEXUPPER.encode(parsed.raw_serial()),
            valid_from: moment(&parsed.validity().not_before),
            valid_to: moment(&parsed.validity().not_after),
            fingerprint: colons(&sha1::Sha1::digest(der)),
            fingerprint256: colons(&sha2::Sha256::digest(der)),
        })
    }
}

pub fn colons(bytes: &[u8]) -> String {
    let pairs: Vec<String> = bytes.iter().map(|it| format!("{it:02X}")).collect();
    pairs.join(":")
}

fn names(name: &X509Name<'_>) -> Vec<(String, String)> {
    let known = [
        ("2.5.4.6", "C"),
        ("2.5.4.8", "ST"),
        ("2.5.4.7", "L"),
        ("2.5.4.10", "O"),
        ("2.5.4.11", "OU"),
        ("2.5.4.3", "CN"),
        ("1.2.840.113549.1.9.1", "emailAddress"),
    ];
    let pair = |it: &x509_parser::x509::AttributeTypeAndValue<'_>| {
        let id = it.attr_type().to_id_string();
        let short = known.iter().find(|(known, _)| *known == id);
        let name = short.map_or(id.as_str(), |(_, short)| short).to_owned();
        (name, it.as_str().unwrap_or_default().to_owned())
    };
    name.iter_attributes().map(pair).collect()
}

fn alternative_names(certificate: &X509Certificate<'_>) -> Option<String> {
    let extension = certificate.subject_alternative_name().ok()??;
    let name = |it: &GeneralName<'_>| match it {
        GeneralName::DNSName(name) => Some(format!("DNS:{}", quoted(name))),
        GeneralName::URI(uri) => Some(format!("URI:{}", quoted(uri))),
        GeneralName::RFC822Name(mail) => Some(format!("email:{}", quoted(mail))),
        GeneralName::IPAddress(bytes) => Some(format!("IP Address:{}", ip(bytes)?)),
        _ => None,
    };
    let names: Vec<String> = extension
        .value
        .general_names
        .iter()
        .filter_map(name)
        .collect();
    Some(names.join(", "))
}

/// A name with letters that could be taken for another name is quoted, as Node does.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, ',' | '"' | '\\' | '\'');
    match name.chars().all(is_plain) {
        true => name.to_owned(),
        false => serde_json::Value::from(name).to_string(),
    }
}

/// IPv6 as OpenSSL writes it: eight groups without leading zeros.
fn ip(bytes: &[u8]) -> Option<String> {
    if let Ok(bytes) = <[u8; 4]>::try_from(bytes) {
        return Some(IpAddr::from(bytes).to_string());
    }
    let groups = bytes.chunks_exact(2);
    let groups: Vec<String> = groups
        .map(|it| format!("{:X}", u16::from_be_bytes([it[0], it[1]])))
        .collect();
    (bytes.len() == 16).then(|| groups.join(":"))
}

/// As in Node: `Nov 25 04:00:00 2026 GMT`.
fn moment(time: &ASN1Time) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let time = time.to_datetime();
    let month = MONTHS[usize::from(u8::from(time.month())) - 1];
    let (hour, minute, second) = time.to_hms();
    let (day, year) = (time.day(), time.year());
    format!("{month} {day:>2} {hour:02}:{minute:02}:{second:02} {year} GMT")
}
