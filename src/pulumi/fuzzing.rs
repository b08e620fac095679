//! Entry points of `make fuzz`: messages of Pulumi's plugins and SDKs.

use prost::Message as _;

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

#[cfg(test)]
mod tests {
    use crate::saved_inputs::replay;

    #[test]
    fn saved_messages_pass() {
        replay("pulumirpc_value", super::value);
        replay("pulumirpc_goal", super::goal);
    }
}
