//! What is in a certificate that vouches for itself.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, IsCa, KeyPair, SanType,
    SerialNumber, date_time_ymd,
};

use crate::ProviderError;
use crate::builtin::generated::read_map;
use crate::builtin::input_reader::InputReader;
use crate::builtin::random::fill;
use crate::content::hex;
use lumi_graph::{Object, Value};

use super::key_use::KeyUse;

/// A hundred years.
const LONGEST: i64 = 100 * 366 * 24;

/// The members of `subject`, and what X.500 calls them.
const SUBJECT: [(&str, DnType); 6] = [
    ("commonName", DnType::CommonName),
    ("organization", DnType::OrganizationName),
    ("organizationalUnit", DnType::OrganizationalUnitName),
    ("country", DnType::CountryName),
    ("province", DnType::StateOrProvinceName),
    ("locality", DnType::LocalityName),
];

/// A certificate to be signed with its own key.
pub(super) struct Certificate {
    key: KeyPair,
    parameters: CertificateParams,
    validity: TimeDelta,
}

/// One that was signed.
pub(super) struct Signed {
    pub(super) pem: String,
    /// In lower-case hex.
    pub(super) serial: String,
    pub(super) start: DateTime<Utc>,
    pub(super) end: DateTime<Utc>,
}

impl Certificate {
    /// `None` while something is wrong with the inputs or unknown.
    pub(super) fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        inputs.require(
            "privateKeyPem",
            "the key, such as `privateKeyPem` of a `PrivateKey`",
        );
        inputs.require("validityPeriodHours", "how long the certificate is valid");
        let key = inputs.text("privateKeyPem").map(KeyPair::from_pem);
        if matches!(key, Some(Err(_))) {
            // What is wrong with it might quote it.
            let reason = "`privateKeyPem` must be a private key as PKCS #8 in PEM, which begins with \
                          `-----BEGIN PRIVATE KEY-----`";
            inputs.fail("privateKeyPem", reason);
        }
        let hours = inputs.integer("validityPeriodHours", 1..=LONGEST);
        let early = inputs.integer("earlyRenewalHours", 0..=LONGEST);
        if let (Some(hours), Some(early)) = (hours, early)
            && early >= hours
        {
            let reason = format!(
                "`earlyRenewalHours` must be less than `validityPeriodHours`, which is {hours}, or \
                 every run would replace the certificate"
            );
            inputs.fail("earlyRenewalHours", reason);
        }
        let parameters = parameters(inputs);
        Some(Self {
            key: key?.ok()?,
            parameters,
            validity: TimeDelta::try_hours(hours?)?,
        })
    }

    /// Makes the certificate; it is valid from `start`.
    pub(super) fn sign(mut self, start: DateTime<Utc>) -> Result<Signed, ProviderError> {
        // Certificates know whole seconds only.
        let start = DateTime::from_timestamp(start.timestamp(), 0).unwrap_or(start);
        let end = start + self.validity;
        let mut serial = [0; 16];
        fill(&mut serial)?;
        // A positive number that never starts with a zero byte.
        serial[0] = serial[0] & 0x7f | 0x40;
        self.parameters.serial_number = Some(SerialNumber::from_slice(&serial));
        self.parameters.not_before = date_time_ymd(1970, 1, 1) + since_1970(start)?;
        self.parameters.not_after = date_time_ymd(1970, 1, 1) + since_1970(end)?;
        let certificate = self.parameters.self_signed(&self.key).map_err(|error| {
            ProviderError::failed(format!("the certificate cannot be signed: {error}"))
        })?;
        Ok(Signed {
            pem: certificate.pem(),
            serial: hex(serial),
            start,
            end,
        })
    }
}

fn since_1970(time: DateTime<Utc>) -> Result<std::time::Duration, ProviderError> {
    let seconds = u64::try_from(time.timestamp());
    seconds
        .map(std::time::Duration::from_secs)
        .map_err(|_| ProviderError::failed("the clock of this machine is before 1970: set it"))
}

fn parameters(inputs: &mut InputReader<'_>) -> CertificateParams {
    let is_authority = inputs.boolean("isCaCertificate").unwrap_or(false);
    let mut parameters = CertificateParams::default();
    parameters.distinguished_name = subject(inputs);
    parameters.subject_alt_names = alternative_names(inputs);
    parameters.is_ca = match is_authority {
        true => IsCa::Ca(BasicConstraints::Unconstrained),
        false => IsCa::ExplicitNoCa,
    };
    for key_use in KeyUse::read(inputs, is_authority) {
        key_use.add_to(&mut parameters);
    }
    parameters
}

fn subject(inputs: &mut InputReader<'_>) -> DistinguishedName {
    let mut subject = DistinguishedName::new();
    read_map(inputs, "subject");
    let Some(Value::Object(members)) = inputs.value("subject") else {
        return subject;
    };
    let mut reader = InputReader::new(members);
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
    for failure in reader.finish() {
        inputs.fail(format!("subject.{}", failure.path), failure.reason);
    }
    subject
}

fn alternative_names(inputs: &mut InputReader<'_>) -> Vec<SanType> {
    let mut names = Vec::new();
    for (index, name) in inputs.texts("dnsNames").into_iter().flatten().enumerate() {
        let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
        match name.try_into() {
            Ok(name) if is_name => names.push(SanType::DnsName(name)),
            _ => {
                let reason = format!("`{name}` is no DNS name; write others in their `xn--` form");
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
                let reason = format!("`{name}` is no IP address");
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

/// The inputs that are not in the certificate itself.
pub(super) fn early_renewal(inputs: &Object) -> TimeDelta {
    match inputs.get("earlyRenewalHours") {
        // Checked to be whole and no more than a hundred years.
        Some(Value::Number(hours)) => TimeDelta::try_hours(*hours as i64).unwrap_or_default(),
        _ => TimeDelta::zero(),
    }
}
