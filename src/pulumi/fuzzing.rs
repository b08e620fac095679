//! Entry points of `make fuzz`: messages of Pulumi's plugins and SDKs, and states.

use prost::Message as _;

use super::checkpoint::{Checkpoint, SecretForm, WrittenState};
use super::pulumirpc;
use super::values::{Accepts, decode_value, encode_value};

pub use super::monitor_service::fuzzing::goal;

/// Reads a value, as peers of Pulumi's protocol send it.
pub fn value(bytes: &[u8]) {
    let Ok(message) = pulumirpc::Value::decode(bytes) else {
        return;
    };
    let value = match decode_value(Some(message)) {
        Ok(value) => value,
        Err(error) => return drop(error.to_string()),
    };
    let Ok(message) = encode_value(&value, Accepts::EVERYTHING) else {
        return;
    };
    let again = decode_value(Some(message.clone())).expect("BUG: what was written is read");
    let again = encode_value(&again, Accepts::EVERYTHING);
    let again = again.expect("BUG: what was read is written");
    assert_eq!(again.encode_to_vec(), message.encode_to_vec());
}

/// Reads a state. What can be taken over is written, and that is read again.
pub fn checkpoint(bytes: &[u8]) {
    if Checkpoint::parse(bytes).is_ok() && !Checkpoint::is_one(bytes) {
        // A document without resources.
        return;
    }
    let taken = Checkpoint::parse(bytes).and_then(|it| it.into_state(None));
    let state = match taken {
        Ok(taken) => taken.state,
        Err(error) => return drop(error.to_string()),
    };
    if state.validate().is_err() {
        return;
    }
    let written = WrittenState {
        state: &state,
        project: "web",
        stack: "dev",
        at: Default::default(),
        secrets: SecretForm::Plain,
        salt: None,
    };
    let Ok(document) = Checkpoint::of(&written) else {
        return;
    };
    let text = document.to_export().expect("BUG: a document is JSON");
    let again = Checkpoint::parse(&text).expect("BUG: what was written is a document");
    assert_eq!(again, document);
}

#[cfg(test)]
mod tests {
    use crate::saved_inputs::replay;

    #[test]
    fn saved_messages_pass() {
        replay("pulumirpc_value", super::value);
        replay("pulumirpc_goal", super::goal);
        replay("pulumi_checkpoint", super::checkpoint);
    }
}
