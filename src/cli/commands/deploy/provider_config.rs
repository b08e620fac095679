//! The configuration of providers, out of that of the stack.

use rustc_hash::FxHashMap;

use crate::graph::{Object, Value};
use crate::host::ConfigValue;

/// The settings of other packages than the project itself: `aws:region`.
pub fn provider_config(
    config: &[(String, ConfigValue)],
    project: &str,
) -> FxHashMap<String, Object> {
    let mut packages: FxHashMap<String, Object> = FxHashMap::default();
    for (key, value) in config {
        let Some((package, name)) = key.split_once(':').filter(|it| it.0 != project) else {
            continue;
        };
        let text = Value::from(value.value.as_str());
        let value = if value.secret {
            Value::secret(text)
        } else {
            text
        };
        let settings = packages.entry(package.to_owned()).or_default();
        settings.insert(name.to_owned(), value);
    }
    packages
}
