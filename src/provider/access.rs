//! The interface to the permissions of Lumi's own providers beyond the resources in an accepted plan.
//!
//! `Permissions` of the host implements it; `builtin/provider_context.rs` asks it.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use crate::ProviderError;

/// A permission that the user has not given. Its text is a sentence that names the flag.
#[derive(Clone, Debug, thiserror::Error)]
#[error(transparent)]
pub struct AccessDenied(Arc<dyn Error + Send + Sync>);

impl AccessDenied {
    pub fn new(reason: impl Error + Send + Sync + 'static) -> Self {
        Self(Arc::new(reason))
    }
}

impl From<AccessDenied> for ProviderError {
    fn from(denied: AccessDenied) -> Self {
        Self::failed(denied.to_string())
    }
}

/// The user's permissions.
pub trait Access: Send + Sync {
    /// To read a file that is not managed, or to take its content.
    fn read(&self, path: &Path) -> Result<(), AccessDenied>;

    /// To create or change a file.
    fn write(&self, path: &Path) -> Result<(), AccessDenied>;

    /// To send a request about an object that is not managed. `port` is the effective one.
    fn net(&self, host: &str, port: u16) -> Result<(), AccessDenied>;

    /// To run a program by its name or path; an empty text means any.
    fn run(&self, program: &str) -> Result<(), AccessDenied>;
}

/// Allows everything, for callers without a sandbox.
pub struct Unrestricted;

impl Access for Unrestricted {
    fn read(&self, _path: &Path) -> Result<(), AccessDenied> {
        Ok(())
    }

    fn write(&self, _path: &Path) -> Result<(), AccessDenied> {
        Ok(())
    }

    fn net(&self, _host: &str, _port: u16) -> Result<(), AccessDenied> {
        Ok(())
    }

    fn run(&self, _program: &str) -> Result<(), AccessDenied> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("read access to \"x\" is denied")]
    struct Refusal(#[source] std::fmt::Error);

    #[test]
    fn a_denial_keeps_its_reason_and_the_cause_of_it() {
        let denied = AccessDenied::new(Refusal(std::fmt::Error));
        assert_eq!(denied.to_string(), "read access to \"x\" is denied");
        assert!(denied.source().is_some_and(|it| it.is::<std::fmt::Error>()));
        let error = ProviderError::from(denied);
        assert_eq!(error.to_string(), "read access to \"x\" is denied");
    }
}
