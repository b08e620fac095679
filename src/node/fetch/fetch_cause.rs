//! Why a request failed: the error that is the `cause` of what `fetch` throws, with the codes of Node.

use std::error::Error;
use std::io;

use deno_core::url::Url;
use rustls::CertificateError;

use crate::system_error::StaticText;

/// The code of Node for a certificate that no authority has signed.
const SELF_SIGNED: &str = "DEPTH_ZERO_SELF_SIGNED_CERT";

/// The cause of a failed request.
#[derive(Debug, PartialEq, Eq)]
pub struct Cause {
    pub message: String,
    pub code: &'static str,
    pub syscall: &'static str,
}

impl Cause {
    pub fn new(error: &reqwest::Error, url: &Url) -> Self {
        let chain = sources(error);
        let host = url.host_str().unwrap_or_default();
        if let Some(problem) = chain.iter().find_map(|it| of_certificate(*it)) {
            let message = match problem {
                SELF_SIGNED => "self-signed certificate".to_owned(),
                _ => reason(error),
            };
            return Self::plain(message, problem);
        }
        if chain.iter().any(|it| it.to_string() == "dns error") {
            return Self::of_lookup(&reason(error), host);
        }
        if let Some((code, text)) = chain.iter().find_map(|it| of_system(*it)) {
            let port = url.port_or_known_default().unwrap_or_default();
            let is_connect = error.is_connect();
            return Self {
                message: match is_connect {
                    true => format!("connect {code} {host}:{port}"),
                    false => format!("read {code}: {text}"),
                },
                code,
                syscall: if is_connect { "connect" } else { "read" },
            };
        }
        Self::plain(reason(error), "UND_ERR_SOCKET")
    }

    fn plain(message: String, code: &'static str) -> Self {
        Self {
            message,
            code,
            syscall: "",
        }
    }

    fn of_lookup(reason: &str, host: &str) -> Self {
        let code = match reason.contains("Temporary failure") {
            true => "EAI_AGAIN",
            false => "ENOTFOUND",
        };
        Self {
            message: format!("getaddrinfo {code} {host}"),
            code,
            syscall: "getaddrinfo",
        }
    }

    pub fn code(&self) -> StaticText {
        StaticText::of(self.code)
    }

    pub fn syscall(&self) -> StaticText {
        StaticText::of(self.syscall)
    }
}

fn of_certificate(error: &(dyn Error + 'static)) -> Option<&'static str> {
    // Errors of input and output hide those they are made of from `source`.
    let mut innermost = error;
    while let Some(inner) = innermost
        .downcast_ref::<io::Error>()
        .and_then(io::Error::get_ref)
    {
        innermost = inner;
    }
    let found = innermost.downcast_ref::<rustls::Error>()?;
    let rustls::Error::InvalidCertificate(problem) = found else {
        return Some("EPROTO");
    };
    Some(match problem {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "CERT_HAS_EXPIRED",
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "CERT_NOT_YET_VALID"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "ERR_TLS_CERT_ALTNAME_INVALID"
        }
        CertificateError::Revoked => "CERT_REVOKED",
        // The check says so of the certificate of an authority that a server presents as its own.
        CertificateError::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
            SELF_SIGNED
        }
        _ => "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    })
}

fn of_system(error: &(dyn Error + 'static)) -> Option<(&'static str, String)> {
    let error = error.downcast_ref::<io::Error>()?;
    let code = match error.raw_os_error()? {
        libc::ECONNREFUSED => "ECONNREFUSED",
        libc::ECONNRESET => "ECONNRESET",
        libc::ECONNABORTED => "ECONNABORTED",
        libc::ETIMEDOUT => "ETIMEDOUT",
        libc::EHOSTUNREACH => "EHOSTUNREACH",
        libc::ENETUNREACH => "ENETUNREACH",
        libc::EADDRNOTAVAIL => "EADDRNOTAVAIL",
        libc::EPIPE => "EPIPE",
        libc::EACCES => "EACCES",
        _ => return None,
    };
    Some((code, error.to_string()))
}

/// The errors that an error is made of, the outermost first.
fn sources(error: &reqwest::Error) -> Vec<&(dyn Error + 'static)> {
    let mut sources = Vec::new();
    let mut source = error.source();
    while let Some(error) = source {
        sources.push(error);
        source = error.source();
    }
    sources
}

/// The root cause of an error, without the layers of libraries.
pub fn reason(error: &reqwest::Error) -> String {
    let texts = sources(error).into_iter().map(|it| it.to_string());
    let mut parts: Vec<String> = texts.collect();
    parts.dedup();
    match parts.as_slice() {
        [] => error.to_string(),
        [only] => only.clone(),
        // The first message is only "client error (Connect)".
        [_, rest @ ..] => rest.join(": "),
    }
}
