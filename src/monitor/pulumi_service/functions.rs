//! What the engine answers itself: functions of the package `pulumi`, and its one resource that is
//! read.

use crate::graph::{Object, Urn, Value};
use crate::rpc::CallError;
use crate::rpc::pulumi::{Accepts, foreign_urn};
use crate::rpc::pulumirpc as wire;

use super::answer::{id_text, structure};
use super::known::Settled;
use super::options::urn_of;

use wire::value::Kind;

const PACKAGE: &str = "pulumi:pulumi:";
const GET_RESOURCE: &str = "pulumi:pulumi:getResource";
pub(super) const STACK_REFERENCE: &str = "pulumi:pulumi:StackReference";

/// Whether a function is one of the engine.
pub(super) fn is_own(token: &str) -> bool {
    token.starts_with(PACKAGE)
}

/// The answer to a function of the engine; `find` tells what became of a resource.
pub(super) fn answer(
    token: &str,
    arguments: &Object,
    find: impl FnOnce(&Urn) -> Option<Settled>,
    resources: bool,
) -> Result<wire::Struct, CallError> {
    if token != GET_RESOURCE {
        let message = format!("lumi does not have the function `{token}`");
        return Err(CallError::malformed(message));
    }
    let Some(Value::String(urn)) = arguments.get("urn") else {
        return Err(CallError::malformed("`urn` of getResource is no text"));
    };
    let urn = urn_of(urn, "urn")?;
    let Some(found) = find(&urn) else {
        let message = format!("there is no resource {urn} in this run, or not yet");
        return Err(CallError::malformed(message));
    };
    let accepts = Accepts {
        secrets: true,
        resources,
    };
    let state = structure(&found.outputs, accepts)?;
    let text = |key: &str, text: String| wire::Field {
        key: key.to_owned(),
        value: Some(wire::Value {
            kind: Some(Kind::StringValue(text)),
        }),
    };
    let state = wire::Field {
        key: "state".to_owned(),
        value: Some(wire::Value {
            kind: Some(Kind::StructValue(state)),
        }),
    };
    let fields = vec![
        text("urn", foreign_urn(&urn)),
        text("id", id_text(found.id.as_ref())),
        state,
    ];
    Ok(wire::Struct { fields })
}

/// The id of a stack's outputs here: an organization in front is left out.
pub(super) fn stack_id(id: &str) -> &str {
    match id.split_once('/') {
        Some((_, rest)) if rest.contains('/') => rest,
        _ => id,
    }
}

/// What the class `StackReference` expects: which outputs are secret is said by name.
pub(super) fn stack_outputs(mut outputs: Object, asked: &str) -> Object {
    let mut secret = Vec::new();
    if let Some(Value::Object(all)) = outputs.get("outputs") {
        let names = all.iter().filter(|(_, it)| it.contains_secret());
        secret = names.map(|(name, _)| Value::from(name.as_str())).collect();
    }
    outputs.insert("secretOutputNames".to_owned(), Value::Array(secret));
    outputs.insert("name".to_owned(), asked.into());
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_those_of_the_backend() {
        assert_eq!(stack_id("dev"), "dev");
        assert_eq!(stack_id("web/dev"), "web/dev");
        assert_eq!(stack_id("organization/web/dev"), "web/dev");
    }
}
