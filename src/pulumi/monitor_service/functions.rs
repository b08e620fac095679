//! Functions of the engine: those of the package `pulumi`, and the stack reference.

use crate::pulumirpc as wire;
use crate::values::{Accepts, pulumi_type, pulumi_urn, stack_id, stack_outputs};
use lumi_graph::{Object, Urn, Value};
use lumi_rpc::CallError;

use super::answer::{id_text, structure};
use super::options::urn_of;
use super::registered_resources::RegistrationResult;

use wire::value::Kind;

const PACKAGE: &str = "pulumi:pulumi:";
const READ_STACK_OUTPUTS: &str = "pulumi:pulumi:readStackOutputs";
const READ_STACK_RESOURCE_OUTPUTS: &str = "pulumi:pulumi:readStackResourceOutputs";
pub const GET_RESOURCE: &str = "pulumi:pulumi:getResource";

/// Whether the engine itself implements a function.
pub fn is_own(token: &str) -> bool {
    token.starts_with(PACKAGE)
}

/// Converts the arguments of an engine function; stacks get their names in Lumi.
pub fn own_arguments(token: &str, arguments: &mut Object) {
    let name = match token {
        READ_STACK_OUTPUTS => "name",
        READ_STACK_RESOURCE_OUTPUTS => "stackName",
        _ => return,
    };
    if let Some(Value::String(id)) = arguments.get_mut(name) {
        *id = stack_id(id).to_owned();
    }
}

/// Converts the result of an engine function to the form that Pulumi programs expect.
pub fn foreign_answer(token: &str, answer: Value, arguments: &Object) -> Value {
    match (token, answer) {
        (READ_STACK_OUTPUTS, Value::Object(answer)) => {
            let asked = match arguments.get("name") {
                Some(Value::String(asked)) => asked.as_str(),
                _ => "",
            };
            Value::Object(stack_outputs(answer, asked))
        }
        (READ_STACK_RESOURCE_OUTPUTS, Value::Object(mut answer)) => {
            if let Some(Value::Object(resources)) = answer.get_mut("outputs") {
                *resources = std::mem::take(resources)
                    .into_iter()
                    .map(|(urn, facts)| foreign_resource(urn, facts))
                    .collect();
            }
            Value::Object(answer)
        }
        (_, answer) => answer,
    }
}

/// Converts the URN and the type of a resource to Pulumi's forms.
fn foreign_resource(urn: String, mut facts: Value) -> (String, Value) {
    if let Value::Object(facts) = &mut facts
        && let Some(Value::String(resource_type)) = facts.get_mut("type")
    {
        *resource_type = pulumi_type(resource_type).into_owned();
    }
    let urn = Urn::parse(&urn).map_or(urn, |it| pulumi_urn(&it));
    (urn, facts)
}

/// The result of `getResource`; `find` looks up a registered resource.
pub fn resource(
    arguments: &Object,
    find: impl FnOnce(&Urn) -> Option<RegistrationResult>,
    resources: bool,
) -> Result<wire::Struct, CallError> {
    let Some(Value::String(urn)) = arguments.get("urn") else {
        return Err(CallError::malformed("`urn` of getResource is not text"));
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
        text("urn", pulumi_urn(&urn)),
        text("id", id_text(found.id.as_ref())),
        state,
    ];
    Ok(wire::Struct { fields })
}
