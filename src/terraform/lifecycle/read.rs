//! The object as it is.

use crate::protocol::{CAPABILITIES, Diagnostics, encode};
use crate::schema::normalize;
use crate::tfplugin6 as wire;

use super::lifecycle_error::LifecycleError;
use super::object::Object;
use super::session::{Session, decode_answer};

impl Session {
    /// Reads an object; `None` if it is gone.
    pub async fn read(
        &self,
        type_name: &str,
        object: &Object,
    ) -> Result<(Option<Object>, Diagnostics), LifecycleError> {
        const METHOD: &str = "ReadResource";
        let schema = self.resource(type_name)?;
        let of = schema.value_type();
        let current = encode(&object.value, of).map_err(LifecycleError::value("the state"))?;
        let request = wire::read_resource::Request {
            type_name: type_name.to_owned(),
            current_state: Some(current),
            private: object.private.clone(),
            provider_meta: None,
            client_capabilities: Some(CAPABILITIES),
            current_identity: self.identity_message(type_name, object.identity.as_ref())?,
        };
        let answer = self.client().read_resource(request).await?;
        let diagnostics = self.checked(answer.diagnostics)?;
        let value = decode_answer(METHOD, answer.new_state.as_ref(), of)?;
        if value.is_null() {
            return Ok((None, diagnostics));
        }
        self.hide_secrets(&schema.block, &value);
        let value = normalize(&schema.block, &value);
        let identity = self.read_identity(type_name, METHOD, answer.new_identity.as_ref())?;
        let object = Object {
            value,
            private: answer.private,
            identity: identity.or_else(|| object.identity.clone()),
        };
        Ok((Some(object), diagnostics))
    }
}
