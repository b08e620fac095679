//! Decodes goals from arbitrary bytes.

use prost::Message as _;

use lumi_rpc::lumirpc as wire;

use super::code_message::KnownModules;
use super::goal_message::{from_goal, into_goal};

/// Reads a goal. It is rejected, or survives a round trip.
pub fn lumirpc(bytes: &[u8]) {
    let Ok(message) = wire::Goal::decode(bytes) else {
        return;
    };
    let sequence = message.sequence;
    let code = message.code.clone();
    let place = ("dev", "web");
    let modules = KnownModules::default();
    match into_goal(message, None, place, 1, &modules) {
        Ok(goal) => {
            let written = from_goal(goal, sequence, code.clone());
            let again = into_goal(written.clone(), None, place, 1, &modules);
            let again = again.expect("BUG: what was written is read");
            let again = from_goal(again, sequence, code);
            assert_eq!(again.encode_to_vec(), written.encode_to_vec());
        }
        Err(error) => drop(error.to_string()),
    }
}
