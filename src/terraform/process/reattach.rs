//! A provider that a developer has started, perhaps in a debugger.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use lumi_rpc::Endpoint;

use super::handshake::{HandshakeError, ProtocolVersion, endpoint};

/// The address of a provider that Lumi neither starts nor ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reattachment {
    pub version: ProtocolVersion,
    pub endpoint: Endpoint,
}

/// Reads the text of `TF_REATTACH_PROVIDERS`: a JSON object by the addresses of providers.
pub fn reattachments(text: &str) -> Result<BTreeMap<String, Reattachment>, HandshakeError> {
    let json: Json =
        serde_json::from_str(text).map_err(|_| HandshakeError::NoHandshake(text.to_owned()))?;
    let entries = json.as_object().into_iter().flatten();
    entries
        .map(|(name, entry)| Ok((name.clone(), read(entry)?)))
        .collect()
}

fn read(entry: &Json) -> Result<Reattachment, HandshakeError> {
    // Earlier libraries do not say it.
    let number = match entry["ProtocolVersion"].as_u64() {
        None | Some(0) => 5,
        Some(number) => number,
    };
    let version = ProtocolVersion::from_number(number);
    let version = version.ok_or_else(|| HandshakeError::OtherProtocol(number.to_string()))?;
    let place = |name: &str| entry["Addr"][name].as_str().unwrap_or_default().to_owned();
    let endpoint = endpoint(&place("Network"), &place("String"));
    let endpoint = endpoint.ok_or_else(|| HandshakeError::NoAddress(place("String")))?;
    Ok(Reattachment { version, endpoint })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_libraries_print_them() {
        let text = r#"{"hashicorp/random":{"Protocol":"grpc","ProtocolVersion":6,"Pid":1,"Test":true,
            "Addr":{"Network":"unix","String":"/tmp/x"}},
            "old":{"Protocol":"grpc","Pid":1,"Addr":{"Network":"tcp","String":"127.0.0.1:10"}}}"#;
        let found = reattachments(text).unwrap();
        assert_eq!(found["hashicorp/random"].version, ProtocolVersion::Six);
        assert_eq!(
            found["hashicorp/random"].endpoint.to_string(),
            "unix:/tmp/x"
        );
        assert_eq!(found["old"].version, ProtocolVersion::Five);
        assert!(reattachments("{").is_err());
        assert!(reattachments(r#"{"x":{"ProtocolVersion":9}}"#).is_err());
        assert!(reattachments(r#"{"x":{}}"#).is_err());
        assert!(reattachments("{}").unwrap().is_empty());
    }
}
