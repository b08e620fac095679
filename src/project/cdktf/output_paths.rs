//! The names that outputs have in the program of a stack: that of the constructs around them, and their own.

use std::collections::BTreeMap;

use serde_json::Value;

/// Maximum number of levels of constructs that are looked into.
const DEEPEST: usize = 64;

/// The path of each output of a configuration, by the name that the configuration gives it. `configuration` is the text of
/// a stack's `cdk.tf.json`; outputs without a path in it are left out.
pub fn output_paths(configuration: &Value) -> BTreeMap<String, Vec<String>> {
    let mut paths = BTreeMap::new();
    let stacks = configuration["//"]["outputs"].as_object();
    for stack in stacks.into_iter().flat_map(|it| it.values()) {
        collect(stack, &mut Vec::new(), &mut paths);
    }
    paths
}

fn collect(level: &Value, path: &mut Vec<String>, paths: &mut BTreeMap<String, Vec<String>>) {
    for (name, inner) in level.as_object().into_iter().flatten() {
        path.push(name.clone());
        match inner {
            Value::String(output) => drop(paths.insert(output.clone(), path.clone())),
            inner if path.len() < DEEPEST => collect(inner, path, paths),
            _ => {}
        }
        path.pop();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn outputs_have_the_path_of_their_constructs() {
        let outputs = json!({"web": {"top": "top", "site": {"cdn": {"url": "site_cdn_url_12AB"}}}});
        let paths = output_paths(&json!({"//": {"outputs": outputs}}));
        let texts: Vec<String> = paths
            .iter()
            .map(|(name, it)| format!("{name}={}", it.join("/")))
            .collect();
        assert_eq!(texts, ["site_cdn_url_12AB=site/cdn/url", "top=top"]);
        assert!(output_paths(&json!({})).is_empty());
    }
}
