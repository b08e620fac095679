//! Failures of TLS, with codes as OpenSSL has them in Node.

use std::borrow::Cow;

use deno_error::PropertyValue;

#[derive(Debug, thiserror::Error, deno_error::JsError)]
#[class(generic)]
#[error("{message}")]
pub struct TlsError {
    #[property]
    code: Code,
    message: String,
}

#[derive(Debug)]
struct Code(String);

impl From<&Code> for PropertyValue {
    fn from(code: &Code) -> Self {
        Self::String(Cow::Owned(code.0.clone()))
    }
}

impl TlsError {
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code: Code(code.into()),
            message: message.into(),
        }
    }

    pub fn closed() -> Self {
        Self::new("ERR_TLS_SESSION_CLOSED", "the TLS session is closed")
    }
}

impl From<rustls::Error> for TlsError {
    fn from(error: rustls::Error) -> Self {
        let code = match &error {
            rustls::Error::InvalidMessage(_) => "ERR_SSL_WRONG_VERSION_NUMBER".to_owned(),
            rustls::Error::NoApplicationProtocol => "ERR_SSL_NO_APPLICATION_PROTOCOL".to_owned(),
            rustls::Error::AlertReceived(alert) => format!("ERR_SSL_{}", alert_name(*alert)),
            _ => "EPROTO".to_owned(),
        };
        Self::new(code, error.to_string())
    }
}

/// `HandshakeFailure` as `SSLV3_ALERT_HANDSHAKE_FAILURE`.
fn alert_name(alert: rustls::AlertDescription) -> String {
    use rustls::AlertDescription as Alert;
    let mut name = String::new();
    for letter in format!("{alert:?}").chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() && !name.ends_with("C") {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    let of_ssl3 = [
        Alert::HandshakeFailure,
        Alert::BadCertificate,
        Alert::UnsupportedCertificate,
        Alert::CertificateExpired,
        Alert::CertificateUnknown,
        Alert::UnexpectedMessage,
    ];
    let prefix = match of_ssl3.contains(&alert) {
        true => "SSLV3_ALERT",
        false => "TLSV1_ALERT",
    };
    format!("{prefix}_{name}")
}
