//! Errors of streams that cannot be read, with the codes and texts of zlib.

use std::borrow::Cow;

use deno_error::PropertyValue;

/// The name of an error, as in `Z_DATA_ERROR`.
#[derive(Debug)]
pub struct Code(pub Cow<'static, str>);

impl From<&Code> for PropertyValue {
    fn from(code: &Code) -> Self {
        Self::String(code.0.clone())
    }
}

#[derive(Debug, thiserror::Error, deno_error::JsError)]
#[class(generic)]
#[error("{message}")]
pub struct ZlibError {
    pub message: Cow<'static, str>,
    #[property]
    pub code: Code,
    /// The number that the format's own library has for it.
    #[property]
    pub errno: f64,
}

impl ZlibError {
    pub fn new(message: impl Into<Cow<'static, str>>, code: &'static str, errno: i32) -> Self {
        Self {
            message: message.into(),
            code: Code(code.into()),
            errno: errno.into(),
        }
    }

    /// Bytes that are not what the format says; `message` is that of the library.
    pub fn data(message: Option<&'static str>) -> Self {
        Self::new(message.unwrap_or("invalid data"), "Z_DATA_ERROR", -3)
    }

    pub fn memory() -> Self {
        Self::new("insufficient memory", "Z_MEM_ERROR", -4)
    }

    pub fn state() -> Self {
        Self::new("the stream is in no usable state", "Z_STREAM_ERROR", -2)
    }
}
