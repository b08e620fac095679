//! Objects that exist already.

use crate::cty::Value;
use crate::protocol::CAPABILITIES;
use crate::tfplugin6 as wire;

use super::lifecycle_error::LifecycleError;
use super::object::Object;
use super::session::{Session, decode_answer};

/// The key by which an object is found.
#[derive(Clone, Copy, Debug)]
pub enum ImportKey<'k> {
    Id(&'k str),
    Identity(&'k Value),
}

impl Session {
    /// Finds an object, and reads it.
    pub async fn import(
        &self,
        type_name: &str,
        key: ImportKey<'_>,
    ) -> Result<Object, LifecycleError> {
        const METHOD: &str = "ImportResourceState";
        let schema = self.resource(type_name)?;
        let (id, identity) = match key {
            ImportKey::Id(id) => (id.to_owned(), None),
            ImportKey::Identity(identity) => (String::new(), Some(identity)),
        };
        let request = wire::import_resource_state::Request {
            type_name: type_name.to_owned(),
            id,
            client_capabilities: Some(CAPABILITIES),
            identity: self.identity_message(type_name, identity)?,
        };
        let answer = self.client().import_resource_state(request).await?;
        self.checked(answer.diagnostics)?;
        let mut found = answer.imported_resources;
        let nothing = |reason: &str| {
            LifecycleError::NotFound(format!("no `{type_name}` can be imported: {reason}"))
        };
        let imported = found
            .pop()
            .ok_or_else(|| nothing("the provider has found none"))?;
        if !found.is_empty() || imported.type_name != type_name {
            return Err(nothing(
                "the provider has found several, or of another type",
            ));
        }
        let of = schema.value_type();
        let value = decode_answer(METHOD, imported.state.as_ref(), of)?;
        let identity = self.read_identity(type_name, METHOD, imported.identity.as_ref())?;
        let partial = Object {
            value,
            private: imported.private,
            identity,
        };
        // The answer may be partial, and its private bytes tell the provider so.
        let (object, _) = self.read(type_name, &partial).await?;
        object.ok_or_else(|| nothing("the object does not exist"))
    }
}
