//! Entry points of `make fuzz`.

use prost::Message as _;
use tonic::{Code, Status};

use super::call_error::CallError;
use super::lumirpc;
use super::wire_value::{from_value, into_value};

/// Reads a value and the details of an error, as peers of Lumi's protocol send them.
pub fn lumirpc(bytes: &[u8]) {
    let details = bytes.to_vec().into();
    let error = CallError::from(Status::with_details(Code::Unknown, "it failed", details));
    drop(Status::from(error));
    let Ok(message) = lumirpc::Value::decode(bytes) else {
        return;
    };
    match into_value(message) {
        Ok(value) => {
            let bytes = from_value(value.clone()).encode_to_vec();
            let again = lumirpc::Value::decode(&*bytes).expect("BUG: what was written is read");
            let again = into_value(again).expect("BUG: what was written is read");
            assert_eq!(from_value(again).encode_to_vec(), bytes);
        }
        Err(error) => drop(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::saved_inputs::replay;

    #[test]
    fn saved_values_pass() {
        replay("lumirpc_value", super::lumirpc);
    }
}
