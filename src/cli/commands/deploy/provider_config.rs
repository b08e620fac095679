//! Extracts the configuration of providers from that of the stack.

use rustc_hash::FxHashMap;

use lumi_graph::{Object, Value};
use lumi_host::ConfigValue;

/// Pulumi's package of dynamic providers in Node, which read the settings of the project.
const NODE_DYNAMIC: &str = "pulumi-nodejs";

/// Settings in the namespace of a package, such as `aws:region`, without those of the project.
pub fn provider_config(
    config: &[(String, ConfigValue)],
    project: &str,
) -> FxHashMap<String, Object> {
    let mut packages: FxHashMap<String, Object> = FxHashMap::default();
    for (key, value) in config {
        let text = Value::from(value.value.as_str());
        let value = if value.secret {
            Value::secret(text)
        } else {
            text
        };
        let all = packages.entry(NODE_DYNAMIC.to_owned()).or_default();
        all.insert(key.clone(), value.clone());
        let Some((package, name)) = key.split_once(':').filter(|it| it.0 != project) else {
            continue;
        };
        let settings = packages.entry(package.to_owned()).or_default();
        settings.insert(name.to_owned(), value);
    }
    packages
}
