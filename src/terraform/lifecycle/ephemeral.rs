//! Values that are never stored.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::cty::Value;
use crate::protocol::{CAPABILITIES, Diagnostics, encode};
use crate::tfplugin6 as wire;

use super::lifecycle_error::LifecycleError;
use super::session::{Session, decode_answer};

/// An opened value. Close it when no user is left, also after failures.
pub struct OpenedEphemeral {
    type_name: String,
    pub value: Value,
    /// When it must be renewed.
    pub renew_at: Option<SystemTime>,
    private: Option<Vec<u8>>,
}

impl fmt::Debug for OpenedEphemeral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OpenedEphemeral({})", self.type_name)
    }
}

impl Session {
    /// Opens a value. The configuration must be known.
    pub async fn open_ephemeral(
        &self,
        type_name: &str,
        config: &Value,
    ) -> Result<(OpenedEphemeral, Diagnostics), LifecycleError> {
        let schema = self.schemas().ephemeral(type_name)?;
        self.hide_secrets(&schema.block, config);
        let of = schema.value_type();
        let config = encode(config, of).map_err(LifecycleError::value("the configuration"))?;
        let request = wire::validate_ephemeral_resource_config::Request {
            type_name: type_name.to_owned(),
            config: Some(config.clone()),
        };
        let answer = self
            .client()
            .validate_ephemeral_resource_config(request)
            .await?;
        self.checked(answer.diagnostics)?;
        let request = wire::open_ephemeral_resource::Request {
            type_name: type_name.to_owned(),
            config: Some(config),
            client_capabilities: Some(CAPABILITIES),
        };
        let answer = self.client().open_ephemeral_resource(request).await?;
        let diagnostics = self.checked(answer.diagnostics)?;
        let value = decode_answer("OpenEphemeralResource", answer.result.as_ref(), of)?;
        self.hide_secrets(&schema.block, &value);
        let opened = OpenedEphemeral {
            type_name: type_name.to_owned(),
            value,
            renew_at: answer.renew_at.and_then(time),
            private: answer.private,
        };
        Ok((opened, diagnostics))
    }

    pub async fn renew_ephemeral(
        &self,
        opened: &mut OpenedEphemeral,
    ) -> Result<Diagnostics, LifecycleError> {
        let request = wire::renew_ephemeral_resource::Request {
            type_name: opened.type_name.clone(),
            private: opened.private.clone(),
        };
        let answer = self.client().renew_ephemeral_resource(request).await?;
        let diagnostics = self.checked(answer.diagnostics)?;
        opened.renew_at = answer.renew_at.and_then(time);
        opened.private = answer.private;
        Ok(diagnostics)
    }

    pub async fn close_ephemeral(
        &self,
        opened: OpenedEphemeral,
    ) -> Result<Diagnostics, LifecycleError> {
        let request = wire::close_ephemeral_resource::Request {
            type_name: opened.type_name,
            private: opened.private,
        };
        let answer = self.client().close_ephemeral_resource(request).await?;
        self.checked(answer.diagnostics)
    }
}

/// `None` for a time before 1970, or out of all bounds.
fn time(message: prost_types::Timestamp) -> Option<SystemTime> {
    let seconds = Duration::from_secs(u64::try_from(message.seconds).ok()?);
    UNIX_EPOCH.checked_add(seconds)
}
