//! Builds the configuration of a provider.

use std::collections::HashMap;

use crate::pulumirpc as wire;
use crate::values::{Accepts, PulumiValueError, encode_object};
use lumi_graph::{Object, Secrets, Value};

/// The plugin's version; not a setting of the provider.
const VERSION: &str = "version";

/// The request that configures a provider of `package`. Settings are sent twice: as values, and as
/// texts for old providers.
pub fn configure_request(
    package: &str,
    config: &Object,
    accepts: Accepts,
) -> Result<wire::ConfigureRequest, PulumiValueError> {
    let settings = config.iter().filter(|(key, _)| *key != VERSION);
    let variables: HashMap<String, String> = settings
        .map(|(key, value)| (format!("{package}:config:{key}"), text(value)))
        .collect();
    Ok(wire::ConfigureRequest {
        variables,
        args: Some(encode_object(config, accepts)?),
        accept_secrets: true,
        accept_resources: true,
        sends_old_inputs: true,
        sends_old_inputs_to_delete: true,
        ..Default::default()
    })
}

/// A string is unchanged, other values become JSON.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Secret(inner) => text(inner),
        other => serde_json::to_string(&other.serializable(Secrets::Shown)).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_go_as_they_are_and_as_texts() {
        let json = r#"{"region":"eu","retries":3,"tags":{"a":["b"]},"version":"1.2.3"}"#;
        let Value::Object(config) = Value::from_json(json).unwrap() else {
            panic!("{json}");
        };
        let request = configure_request("aws", &config, Accepts::default()).unwrap();
        let mut variables: Vec<_> = request.variables.into_iter().collect();
        variables.sort();
        let variables: Vec<_> = variables
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        assert_eq!(
            variables,
            [
                "aws:config:region=eu",
                "aws:config:retries=3",
                r#"aws:config:tags={"a":["b"]}"#
            ]
        );
        let keys: Vec<_> = request
            .args
            .unwrap()
            .fields
            .into_iter()
            .map(|it| it.key)
            .collect();
        assert_eq!(keys, ["region", "retries", "tags", "version"]);
        assert!(request.accept_secrets && request.accept_resources);
        assert!(request.sends_old_inputs && request.sends_old_inputs_to_delete);
    }
}
