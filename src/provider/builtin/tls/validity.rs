//! The validity of certificates.

use chrono::{DateTime, TimeDelta, Utc};
use rcgen::{CertificateParams, SerialNumber, date_time_ymd};

use crate::ProviderError;
use crate::builtin::input_reader::InputReader;
use crate::builtin::random::fill;
use lumi_graph::{Object, Value, hex};

use super::certificate::Signed;

/// A hundred years, in hours.
const MAX_HOURS: i64 = 100 * 366 * 24;

/// The inputs `validityPeriodHours` and `earlyRenewalHours`.
pub struct Validity(TimeDelta);

/// Start, end and serial number of a certificate.
pub struct Period {
    /// In lower-case hex.
    serial: String,
    start: DateTime<Utc>,
    end: DateTime<Utc>,
}

impl Validity {
    /// `None` while an input is invalid or unknown.
    pub fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let hours = inputs.integer("validityPeriodHours", 1..=MAX_HOURS);
        let early = inputs.integer("earlyRenewalHours", 0..=MAX_HOURS);
        if let (Some(hours), Some(early)) = (hours, early)
            && early >= hours
        {
            let reason = format!(
                "`earlyRenewalHours` must be less than `validityPeriodHours`, which is {hours}, or \
                 every run would replace the certificate"
            );
            inputs.fail("earlyRenewalHours", reason);
        }
        TimeDelta::try_hours(hours?).map(Self)
    }

    /// Sets a serial number, and the validity from `start` on, limited by `limit`.
    pub fn stamp(
        &self,
        parameters: &mut CertificateParams,
        start: DateTime<Utc>,
        limit: Option<DateTime<Utc>>,
    ) -> Result<Period, ProviderError> {
        // Certificates have whole seconds only.
        let start = DateTime::from_timestamp(start.timestamp(), 0).unwrap_or(start);
        let end = start + self.0;
        let end = limit.map_or(end, |limit| end.min(limit));
        let mut serial = [0; 16];
        fill(&mut serial)?;
        // A positive number without a leading zero byte.
        serial[0] = serial[0] & 0x7f | 0x40;
        parameters.serial_number = Some(SerialNumber::from_slice(&serial));
        parameters.not_before = date_time_ymd(1970, 1, 1) + since_1970(start)?;
        parameters.not_after = date_time_ymd(1970, 1, 1) + since_1970(end)?;
        let serial = hex(serial);
        Ok(Period { serial, start, end })
    }
}

impl Period {
    /// The signed certificate with this period.
    pub fn signed(
        self,
        certificate: Result<rcgen::Certificate, rcgen::Error>,
    ) -> Result<Signed, ProviderError> {
        let certificate = certificate.map_err(|error| {
            ProviderError::failed(format!("the certificate cannot be signed: {error}"))
        })?;
        Ok(Signed {
            pem: certificate.pem(),
            serial: self.serial,
            start: self.start,
            end: self.end,
        })
    }
}

fn since_1970(time: DateTime<Utc>) -> Result<std::time::Duration, ProviderError> {
    let seconds = u64::try_from(time.timestamp());
    seconds
        .map(std::time::Duration::from_secs)
        .map_err(|_| ProviderError::failed("the clock of this machine is before 1970: set it"))
}

/// The time before the end at which a certificate is renewed, from checked inputs.
pub fn early_renewal(inputs: &Object) -> TimeDelta {
    match inputs.get("earlyRenewalHours") {
        // Checked to be an integer of at most a hundred years.
        Some(Value::Number(hours)) => TimeDelta::try_hours(*hours as i64).unwrap_or_default(),
        _ => TimeDelta::zero(),
    }
}
