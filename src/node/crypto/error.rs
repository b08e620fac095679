//! Failures of cryptographic operations, with the codes and texts of Node.

use std::borrow::Cow;

use deno_error::PropertyValue;

use crate::limits::native_work::WorkFailure;

/// A member of an error that packages compare, such as its code.
#[derive(Debug, Clone)]
pub struct ErrorText(pub Cow<'static, str>);

impl From<&ErrorText> for PropertyValue {
    fn from(word: &ErrorText) -> Self {
        Self::String(word.0.clone())
    }
}

#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum CryptoError {
    /// An error that has no code in Node.
    #[class(generic)]
    #[error("{0}")]
    Plain(Cow<'static, str>),
    #[class(generic)]
    #[error("{message}")]
    Coded {
        message: Cow<'static, str>,
        #[property]
        code: ErrorText,
    },
    #[class(range)]
    #[error("{message}")]
    Range {
        message: Cow<'static, str>,
        #[property]
        code: ErrorText,
    },
    #[class(type)]
    #[error("{message}")]
    Type {
        message: Cow<'static, str>,
        #[property]
        code: ErrorText,
    },
    /// An error that Node passes on from OpenSSL.
    #[class(generic)]
    #[error("error:{number:08X}:{}::{}", library.0, reason.0)]
    OpenSsl {
        number: u32,
        #[property]
        library: ErrorText,
        #[property]
        reason: ErrorText,
        #[property]
        code: ErrorText,
    },
}

pub type Result<T> = std::result::Result<T, CryptoError>;

impl CryptoError {
    pub fn plain(message: impl Into<Cow<'static, str>>) -> Self {
        Self::Plain(message.into())
    }

    pub fn coded(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::Coded {
            message: message.into(),
            code: ErrorText(code.into()),
        }
    }

    pub fn range(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::Range {
            message: message.into(),
            code: ErrorText(code.into()),
        }
    }

    pub fn type_error(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::Type {
            message: message.into(),
            code: ErrorText(code.into()),
        }
    }

    /// An error of OpenSSL by its number; its code is made from the reason, as Node does.
    pub fn openssl(number: u32, library: &'static str, reason: &'static str) -> Self {
        let prefix = match library {
            "asn1 encoding routines" => "ASN1_",
            "common libcrypto routines" => "CRYPTO_",
            "digital envelope routines" => "EVP_",
            "elliptic curve routines" => "EC_",
            "PEM routines" => "PEM_",
            "bignum routines" => "BN_",
            "Diffie-Hellman routines" => "DH_",
            "rsa routines" => "RSA_",
            _ => "",
        };
        let words = reason.to_uppercase().replace([' ', '-'], "_");
        let code = format!("ERR_OSSL_{prefix}{words}");
        Self::OpenSsl {
            number,
            library: ErrorText(library.into()),
            reason: ErrorText(reason.into()),
            code: ErrorText(code.into()),
        }
    }

    /// The error for an allocation that exceeds the program's memory limit, or that fails.
    pub fn out_of_memory() -> Self {
        Self::range(
            "ERR_MEMORY_ALLOCATION_FAILED",
            "Failed to allocate memory: the limit of the program is reached",
        )
    }

    pub fn invalid_digest(name: &str) -> Self {
        Self::type_error(
            "ERR_CRYPTO_INVALID_DIGEST",
            format!("Invalid digest: {name}"),
        )
    }
}

impl From<WorkFailure> for CryptoError {
    fn from(failure: WorkFailure) -> Self {
        match failure {
            WorkFailure::OutOfMemory => Self::out_of_memory(),
            WorkFailure::Over => Self::plain("the program has ended"),
        }
    }
}
