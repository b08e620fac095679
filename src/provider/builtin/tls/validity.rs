//! How long a certificate is valid.

use chrono::{DateTime, TimeDelta, Utc};
use rcgen::{CertificateParams, SerialNumber, date_time_ymd};

use crate::ProviderError;
use crate::builtin::input_reader::InputReader;
use crate::builtin::random::fill;
use crate::content::hex;
use lumi_graph::{Object, Value};

use super::certificate::Signed;

/// A hundred years.
const LONGEST: i64 = 100 * 366 * 24;

/// The inputs `validityPeriodHours` and `earlyRenewalHours`.
pub(super) struct Validity(TimeDelta);

/// From when to when one certificate is valid, and its number.
pub(super) struct Period {
    /// In lower-case hex.
    serial: String,
    start: DateTime<Utc>,
    end: DateTime<Utc>,
}

impl Validity {
    /// `None` while something is wrong with the inputs or unknown.
    pub(super) fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        inputs.require("validityPeriodHours", "how long the certificate is valid");
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
        TimeDelta::try_hours(hours?).map(Self)
    }

    /// Gives a certificate a number, and the time from `start` on, but none after `limit`.
    pub(super) fn stamp(
        &self,
        parameters: &mut CertificateParams,
        start: DateTime<Utc>,
        limit: Option<DateTime<Utc>>,
    ) -> Result<Period, ProviderError> {
        // Certificates know whole seconds only.
        let start = DateTime::from_timestamp(start.timestamp(), 0).unwrap_or(start);
        let end = start + self.0;
        let end = limit.map_or(end, |limit| end.min(limit));
        let mut serial = [0; 16];
        fill(&mut serial)?;
        // A positive number that never starts with a zero byte.
        serial[0] = serial[0] & 0x7f | 0x40;
        parameters.serial_number = Some(SerialNumber::from_slice(&serial));
        parameters.not_before = date_time_ymd(1970, 1, 1) + since_1970(start)?;
        parameters.not_after = date_time_ymd(1970, 1, 1) + since_1970(end)?;
        let serial = hex(serial);
        Ok(Period { serial, start, end })
    }
}

impl Period {
    /// The certificate that was stamped with this period.
    pub(super) fn signed(
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

/// How long before its end a certificate is renewed, from inputs that were checked.
pub(super) fn early_renewal(inputs: &Object) -> TimeDelta {
    match inputs.get("earlyRenewalHours") {
        // Checked to be whole and no more than a hundred years.
        Some(Value::Number(hours)) => TimeDelta::try_hours(*hours as i64).unwrap_or_default(),
        _ => TimeDelta::zero(),
    }
}
