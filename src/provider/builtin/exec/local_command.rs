//! Facts about a command that need no provider.

use uuid::Uuid;

use crate::DerivedOutputs;
use lumi_graph::{Object, Value};

use super::command_inputs::INPUTS;

/// `std:exec:Command`, whose ids have no meaning outside of a state.
pub struct LocalCommand;

impl LocalCommand {
    /// A command that gets a secret may print any part or encoding of it, so all that it prints is
    /// secret. It gets what the command before it has printed.
    pub const DERIVED: DerivedOutputs = DerivedOutputs {
        outputs: &["stdout", "stderr"],
        inputs: INPUTS,
        passed_on: &["stdout", "stderr"],
    };

    pub fn is_type(resource_type: &str) -> bool {
        resource_type == "std:exec:Command"
    }

    pub fn new_id() -> String {
        Uuid::new_v4().to_string()
    }

    /// The outputs of a command that has printed nothing.
    pub fn no_output() -> Object {
        let outputs = ["stdout", "stderr"].map(|it| (it.to_owned(), Value::from(String::new())));
        Object::from_iter(outputs)
    }
}
